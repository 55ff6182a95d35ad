// Package cmdtest has what the scripts and tests of all commands need.
package cmdtest

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Exits is the script command
//
//	exits CODE COMMAND...
//
// It runs a command that ends with this exit code.
func Exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// UsageFits tests that a usage text fits a screen: 32 lines of 79 columns.
func UsageFits(t *testing.T, usage string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(usage, "\n"), "\n")
	if len(lines) > 32 {
		t.Errorf("%d lines", len(lines))
	}
	for _, l := range lines {
		if len(l) > 79 {
			t.Errorf("%d columns: %s", len(l), l)
		}
	}
}
