package model

import "github.com/secsd/secsd/secs2"

// controlJobType is the type ControlJob (E94.1).
var controlJobType = &ObjectType{
	Name: "ControlJob",
	Attributes: []Attribute{
		{Name: "ObjID", Format: secs2.ASCII, value: controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { a.Text(c.id) })},
		{Name: "ObjType", Format: secs2.ASCII, value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("ControlJob") }},
		settableControl("CarrierInputSpec", secs2.List, controlValue((*Model).appendInputs), (*Model).checkSetInputs, func(m *Model, h uint32, s *ControlJobSpec) {
			m.setInputs(m.control.at(h), s.Carriers)
		}),
		{Name: "CurrentPRJob", Format: secs2.List, value: (*Model).appendCurrent},
		settableControl("DataCollectionPlan", secs2.ASCII, controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { a.Text(c.plan()) }),
			func(_ *Model, _ uint32, s *ControlJobSpec, add complaint) { checkPlan(s, add) },
			func(m *Model, h uint32, s *ControlJobSpec) { m.control.at(h).more().plan = s.DataCollectionPlan }),
		settableControl("MtrlOutSpec", secs2.List, controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { appendEncoded(c.out(), a) }), (*Model).checkSetOut,
			func(m *Model, h uint32, s *ControlJobSpec) {
				m.control.at(h).setOut(s.Out)
				m.routeJobs(h)
			}),
		settableControl("MtrlOutByStatus", secs2.List, controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { appendEncoded(c.byStatus(), a) }),
			func(_ *Model, _ uint32, s *ControlJobSpec, add complaint) { checkByStatus(s, add) },
			func(m *Model, h uint32, s *ControlJobSpec) { m.control.at(h).setByStatus(s.ByStatus) }),
		settableControl("PauseEvent", secs2.List, controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { appendPauses(c.pauses(), a) }),
			func(m *Model, _ uint32, s *ControlJobSpec, add complaint) {
				m.checkPauseEvents(s.PauseEvents, add)
			},
			func(m *Model, h uint32, s *ControlJobSpec) { m.control.at(h).more().pauses = unique(s.PauseEvents) }),
		{Name: "PRJobStatusList", Format: secs2.List, value: (*Model).appendStatusList},
		settableControl("ProcessingCtrlSpec", secs2.List, (*Model).appendCtrlSpec, (*Model).checkSetJobs, (*Model).changeJobs),
		settableControl("ProcessOrderMgmt", secs2.FormatU1, controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { a.U1(c.order) }),
			func(_ *Model, _ uint32, s *ControlJobSpec, add complaint) { checkOrder(s, add) },
			func(m *Model, h uint32, s *ControlJobSpec) { m.control.at(h).order = s.Order }),
		{Name: "StartMethod", Format: secs2.Boolean, value: controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { a.Bool(c.flags&controlAuto != 0) })},
		{Name: "State", Format: secs2.FormatU1, value: controlValue(func(_ *Model, c *controlJob, a *secs2.Appender) { a.U1(uint8(c.state)) })},
	},
	find: func(m *Model, id string) uint32 { return m.control.find(id) },
	each: func(m *Model, yield func(h uint32) bool) {
		for h := range m.control.all() {
			if !yield(h) {
				return
			}
		}
	},
	id: func(m *Model, h uint32) string { return m.control.at(h).id },
}

func controlValue(value func(*Model, *controlJob, *secs2.Appender)) func(*Model, uint32, *secs2.Appender) {
	return func(m *Model, h uint32, a *secs2.Appender) { value(m, m.control.at(h), a) }
}

// settableControl returns an attribute that SetAttr changes while the job does not
// execute. It is checked in the job as the whole change makes it.
func settableControl(
	name string, f secs2.Format, value func(*Model, uint32, *secs2.Appender),
	check func(*Model, uint32, *ControlJobSpec, complaint), set func(*Model, uint32, *ControlJobSpec),
) Attribute {
	return Attribute{
		Name: name, Access: ReadWrite, Format: f, value: value,
		check: func(m *Model, h uint32, it secs2.Item, c *Change) *Fault {
			var s ControlJobSpec
			return attributeFault(name, func(add complaint) {
				switch {
				case m.barsSet(h, add):
				case !s.set(name, it):
					add(ErrAttributeValue, "wrong format")
				case name == "ProcessingCtrlSpec" && len(c.objects) > 0:
					add(ErrWrongState, "given to %s", m.control.at(c.objects[0]).id)
				default:
					s = m.changed(h, c)
					check(m, h, &s, add)
				}
			})
		},
		set: func(m *Model, h uint32, it secs2.Item) {
			var s ControlJobSpec
			s.set(name, it)
			m.touch(KindControlJob, m.control.at(h).id)
			set(m, h, &s)
		},
	}
}

// barsSet complains, and reports that it does, if the attributes of a control job
// cannot be set: while it executes, and in PAUSED once a process job of it has begun.
func (m *Model) barsSet(h uint32, add complaint) bool {
	switch c := m.control.at(h); c.state {
	case CJExecuting, CJCompleted:
		add(ErrWrongState, "%s is %v", c.id, c.state)
		return true
	case CJPaused:
		for j := range m.jobsOf(h) {
			if x := m.jobs.at(j); x.state != Pooled {
				add(ErrWrongState, "%s of %s is %v", x.id, c.id, x.state)
				return true
			}
		}
	default:
	}
	return false
}

// changed returns what a control job is described by after a change; of its rules, and
// of what only the change can be wrong about, what that gives.
func (m *Model) changed(h uint32, c *Change) (s ControlJobSpec) {
	job := m.control.at(h)
	for _, x := range c.settings {
		s.set(x.attribute.Name, x.value)
	}
	if !c.sets("MtrlOutSpec") {
		s.Out = job.outMaps()
	}
	if !c.sets("CarrierInputSpec") {
		for x := range job.inputs() {
			s.Carriers = append(s.Carriers, m.names.text(x))
		}
	}
	if !c.sets("ProcessingCtrlSpec") {
		for j := range m.jobsOf(h) {
			s.Jobs = append(s.Jobs, ControlledJob{ID: m.jobs.at(j).id})
		}
	}
	return s
}

func (m *Model) checkSetInputs(_ uint32, s *ControlJobSpec, add complaint) {
	m.checkInputs(s, add)
	m.checkOut(s, add)
}

func (m *Model) checkSetOut(_ uint32, s *ControlJobSpec, add complaint) { m.checkOut(s, add) }

func (m *Model) checkSetJobs(h uint32, s *ControlJobSpec, add complaint) {
	m.checkJobs(s, h, add)
	m.checkInputs(s, add)
	m.checkOut(s, add)
}

// changeJobs makes ProcessingCtrlSpec what SetAttr says; what it does not list is
// released.
func (m *Model) changeJobs(h uint32, s *ControlJobSpec) {
	for j := range m.jobsOf(h) {
		m.releaseJob(j)
	}
	m.setJobs(h, s.Jobs)
	m.routeJobs(h)
}

// appendCurrent appends CurrentPRJob.
func (m *Model) appendCurrent(h uint32, a *secs2.Appender) {
	a.List(m.activeJobs(h))
	for j := range m.jobsOf(h) {
		if m.jobs.at(j).state.Active() {
			a.Text(m.jobs.at(j).id)
		}
	}
}

// appendStatusList appends PRJobStatusList.
func (m *Model) appendStatusList(h uint32, a *secs2.Appender) {
	a.List(m.countJobs(h))
	for j := range m.jobsOf(h) {
		a.List(2)
		a.Text(m.jobs.at(j).id)
		a.U1(uint8(m.jobs.at(j).state))
	}
}
