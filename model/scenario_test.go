package model

import (
	"bytes"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// This file is the scenarios of the equipment as a whole: the events in their order
// over carriers, substrates and jobs.

// place puts a carrier on a port, up to its ID.
func (r *recorder) place(port int, carrier string) {
	r.t.Helper()
	r.tells(LoadStarted{port}, CarrierPlaced{port}, CarrierIsClamped{port}, CarrierIDRead{port, carrier})
}

// opened docks the carrier on a port and maps it.
func (r *recorder) opened(port int, slots string) {
	r.t.Helper()
	codes := bytes.Map(func(r rune) rune { return r - '0' }, []byte(slots))
	r.tells(CarrierIsDocked{port}, CarrierIsOpened{port}, SlotMapRead{port, codes})
}

// full and vacated are the slot maps of a full and of an empty carrier.
var full, vacated = strings.Repeat("3", 25), strings.Repeat("1", 25)

// verified brings a carrier to where jobs can use it.
func (r *recorder) verified(port int, carrier, slots string) {
	r.t.Helper()
	r.place(port, carrier)
	r.serves("ProceedWithCarrier", carrier, port)
	r.opened(port, slots)
	r.serves("ProceedWithCarrier", carrier, port)
	r.told()
}

// unload takes the carrier away from a port.
func (r *recorder) unload(port int) {
	r.t.Helper()
	r.tells(CarrierIsClosed{port}, CarrierIsUndocked{port}, CarrierIsUnclamped{port}, UnloadStarted{port}, CarrierRemoved{port})
}

// process takes a wafer through PM-A and back to where it goes.
func (r *recorder) process(wafer, home string) {
	r.t.Helper()
	r.tells(SubstrateMoved{wafer, "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{wafer}, ProcessingEnded{wafer, SubstProcessed, 0},
		SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", home})
}

// onSlots is a process job on slots of a carrier.
func onSlots(id, carrier string, slots ...uint8) ProcessJobSpec {
	job := bare(id)
	job.MaterialType, job.Carriers = MaterialCarriers, []CarrierSlots{{carrier, slots}}
	return job
}

// controlling is a control job with process jobs.
func controlling(id string, order uint8, jobs ...string) ControlJobSpec {
	spec := ControlJobSpec{ID: id, Order: order, Start: AutoStart}
	for _, j := range jobs {
		spec.Jobs = append(spec.Jobs, ControlledJob{ID: j})
	}
	return spec
}

// withoutLines leaves out the lines of the machines named.
func withoutLines(text string, machines ...string) []string {
	var kept []string
	for line := range strings.SplitSeq(text, "; ") {
		keep := line != ""
		for _, m := range machines {
			keep = keep && !strings.HasPrefix(line, m)
		}
		if keep {
			kept = append(kept, line)
		}
	}
	return kept
}

// expectOnly checks the lines but those of some machines.
func (r *recorder) expectOnly(without []string, want ...string) {
	r.t.Helper()
	if got := withoutLines(r.told(), without...); strings.Join(got, "; ") != strings.Join(want, "; ") {
		r.t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), strings.Join(want, "; "))
	}
}

// background is what the job scenarios leave out.
var background = []string{"LOC", "EPT", "MOD", "SUB#4"}

// TestRoundTrip is the whole way: one carrier, two process jobs, one control job.
func TestRoundTrip(t *testing.T) {
	w := started(t, toolConfig())
	w.place(1, "FOUP01")
	w.expect("LPT#6 1", "CarrierClamped", "CAR#3 FOUP01", "ASC#2 1")
	w.serves("ProceedWithCarrier", "FOUP01", 1)
	w.expect("CAR#8 FOUP01")
	w.opened(1, "3331"+strings.Repeat("1", 21))
	w.expect("CarrierLocationChange", "CarrierOpened", "CAR#14 FOUP01")
	content := secs2.L(secs2.L(secs2.A("LOT7"), secs2.A("W1")), secs2.L(secs2.A("LOT7"), secs2.A("W2")), secs2.L(secs2.A("LOT7"), secs2.A("W3")))
	items := []secs2.Item{}
	for it := range content.All() {
		items = append(items, it)
	}
	for len(items) < 25 {
		items = append(items, secs2.L(secs2.A(""), secs2.A("")))
	}
	w.serves("ProceedWithCarrier", "FOUP01", 1, Setting{"ContentMap", secs2.L(items...)})
	w.expect("CAR#15 FOUP01", "SUB#1 W1", "SUB#10 W1", "SUB#1 W2", "SUB#10 W2", "SUB#1 W3", "SUB#10 W3")
	w.CreateProcessJobs([]ProcessJobSpec{onSlots("PJ-1", "FOUP01", 1, 2), onSlots("PJ-2", "FOUP01", 3)})
	w.expect("PJ#1 PJ-1", "PJ#1 PJ-2")
	spec := controlling("CJ-1", OrderList, "PJ-1", "PJ-2")
	spec.Carriers = []string{"FOUP01"}
	w.createControl(&spec)
	w.expect("CJ#1 CJ-1", "CJ#3 CJ-1", "CJ#5 CJ-1", "PJ#2 PJ-1")
	w.tells(JobReady{"PJ-1"})
	w.expect("PJ#4 PJ-1")
	w.tells(SubstrateMoved{"FOUP01.01", "ROBOT.A"})
	w.expect("CAR#18 FOUP01", "SUB#2 W1", "LOC#2 FOUP01.01", "LOC#1 ROBOT.A")
	w.tells(SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"W1"}, ProcessingEnded{"W1", SubstProcessed, 0}, SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.01"})
	w.expectOnly(background, "SUB#11 W1", "SUB#12 W1", "SUB#5 W1")
	w.tells(SubstrateMoved{"FOUP01.02", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"W2"}, ProcessingEnded{"W2", SubstProcessed, 0})
	w.expectOnly(background, "SUB#2 W2", "SUB#11 W2", "SUB#12 W2", "PJ#6 PJ-1", "PJ#2 PJ-2")
	w.tells(SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.02"}, JobReady{"PJ-2"})
	w.expectOnly(background, "SUB#5 W2", "PJ#4 PJ-2")
	w.tells(SubstrateMoved{"FOUP01.03", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"W3"}, ProcessingEnded{"W3", SubstProcessed, 0})
	w.expectOnly(background, "SUB#2 W3", "SUB#11 W3", "SUB#12 W3", "PJ#6 PJ-2")
	w.tells(SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.03"})
	w.expectOnly(background, "SUB#5 W3", "CAR#19 FOUP01", "CJ#10 CJ-1", "CJ#13 CJ-1")
	w.ordered("undock 1 FOUP01")
	w.tells(CarrierIsClosed{1}, CarrierIsUndocked{1}, CarrierIsUnclamped{1})
	w.expect("CarrierClosed", "CarrierLocationChange", "CarrierUnclamped", "LPT#9 1")
	w.tells(UnloadStarted{1}, CarrierRemoved{1})
	w.expect("LPT#7 1", "SUB#7 W1", "SUB#7 W2", "SUB#7 W3", "PJ#7 PJ-1", "PJ#7 PJ-2", "CAR#21 FOUP01", "ASC#3 1", "LPT#8 1")
	if w.jobs.count+w.control.count+w.substrates.count+w.carriers.count != 0 {
		t.Error("something is left")
	}
}

// TestJobsBeforeCarrier: the jobs are there first, the equipment verifies alone.
func TestJobsBeforeCarrier(t *testing.T) {
	for _, x := range []struct {
		start StartMethod
		row   string
	}{{AutoStart, "CJ#5 CJ"}, {ManualStart, "CJ#6 CJ"}} {
		w := started(t, toolConfig())
		slots := make([]secs2.Item, 25)
		for i := range slots {
			slots[i] = secs2.U1(3)
		}
		w.serves("Bind", "FOUP01", 1, Setting{"SlotMap", secs2.L(slots...)})
		job := onSlots("PJ", "FOUP01", 1)
		w.create(&job)
		spec := controlling("CJ", OrderList, "PJ")
		spec.Start = x.start
		w.createControl(&spec)
		w.expect("CAR#2 FOUP01", "ASC#2 1", "RSV#2 1", "PJ#1 PJ", "CJ#1 CJ", "CJ#3 CJ")
		w.place(1, "FOUP01")
		w.told()
		w.opened(1, full)
		want := []string{"CarrierLocationChange", "CarrierOpened", "CAR#13 FOUP01", x.row}
		if x.start == ManualStart {
			w.expectOnly([]string{"SUB"}, want...)
			if got := w.controlCommand("CJ", CJStart, 0); got != "" {
				t.Error(got)
			}
			want = []string{"CJ#7 CJ"}
		}
		w.expectOnly([]string{"SUB"}, append(want, "PJ#2 PJ")...)
	}
}

// processing brings PJ-1 on slots 1 to 5 of FOUP01 into PROCESSING, with PJ-2 behind
// it; wafer 1 is done, 2 in PM-A, 3 on the robot.
func processing(t *testing.T) *recorder {
	t.Helper()
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	w.pair("CJ-1", onSlots("PJ-1", "FOUP01", 1, 2, 3, 4, 5), onSlots("PJ-2", "FOUP01", 6, 7))
	w.tells(JobReady{"PJ-1"})
	w.process("FOUP01.01", "FOUP01.01")
	w.tells(SubstrateMoved{"FOUP01.02", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"FOUP01.02"}, SubstrateMoved{"FOUP01.03", "ROBOT.A"})
	w.told()
	return w
}

func TestAbortOfControlJob(t *testing.T) {
	for _, action := range []CtrlJobAction{SaveJobs, RemoveJobs} {
		w := processing(t)
		if got := w.controlCommand("CJ-1", CJAbort, action); got != "" {
			t.Fatal(got)
		}
		want := []string{"PJ#13 PJ-1", "SUB#12 FOUP01.02", "SUB#14 FOUP01.03", "SUB#14 FOUP01.04", "SUB#14 FOUP01.05"}
		if action == RemoveJobs {
			want = append([]string{"PJ#18 PJ-2"}, want...)
		}
		w.expect(want...)
		w.ordered("abort PJ-1")
		w.tells(SubstrateMoved{"ROBOT.A", "FOUP01.03"}, SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.02"})
		w.expectOnly(background, "SUB#5 FOUP01.03", "SUB#5 FOUP01.02")
		w.tells(JobHalted{"PJ-1"})
		w.expect("PJ#16 PJ-1", "CAR#20 FOUP01", "CJ#12 CJ-1", "CJ#13 CJ-1")
		w.unload(1)
		got := strings.Join(withoutLines(w.told(), "SUB", "Carrier"), "; ")
		if want := "LPT#9 1; LPT#7 1; PJ#7 PJ-1; CAR#21 FOUP01; ASC#3 1; LPT#8 1"; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if left := w.jobs.count; left != int(2-action) {
			t.Errorf("action %d: %d jobs are left", action, left)
		}
	}
}

func TestStopOfControlJob(t *testing.T) {
	w := processing(t)
	w.controlCommand("CJ-1", CJStop, RemoveJobs)
	w.expect("PJ#18 PJ-2", "PJ#11 PJ-1", "SUB#14 FOUP01.04", "SUB#14 FOUP01.05")
	w.ordered("stop PJ-1")
	if got := w.controlCommand("CJ-1", CJStop, SaveJobs); got != "17 CJStop not valid in EXECUTING: CJStop is under way" {
		t.Error(got)
	}
	w.refuses(JobHalted{"PJ-1"}, ErrNotNow)
	w.tells(ProcessingEnded{"FOUP01.02", SubstProcessed, 0}, SubstrateMoved{"PM-A", "ROBOT.B"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"FOUP01.03"}, ProcessingEnded{"FOUP01.03", SubstProcessed, 0})
	w.tells(JobHalted{"PJ-1"})
	w.expectOnly(background, "SUB#12 FOUP01.02", "SUB#11 FOUP01.03", "SUB#12 FOUP01.03", "PJ#17 PJ-1")
	w.tells(SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.03"}, SubstrateMoved{"ROBOT.B", "FOUP01.02"})
	w.expectOnly(background, "SUB#5 FOUP01.03", "SUB#5 FOUP01.02", "CAR#20 FOUP01", "CJ#11 CJ-1", "CJ#13 CJ-1")
}

// TestEndBehindTheJobs: a control job that is stopped or aborted when its process jobs
// are complete ends when their last wafer is home.
func TestEndBehindTheJobs(t *testing.T) {
	for command, last := range map[CJCommand]string{CJStop: "CJ#11 CJ-1", CJAbort: "CJ#12 CJ-1"} {
		w := processing(t)
		w.command("PJ-2", PRCancel)
		w.command("PJ-1", PRStop)
		w.tells(ProcessingEnded{"FOUP01.02", SubstProcessed, 0}, SubstrateMoved{"ROBOT.A", "FOUP01.03"}, JobHalted{"PJ-1"})
		w.told()
		w.controlCommand("CJ-1", command, RemoveJobs)
		if told := w.told(); told != "" {
			t.Errorf("%v: %s", command, told)
		}
		w.tells(SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.02"})
		w.expectOnly(background, "SUB#5 FOUP01.02", "CAR#20 FOUP01", last, "CJ#13 CJ-1")
	}
}

func TestAbortEscalatesStop(t *testing.T) {
	w := processing(t)
	w.controlCommand("CJ-1", CJStop, SaveJobs)
	w.told()
	w.controlCommand("CJ-1", CJAbort, SaveJobs)
	w.expect("PJ#14 PJ-1", "SUB#12 FOUP01.02", "SUB#14 FOUP01.03")
	w.tells(SubstrateMoved{"ROBOT.A", "FOUP01.03"}, SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.02"}, JobHalted{"PJ-1"})
	w.expectOnly([]string{"SUB", "LOC"}, "PJ#16 PJ-1", "CAR#20 FOUP01", "CJ#12 CJ-1", "CJ#13 CJ-1")
}

func TestPauseAndResume(t *testing.T) {
	w := processing(t)
	w.command("PJ-1", PRPause)
	w.expect("PJ#8 PJ-1")
	w.tells(ProcessingEnded{"FOUP01.02", SubstProcessed, 0}, JobAtRest{"PJ-1"})
	w.expect("SUB#12 FOUP01.02", "PJ#9 PJ-1")
	w.command("PJ-1", PRResume)
	w.expect("PJ#10 PJ-1")
	if got := w.command("PJ-1", PRResume); got != "17 RESUME not valid in PROCESSING" {
		t.Error(got)
	}
	w.controlCommand("CJ-1", CJPause, 0)
	w.expect("CJ#8 CJ-1")
	w.tells(SubstrateMoved{"PM-A", "ROBOT.B"}, SubstrateMoved{"ROBOT.B", "FOUP01.02"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"FOUP01.03"},
		ProcessingEnded{"FOUP01.03", SubstProcessed, 0}, SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.03"})
	w.process("FOUP01.04", "FOUP01.04")
	w.process("FOUP01.05", "FOUP01.05")
	w.expectOnly([]string{"SUB", "LOC"}, "PJ#6 PJ-1")
	w.controlCommand("CJ-1", CJResume, 0)
	w.expect("CJ#9 CJ-1", "PJ#2 PJ-2")
}

// TestPauseEventOfSubstrate: the event is sent first.
func TestPauseEventOfSubstrate(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	job := onSlots("PJ", "FOUP01", 1, 2)
	job.PauseEvents = []uint32{505}
	w.create(&job)
	spec := controlling("CJ", OrderList, "PJ")
	spec.PauseEvents = []uint32{505}
	w.createControl(&spec)
	w.tells(JobReady{"PJ"})
	w.told()
	w.process("FOUP01.01", "FOUP01.01")
	w.expectOnly(background, "CAR#18 FOUP01", "SUB#2 FOUP01.01", "SUB#11 FOUP01.01", "SUB#12 FOUP01.01", "SUB#5 FOUP01.01", "PJ#8 PJ", "CJ#8 CJ")
}

// TestMissingSlots: the slot map is accepted without what jobs name.
func TestMissingSlots(t *testing.T) {
	w := started(t, toolConfig())
	w.pair("CJ", onSlots("SOME", "FOUP01", 1, 7), onSlots("NONE", "FOUP01", 7))
	w.verified(1, "FOUP01", "333333133"+strings.Repeat("1", 16))
	if w.jobs.find("NONE") != 0 {
		t.Error("a job whose material is all missing stays")
	}
	w.tells(JobReady{"SOME"})
	w.process("FOUP01.01", "FOUP01.01")
	w.expectOnly(append(background, "SUB"), "PJ#4 SOME", "CAR#18 FOUP01", "PJ#6 SOME", "CAR#19 FOUP01", "CJ#10 CJ", "CJ#13 CJ")
}

func TestNoControlJobs(t *testing.T) {
	cfg := toolConfig()
	cfg.Jobs.ControlJobs = NoControlJobs
	w := started(t, cfg)
	one, two, other := onSlots("PJ-1", "FOUP01", 1), onSlots("PJ-2", "FOUP01", 1), onSlots("PJ-3", "FOUP01", 2)
	w.create(&one)
	w.expect("PJ#1 PJ-1", "PJ#2 PJ-1")
	w.tells(JobReady{"PJ-1"})
	w.expect("PRJobWaitingForMaterial")
	w.create(&two)
	w.create(&other)
	w.expect("PJ#1 PJ-2", "PJ#1 PJ-3", "PJ#2 PJ-3")
	w.verified(1, "FOUP01", full)
	w.tells(JobReady{"PJ-3"})
	w.told()
	w.process("FOUP01.01", "FOUP01.01")
	w.expectOnly(append(background, "SUB"), "CAR#18 FOUP01", "PJ#6 PJ-1", "PJ#2 PJ-2", "PJ#7 PJ-1")
	w.tells(JobReady{"PJ-2"})
	w.process("FOUP01.01", "FOUP01.01")
	w.process("FOUP01.02", "FOUP01.02")
	w.expectOnly(append(background, "SUB"), "PJ#4 PJ-2", "PJ#6 PJ-2", "PJ#6 PJ-3", "CAR#19 FOUP01")
	w.unload(1)
	w.expectOnly([]string{"SUB", "LPT", "Carrier"}, "PJ#7 PJ-2", "PJ#7 PJ-3", "CAR#21 FOUP01", "ASC#3 1")
}

// TestOutSpec: substrates go where the control job says.
func TestOutSpec(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	job := onSlots("PJ", "FOUP01", 1, 2, 3)
	w.create(&job)
	spec := controlling("CJ", OrderList, "PJ")
	spec.Carriers = []string{"FOUP01"}
	spec.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{2, 1}}, CarrierSlots{"FOUP02", []uint8{9, 8}}}, {CarrierSlots{"FOUP01", []uint8{3}}, CarrierSlots{Carrier: "FOUP02"}}}
	spec.ByStatus = []StatusMap{{9, CarrierSlots{Carrier: "FOUP02"}}}
	w.createControl(&spec)
	w.expect("PJ#1 PJ", "CJ#1 CJ", "CJ#3 CJ", "CJ#5 CJ")
	w.verified(2, "FOUP02", "3"+strings.Repeat("1", 24))
	destination := func(wafer string) string {
		s := w.substrates.at(w.findSubstrate(wafer))
		return string(appendSlotID(nil, w.names.text(s.target.name()), s.target.slot()))
	}
	for wafer, want := range map[string]string{"FOUP01.01": "FOUP02.08", "FOUP01.02": "FOUP02.09", "FOUP01.03": "FOUP02.03", "FOUP01.04": ""} {
		if got := destination(wafer); got != want {
			t.Errorf("%s goes to %q, want %q", wafer, got, want)
		}
	}
	w.tells(JobReady{"PJ"})
	w.process("FOUP01.01", "FOUP02.08")
	w.process("FOUP01.02", "FOUP02.09")
	w.told()
	w.tells(SubstrateMoved{"FOUP01.03", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"FOUP01.03"}, ProcessingEnded{"FOUP01.03", SubstRejected, 9})
	if got := destination("FOUP01.03"); got != "FOUP02.02" {
		t.Errorf("rejected, it goes to %q", got)
	}
	w.tells(SubstrateMoved{"PM-A", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP01.03"})
	w.expectOnly(background, "SUB#2 FOUP01.03", "SUB#11 FOUP01.03", "SUB#12 FOUP01.03", "PJ#6 PJ", "SUB#3 FOUP01.03")
	w.tells(SubstrateMoved{"FOUP01.03", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "FOUP02.02"})
	w.expectOnly(background, "SUB#2 FOUP01.03", "SUB#5 FOUP01.03", "CAR#19 FOUP01", "CAR#19 FOUP02", "CJ#10 CJ", "CJ#13 CJ")
	w.unload(1)
	w.expectOnly([]string{"SUB", "LPT", "Carrier"}, "CAR#21 FOUP01", "ASC#3 1")
	w.unload(2)
	w.expectOnly([]string{"SUB", "LPT", "Carrier"}, "PJ#7 PJ", "CAR#21 FOUP02", "ASC#3 2")
}
