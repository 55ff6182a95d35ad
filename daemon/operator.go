package daemon

import (
	"context"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
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

// OperatorCommand brings a command of the operator to the tool and returns the
// answer: that of the tool, or why it was not asked. Parameters that are bad
// come with HCACK 3.
func (d *Daemon) OperatorCommand(ctx context.Context, name string, parameters ...gem.Argument) (secs2.HCACK, []gem.BadParameter, error) {
	return d.core.operatorCommand(ctx, gem.OperatorCommand{Name: name, Parameters: parameters})
}

func (c *core) operatorCommand(ctx context.Context, in gem.OperatorCommand) (secs2.HCACK, []gem.BadParameter, error) {
	outcome := make(chan gem.Verdict, 1)
	c.mu.Lock()
	c.token++
	in.Token = c.token
	c.verdicts[in.Token] = outcome
	_, err := c.stepLocked(in)
	if err != nil {
		delete(c.verdicts, in.Token)
	}
	c.mu.Unlock()
	c.drain()
	if err != nil {
		return secs2.HCACKCannotPerformNow, nil, err
	}
	select {
	case v := <-outcome:
		return v.HCACK, v.Bad, nil
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.verdicts, in.Token)
		return secs2.HCACKCannotPerformNow, nil, context.Cause(ctx)
	}
}

// decide hands the outcomes of operators' commands to those who wait for them;
// mu is held.
func (c *core) decide() {
	for _, v := range c.out.Verdicts {
		if outcome := c.verdicts[v.Token]; outcome != nil {
			outcome <- v
			delete(c.verdicts, v.Token)
		}
	}
}

// SetConstants changes equipment constants for the operator: all of them or, with
// an error, none. It returns when the change is durable. Hosts get
// OperatorEquipmentConstantChange for each one that has another value then.
func (d *Daemon) SetConstants(ctx context.Context, values ...gem.Value) error {
	return d.core.occurs(ctx, gem.OperatorConstants{Values: values})
}
