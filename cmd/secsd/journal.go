package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/internal/command"
	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/internal/folder"
)

// newJournal returns the verb that looks into a data folder which no daemon uses.
func newJournal() *cobra.Command {
	journal := &cobra.Command{Use: "journal", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		return errors.New("journal needs check or dump")
	}}
	for _, verb := range []*cobra.Command{
		{Use: "check", Args: noArgs, RunE: journalCheck},
		{Use: "dump", Args: noArgs, RunE: journalDump},
	} {
		verb.Flags().String("data-dir", "", "")
		journal.AddCommand(verb)
	}
	return journal
}

// look prints something about the data folder that flags and environment name.
func look(c *cobra.Command, show func(w io.Writer, dir string) error) error {
	s, err := newSettings(c.Flags())
	if err != nil {
		return err
	}
	dir, _, ok := s.given("data-dir")
	if !ok {
		dir = config.DefaultDataDir
	}
	if err := show(c.OutOrStdout(), dir); err != nil {
		return command.Fail(1, err, folder.HintReading(err))
	}
	return nil
}
