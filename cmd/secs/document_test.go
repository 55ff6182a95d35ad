package main

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/secsd/secsd/sim"
)

var update = flag.Bool("update", false, "write the outputs into docs/first-events.md")

const firstEvents = "../../docs/first-events.md"

// TestFirstEvents runs the commands of docs/first-events.md against the demo,
// in order, and compares what they print but for the time of day.
func TestFirstEvents(t *testing.T) {
	text, err := os.ReadFile(firstEvents)
	if err != nil {
		t.Fatal(err)
	}
	address, stop, err := serve(fast)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	}()
	// A command and the block of indented lines behind it.
	block := regexp.MustCompile(`(?m)^    go run \./cmd/secs ((?:send|listen) .*)\n\n((?:    .*\n|\n)*)`)
	commands := 0
	got := block.ReplaceAllStringFunc(string(text), func(found string) string {
		commands++
		command := block.FindStringSubmatch(found)[1]
		var out, talk strings.Builder
		if code := execute(arguments(strings.Replace(command, "127.0.0.1:5000", address, 1)), &out, &talk); code != 0 || talk.Len() > 0 {
			t.Errorf("%s\nexit code %d, %s", command, code, talk.String())
		}
		printed := regexp.MustCompile(`(?m)^(.+)$`).ReplaceAllString(strings.TrimRight(out.String(), "\n"), "    $1")
		return "    go run ./cmd/secs " + command + "\n\n" + printed + "\n\n"
	})
	if commands != 4 {
		t.Errorf("%d commands", commands)
	}
	if *update {
		if err := os.WriteFile(firstEvents, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	clock := regexp.MustCompile(`\d\d:\d\d:\d\d\.\d{3}`)
	if d := cmp.Diff(clock.ReplaceAllString(string(text), "TIME"), clock.ReplaceAllString(got, "TIME")); d != "" && !*update {
		t.Error(d)
	}
}

// arguments cuts a command line at its blanks, outside of single quotes.
func arguments(line string) (args []string) {
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		args = append(args, m[1]+m[2])
	}
	return args
}

// fast lets the tool run a thousand times as fast, and no variable move.
func fast(c *sim.Config) { c.Motions, c.Speed = nil, 1000 }
