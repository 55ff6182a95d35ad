// Package command runs a command line as all programs of this module do: data
// goes to stdout, talk to stderr as "NAME: error: …", then "NAME: hint: …" where
// there is a way out.
package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// Error is an error with its exit code and, if there is one, the way out.
type Error struct {
	Code int
	Err  error
	Hint string
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Fail returns err with its exit code and a hint or "".
func Fail(code int, err error, hint string) *Error { return &Error{code, err, hint} }

// Execute runs one command line and returns the exit code: 0, that of an Error,
// or 2, as cobra's own errors are about usage.
func Execute(root *cobra.Command, args []string, stdout, stderr io.Writer) int {
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SilenceUsage, root.SilenceErrors = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	err := root.Execute()
	if err == nil {
		return 0
	}
	e := Fail(2, err, root.Name()+" --help")
	errors.As(err, &e)
	var text strings.Builder
	for _, line := range Lines(e.Err) {
		fmt.Fprintf(&text, "%s: error: %s\n", root.Name(), line)
	}
	if e.Hint != "" {
		fmt.Fprintf(&text, "%s: hint: %s\n", root.Name(), e.Hint)
	}
	tell(stderr, text.String())
	return e.Code
}

// Lines returns the problems of an error, one each: its own Lines, where it has
// some.
func Lines(err error) []string {
	var list interface {
		error
		Lines() []string
	}
	if errors.As(err, &list) {
		return list.Lines()
	}
	return strings.Split(err.Error(), "\n")
}

// tell writes the last words. A stderr that nobody reads must not keep the process
// from its end, for which a supervisor waits.
func tell(stderr io.Writer, text string) {
	told := make(chan struct{})
	go func() {
		defer close(told)
		fmt.Fprint(stderr, text)
	}()
	select {
	case <-told:
	case <-time.After(time.Second):
	}
}
