package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/secsd/secsd/internal/cmdtest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"secs_bench": main})
}

// TestScripts runs the documented commands: testdata/*.txtar.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     cmdtest.Exits,
			"interrupt": interrupt,
		},
	})
}

// interrupt TEXT COMMAND... runs a command and interrupts it when TEXT has
// come on stderr. It must end with exit code 1; its output is in the files
// stdout and stderr.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: interrupt TEXT COMMAND...")
	}
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir = ts.Getenv("WORK")
	var stdout strings.Builder
	cmd.Stdout = &stdout
	talk := &watch{text: args[0], seen: func() { ts.Check(cmd.Process.Signal(os.Interrupt)) }}
	cmd.Stderr = talk
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		ts.Fatalf("ended with %v, want exit code 1; stderr:\n%s", err, talk.all.String())
	}
	ts.Check(os.WriteFile(ts.MkAbs("stdout"), []byte(stdout.String()), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("stderr"), []byte(talk.all.String()), 0o600))
}

// watch calls seen once when text has been written.
type watch struct {
	text string
	seen func()
	all  strings.Builder
}

func (w *watch) Write(p []byte) (int, error) {
	w.all.Write(p)
	if w.seen != nil && strings.Contains(w.all.String(), w.text) {
		w.seen()
		w.seen = nil
	}
	return len(p), nil
}

func TestUsageFitsAScreen(t *testing.T) { cmdtest.UsageFits(t, usage) }
