package model

import (
	"slices"
	"strings"
	"testing"
)

// bare is a process job without material.
func bare(id string) ProcessJobSpec {
	return ProcessJobSpec{ID: id, Method: 1, Recipe: "ETCH_A", Start: AutoStart}
}

// pair creates process jobs and a control job that has them.
func (r *recorder) pair(control string, jobs ...ProcessJobSpec) {
	r.t.Helper()
	spec := ControlJobSpec{ID: control, Order: OrderList, Start: AutoStart}
	for i := range jobs {
		r.create(&jobs[i])
		spec.Jobs = append(spec.Jobs, ControlledJob{ID: jobs[i].ID})
	}
	r.createControl(&spec)
}

func (r *recorder) create(s *ProcessJobSpec) {
	r.t.Helper()
	if f := r.CheckProcessJob(s); len(f) > 0 {
		r.t.Fatalf("process job %s: %s", s.ID, faultText(f...))
	}
	r.CreateProcessJob(s)
}

func (r *recorder) createControl(s *ControlJobSpec) {
	r.t.Helper()
	if f := r.CheckControlJob(s); len(f) > 0 {
		r.t.Fatalf("control job %s: %s", s.ID, faultText(f...))
	}
	r.CreateControlJob(s)
}

// command gives a command and returns "" or the fault.
func (r *recorder) command(id string, c PRCommand) string {
	r.t.Helper()
	f := r.CheckPRCommand(id, c)
	if f != nil {
		return faultText(*f)
	}
	r.DoPRCommand(id, c)
	return ""
}

func (r *recorder) controlCommand(id string, c CJCommand, a CtrlJobAction) string {
	r.t.Helper()
	f := r.CheckCJCommand(id, c, a)
	if f != nil {
		return faultText(*f)
	}
	r.DoCJCommand(id, c, a)
	return ""
}

// jobIn brings a process job PJ without material into a state; its control job is
// CJ.
func (r *recorder) jobIn(s PRState) {
	r.t.Helper()
	job := bare("PJ")
	if s == Pooled {
		r.create(&job)
		return
	}
	if s == WaitingForStart {
		job.Start = ManualStart
	}
	r.cfg.Jobs.Extinct = WithControlJob
	r.pair("CJ", job, bare("NEXT"))
	steps := map[PRState][]Fact{
		WaitingForStart: {JobReady{"PJ"}},
		Processing:      {JobReady{"PJ"}},
		ProcessComplete: {JobReady{"PJ"}, JobDone{"PJ"}},
		Pausing:         {JobReady{"PJ"}, JobCommand{"PJ", PRPause}},
		Paused:          {JobReady{"PJ"}, JobCommand{"PJ", PRPause}, JobAtRest{"PJ"}},
		Stopping:        {JobCommand{"PJ", PRStop}},
		Aborting:        {JobCommand{"PJ", PRAbort}},
		Stopped:         {JobCommand{"PJ", PRStop}, JobHalted{"PJ"}},
		Aborted:         {JobCommand{"PJ", PRAbort}, JobHalted{"PJ"}},
	}
	r.tells(steps[s]...)
	if got := r.jobs.at(r.jobs.find("PJ")).state; got != s {
		r.t.Fatalf("the job is %v, not %v", got, s)
	}
}

// commandsByState is E40 2.4: the row that each command takes in each state, ""
// for none, "ok" for one that changes PRProcessStart only, "17" for a refusal.
var commandsByState = []struct {
	state PRState
	rows  map[PRCommand]string
}{
	{Pooled, map[PRCommand]string{PRStart: "ok", PRPause: "17", PRResume: "17", PRStop: "PJ#18", PRAbort: "PJ#18", PRCancel: "PJ#18"}},
	{SettingUp, map[PRCommand]string{PRStart: "ok", PRPause: "PJ#8", PRResume: "17", PRStop: "PJ#11", PRAbort: "PJ#13", PRCancel: "17"}},
	{WaitingForStart, map[PRCommand]string{PRStart: "PJ#5", PRPause: "PJ#8", PRResume: "17", PRStop: "PJ#11", PRAbort: "PJ#13", PRCancel: "17"}},
	{Processing, map[PRCommand]string{PRStart: "17", PRPause: "PJ#8", PRResume: "17", PRStop: "PJ#11", PRAbort: "PJ#13", PRCancel: "17"}},
	{Pausing, map[PRCommand]string{PRStart: "17", PRPause: "17", PRResume: "PJ#10", PRStop: "PJ#12", PRAbort: "PJ#15", PRCancel: "17"}},
	{Paused, map[PRCommand]string{PRStart: "17", PRPause: "17", PRResume: "PJ#10", PRStop: "PJ#12", PRAbort: "PJ#15", PRCancel: "17"}},
	{Stopping, map[PRCommand]string{PRStart: "17", PRPause: "17", PRResume: "17", PRStop: "17", PRAbort: "PJ#14", PRCancel: "17"}},
	{Aborting, map[PRCommand]string{PRStart: "17", PRPause: "17", PRResume: "17", PRStop: "17", PRAbort: "17", PRCancel: "17"}},
	{ProcessComplete, map[PRCommand]string{PRStart: "17", PRPause: "17", PRResume: "17", PRStop: "17", PRAbort: "17", PRCancel: "17"}},
	{Stopped, map[PRCommand]string{PRStart: "17", PRPause: "17", PRResume: "17", PRStop: "17", PRAbort: "17", PRCancel: "17"}},
	{Aborted, map[PRCommand]string{PRStart: "17", PRPause: "17", PRResume: "17", PRStop: "17", PRAbort: "17", PRCancel: "17"}},
}

func TestProcessJobCommands(t *testing.T) {
	for _, x := range commandsByState {
		for c := PRStart; c <= PRCancel; c++ {
			t.Run(x.state.String()+" "+c.String(), func(t *testing.T) {
				w := started(t, toolConfig())
				w.jobIn(x.state)
				w.told()
				image := w.Image(KindProcessJob, "PJ")
				fault := w.command("PJ", c)
				got := w.told()
				switch want := x.rows[c]; want {
				case "17":
					if !strings.HasPrefix(fault, "17 ") || got != "" || string(w.Image(KindProcessJob, "PJ")) != string(image) {
						t.Errorf("fault %q, then %q", fault, got)
					}
				case "ok":
					if j := w.jobs.at(w.jobs.find("PJ")); fault != "" || got != "" || j.flags&jobAuto == 0 || j.state != x.state {
						t.Errorf("fault %q, then %q", fault, got)
					}
				default:
					if fault != "" || !strings.HasPrefix(got, want+" PJ") {
						t.Errorf("fault %q, then %q, want %s", fault, got, want)
					}
				}
			})
		}
	}
}

func TestCommandsToNobody(t *testing.T) {
	w := started(t, toolConfig())
	if got := w.command("PJ", PRStart); got != "3 PJ" {
		t.Error(got)
	}
	w.jobIn(Pooled)
	if got := w.command("PJ", 9); got != "14 PRCMDNAME is unknown" {
		t.Error(got)
	}
}

// TestPauseHasHistory: RESUME goes back to the substate that was left.
func TestPauseHasHistory(t *testing.T) {
	for _, s := range []PRState{SettingUp, WaitingForStart, Processing} {
		w := started(t, toolConfig())
		w.jobIn(s)
		w.tells(JobCommand{"PJ", PRPause})
		w.ordered("pause PJ")
		w.tells(JobAtRest{"PJ"}, JobCommand{"PJ", PRResume})
		w.ordered("resume PJ")
		if got := w.jobs.at(w.jobs.find("PJ")).state; got != s {
			t.Errorf("%v came back as %v", s, got)
		}
	}
}

// TestReadyInPause: what is set up during a pause goes on after it.
func TestReadyInPause(t *testing.T) {
	w := started(t, toolConfig())
	w.jobIn(SettingUp)
	w.told()
	w.tells(JobCommand{"PJ", PRPause}, JobReady{"PJ"}, JobAtRest{"PJ"})
	w.expect("PJ#8 PJ", "PJ#9 PJ")
	w.tells(JobCommand{"PJ", PRResume})
	w.expect("PJ#10 PJ", "PJ#4 PJ")
	w.refuses(JobReady{"PJ"}, ErrNotNow)
}

func TestJobFactsOutOfPlace(t *testing.T) {
	for _, x := range commandsByState {
		w := started(t, toolConfig())
		w.jobIn(x.state)
		w.told()
		allowed := map[PRState]Fact{SettingUp: JobReady{"PJ"}, Processing: JobDone{"PJ"}, Pausing: JobAtRest{"PJ"}, Stopping: JobHalted{"PJ"}, Aborting: JobHalted{"PJ"}}
		for _, f := range []Fact{JobReady{"PJ"}, JobDone{"PJ"}, JobAtRest{"PJ"}, JobHalted{"PJ"}} {
			if allowed[x.state] != f {
				w.refuses(f, ErrNotNow)
			}
		}
		if f := allowed[x.state]; f != nil {
			w.tells(f)
		}
		for _, f := range []Fact{JobReady{"NONE"}, JobDone{"NONE"}, JobAtRest{"NONE"}, JobHalted{"NONE"}, JobCommand{"NONE", PRStart}, ControlJobCommand{"NONE", CJStart, 0}} {
			w.refuses(f, ErrUnknown)
		}
	}
}

func TestProcessJobLife(t *testing.T) {
	w := started(t, toolConfig())
	w.pair("CJ", bare("PJ"))
	w.expect("PJ#1 PJ", "CJ#1 CJ", "CJ#3 CJ", "CJ#5 CJ", "PJ#2 PJ")
	w.ordered("set-up PJ")
	w.tells(JobReady{"PJ"})
	w.expect("PJ#4 PJ")
	w.ordered("process PJ")
	w.tells(JobDone{"PJ"})
	w.expect("PJ#6 PJ", "PJ#7 PJ", "CJ#10 CJ", "CJ#13 CJ")
	if w.jobs.count != 0 || w.control.count != 0 || w.names.used != 0 {
		t.Errorf("%d process jobs, %d control jobs, %d names are left", w.jobs.count, w.control.count, w.names.used)
	}
}

func TestExtinctWithControlJob(t *testing.T) {
	cfg := toolConfig()
	cfg.Jobs.Extinct = WithControlJob
	w := started(t, cfg)
	w.pair("CJ", bare("PJ"))
	w.told()
	w.tells(JobReady{"PJ"}, JobDone{"PJ"})
	w.expect("PJ#4 PJ", "PJ#6 PJ", "CJ#10 CJ", "CJ#13 CJ", "PJ#7 PJ")
}

// pooled returns the jobs that are QUEUED, in the order of their creation.
func pooled(m *Model) (ids []string) {
	for id, s := range m.UnfinishedJobs() {
		if s == Pooled {
			ids = append(ids, id)
		}
	}
	return ids
}

func TestPoolServices(t *testing.T) {
	w := started(t, toolConfig())
	for _, id := range []string{"A", "B", "C"} {
		job := bare(id)
		w.create(&job)
	}
	if got := strings.Join(pooled(w.Model), " "); got != "A B C" {
		t.Error(got)
	}
	w.told()
	if done, faults := w.DequeueJobs([]string{"B", "X"}); !slices.Equal(done, []string{"B"}) || len(faults) != 1 || faults[0].Code != 3 {
		t.Error(done, faults)
	}
	w.expect("PJ#18 B")
	if w.ProcessJobSpace() != 30 {
		t.Error(w.ProcessJobSpace())
	}
	w.SetStartMethods([]string{"A"}, ManualStart)
	w.createControl(&ControlJobSpec{ID: "CJ", Order: OrderList, Start: AutoStart, Jobs: []ControlledJob{{ID: "A"}, {ID: "C"}}})
	w.tells(JobReady{"A"})
	w.expect("CJ#1 CJ", "CJ#3 CJ", "CJ#5 CJ", "PJ#2 A", "PJ#3 A")
	if done, f := w.DequeueJobs([]string{"A"}); len(done) != 0 || faultText(f[0]) != "17 A is WAITING FOR START" {
		t.Error(done, f)
	}
	if done, f := w.SetStartMethods([]string{"A"}, AutoStart); len(done) != 0 || f[0].Code != 17 {
		t.Error(done, f)
	}
	w.DequeueJobs([]string{"C"})
	w.expect("PJ#18 C")
	var unfinished []string
	for id, s := range w.UnfinishedJobs() {
		unfinished = append(unfinished, id+" "+s.String())
	}
	if got := strings.Join(unfinished, ", "); got != "A WAITING FOR START" {
		t.Error(got)
	}
	if w.SetMaterialOrder(0) || w.SetMaterialOrder(4) || !w.SetMaterialOrder(1) {
		t.Error("SetMaterialOrder")
	}
	w.told()
}

// TestSubstratesInOrder: the substrates of a job come as it names them, also after a
// start.
func TestSubstratesInOrder(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	w.verified(2, "FOUP02", full)
	two := ProcessJobSpec{ID: "TWO", Method: 1, Recipe: "ETCH_A", Start: AutoStart, MaterialType: MaterialCarriers, Carriers: []CarrierSlots{
		{"FOUP02", []uint8{2}}, {"FOUP01", []uint8{25, 3}}, {"FOUP02", []uint8{1}}, {"FOUP01", []uint8{14}},
	}}
	w.create(&two)
	one := onSlots("ONE", "FOUP01", 3, 1, 2)
	w.create(&one)
	w.commit()
	for _, m := range []*Model{w.Model, w.restarted().Model} {
		jobs := m.Snapshot().ProcessJobs
		if got := strings.Join(jobs[0].Substrates, " "); got != "FOUP02.02 FOUP01.25 FOUP01.03 FOUP02.01 FOUP01.14" {
			t.Error(got)
		}
		if got := strings.Join(jobs[1].Substrates, " "); got != "FOUP01.03 FOUP01.01 FOUP01.02" {
			t.Error(got)
		}
	}
}

// TestDequeuedTogether: none of a list begins because another of it has left.
func TestDequeuedTogether(t *testing.T) {
	w := started(t, toolConfig())
	w.pair("CJ", onSlots("A", "FOUP02", 1), bare("B"))
	w.told()
	done, faults := w.DequeueJobs([]string{"A", "B"})
	if !slices.Equal(done, []string{"A", "B"}) || len(faults) != 0 {
		t.Error(done, faults)
	}
	w.expect("PJ#18 A", "PJ#18 B", "CJ#5 CJ", "CJ#10 CJ", "CJ#13 CJ")
}

func TestPauseEventPausesJob(t *testing.T) {
	w := started(t, toolConfig())
	job := bare("PJ")
	job.PauseEvents = []uint32{505}
	w.pair("CJ", job)
	w.tells(JobReady{"PJ"})
	w.told()
	if w.Watches(501) || !w.Watches(505) {
		t.Error("Watches")
	}
	w.Occurred(505)
	w.expect("PJ#8 PJ")
	w.Occurred(505)
	w.expect()
}

// TestOrdersAgain: after a start the tool is told again what the state calls for.
func TestOrdersAgain(t *testing.T) {
	for s, order := range map[PRState]string{
		Pooled: "", SettingUp: "set-up PJ", WaitingForStart: "", Processing: "process PJ", Pausing: "pause PJ", Paused: "", Stopping: "stop PJ", Aborting: "abort PJ",
		ProcessComplete: "", Stopped: "", Aborted: "",
	} {
		w := started(t, toolConfig())
		w.jobIn(s)
		w.commit()
		n := w.restarted()
		n.Start()
		n.commit()
		orders := strings.TrimPrefix(strings.Join(n.given, "; "), "resynchronize")
		if strings.Contains(orders, "PJ") != (order != "") || !strings.Contains(orders, order) {
			t.Errorf("%v: ordered %q, want %q", s, orders, order)
		}
	}
}
