package model

import (
	"iter"
	"slices"
)

// controlJob is a ControlJob object (E94). Its layout is that of 48 bytes.
type controlJob struct {
	id       string
	rare     *controlRare // nil: it has nothing of that
	first    uint32       // of its process jobs; each has the one behind it
	carrier  uint32       // the name of its only carrier; 0: it has none, or rare has them
	sequence uint32       // of its creation
	place    uint32       // in the queue, or among those that are ACTIVE: the lower first

	state  CJState
	order  uint8 // ProcessOrderMgmt
	action CtrlJobAction
	flags  controlFlags
}

func (c *controlJob) ident() string { return c.id }

type controlFlags uint8

const (
	// controlAuto: StartMethod is Auto.
	controlAuto controlFlags = 1 << iota
	// controlStopping and controlAborting: CJStop or CJAbort was taken, and the
	// process jobs have not ended.
	controlStopping
	controlAborting
	// controlOver: it counts as finished while its carriers are released; never
	// durable.
	controlOver
)

// ending tells whether a CJStop or CJAbort is under way.
func (c *controlJob) ending() bool { return c.flags&(controlStopping|controlAborting) != 0 }

// controlRare is what few control jobs have.
type controlRare struct {
	carriers []uint32 // CarrierInputSpec, if it is more than one
	out      []byte   // MtrlOutSpec, encoded
	byStatus []byte   // MtrlOutByStatus, encoded
	pauses   []uint32 // PauseEvent
	plan     string   // DataCollectionPlan
	rules    []jobRules
}

// jobRules are ControlRule and OutputRule of a process job, encoded.
type jobRules struct {
	job             uint32
	control, output []byte
}

// more returns what few control jobs have, to be filled.
func (c *controlJob) more() *controlRare {
	if c.rare == nil {
		c.rare = &controlRare{}
	}
	return c.rare
}

func (c *controlJob) pausesOn(ceid uint32) bool {
	return c.rare != nil && slices.Contains(c.rare.pauses, ceid)
}

// inputs ranges over the names in CarrierInputSpec.
func (c *controlJob) inputs() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		if c.carrier != 0 {
			yield(c.carrier)
			return
		}
		if c.rare == nil {
			return
		}
		for _, x := range c.rare.carriers {
			if !yield(x) {
				return
			}
		}
	}
}

// setInputs makes CarrierInputSpec what the list says.
func (m *Model) setInputs(c *controlJob, list []string) {
	var names []uint32
	for _, id := range list {
		names = append(names, m.names.use(id))
	}
	for x := range c.inputs() {
		m.names.drop(x)
	}
	c.carrier = 0
	if c.rare != nil {
		c.rare.carriers = nil
	}
	switch {
	case len(names) == 1:
		c.carrier = names[0]
	case len(names) > 1:
		c.more().carriers = names
	}
}

// jobsOf ranges over the process jobs of a control job in their order; the one at
// hand may leave it meanwhile.
func (m *Model) jobsOf(control uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for h := m.control.at(control).first; h != 0; {
			next := m.jobs.at(h).next
			if !yield(h) {
				return
			}
			h = next
		}
	}
}

// unlinkJob takes a process job out of its control job.
func (m *Model) unlinkJob(h uint32) {
	j := m.jobs.at(h)
	c := m.control.at(j.control)
	at := &c.first
	for *at != h {
		at = &m.jobs.at(*at).next
	}
	*at = j.next
	j.control, j.next = 0, 0
	if c.rare != nil {
		c.rare.rules = slices.DeleteFunc(c.rare.rules, func(r jobRules) bool { return r.job == h })
	}
}

// rulesOf returns the rules of a process job, encoded; nil is none.
func (c *controlJob) rulesOf(h uint32) (control, output []byte) {
	if c.rare != nil {
		for _, r := range c.rare.rules {
			if r.job == h {
				return r.control, r.output
			}
		}
	}
	return nil, nil
}

// setJobs makes ProcessingCtrlSpec what the list says.
func (m *Model) setJobs(control uint32, list []ControlledJob) {
	for h := range m.jobsOf(control) {
		m.unlinkJob(h)
	}
	c := m.control.at(control)
	last := &c.first
	for _, x := range list {
		h := m.jobs.find(x.ID)
		if h == 0 {
			continue
		}
		j := m.jobs.at(h)
		j.control, j.next = control, 0
		*last, last = h, &j.next
		if hasElements(x.ControlRule) || hasElements(x.OutputRule) {
			c.more().rules = append(c.more().rules, jobRules{h, x.ControlRule.Clone().Encoded(), x.OutputRule.Clone().Encoded()})
		}
	}
}
