package model

import (
	"fmt"
	"strings"
	"testing"
)

// controlIn brings a control job CJ into a state. Its process job waits for a
// carrier unless it has to execute; another control job, NEXT, is QUEUED behind it
// if the state is not QUEUED.
func (r *recorder) controlIn(s CJState) {
	r.t.Helper()
	r.cfg.Jobs.MaxActiveControlJobs = 1
	job := onSlots("PJ", "FOUP01", 1)
	switch s {
	case CJQueued:
		r.pair("FIRST", bare("P0"))
		r.pair("CJ", job)
		return
	case CJSelected:
		r.pair("CJ", job)
	default:
		r.create(&job)
		other := bare("LAST")
		r.create(&other)
		spec := controlling("CJ", OrderList, "PJ", "LAST")
		if s == CJWaitingForStart {
			spec.Start = ManualStart
		}
		r.createControl(&spec)
		r.verified(1, "FOUP01", full)
	}
	if s == CJPaused {
		r.controlCommand("CJ", CJPause, 0)
	}
	r.pair("NEXT", bare("P1"))
	if got := r.control.at(r.control.find("CJ")).state; got != s {
		r.t.Fatalf("the job is %v, not %v", got, s)
	}
}

// TestControlJobCommands is E94 3.6: the lines that each command gives in each
// state, "17" for a refusal.
func TestControlJobCommands(t *testing.T) {
	const refused = "17"
	for _, x := range []struct {
		state CJState
		lines map[CJCommand]string
	}{
		{CJQueued, map[CJCommand]string{
			CJStart: refused, CJPause: refused, CJResume: refused, CJCancel: "CJ#2 CJ; PJ#18 PJ", CJDeselect: refused, CJStop: "CJ#2 CJ; PJ#18 PJ",
			CJAbort: "CJ#2 CJ; PJ#18 PJ", CJHOQ: "",
		}},
		{CJSelected, map[CJCommand]string{
			CJStart: refused, CJPause: refused, CJResume: refused, CJCancel: refused, CJDeselect: "CJ#4 CJ; CJ#3 NEXT; CJ#5 NEXT; PJ#2 P1",
			CJStop: "PJ#18 PJ; CJ#11 CJ; CJ#13 CJ; CJ#3 NEXT; CJ#5 NEXT; PJ#2 P1", CJAbort: "PJ#18 PJ; CJ#12 CJ; CJ#13 CJ; CJ#3 NEXT; CJ#5 NEXT; PJ#2 P1", CJHOQ: refused,
		}},
		{CJWaitingForStart, map[CJCommand]string{
			CJStart: "CJ#7 CJ; PJ#2 PJ", CJPause: refused, CJResume: refused, CJCancel: refused, CJDeselect: refused,
			CJStop:  "PJ#18 PJ; PJ#18 LAST; CJ#11 CJ; CJ#13 CJ; CJ#3 NEXT; CJ#5 NEXT; PJ#2 P1",
			CJAbort: "PJ#18 PJ; PJ#18 LAST; CJ#12 CJ; CJ#13 CJ; CJ#3 NEXT; CJ#5 NEXT; PJ#2 P1", CJHOQ: refused,
		}},
		{CJExecuting, map[CJCommand]string{
			CJStart: refused, CJPause: "CJ#8 CJ", CJResume: refused, CJCancel: refused, CJDeselect: refused, CJStop: "PJ#18 LAST; PJ#11 PJ; SUB#14 FOUP01.01",
			CJAbort: "PJ#18 LAST; PJ#13 PJ; SUB#14 FOUP01.01", CJHOQ: refused,
		}},
		{CJPaused, map[CJCommand]string{
			CJStart: refused, CJPause: refused, CJResume: "CJ#9 CJ", CJCancel: refused, CJDeselect: refused, CJStop: "PJ#18 LAST; PJ#11 PJ; SUB#14 FOUP01.01",
			CJAbort: "PJ#18 LAST; PJ#13 PJ; SUB#14 FOUP01.01", CJHOQ: refused,
		}},
	} {
		for c := CJStart; c <= CJHOQ; c++ {
			t.Run(x.state.String()+" "+c.String(), func(t *testing.T) {
				w := started(t, toolConfig())
				w.controlIn(x.state)
				w.told()
				fault := w.controlCommand("CJ", c, RemoveJobs)
				got := w.told()
				want := x.lines[c]
				if want == refused && (!strings.HasPrefix(fault, "17 ") || got != "") || want != refused && (fault != "" || got != want) {
					t.Errorf("fault %q, then %q, want %q", fault, got, want)
				}
			})
		}
	}
}

func TestControlJobFaults(t *testing.T) {
	w := started(t, toolConfig())
	w.controlIn(CJQueued)
	if got := w.controlCommand("NONE", CJStart, 0); got != "3 NONE" {
		t.Error(got)
	}
	if got := w.controlCommand("CJ", 9, 0); got != "14 CTLJOBCMD 9" {
		t.Error(got)
	}
	w.cfg.Jobs.Action = StrictAction
	if got := w.controlCommand("CJ", CJCancel, NoAction); got != "13 Action is missing" {
		t.Error(got)
	}
	w.cfg.Jobs.Action = LenientAction
	w.told()
	w.controlCommand("CJ", CJCancel, NoAction)
	w.expect("CJ#2 CJ")
	if j := w.jobs.find("PJ"); j == 0 || w.jobs.at(j).control != 0 {
		t.Error("without Action the job is not saved")
	}
	w = started(t, toolConfig())
	w.pair("CJ", onSlots("PJ", "FOUP01", 1))
	if got := w.controlCommand("CJ", CJDeselect, 0); got != "15 the queue is empty" {
		t.Error(got)
	}
	w.place(1, "FOUP01")
	if got := w.controlCommand("CJ", CJDeselect, 0); got != "17 CJDeselect not valid in SELECTED: the material of PJ is here" {
		t.Error(got)
	}
	w.told()
}

// queue writes it, the head first.
func (r *recorder) queue() string {
	var ids []string
	for _, h := range r.lines.queue {
		ids = append(ids, r.control.at(h).id)
	}
	return strings.Join(ids, " ")
}

func TestQueue(t *testing.T) {
	w := started(t, toolConfig())
	for i := range 5 {
		w.pair(fmt.Sprintf("C%d", i), onSlots(fmt.Sprintf("P%d", i), fmt.Sprintf("FOUP%02d", i), 1))
	}
	w.told()
	if got := w.queue(); got != "C1 C2 C3 C4" {
		t.Fatal(got)
	}
	for _, x := range []struct {
		command   CJCommand
		id, queue string
		lines     []string
	}{
		{CJHOQ, "C3", "C3 C1 C2 C4", nil},
		{CJHOQ, "C3", "C3 C1 C2 C4", nil},
		{CJDeselect, "C0", "C0 C1 C2 C4", []string{"CJ#4 C0", "CJ#3 C3"}},
		{CJCancel, "C1", "C0 C2 C4", []string{"CJ#2 C1"}},
		{CJHOQ, "C4", "C4 C0 C2", nil},
	} {
		if got := w.controlCommand(x.id, x.command, SaveJobs); got != "" {
			t.Fatal(x, got)
		}
		w.expect(x.lines...)
		if got := w.queue(); got != x.queue {
			t.Errorf("%v %s: queue %s, want %s", x.command, x.id, got, x.queue)
		}
	}
	if w.controlSpace() != 29 {
		t.Error(w.controlSpace())
	}
	w.verified(1, "FOUP03", full)
	if got := w.control.at(w.control.find("C3")).state; got != CJExecuting {
		t.Errorf("C3 is %v", got)
	}
	if got := w.queue(); got != "C0 C2" {
		t.Error(got)
	}
}

func TestArrivalOrder(t *testing.T) {
	w := started(t, toolConfig())
	for _, job := range []ProcessJobSpec{onSlots("A", "FOUP01", 1), onSlots("B", "FOUP02", 1), onSlots("C", "FOUP01", 2), bare("D")} {
		w.create(&job)
	}
	spec := controlling("CJ", OrderArrival, "A", "B", "C", "D")
	w.createControl(&spec)
	w.expect("PJ#1 A", "PJ#1 B", "PJ#1 C", "PJ#1 D", "CJ#1 CJ", "CJ#3 CJ", "CJ#5 CJ", "PJ#2 D")
	w.verified(2, "FOUP02", full)
	w.verified(1, "FOUP01", full)
	w.tells(JobReady{"D"}, JobDone{"D"})
	w.expect("PJ#4 D", "PJ#6 D", "PJ#7 D", "PJ#2 B")
	w.tells(JobReady{"B"})
	w.process("FOUP02.01", "FOUP02.01")
	w.tells(JobReady{"A"})
	w.process("FOUP01.01", "FOUP01.01")
	w.expectOnly(append(background, "SUB", "CAR"), "PJ#4 B", "PJ#6 B", "PJ#2 A", "PJ#4 A", "PJ#6 A", "PJ#2 C")
}

func TestTwoControlJobsAtOnce(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	w.verified(2, "FOUP02", full)
	w.pair("C1", onSlots("A", "FOUP01", 1))
	w.pair("C2", onSlots("B", "FOUP02", 1))
	w.expect("PJ#1 A", "CJ#1 C1", "CJ#3 C1", "CJ#5 C1", "PJ#2 A", "PJ#1 B", "CJ#1 C2", "CJ#3 C2", "CJ#5 C2", "PJ#2 B")
}

// TestCarrierOfTwoControlJobs: it is not complete before the last of them.
func TestCarrierOfTwoControlJobs(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	w.pair("C1", onSlots("A", "FOUP01", 1))
	w.pair("C2", onSlots("B", "FOUP01", 2))
	w.tells(JobReady{"A"}, JobReady{"B"})
	w.told()
	w.process("FOUP01.01", "FOUP01.01")
	w.process("FOUP01.02", "FOUP01.02")
	w.expectOnly(append(background, "SUB"), "CAR#18 FOUP01", "PJ#6 A", "CJ#10 C1", "CJ#13 C1", "PJ#6 B", "CAR#19 FOUP01", "CJ#10 C2", "CJ#13 C2")
}

func TestEmptyControlJob(t *testing.T) {
	w := started(t, toolConfig())
	w.pair("CJ", onSlots("PJ", "FOUP01", 1))
	w.told()
	w.DequeueJobs([]string{"PJ"})
	w.expect("PJ#18 PJ", "CJ#5 CJ", "CJ#10 CJ", "CJ#13 CJ")
}

// TestAbortedJobOfControlJob: the control job goes on with the next.
func TestAbortedJobOfControlJob(t *testing.T) {
	w := processing(t)
	w.command("PJ-1", PRAbort)
	w.tells(SubstrateMoved{"ROBOT.A", "FOUP01.03"}, SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.02"}, JobHalted{"PJ-1"}, JobReady{"PJ-2"})
	w.process("FOUP01.06", "FOUP01.06")
	w.process("FOUP01.07", "FOUP01.07")
	w.expectOnly([]string{"SUB", "LOC"}, "PJ#13 PJ-1", "PJ#16 PJ-1", "PJ#2 PJ-2", "PJ#4 PJ-2", "PJ#6 PJ-2", "CAR#20 FOUP01", "CJ#10 CJ-1", "CJ#13 CJ-1")
}
