package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/secsd/secsd/gem"
)

// This file raises alarms now and then, one at a time, and clears them: what
// happens to a tool whatever it does. They stop nothing.

// Alarms says which alarms the tool raises, and how often.
type Alarms struct {
	// Every is the mean of the simulated time between two; 0 is never.
	Every time.Duration
	// Last is the simulated time for which one stays set; default 30 s.
	Last time.Duration
	// Names are alarms of the equipment, one of which is taken each time.
	Names []string
}

func (a Alarms) withDefaults() Alarms {
	if a.Last == 0 {
		a.Last = 30 * time.Second
	}
	return a
}

func (p *problems) alarms(a Alarms, equipment gem.Config) {
	if a.Every < 0 {
		p.add("alarms.every", a.Every.String(), "0 or more seconds")
	}
	if a.Last < 0 {
		p.add("alarms.last", a.Last.String(), "more than 0 seconds")
	}
	if a.Every > 0 && len(a.Names) == 0 {
		p.add("alarms.names", "none", "at least one alarm")
	}
	for i, name := range a.Names {
		if !slices.ContainsFunc(equipment.Alarms, func(al gem.Alarm) bool { return al.Name == name }) {
			p.add(fmt.Sprintf("alarms.names[%d]", i), fmt.Sprintf("%q", name), "the name of an alarm")
		}
	}
}

// trouble sets alarms and clears them until ctx is done.
func (t *Tool) trouble(ctx context.Context, e equipment) error {
	a := t.config.Alarms
	if a.Every == 0 {
		return nil
	}
	alids := map[string]uint32{}
	for _, al := range e.Describe().Alarms {
		alids[al.Name] = al.ID
	}
	random := rand.New(rand.NewPCG(t.config.Seed, alarmStream))
	for {
		pause := time.Duration((0.5 + random.Float64()) * float64(a.Every) / t.config.Speed)
		alid := alids[a.Names[random.IntN(len(a.Names))]]
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		if err := change(ctx, e, alid, gem.AlarmSet); err != nil {
			return err
		}
		if err := sleep(ctx, time.Duration(float64(a.Last)/t.config.Speed)); err != nil {
			return err
		}
		if err := change(ctx, e, alid, gem.AlarmClear); err != nil {
			return err
		}
	}
}

// alarmStream keeps the random numbers of alarms apart from those of motions.
const alarmStream = 1 << 62

// change tells the state of an alarm. A disk that fails is no reason to forget
// it: it is repeated until it is taken.
func change(ctx context.Context, e equipment, alid uint32, s gem.AlarmState) error {
	for {
		err := e.Alarm(ctx, alid, s)
		if !errors.Is(err, gem.ErrStorage) {
			return err
		}
		if err := sleep(ctx, again); err != nil {
			return err
		}
	}
}
