package sim

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/secsd/secsd/model"
)

// This file is the pre-aligner.

// alignTime is how long it takes, in simulated seconds.
const alignTime = 2

// aligner is a pre-aligner.
type aligner struct {
	*plant
	chore
	where  string
	wafer  string // that it works on, "" for none
	random *rand.Rand
}

func newAligner(p *plant, where string, i int) *aligner {
	return &aligner{plant: p, chore: chore{speed: p.config.Speed}, where: where, random: p.randomOf("aligner", i)}
}

// act implements part.
func (a *aligner) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	w := v.at[a.where]
	switch {
	case a.wafer != "" && (w == nil || w.ID != a.wafer || v.fate(w) == returns):
		a.wafer = ""
		a.drop()
		return true, wake, nil
	case w == nil || v.fate(w) == returns || a.robot.aligned[w.ID]:
		return false, wake, nil
	case v.fate(w) == stays && a.busy() && !a.held:
		a.hold()
	case v.fate(w) == proceeds && a.held:
		a.goOn()
	case v.fate(w) == proceeds && a.wafer == "":
		a.wafer = w.ID
		a.begin(deed{0, a.start}, deed{alignTime, a.finish})
	}
	return a.pursue(ctx, v.now)
}

func (a *aligner) start(ctx context.Context) error {
	v := a.look()
	w := v.wafers[a.wafer]
	if w == nil {
		return nil
	}
	return a.event(ctx, "AlignmentStarted", a.about(v, w)...)
}

func (a *aligner) finish(ctx context.Context) error {
	v := a.look()
	w := v.wafers[a.wafer]
	a.wafer = ""
	if w == nil {
		return nil
	}
	a.robot.aligned[w.ID] = true
	if a.layout.readers[a.where] {
		if err := a.tell(ctx, model.SubstrateIDRead{Location: a.where, ID: w.ID}); err != nil {
			return err
		}
	}
	angle, offset := 180+10*a.random.Float64(), float64(a.random.IntN(11)-5)
	return a.event(ctx, "AlignmentCompleted", append(a.about(v, w), a.count("NotchAngle", angle), a.count("AlignmentOffset", offset))...)
}
