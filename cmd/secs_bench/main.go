// Command secs_bench measures this build of secsd on this machine: an
// equipment and a host in one process, over real loopback TCP.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/bench"
	"github.com/secsd/secsd/internal/command"
)

const usage = `secs_bench measures secsd on this machine: equipment and host in one process.

Usage:
  secs_bench [flags]

Flags:
  --requests N      operations of each row; events without a reply are 100
                    times as many, rows that wait for the disk do a 500th,
                    40 to 1000, for each that commits (500000)
  --concurrency N   transactions outstanding (16)
  --svid-count N    status variables that one S1F3 asks for (32)
  --store-pairs N   process and control jobs in the memory table, and a quarter
                    of it carriers, slots and substrates; 0: none (0)
  --data-dir DIR    make the data folder in DIR, and remove it afterwards; the
                    folder for temporary files, on a disk if there is one
  --json FILE       write the results to FILE, too

The tables go to stdout as Markdown, progress to stderr. docs/performance.md
tells what the columns mean. Ctrl-C ends it with the rows that are complete.

Exit codes:
  0  measured
  1  failed or interrupted
  2  bad usage
`

func main() {
	os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr))
}

func execute(args []string, stdout, stderr io.Writer) int {
	return command.Execute(newRoot(), args, stdout, stderr)
}

func newRoot() *cobra.Command {
	var cfg bench.Config
	var file string
	root := &cobra.Command{
		Use:  "secs_bench",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return run(c, cfg, file) },
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { fmt.Fprint(c.OutOrStdout(), usage) })
	root.Flags().IntVar(&cfg.Requests, "requests", 500_000, "")
	root.Flags().IntVar(&cfg.Concurrency, "concurrency", 16, "")
	root.Flags().IntVar(&cfg.SVIDs, "svid-count", 32, "")
	root.Flags().IntVar(&cfg.StorePairs, "store-pairs", 0, "")
	root.Flags().StringVar(&cfg.DataDir, "data-dir", "", "")
	root.Flags().StringVar(&file, "json", "", "")
	return root
}

// run measures until all is done or a signal comes.
func run(c *cobra.Command, cfg bench.Config, file string) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	results, err := create(file)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	report, err := bench.Run(ctx, cfg, c.ErrOrStderr())
	if ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	err = errors.Join(err, report.WriteMarkdown(c.OutOrStdout()), save(report, results))
	if err != nil {
		return command.Fail(1, err, "")
	}
	return nil
}

// create opens the file for the results; nil when none was named.
func create(name string) (*os.File, error) {
	if name == "" {
		return nil, nil
	}
	return os.Create(name)
}

// save writes the results as JSON.
func save(report *bench.Report, to *os.File) error {
	if to == nil {
		return nil
	}
	enc := json.NewEncoder(to)
	enc.SetIndent("", "  ")
	return errors.Join(enc.Encode(report), to.Close())
}
