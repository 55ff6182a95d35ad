package sim

import (
	"context"

	"github.com/secsd/secsd/model"
)

// This file is the AMHS at a port in AUTO, as E84 has it: it brings a carrier, or
// fetches it. A tool has no such thing.

// signalGap bounds the real time between two signals: the timers of E84 are real.
const signalGap = 0.2

// gap is the simulated time between two signals.
func (x *port) gap() float64 { return min(0.5, signalGap*x.config.Speed) }

// signals is a deed that raises and drops signals.
func (x *port) signals(level model.Level, list ...model.PIOInput) deed {
	return deed{x.gap(), func(ctx context.Context) error {
		for _, s := range list {
			if err := x.tell(ctx, model.PIOSignal{Port: x.number, Signal: s, Level: level}); err != nil {
				return err
			}
		}
		return nil
	}}
}

// deliver are the deeds that bring a carrier.
func (x *port) deliver() []deed {
	return []deed{
		x.signals(model.On, model.CS0), x.signals(model.On, model.VALID), x.signals(model.On, model.TRREQ),
		{x.gap(), x.granted}, x.signals(model.On, model.BUSY), {x.gap(), x.placed},
		x.signals(model.Off, model.BUSY, model.TRREQ), x.signals(model.On, model.COMPT),
		x.signals(model.Off, model.COMPT, model.VALID, model.CS0), {portTime, x.clamp},
	}
}

// fetch are the deeds that take a carrier away.
func (x *port) fetch() []deed {
	return []deed{
		x.signals(model.On, model.CS0), x.signals(model.On, model.VALID), {x.gap(), x.release}, x.signals(model.On, model.TRREQ),
		{x.gap(), x.granted}, x.signals(model.On, model.BUSY), {x.gap(), x.lifted},
		x.signals(model.Off, model.BUSY, model.TRREQ), x.signals(model.On, model.COMPT),
		x.signals(model.Off, model.COMPT, model.VALID, model.CS0), {0, x.gone},
	}
}

func (x *port) lifted(ctx context.Context) error {
	return x.tell(ctx, model.CarrierRemoved{Port: x.number})
}

// granted looks whether the port is READY for the transfer; if not, the AMHS goes
// away again.
func (x *port) granted(context.Context) error {
	if x.look().Ports[x.number-1].Transfer != transferBlocked {
		x.begin(x.signals(model.Off, model.TRREQ, model.VALID, model.CS0))
	}
	return nil
}
