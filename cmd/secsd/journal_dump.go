package main

import (
	"github.com/spf13/cobra"

	"github.com/secsd/secsd/internal/folder"
)

// journalDump prints all that a data folder holds.
func journalDump(c *cobra.Command, _ []string) error { return look(c, folder.Dump) }
