package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/internal/command"
	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/internal/manual"
)

// describe prints all that a host engineer must know of the equipment in a
// configuration file, without running it.
func describe(c *cobra.Command, _ []string) error {
	s, err := newSettings(c.Flags())
	if err != nil {
		return err
	}
	format, from, ok := s.given("format")
	switch {
	case !ok:
		format = "markdown"
	case format == "html":
		return command.Fail(2, fmt.Errorf("%s html is not in this version", from), "json and markdown are")
	case format != "json" && format != "markdown":
		return fmt.Errorf("%s is %q, allowed is json or markdown", from, format)
	}
	src, err := s.source()
	if err != nil {
		return err
	}
	cfg, err := config.Load(src)
	if err != nil {
		return command.Fail(2, err, "docs/configuration.md explains every key")
	}
	d, err := daemon.New(daemon.Config{Equipment: cfg.Equipment, Links: cfg.Links}, nil) // it does not run: no tool
	if err != nil {
		return command.Fail(2, err, "")
	}
	if format == "markdown" {
		return written(manual.Markdown(c.OutOrStdout(), d.Describe()))
	}
	out := json.NewEncoder(c.OutOrStdout())
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return written(out.Encode(d.Describe()))
}

// written tells that the output could not be written.
func written(err error) error {
	if err != nil {
		return command.Fail(1, err, "")
	}
	return nil
}
