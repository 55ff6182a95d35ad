package main

import (
	"fmt"
	"io"

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
	if !ok {
		format = "markdown"
	}
	write, known := map[string]func(io.Writer, manual.Document) error{
		"json": manual.JSON, "markdown": manual.Markdown, "html": manual.HTML,
	}[format]
	if !known {
		return fmt.Errorf("%s is %q, allowed is json, markdown or html", from, format)
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
	doc, err := manual.New(d.Describe())
	if err != nil {
		return command.Fail(1, err, "")
	}
	return written(write(c.OutOrStdout(), doc))
}

// written tells that the output could not be written.
func written(err error) error {
	if err != nil {
		return command.Fail(1, err, "")
	}
	return nil
}
