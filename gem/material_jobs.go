package gem

// This file is how the transitions of process jobs are told (E40 2.7): as
// collection events or as S16F9, by the constant PRJobEventStyle.

// jobStyles are the constants that say how.
type jobStyles struct{ events, alerts *variable }

// milestoneOf are the milestones of the rows of the process job model.
var milestoneOf = map[int]int{2: 1, 3: 5, 4: 2, 5: 2, 6: 3, 7: 4, 18: 4}

// jobTook tells a transition of a process job.
func (e *Equipment) jobTook(ev *event, row int) uint32 {
	m := &e.material
	e.raise(ev)
	e.raise(m.jobStateChange)
	if n := milestoneOf[row]; n != 0 {
		e.raise(m.milestones[n-1])
	}
	return ev.ceid
}

// jobWaits tells that a process job waits for its material.
func (e *Equipment) jobWaits(ev *event) uint32 {
	e.raise(ev)
	return ev.ceid
}
