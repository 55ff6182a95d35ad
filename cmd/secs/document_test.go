package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// This file walks through a page of docs: what its commands print, and what its
// tables tell of events, must be what the demo does now.

var update = flag.Bool("update", false, "write what was printed into the pages of docs")

// TestPages runs the commands of each page in order.
func TestPages(t *testing.T) {
	for file, least := range map[string]struct{ commands, events int }{
		"first-events.md":        {commands: 5},
		"collect-and-command.md": {commands: 25},
		"spooling.md":            {commands: 25},
		"gem300.md":              {commands: 30, events: 60},
	} {
		t.Run(file, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				name := "../../docs/" + file
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Until(time.Date(2026, 11, 30, 14, 23, 10, 0, time.Local)))
				p := &page{t: t, lines: strings.SplitAfter(string(text), "\n"), stage: newStage(t)}
				p.walk()
				if p.commands < least.commands || p.events < least.events {
					t.Errorf("%d commands, %d events", p.commands, p.events)
				}
				p.compare(name, string(text))
			})
		})
	}
}

// page is a document on the way through it.
type page struct {
	t     *testing.T
	stage *stage
	lines []string // not walked yet
	got   strings.Builder

	commands, events int
	samples          []string // what the page shows and no command printed
}

const (
	indent = "    "
	table  = "| CEID | event | values | |\n"
)

var (
	commandLine = regexp.MustCompile(`^    (go run |sed |kill |curl |\(cat |p=)`)
	times       = regexp.MustCompile(`(?m)^    // \d\d:\d\d:\d\d\.\d{3}$`)
	moments     = regexp.MustCompile(`"2026\d{12}"`)
)

func (p *page) walk() {
	for len(p.lines) > 0 {
		switch line := p.take(); {
		case commandLine.MatchString(line):
			p.commands++
			p.got.WriteString(line)
			printed := p.stage.run(strings.TrimSpace(line))
			if more := len(p.lines) > 0 && commandLine.MatchString(p.lines[0]); printed != "" && !more {
				p.replace(printed)
			}
		case strings.HasPrefix(line, indent):
			p.samples = append(p.samples, p.sample(line))
		case line == table:
			p.got.WriteString(line + p.take())
			for len(p.lines) > 0 && strings.HasPrefix(p.lines[0], "|") {
				p.events++
				p.got.WriteString(p.row(p.take()))
			}
		default:
			p.got.WriteString(line)
		}
	}
	p.stage.quiet()
	p.stage.stop()
}

func (p *page) take() string {
	line := p.lines[0]
	p.lines = p.lines[1:]
	return line
}

// replace puts what was printed in the place of the lines that are indented.
func (p *page) replace(printed string) {
	n := 0
	for i, line := range p.lines {
		if line == "\n" {
			continue
		}
		if !strings.HasPrefix(line, indent) || commandLine.MatchString(line) {
			break
		}
		n = i + 1
	}
	p.lines = p.lines[n:]
	printed = strings.TrimRight(printed, "\n")
	p.got.WriteString("\n" + regexp.MustCompile(`(?m)^(.+)$`).ReplaceAllString(printed, indent+"$1") + "\n")
}

// sample takes what stands by itself: a message that the equipment has sent, a line
// of its log, a part of what was printed.
func (p *page) sample(first string) string {
	text := first
	for len(p.lines) > 0 && strings.HasPrefix(p.lines[0], indent) {
		text += p.take()
	}
	p.got.WriteString(text)
	return strings.ReplaceAll("\n"+text, "\n"+indent, "\n")[1:]
}

// row is a row of a table as the next event tells it; what it means is the
// page's, save that it names the state that the event told.
func (p *page) row(line string) string {
	p.t.Helper()
	a, ok := p.stage.next()
	if !ok {
		p.t.Errorf("no event for %s", line)
		return ""
	}
	text, state := p.stage.told(a.Message)
	cells := strings.SplitN(line, " | ", 4)
	meaning := strings.TrimSuffix(cells[len(cells)-1], " |\n")
	if !strings.HasSuffix(meaning, state) {
		p.t.Errorf("%s was told with the state %s", strings.TrimSpace(line), state)
	}
	return fmt.Sprintf("| %s | %s |\n", text, meaning)
}

// compare holds the document to what has happened, or writes that into it.
func (p *page) compare(name, text string) {
	for _, sample := range p.samples {
		part := strings.ReplaceAll(regexp.QuoteMeta(sample), "…", ".*")
		if !regexp.MustCompile(`(?m)^` + part).Match(p.stage.seen.text.Bytes()) {
			p.t.Errorf("there was no\n%s", sample)
		}
	}
	for _, message := range p.stage.untold {
		if !slices.Contains(p.samples, message) {
			p.t.Errorf("the page does not tell of\n%s", message)
		}
	}
	got := p.got.String()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			p.t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(timeless(text), timeless(got)); d != "" {
		p.t.Error(d)
	}
}

// timeless returns the lines of a text without times.
func timeless(text string) []string {
	return strings.Split(moments.ReplaceAllString(times.ReplaceAllString(text, indent+"// TIME"), `"MOMENT"`), "\n")
}
