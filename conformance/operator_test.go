package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing/synctest"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// This file is the operator's panel: the actions of scripts, each for one host
// or for all.

// operatorDeeds are the actions of the operator besides the switches, by their
// first word.
func operatorDeeds() map[string]deed {
	return map[string]deed{
		"for":      forHost,
		"controls": controls,

		"asks-time": asksTime,
		"creates":   editsProgram,
		"edits":     editsProgram,
		"deletes":   deletesProgram,
		"uploads":   exchanges(uploadsProgram),

		"downloads":           exchanges(downloadsProgram(gem.Unformatted)),
		"downloads-formatted": exchanges(downloadsProgram(gem.Formatted)),

		"recognizes": recognizes,
		"resets": func(p *inProcess, _ []string) error {
			return refused(p.daemon.FactoryReset(context.Background()))
		},
		"types":   types,
		"command": commands,
		"sets":    setsConstants,
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

// commands is a command of the operator. What the equipment itself refuses is
// refused; of what the tool gets the script sees the rest.
func commands(p *inProcess, words []string) error {
	if len(words)%2 != 1 {
		return errors.New("want: operator command RCMD [CPNAME <item>]…")
	}
	var parameters []gem.Argument
	for i := 1; i < len(words); i += 2 {
		value, err := sml.ParseItem(words[i+1])
		if err != nil {
			return err
		}
		parameters = append(parameters, gem.Argument{Name: words[i], Value: value})
	}
	outcome := make(chan error, 1)
	go func() {
		hcack, _, err := p.daemon.OperatorCommand(p.ctx, words[0], parameters...)
		if err == nil && hcack != secs2.HCACKDone && hcack != secs2.HCACKCompletionLater {
			err = fmt.Errorf("HCACK %d", hcack)
		}
		outcome <- err
	}()
	synctest.Wait()
	select {
	case err := <-outcome:
		return refused(err)
	default:
		return nil
	}
}

// setsConstants is the operator changing constants.
func setsConstants(p *inProcess, words []string) error {
	values, err := readValues(words)
	if err != nil {
		return err
	}
	return refused(p.daemon.SetConstants(context.Background(), values...))
}
