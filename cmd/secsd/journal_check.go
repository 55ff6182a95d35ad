package main

import (
	"github.com/spf13/cobra"

	"github.com/secsd/secsd/internal/folder"
)

// journalCheck reads and checks all of a data folder and prints a summary.
func journalCheck(c *cobra.Command, _ []string) error { return look(c, folder.Check) }
