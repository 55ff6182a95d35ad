package model

import (
	"iter"
	"slices"
)

// This file finds the process jobs that a carrier concerns, without a look at all
// the others: a job with one carrier hangs at the name of that, with those listed
// before it. The few with more carriers, or with SubstIDs, hang together.

// latestOf is where the last one hangs of the jobs that a job hangs with; nil is for
// a job without material.
func (m *Model) latestOf(j *processJob) *uint32 {
	switch {
	case j.carrier != 0:
		return m.names.latest(j.carrier)
	case j.hasMaterial():
		return &m.lines.several
	}
	return nil
}

// list puts a job where jobsOn finds it, unlist takes it out.
func (m *Model) list(h uint32) {
	j := m.jobs.at(h)
	latest := m.latestOf(j)
	if latest == nil {
		return
	}
	if j.older = *latest; j.older != 0 {
		m.jobs.at(j.older).newer = h
	}
	j.newer, *latest = 0, h
}

func (m *Model) unlist(h uint32) {
	j := m.jobs.at(h)
	latest := m.latestOf(j)
	if latest == nil {
		return
	}
	if j.older != 0 {
		m.jobs.at(j.older).newer = j.newer
	}
	if j.newer != 0 {
		m.jobs.at(j.newer).older = j.older
	} else {
		*latest = j.older
	}
}

// jobsOn ranges over the process jobs that may have material from the carrier with
// that name, in no order; 0 is a name that no carrier has. The jobs must stay
// meanwhile.
func (m *Model) jobsOn(carrier uint32) iter.Seq2[uint32, *processJob] {
	return func(yield func(uint32, *processJob) bool) {
		lists := [...]uint32{m.lines.several, 0}
		if carrier != 0 {
			lists[1] = *m.names.latest(carrier)
		}
		for _, h := range lists {
			for h != 0 {
				j := m.jobs.at(h)
				if !yield(h, j) {
					return
				}
				h = j.older
			}
		}
	}
}

// namedBy tells whether a job names a substrate: its slot, or its SubstID.
func (m *Model) namedBy(j *processJob, s uint32) bool {
	return j.takes(m.substrates.at(s).source) || len(j.substrates()) > 0 && slices.Contains(j.substrates(), m.substrateID(s))
}
