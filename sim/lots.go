package sim

import (
	"context"
	"strings"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is lots: what a process job does from its beginning until its wafers
// are home, as the events LotStarted and LotCompleted tell it.

// ownPrefix is what the identifiers of the operator's jobs begin with; the LotID
// stands behind it.
const ownPrefix = "LOCAL-"

// lots looks after the lots.
type lots struct {
	*plant
	open  []*lot            // in the order of their beginning
	named map[string]string // the LotID of a job, as START gave it
	ended ending            // how the last lot ended
}

// lot is a process job under way.
type lot struct {
	job, id, carrier, recipe string
	port                     int
	done                     int           // wafers
	state                    model.PRState // of the job, when it was seen last
}

// ending is how processing ended.
type ending uint8

const (
	endedWell ending = iota
	endedByStop
	endedByAbort
)

// act implements part.
func (l *lots) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	for i := range v.ProcessJobs {
		j := &v.ProcessJobs[i]
		x := l.find(j.ID)
		switch {
		case x != nil:
			x.follow(v, j)
		case j.State.Active():
			return true, wake, l.start(ctx, v, j)
		}
	}
	for _, x := range l.open {
		if j := v.jobs[x.job]; (j == nil || j.State.PostActive()) && !l.robot.worksOn(v, x.job) {
			return true, wake, l.complete(ctx, x)
		}
	}
	return false, wake, nil
}

func (l *lots) find(job string) *lot {
	for _, x := range l.open {
		if x.job == job {
			return x
		}
	}
	return nil
}

// follow keeps what a job that is gone does not tell any more.
func (x *lot) follow(v *view, j *model.ProcessJobSnapshot) {
	x.state, x.done = j.State, 0
	for _, id := range j.Substrates {
		if w := v.wafers[id]; w != nil && w.Job == j.ID && w.Processing == model.SubstProcessed {
			x.done++
		}
	}
}

// begin opens the lot of a job.
func (l *lots) begin(v *view, j *model.ProcessJobSnapshot) *lot {
	x := &lot{job: j.ID, recipe: j.Recipe, id: l.ofJob(j.ID)}
	for _, id := range j.Substrates {
		w := v.wafers[id]
		if w == nil {
			continue
		}
		if c, _ := v.slotOf(w.Source); c != nil && x.carrier == "" {
			x.carrier, x.port, x.id = c.ID, c.Port, l.of(v, w)
		}
	}
	x.follow(v, j)
	l.open = append(l.open, x)
	return x
}

func (l *lots) start(ctx context.Context, v *view, j *model.ProcessJobSnapshot) error {
	x := l.begin(v, j)
	return l.event(ctx, "LotStarted", append(l.values(x), l.inProcess())...)
}

func (l *lots) complete(ctx context.Context, x *lot) error {
	for i := range l.open {
		if l.open[i] == x {
			l.open = append(l.open[:i:i], l.open[i+1:]...)
			break
		}
	}
	delete(l.named, x.job)
	switch x.state {
	case model.Stopped, model.Stopping:
		l.ended = max(l.ended, endedByStop)
	case model.Aborted, model.Aborting:
		l.ended = endedByAbort
	default:
	}
	if len(l.open) == 0 {
		if err := l.event(ctx, "RobotHomed", l.text("RobotState", "IDLE")); err != nil {
			return err
		}
	}
	return l.event(ctx, "LotCompleted", append(l.values(x), l.count("WaferCount", float64(x.done)), l.inProcess())...)
}

// values tell which lot an event is about.
func (l *lots) values(x *lot) []gem.Value {
	return []gem.Value{l.text("LotID", x.id), l.count("LoadPort", float64(x.port)), l.text("FOUPID", x.carrier), l.text("PPID", x.recipe)}
}

func (l *lots) inProcess() gem.Value {
	ids := make([]string, len(l.open))
	for i, x := range l.open {
		ids[i] = x.id
	}
	return l.list("LotsInProcess", ids...)
}

// adopt opens the lots of the jobs that were under way before a start.
func (l *lots) adopt(v *view) {
	for i := range v.ProcessJobs {
		if j := &v.ProcessJobs[i]; j.State.Active() && j.State != model.SettingUp {
			l.begin(v, j)
		}
	}
}

// of returns the lot of a wafer: that of START, of the host, or of its carrier.
func (l *lots) of(v *view, w *model.SubstrateSnapshot) string {
	if id := l.ofJob(w.Job); id != "" {
		return id
	}
	if w.Lot != "" {
		return w.Lot
	}
	c, _ := v.slotOf(w.Source)
	if c == nil {
		return ""
	}
	return lotOf(c.ID)
}

// ofJob returns the lot of a job of the operator's, "" for other jobs.
func (l *lots) ofJob(job string) string {
	if id, ok := l.named[job]; ok {
		return id
	}
	id, ok := strings.CutPrefix(job, ownPrefix)
	if !ok {
		return ""
	}
	return id
}
