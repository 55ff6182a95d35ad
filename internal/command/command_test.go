package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

type listError struct{}

func (listError) Error() string   { return "two problems" }
func (listError) Lines() []string { return []string{"one", "two"} }

func TestExecute(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
		talk string
	}{
		{nil, 0, ""},
		{errors.New("a\nb"), 2, "tool: error: a\ntool: error: b\ntool: hint: tool --help\n"},
		{Fail(1, errors.New("a"), ""), 1, "tool: error: a\n"},
		{Fail(2, fmt.Errorf("in a file: %w", listError{}), "look"), 2, "tool: error: one\ntool: error: two\ntool: hint: look\n"},
	} {
		var talk strings.Builder
		root := &cobra.Command{Use: "tool", RunE: func(*cobra.Command, []string) error { return c.err }}
		if code := Execute(root, nil, io.Discard, &talk); code != c.code || talk.String() != c.talk {
			t.Errorf("%v: code %d, want %d; talk %q, want %q", c.err, code, c.code, talk.String(), c.talk)
		}
	}
}
