package daemon

import (
	"context"

	"github.com/secsd/secsd/gem"
)

// This file is what an operator does besides the switches.

// Control makes the host called name the one that may command the tool; the
// others get "cannot perform now". It returns when that is durable.
func (d *Daemon) Control(ctx context.Context, name string) error {
	host, err := d.hostIndex(name)
	if err != nil {
		return err
	}
	return d.core.settle(ctx, gem.TakeControl{Host: host})
}

// Recognize tells that the operator has read the message on the terminal tid;
// hosts get the event Message Recognition. Where no message waits for that it
// does nothing.
func (d *Daemon) Recognize(ctx context.Context, tid byte) error {
	return d.core.occurs(ctx, gem.Recognize{TID: tid})
}

// SendText sends a text that the operator entered at the terminal tid to the
// host called name, to the controlling one when name is empty. An error that
// wraps gem.ErrNotNow says that the host cannot be reached.
func (d *Daemon) SendText(ctx context.Context, name string, tid byte, text []byte) error {
	host, err := d.addressee(name)
	if err != nil {
		return err
	}
	return d.core.occurs(ctx, gem.OperatorText{Host: host, TID: tid, Text: text})
}

// addressee returns the host called name, or the controlling one.
func (d *Daemon) addressee(name string) (int, error) {
	if name != "" {
		return d.hostIndex(name)
	}
	d.core.mu.Lock()
	defer d.core.mu.Unlock()
	return d.core.eq.Controller(), nil
}

// AskTime asks the host called name, the controlling one when name is empty, for
// the time and sets the clock to what it says. It returns when the clock is set
// and that is durable, or why it is not.
func (d *Daemon) AskTime(ctx context.Context, name string) error {
	host, err := d.addressee(name)
	if err != nil {
		return err
	}
	_, err = d.core.ask(ctx, gem.AskTime{Host: host})
	return err
}

// FactoryReset makes everything hosts and operators have set up what the
// configuration says, for all hosts: see gem.FactoryReset. It returns when that
// is durable.
func (d *Daemon) FactoryReset(ctx context.Context) error {
	return d.core.settle(ctx, gem.FactoryReset{})
}
