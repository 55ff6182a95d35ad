package conformance_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// This file reads the settings that say in which states things may happen.

// setAffects marks constants that affect the process.
func setAffects(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 1)
	if err != nil {
		return err
	}
	for i := range th.words {
		c, err := th.constant(cfg, i)
		if err != nil {
			return err
		}
		c.AffectsProcess = true
	}
	return nil
}

func setSafe(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 2)
	if err != nil {
		return err
	}
	c, err := th.constant(cfg, 0)
	if err != nil {
		return err
	}
	c.SafeStates = strings.Split(th.words[1], ",")
	return nil
}

// constant returns the one whose ECID is the word at i.
func (th thing) constant(cfg *daemon.Config, i int) (*gem.Constant, error) {
	id, err := th.id(i)
	if err != nil {
		return nil, err
	}
	list := cfg.Equipment.Constants
	at := slices.IndexFunc(list, func(c gem.Constant) bool { return c.ECID == id })
	if at < 0 {
		return nil, fmt.Errorf("no constant %d", id)
	}
	return &list[at], nil
}

// command returns the one that the first word names.
func (th thing) command(cfg *daemon.Config) (*gem.Command, error) {
	list := cfg.Equipment.Commands
	i := slices.IndexFunc(list, func(c gem.Command) bool { return c.Name == th.words[0] })
	if i < 0 {
		return nil, fmt.Errorf("no command %s", th.words[0])
	}
	return &list[i], nil
}

func setStates(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 1)
	if err != nil {
		return err
	}
	cmd, err := th.command(cfg)
	if err != nil {
		return err
	}
	if th.word(1) != "" {
		cmd.States = strings.Split(th.word(1), ",")
	}
	if already := th.options["already"]; already != "" {
		cmd.Already = strings.Split(already, ",")
	}
	return nil
}

func addObject(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 2)
	if err != nil {
		return err
	}
	cmd, err := th.command(cfg)
	if err != nil {
		return err
	}
	cmd.Objects = append(cmd.Objects, th.words[1])
	return nil
}

func addTransition(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 2)
	if err != nil {
		return err
	}
	row, err := th.id(0)
	if err != nil {
		return err
	}
	ceid, err := th.id(1)
	cfg.Equipment.Processing.Transitions = append(cfg.Equipment.Processing.Transitions, gem.ProcessTransition{Row: int(row), CEID: ceid})
	return err
}
