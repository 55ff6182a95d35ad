package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is how the transitions of process jobs are told (E40 2.7): as
// collection events or as S16F9, by the constant PRJobEventStyle; milestones as
// S16F7 too, if PRJobAlertEnabled says so.

// jobStyles are the constants that say how, and the variables that are told.
type jobStyles struct{ events, alerts, id, state *variable }

// byS16F9 tells whether the transitions are told with S16F9.
func (s *jobStyles) byS16F9() bool { return s.events.number != 0 }

// milestoneOf are the milestones of the rows of the process job model.
var milestoneOf = map[int]int{2: 1, 3: 5, 4: 2, 5: 2, 6: 3, 7: milestoneComplete, 18: milestoneComplete}

// milestoneComplete is the PRJOBMILESTONE of a job that goes.
const milestoneComplete = 4

// jobTook tells a transition of a process job.
func (e *Equipment) jobTook(ev *event, t model.Transition) uint32 {
	m := &e.material
	milestone := milestoneOf[t.Row]
	if m.styles.byS16F9() {
		e.sendS16F9(jobStateChange)
	} else {
		e.raise(ev)
		e.raise(m.jobStateChange)
		if milestone != 0 {
			e.raise(m.milestones[milestone-1])
		}
	}
	if milestone != 0 && m.styles.alerts.number != 0 {
		e.sendS16F7(milestone, m.outcome(milestone))
	}
	return ev.ceid
}

// outcomeTexts are how jobs end otherwise than normally.
var outcomeTexts = map[model.ErrCode]string{
	model.ErrNoMaterial: "material missing", model.ErrJobAborted: "aborted", model.ErrJobStopped: "stopped", model.ErrJobCancelled: "cancelled",
}

// outcome says how the job at hand ended, if it goes otherwise than normally.
func (m *materials) outcome(milestone int) []model.Fault {
	code := m.model.JobFault()
	if milestone != milestoneComplete || code == 0 {
		return nil
	}
	return []model.Fault{{Code: code, Text: outcomeTexts[code]}}
}

// jobWaits tells that a process job waits for its material.
func (e *Equipment) jobWaits(ev *event) uint32 {
	if e.material.styles.byS16F9() {
		e.sendS16F9(jobWaitingForMaterial)
	} else {
		e.raise(ev)
	}
	return ev.ceid
}

// tellJobs sends a message about the process job at hand to every host that may
// get it now.
func (e *Equipment) tellJobs(function byte, body func(ctx *valueContext, a *secs2.Appender)) {
	sf := secs2.SF{Stream: 16, Function: function}
	for _, h := range e.hosts {
		if h.gate(sf, ordinary, secs2.Header{}) == drop {
			h.discardUnsent(sf)
			continue
		}
		x := h.primary(sf, secs2.WantReply, ordinary, nil)
		x.behind = h.oldestQuestion()
		a := secs2.NewAppender(x.msg.Body)
		body(&valueContext{eq: e, host: h}, &a)
		x.msg.Body = a.Bytes()
		h.post(x)
	}
}
