package conformance_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2/sml"
)

// This file is what an operator has to do with hosts: their texts, and which of
// them controls.

func controls(p *inProcess, words []string) error {
	if len(words) != 1 {
		return errors.New("want: operator controls HOST")
	}
	return refused(p.daemon.Control(context.Background(), words[0]))
}

func recognizes(p *inProcess, words []string) error {
	tid, err := readTID(words, 1)
	if err != nil {
		return err
	}
	return refused(p.daemon.Recognize(context.Background(), tid))
}

func types(p *inProcess, words []string) error {
	tid, err := readTID(words, 2)
	if err != nil {
		return err
	}
	text, err := sml.ParseItem(words[1])
	if err != nil {
		return err
	}
	return refused(p.daemon.SendText(context.Background(), p.operatorFor, tid, text.Data()))
}

// asksTime goes on while the host has not answered: how it ends the clock tells.
func asksTime(p *inProcess, _ []string) error {
	done := make(chan error, 1)
	ctx, stop := context.WithTimeout(context.Background(), time.Hour)
	go func() {
		defer stop()
		done <- p.daemon.AskTime(ctx, p.operatorFor)
	}()
	p.Settle()
	select {
	case err := <-done:
		return refused(err)
	default:
		return nil
	}
}

func readTID(words []string, n int) (byte, error) {
	if len(words) != n {
		return 0, errors.New("want: operator recognizes TID, operator types TID <item>")
	}
	tid, err := strconv.ParseUint(words[0], 10, 8)
	return byte(tid), err
}

// inspectHosts looks at what concerns hosts, by the first word.
func (p *inProcess) inspectHosts(words []string) (string, error) {
	s := p.daemon.Snapshot()
	switch words[0] {
	case "controller":
		for _, h := range s.Hosts {
			if h.Controls {
				return h.Name, nil
			}
		}
	case "terminals":
		unread := 0
		for _, t := range s.Terminals {
			if t.Unread {
				unread++
			}
		}
		return strconv.Itoa(unread), nil
	case "terminal", "indicator":
		for _, t := range s.Terminals {
			if len(words) == 2 && words[1] == strconv.Itoa(int(t.TID)) {
				return show(words[0], t), nil
			}
		}
	}
	return "", fmt.Errorf("inspect %v: %w", words, errors.ErrUnsupported)
}

// show returns the indicator of a terminal, or its text.
func show(what string, t gem.TerminalSnapshot) string {
	if what == "indicator" {
		return map[bool]string{true: "on", false: "off"}[t.Unread]
	}
	var lines [][]byte
	for _, line := range t.Lines {
		lines = append(lines, gem.TextOf(line))
	}
	return string(bytes.Join(lines, []byte(" ")))
}

// addTerminal gives the equipment another terminal besides 0.
func addTerminal(cfg *daemon.Config, value string) error {
	tid, err := strconv.ParseUint(value, 10, 8)
	if len(cfg.Equipment.Terminals) == 0 {
		cfg.Equipment.Terminals = []gem.Terminal{{}}
	}
	cfg.Equipment.Terminals = append(cfg.Equipment.Terminals, gem.Terminal{TID: byte(tid)})
	return err
}
