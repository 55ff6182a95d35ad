package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/internal/config"
)

// check prints what is wrong with a configuration file, and what is odd, on
// stdout as compilers do. Only the file counts, not flags and environment that
// run would put before it.
func check(c *cobra.Command, _ []string) error {
	s, err := newSettings(c.Flags())
	if err != nil {
		return err
	}
	path, _, ok := s.given("config")
	if !ok {
		return errors.New("check needs --config FILE")
	}
	src, err := config.ReadFile(path)
	if err != nil {
		return &failure{2, err, ""}
	}
	cfg, err := config.Load(src)
	if err != nil {
		problems := lines(err)
		for _, p := range problems {
			fmt.Fprintln(c.OutOrStdout(), p)
		}
		return &failure{2, fmt.Errorf("%s: %d to correct", path, len(problems)), "docs/configuration.md explains every key"}
	}
	for _, w := range cfg.Warnings {
		fmt.Fprintln(c.OutOrStdout(), w)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: valid, %d hosts, %d variables\n", path, len(cfg.Links), len(cfg.Equipment.Variables))
	return nil
}
