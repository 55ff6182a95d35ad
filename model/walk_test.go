package model

import (
	"fmt"
	"slices"
	"testing"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// This file walks the whole model at random: hosts, the operator and the tool, who
// does what jobs and carriers need next, and sometimes what nobody would. A twin
// that is restarted now and then must go the same way.

// life is a model and its twin.
type life struct {
	*recorder
	twin *recorder
	t    *rapid.T
}

// do has both do the same. What comes of it must be the same.
func (l *life) do(deed func(r *recorder) string) string {
	l.t.Helper()
	one, two := deed(l.recorder), deed(l.twin)
	if one != two || !slices.Equal(l.heard, l.twin.heard) {
		l.t.Fatalf("%q, heard\n\t%q\nthe twin %q, heard\n\t%q", one, l.heard, two, l.twin.heard)
	}
	return one
}

// happens tells a fact and reports whether it was taken.
func (l *life) happens(f Fact) bool {
	return l.do(func(r *recorder) string {
		if err := r.Tell(f); err != nil {
			if len(r.before) > 0 {
				l.t.Fatalf("%T%+v was refused and changed something", f, f)
			}
			return err.Error()
		}
		return ""
	}) == ""
}

func pick[T any](l *life, label string, list ...T) T { return rapid.SampledFrom(list).Draw(l.t, label) }

func (l *life) carrier() string { return pick(l, "carrier", "FOUP01", "FOUP02", "FOUP03") }

func (l *life) processJob() string {
	ids := []string{"PJ?"}
	for _, j := range l.jobs.all() {
		ids = append(ids, j.id)
	}
	return pick(l, "process job", ids...)
}

func (l *life) controlJob() string {
	ids := []string{"CJ?"}
	for _, c := range l.control.all() {
		ids = append(ids, c.id)
	}
	return pick(l, "control job", ids...)
}

// works does one thing that the tool has to do next, if there is any.
func (l *life) works() {
	facts := append(l.portWork(), l.jobWork()...)
	if len(facts) == 0 {
		return
	}
	for _, f := range rapid.Permutation(facts).Draw(l.t, "work") {
		if l.happens(f) {
			return
		}
	}
}

// portWork is what happens at ports.
func (l *life) portWork() (facts []Fact) {
	for i := range l.ports {
		p := &l.ports[i]
		n := i + 1
		switch p.stage {
		case vacant:
			facts = append(facts, LoadStarted{n})
		case loading:
			facts = append(facts, CarrierPlaced{n})
		case standing:
			facts = append(facts, CarrierIsClamped{n}, CarrierIDRead{n, l.carrier()}, CarrierIsDocked{n}, CarrierIsOpened{n}, l.mapping(n))
			if p.has(leaving) {
				facts = append(facts, CarrierIsClosed{n}, CarrierIsUndocked{n}, CarrierIsUnclamped{n})
			}
			if p.has(released) {
				facts = append(facts, UnloadStarted{n})
			}
		case unloading:
			facts = append(facts, CarrierRemoved{n}, UnloadFailed{n})
		}
	}
	return facts
}

func (l *life) mapping(port int) Fact {
	digits := pick(l, "map", "3333", "3333", "3331", "1133", "1111", "3334")
	codes := []byte(digits)
	for i := range codes {
		codes[i] -= '0'
	}
	return SlotMapRead{port, codes}
}

// jobWork is what process jobs need next.
func (l *life) jobWork() (facts []Fact) {
	for _, h := range l.lines.begun {
		j := l.jobs.at(h)
		switch j.state {
		case SettingUp:
			facts = append(facts, JobReady{j.id})
		case Processing:
			if !j.hasMaterial() {
				facts = append(facts, JobDone{j.id})
			}
		case Pausing:
			facts = append(facts, JobAtRest{j.id})
		case Stopping, Aborting:
			facts = append(facts, JobHalted{j.id})
		}
		for s := range l.substratesOf(j) {
			facts = append(facts, l.waferWork(j, s)...)
		}
	}
	return facts
}

// waferWork is what a wafer of a job needs next.
func (l *life) waferWork(j *processJob, h uint32) (facts []Fact) {
	s := l.substrates.at(h)
	id, at := l.substrateID(h), l.placeID(s.place)
	open := l.awaited(h) && (j.state == Processing || j.state == Stopping && s.state == AtWork)
	switch {
	case s.state != AtWork && open && s.state != AtDestination, s.state == AtDestination && open:
		return []Fact{SubstrateMoved{at, "ROBOT.A"}}
	case s.state != AtWork:
		return nil
	case at == "PM-A" && open:
		outcome := pick(l, "outcome", SubstProcessed, SubstProcessed, SubstRejected)
		return []Fact{ProcessingBegun{id}, ProcessingEnded{id, outcome, uint8(outcome)}}
	case at == "PM-A":
		return []Fact{SubstrateMoved{at, "ROBOT.B"}}
	case at == "ROBOT.A" && open:
		return []Fact{SubstrateMoved{at, "PM-A"}}
	}
	home := s.home()
	return []Fact{SubstrateMoved{at, string(appendSlotID(nil, l.names.text(home.name()), home.slot()))}}
}

// errs tells what is unlikely, or impossible.
func (l *life) errs() {
	n := rapid.IntRange(1, 2).Draw(l.t, "port")
	wafer := fmt.Sprintf("%s.%02d", l.carrier(), rapid.IntRange(1, 4).Draw(l.t, "slot"))
	job := l.processJob()
	places := []string{"ROBOT.A", "ROBOT.B", "PM-A", "PM-B", wafer}
	l.happens(pick[Fact](l, "fact",
		LoadFailed{n}, CarrierRemoved{n}, CarrierIDUnread{n}, SlotMapUnread{n}, ReaderChange{n, ReaderState(n % 2)}, PortService{n, OutOfService}, PortService{n, InService},
		CarrierIsUnclamped{n}, CarrierIsClosed{n}, SubstrateIsLost{wafer}, ProcessingEnded{wafer, SubstProcessed, 0},
		SubstrateMoved{pick(l, "from", places...), pick(l, "to", places...)}, JobReady{job}, JobDone{job}, JobAtRest{job}, JobHalted{job},
		JobCommand{job, PRCommand(rapid.IntRange(1, 6).Draw(l.t, "command"))},
	))
}

// runs tells what modules do.
func (l *life) runs() {
	module := pick(l, "module", "PM-A", "PM-B", "EFEM")
	wafer := ""
	for h := range l.substrates.all() {
		wafer = l.substrateID(h)
	}
	l.happens(pick[Fact](l, "fact",
		ModuleStarted{module, "ETCH_A", wafer}, ModuleStep{module, 1, "STEP"}, ModuleStepEnded{module}, ModuleStepFailed{module}, ModuleEnded{module}, ModuleFailed{module},
		TaskStarted{module, "TASK", SupportTask}, TaskEnded{module}, ModuleBlocked{module, ErrorCondition, "fault"}, ModuleUnblocked{module},
	))
}

// carries gives a service about a carrier.
func (l *life) carries() {
	r := CarrierRequest{Carrier: l.carrier(), Port: rapid.IntRange(1, 2).Draw(l.t, "port")}
	r.Action = pick(l, "action", "ProceedWithCarrier", "ProceedWithCarrier", "ProceedWithCarrier", "Bind", "CancelBind", "CancelCarrier", "CarrierNotification",
		"CancelCarrierNotification", "CancelCarrierAtPort", "CarrierReCreate")
	l.do(func(x *recorder) string {
		a := x.CheckCarrier(&r)
		if a.Accepted() {
			x.DoCarrier(&r)
		}
		return fmt.Sprint(a)
	})
}

// creates creates a process job.
func (l *life) creates() {
	spec := ProcessJobSpec{ID: fmt.Sprintf("PJ%d", rapid.IntRange(1, 9).Draw(l.t, "id")), Method: 1, Recipe: pick(l, "recipe", "ETCH_A", "ETCH_B")}
	spec.Start = pick(l, "start", ManualStart, AutoStart, AutoStart)
	slots := rapid.SliceOfNDistinct(rapid.Uint8Range(1, 4), 0, 3, rapid.ID).Draw(l.t, "slots")
	switch rapid.IntRange(0, 5).Draw(l.t, "material") {
	case 0:
	case 1:
		spec.MaterialType, spec.Substrates = MaterialSubstrates, []string{fmt.Sprintf("%s.%02d", l.carrier(), 1+len(slots))}
	case 2:
		spec.MaterialType, spec.Carriers = MaterialCarriers, []CarrierSlots{{"FOUP01", slots}, {"FOUP02", slots}}
	default:
		spec.MaterialType, spec.Carriers = MaterialCarriers, []CarrierSlots{{l.carrier(), slots}}
	}
	if rapid.IntRange(0, 3).Draw(l.t, "pause") == 0 {
		spec.PauseEvents = []uint32{pick[uint32](l, "event", 502, 505, 512)}
	}
	l.do(func(r *recorder) string {
		f := r.CheckProcessJob(&spec)
		if len(f) == 0 {
			r.CreateProcessJob(&spec)
		}
		return faultText(f...)
	})
}

// controls creates a control job of some of the jobs in the pool.
func (l *life) controls() {
	pool := pooled(l.Model)
	if len(pool) == 0 {
		return
	}
	spec := ControlJobSpec{ID: fmt.Sprintf("CJ%d", rapid.IntRange(1, 6).Draw(l.t, "id")), Order: rapid.Uint8Range(1, 3).Draw(l.t, "order")}
	spec.Start = pick(l, "start", ManualStart, AutoStart, AutoStart, AutoStart)
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 1, 3, rapid.ID).Draw(l.t, "jobs") {
		spec.Jobs = append(spec.Jobs, ControlledJob{ID: id})
	}
	if from := l.carriersOf(spec.Jobs); len(from) > 0 && rapid.IntRange(0, 4).Draw(l.t, "out") == 0 {
		spec.Out = []OutMap{{CarrierSlots{from[0], nil}, CarrierSlots{l.carrier(), nil}}}
		spec.ByStatus = []StatusMap{{uint8(SubstRejected), CarrierSlots{from[0], nil}}}
	}
	if rapid.IntRange(0, 4).Draw(l.t, "pause") == 0 {
		spec.PauseEvents = []uint32{511}
	}
	l.do(func(r *recorder) string {
		f := r.CheckControlJob(&spec)
		if len(f) == 0 {
			r.CreateControlJob(&spec)
		}
		return faultText(f...)
	})
}

// commands commands a job.
func (l *life) commands() {
	job, other, control := l.processJob(), l.processJob(), l.controlJob()
	command, order := PRCommand(rapid.IntRange(1, 6).Draw(l.t, "command")), CJCommand(rapid.IntRange(1, 8).Draw(l.t, "order"))
	action := CtrlJobAction(rapid.IntRange(0, 2).Draw(l.t, "action"))
	which := rapid.IntRange(0, 5).Draw(l.t, "which")
	l.do(func(r *recorder) string {
		var f *Fault
		var do func()
		switch which {
		case 0:
			_, faults := r.DequeueJobs([]string{job, other})
			return faultText(faults...)
		case 1:
			_, faults := r.SetStartMethods([]string{job, other}, StartMethod(action%2))
			return faultText(faults...)
		case 2, 3:
			f, do = r.CheckPRCommand(job, command), func() { r.DoPRCommand(job, command) }
		default:
			f, do = r.CheckCJCommand(control, order, action), func() { r.DoCJCommand(control, order, action) }
		}
		if f != nil {
			return faultText(*f)
		}
		do()
		return ""
	})
}

// sets sets an attribute of a control job.
func (l *life) sets() {
	control, job := l.controlJob(), l.processJob()
	setting := pick(l, "setting", Setting{"MtrlOutSpec", secs2.L()}, Setting{"ProcessOrderMgmt", secs2.U1(1)}, Setting{"DataCollectionPlan", secs2.A("PLAN")},
		Setting{"ProcessingCtrlSpec", secs2.L(secs2.L(secs2.A(job), secs2.L(), secs2.L()))}, Setting{"CarrierInputSpec", secs2.L()})
	l.do(func(r *recorder) string {
		c := r.CheckSetAttr("", "ControlJob", []string{control}, []Setting{setting})
		if !c.Empty() {
			r.SetAttr(c)
		}
		return faultText(c.Faults...)
	})
}

// lifeConfig is small equipment, so that things meet.
func lifeConfig(t *rapid.T) Config {
	cfg := toolConfig()
	for i := range cfg.Ports {
		cfg.Ports[i].Capacity = 4
	}
	cfg.Jobs = Jobs{
		MaxProcessJobs: 8, MaxControlJobs: 4, MaxActiveControlJobs: rapid.IntRange(1, 3).Draw(t, "control jobs"), MaxActiveProcessJobs: rapid.IntRange(1, 3).Draw(t, "process jobs"),
		PerControlJob: rapid.IntRange(1, 2).Draw(t, "per control job"), ControlJobs: ControlJobNeed(rapid.IntRange(0, 3).Draw(t, "need") / 3),
		Extinct: Extinction(rapid.IntRange(0, 1).Draw(t, "extinct")),
	}
	return cfg
}

func TestWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := lifeConfig(t)
		l := &life{recorder: newRecorder(t, cfg), twin: newRecorder(t, cfg), t: t}
		for _, r := range []*recorder{l.recorder, l.twin} {
			r.Start()
			r.commit()
			r.heard = r.heard[:0]
		}
		actions := map[string]func(*rapid.T){
			"": func(*rapid.T) { l.ends() }, "errs": func(*rapid.T) { l.errs() }, "carries": func(*rapid.T) { l.carries() }, "carries more": func(*rapid.T) { l.carries() },
			"creates": func(*rapid.T) { l.creates() }, "controls": func(*rapid.T) { l.controls() }, "commands": func(*rapid.T) { l.commands() }, "sets": func(*rapid.T) { l.sets() },
			"runs": func(*rapid.T) { l.runs() },
		}
		for i := range 8 {
			actions[fmt.Sprint("works ", i)] = func(*rapid.T) { l.works() }
		}
		t.Repeat(actions)
	})
}
