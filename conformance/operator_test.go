package conformance_test

import (
	"context"
	"errors"
	"slices"

	"github.com/secsd/secsd/gem"
)

// This file is the operator's panel: the actions of scripts, each for one host
// or for all.

// operatorDeeds are the actions of the operator besides the switches, by their
// first word.
func operatorDeeds() map[string]deed {
	return map[string]deed{
		"for":      forHost,
		"controls": controls,

		"asks-time":  asksTime,
		"recognizes": recognizes,
		"resets": func(p *inProcess, _ []string) error {
			return refused(p.daemon.FactoryReset(context.Background()))
		},
		"types": types,
	}
}

// Operate carries out an action of the operator.
func (p *inProcess) Operate(action string) error {
	if a, ok := gem.ActionOf(action); ok {
		return refused(p.daemon.Operator(context.Background(), p.operatorFor, a))
	}
	return p.perform("operator", operatorDeeds(), action)
}

// forHost is an action for the host that it names first.
func forHost(p *inProcess, words []string) error {
	if len(words) < 2 || !slices.Contains(p.hosts, words[0]) {
		return errors.New("want: operator for HOST ACTION")
	}
	p.operatorFor = words[0]
	defer func() { p.operatorFor = "" }()
	if a, ok := gem.ActionOf(words[1]); ok && len(words) == 2 {
		return refused(p.daemon.Operator(context.Background(), p.operatorFor, a))
	}
	do, ok := operatorDeeds()[words[1]]
	if !ok {
		return errors.ErrUnsupported
	}
	return do(p, words[2:])
}
