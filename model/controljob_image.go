package model

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is the durable image of a control job:
//
//	L[12] {U4 sequence, U4 place, U1 State, U1 flags, U1 Action + 1,
//	  U1 ProcessOrderMgmt, L CarrierInputSpec, L MtrlOutSpec,
//	  L MtrlOutByStatus, L PauseEvent {U4}, A DataCollectionPlan,
//	  L ProcessingCtrlSpec}

var controlJobShelf = shelf{image: (*Model).controlImage, put: (*Model).putControl}

func (m *Model) controlImage(id string, buf []byte) ([]byte, bool) {
	h := m.control.find(id)
	if h == 0 {
		return buf, false
	}
	c := m.control.at(h)
	a := secs2.NewAppender(buf)
	a.List(12)
	a.U4(c.sequence)
	a.U4(c.place)
	a.U1(uint8(c.state))
	a.U1(uint8(c.flags &^ controlOver))
	a.U1(uint8(c.action))
	a.U1(c.order)
	m.appendInputs(c, &a)
	appendEncoded(c.out(), &a)
	appendEncoded(c.byStatus(), &a)
	appendPauses(c.pauses(), &a)
	a.Text(c.plan())
	m.appendCtrlSpec(h, &a)
	return a.Bytes(), true
}

// appendInputs appends CarrierInputSpec.
func (m *Model) appendInputs(c *controlJob, a *secs2.Appender) {
	n := 0
	for range c.inputs() {
		n++
	}
	a.List(n)
	for x := range c.inputs() {
		a.Text(m.names.text(x))
	}
}

// appendEncoded appends a list that is kept encoded; nil is empty.
func appendEncoded(list []byte, a *secs2.Appender) {
	if list == nil {
		a.List(0)
		return
	}
	a.Encoded(list)
}

// appendCtrlSpec appends ProcessingCtrlSpec.
func (m *Model) appendCtrlSpec(control uint32, a *secs2.Appender) {
	c := m.control.at(control)
	a.List(m.countJobs(control))
	for h := range m.jobsOf(control) {
		a.List(3)
		a.Text(m.jobs.at(h).id)
		rule, output := c.rulesOf(h)
		appendEncoded(rule, a)
		appendEncoded(output, a)
	}
}

// countJobs counts the process jobs of a control job.
func (m *Model) countJobs(control uint32) (n int) {
	for range m.jobsOf(control) {
		n++
	}
	return n
}

// out returns MtrlOutSpec and byStatus MtrlOutByStatus, encoded; pauses returns
// PauseEvent and plan DataCollectionPlan.
func (c *controlJob) out() []byte {
	if c.rare == nil {
		return nil
	}
	return c.rare.out
}

func (c *controlJob) byStatus() []byte {
	if c.rare == nil {
		return nil
	}
	return c.rare.byStatus
}

func (c *controlJob) pauses() []uint32 {
	if c.rare == nil {
		return nil
	}
	return c.rare.pauses
}

func (c *controlJob) plan() string {
	if c.rare == nil {
		return ""
	}
	return c.rare.plan
}

// putControl makes a control job what its image says.
func (m *Model) putControl(id string, image []byte) error {
	if h := m.control.find(id); h != 0 {
		for j := range m.jobsOf(h) {
			m.unlinkJob(j)
		}
		m.setInputs(m.control.at(h), nil)
		m.control.remove(h)
	}
	if image == nil {
		return nil
	}
	s, c, err := readControl(image)
	if err != nil {
		return err
	}
	c.id = id
	h := m.control.add(c)
	m.setInputs(m.control.at(h), s.Carriers)
	m.setJobs(h, s.Jobs)
	return nil
}

// readControl reads the image of a control job: what needs names or handles as a
// spec.
func readControl(image []byte) (s ControlJobSpec, c controlJob, err error) {
	it, err := secs2.Parse(image)
	if err != nil {
		return s, c, err
	}
	r := secs2.NewReader(it)
	r.Tuple(12)
	c.sequence = uint32(r.Uint("sequence"))
	c.place = uint32(r.Uint("place"))
	c.state = CJState(r.Code("State"))
	c.flags = controlFlags(r.Code("flags"))
	c.action = CtrlJobAction(r.Code("Action"))
	c.order = r.Code("ProcessOrderMgmt")
	readCarrierInputSpec(&s, &r)
	if out := r.Item("MtrlOutSpec"); out.Len() > 0 {
		c.more().out = out.Clone().Encoded()
	}
	if byStatus := r.Item("MtrlOutByStatus"); byStatus.Len() > 0 {
		c.more().byStatus = byStatus.Clone().Encoded()
	}
	if pauses := ReadPauseEvents(&r); len(pauses) > 0 {
		c.more().pauses = pauses
	}
	if plan := string(r.Text("DataCollectionPlan")); plan != "" {
		c.more().plan = plan
	}
	readProcessingCtrlSpec(&s, &r)
	if r.Err() == nil && c.state > CJCompleted {
		return s, c, fmt.Errorf("state %d: %w", c.state, ErrValue)
	}
	return s, c, r.Err()
}

// relinkJobs finds the lines of the jobs anew.
func (m *Model) relinkJobs() {
	l := &m.lines
	l.queue, l.control, l.begun, l.stirred, l.parked = l.queue[:0], l.control[:0], l.begun[:0], true, true
	for h, j := range m.jobs.all() {
		m.sequence = max(m.sequence, j.sequence)
		if j.state != Pooled {
			l.begun = append(l.begun, h)
		}
	}
	for h, c := range m.control.all() {
		m.sequence = max(m.sequence, c.sequence)
		if c.state == CJQueued {
			l.queue = append(l.queue, h)
		} else {
			l.control = append(l.control, h)
		}
	}
	byPlace := func(a, b uint32) int { return int(m.control.at(a).place) - int(m.control.at(b).place) }
	slices.SortStableFunc(l.queue, byPlace)
	slices.SortStableFunc(l.control, byPlace)
}
