// Command secsd is the equipment side of SEMI SECS/GEM over HSMS: it lets fab
// hosts see and drive a process tool.
//
// Data goes to stdout, the log and all talk to stderr: "secsd: error: …", then
// "secsd: hint: …" where there is a way out. This package holds flags, exit
// codes and texts; internal/config, daemon, api and sim do the work.
package main

import (
	"fmt"
	"io"
	"os"
	_ "time/tzdata" // a container may have no time zones of its own

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/internal/command"
)

// usage is what --help prints, for every verb.
const usage = `secsd is the equipment side of SECS/GEM: hosts connect to it over HSMS.

Usage:
  secsd [run] [flags]           serve hosts; without --config a demo etcher
  secsd check --config FILE     print every problem of a configuration file
  secsd describe [flags]        print what a host engineer must know
  secsd health                  ask a running secsd whether it serves hosts
  secsd journal check|dump      check or print a data folder not in use
  secsd version

Flags of run:
  --config FILE                 equipment definition (docs/configuration.md)
  --data-dir DIR                what must survive (./secsd-data)
  --hsms-address HOST:PORT      of the first host (127.0.0.1:5000)
  --api-address HOST:PORT       health, metrics, /v1 (127.0.0.1:8080); "" none
  --log-level LEVEL             debug, info, warn or error (info)
  --log-format FORMAT           json or console (json)
  --lots WHO                    of the simulated tool: host or forever (host)

check takes --config, health --api-address, journal --data-dir, describe
--config and --format html, markdown or json (markdown). Each flag is also a
variable, SECSD_DATA_DIR for instance. Flags count before the environment,
that before the file. Port 0 is a free one; the log line "ready" tells which.

SIGTERM, SIGINT and SIGHUP end sessions in order, within 5 seconds.

Exit codes:
  0  stopped as asked; valid; healthy; undamaged
  1  failed while running; not healthy; damaged, or the data folder is in use
  2  bad usage or configuration
`

func main() {
	os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs one command line and returns the exit code.
func execute(args []string, stdout, stderr io.Writer) int {
	return command.Execute(newRoot(), args, stdout, stderr)
}

// newRoot returns the command with its verbs; run is also what it does without
// one. Flags are texts without defaults: internal/config has those, and judges
// the values together with the file.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:  "secsd",
		Args: cobra.NoArgs,
		RunE: run,
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { fmt.Fprint(c.OutOrStdout(), usage) })
	serve := &cobra.Command{Use: "run", Args: noArgs, RunE: run}
	checkFile := &cobra.Command{Use: "check", Args: noArgs, RunE: check}
	askHealth := &cobra.Command{Use: "health", Args: noArgs, RunE: health}
	for _, name := range []string{"config", "data-dir", "hsms-address", "api-address", "log-level", "log-format", "lots"} {
		root.Flags().String(name, "", "")
		serve.Flags().String(name, "", "")
	}
	checkFile.Flags().String("config", "", "")
	describer := &cobra.Command{Use: "describe", Args: noArgs, RunE: describe}
	describer.Flags().String("config", "", "")
	describer.Flags().String("format", "", "")
	askHealth.Flags().String("api-address", defaultAPI, "")
	root.AddCommand(serve, checkFile, describer, askHealth, newJournal(),
		&cobra.Command{Use: "version", Args: noArgs, Run: printVersion})
	return root
}

// noArgs refuses what is no flag: most likely a file.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	f := command.Fail(2, fmt.Errorf("%s takes no argument, got %q", c.Name(), args[0]), "secsd --help")
	if c.Flags().Lookup("config") != nil {
		f.Hint = "--config FILE names the equipment definition"
	}
	return f
}
