// Command secs is the host's tool: it sends messages to an equipment, and prints
// the replies and what the equipment sends by itself.
//
// Data goes to stdout, talk to stderr: "secs: error: …", then "secs: hint: …"
// where there is a way out, and "secs: warning: …" for SML that is odd. The
// usage text below is the whole manual; it fits a screen.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/secsd/secsd/internal/command"
)

// usage is what --help prints, for every verb.
const usage = `secs talks to an equipment as a host would.

Usage:
  secs send HOST:PORT MESSAGE [flags]          one message, one reply
  secs listen HOST:PORT [MESSAGE...] [flags]   print what the equipment sends

  secs send 127.0.0.1:5000 'S1F3 W <L <U4 101> <U4 102>>.'

MESSAGE is SML. send selects, establishes communications with S1F13, sends the
message, prints the reply as SML, and separates. listen does the same with any
number of messages, then answers and prints what comes, each with the time in
front, until Ctrl-C. A message without W gets no reply.

Flags:
  --session N      session ID, which is the device ID; 0 to 32767 (0)
  --timeout D      bounds send, and each reply of listen, as in 500ms (10s)
  --json           print {"sf", "w", "session", "system", "item"}, listen with
                   "time" before them; an item is {"type", "value"}: the value
                   of L is a list of items, of A, J and W a string (a list of
                   bytes if it is not UTF-8), of all others a list of numbers
                   or booleans
  --for D          listen: ends after D
  --count N        listen: ends after N primaries of the equipment

Exit codes:
  0  replied, or sent without W; listened as asked
  1  no connection, no reply, or refused: SxF0, stream 9, COMMACK; fewer than N
  2  bad usage or SML
`

func main() {
	os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs one command line and returns the exit code.
func execute(args []string, stdout, stderr io.Writer) int {
	return command.Execute(newRoot(), args, stdout, stderr)
}

// newRoot returns the command with its verbs. Cobra parses flags and finds the
// verb; texts are ours.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:  "secs",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return errors.New("a command is needed, as in secs send") },
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { fmt.Fprint(c.OutOrStdout(), usage) })
	root.SetFlagErrorFunc(badFlag)
	sender := &cobra.Command{Use: "send", Args: sendArgs, RunE: send}
	ear := &cobra.Command{Use: "listen", Args: listenArgs, RunE: listen}
	for _, c := range []*cobra.Command{sender, ear} {
		c.Flags().Uint16("session", 0, "")
		c.Flags().Duration("timeout", defaultTimeout, "")
		c.Flags().Bool("json", false, "")
	}
	ear.Flags().Duration("for", 0, "")
	ear.Flags().Int("count", 0, "")
	root.AddCommand(sender, ear)
	return root
}

func sendArgs(_ *cobra.Command, args []string) error {
	switch {
	case len(args) < 2:
		return errors.New("send needs HOST:PORT and MESSAGE")
	case len(args) > 2:
		return command.Fail(2, fmt.Errorf("send takes one MESSAGE, got %d", len(args)-1), "put the whole message in one pair of single quotes")
	}
	return nil
}

func listenArgs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("listen needs HOST:PORT")
	}
	return nil
}

const wantSpan = "a time with its unit, as in 5s or 500ms"

// wanted says what each flag takes.
var wanted = map[string]string{
	"session": fmt.Sprintf("0 to %d", maxDeviceID), "timeout": wantSpan, "json": "true or false",
	"for": wantSpan, "count": "0 or more",
}

// badFlag says what is wrong with a flag.
func badFlag(_ *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		name := invalid.GetFlag().Name
		return fmt.Errorf("--%s is %q, allowed is %s", name, invalid.GetValue(), wanted[name])
	}
	return err
}
