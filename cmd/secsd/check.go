package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/internal/command"
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
	path, from, ok := s.given("config")
	if !ok {
		return errors.New("check needs --config FILE")
	}
	src, err := readFile(path, from)
	if err != nil {
		return err
	}
	cfg, err := config.Load(src)
	if err != nil {
		problems := command.Lines(err)
		for _, p := range problems {
			fmt.Fprintln(c.OutOrStdout(), p)
		}
		return command.Fail(2, fmt.Errorf("%s: %d to correct", path, len(problems)), "docs/configuration.md explains every key")
	}
	for _, w := range cfg.Warnings {
		fmt.Fprintln(c.OutOrStdout(), w)
	}
	fmt.Fprintf(c.OutOrStdout(), "%s: valid: %s\n", path, contents(cfg))
	return nil
}

// contents counts what an equipment definition has, as in "1 host, 3 variables".
func contents(cfg config.Config) string {
	e, parts := cfg.Equipment, []string(nil)
	for _, p := range []struct {
		n    int
		what string
	}{
		{len(e.Hosts), "host"}, {len(e.Material.Ports), "load port"}, {len(e.Material.Locations), "substrate location"},
		{len(e.Material.ProductionModules()) + len(e.Material.Modules), "module"}, {len(e.Material.Buffer), "buffer location"}, {len(e.Variables), "variable"}, {len(e.DataVariables), "data variable"},
		{len(e.Constants), "constant"}, {len(e.Events), "event"}, {len(e.Alarms), "alarm"}, {len(e.Commands), "command"},
	} {
		switch {
		case p.n == 1:
			parts = append(parts, "1 "+p.what)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}
