package conformance_test

import (
	"context"
	"errors"
)

// This file is what an operator does for one host, and what of it can be seen.

func controls(p *inProcess, words []string) error {
	if len(words) != 1 {
		return errors.New("want: operator controls HOST")
	}
	return refused(p.daemon.Control(context.Background(), words[0]))
}

// controller returns the name of the controlling host.
func (p *inProcess) controller() string {
	for _, h := range p.daemon.Snapshot().Hosts {
		if h.Controls {
			return h.Name
		}
	}
	return ""
}
