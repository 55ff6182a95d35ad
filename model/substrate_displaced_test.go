package model

import (
	"slices"
	"strings"
	"testing"
)

// aborting is a job on wafers 1 to 3 of FOUP01, whose other slots are free, that
// send its first wafer to FOUP02.11; that wafer is ABORTED in PM-A.
func aborting(t *testing.T, out ...OutMap) *recorder {
	t.Helper()
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", "333"+vacated[3:])
	w.verified(2, "FOUP02", vacated)
	job := onSlots("PJ1", "FOUP01", 1, 2, 3)
	w.create(&job)
	spec := controlling("CJ", OrderList, "PJ1")
	spec.Out = out
	w.createControl(&spec)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"FOUP01.01"})
	w.tells(ControlJobCommand{Job: "CJ", Command: CJAbort, Action: RemoveJobs})
	w.told()
	return w
}

func (r *recorder) gives(slots ...string) {
	r.t.Helper()
	for _, at := range slots {
		r.CreateSubstrate(&SubstrateSpec{ID: "M" + at, Location: at})
	}
	r.told()
}

func (r *recorder) displaced(wafer string) bool {
	s := r.Snapshot().Substrates
	return s[slices.IndexFunc(s, func(x SubstrateSnapshot) bool { return x.ID == wafer })].Displaced
}

func (r *recorder) noted(message string) (n int) {
	for _, x := range r.notes {
		if x == message {
			n++
		}
	}
	return n
}

// TestSourceGivenAway: a wafer that has nowhere to go is AT DESTINATION in the slot
// that the tool chooses, and only then its job and its carrier are done with.
func TestSourceGivenAway(t *testing.T) {
	for _, to := range []string{"FOUP01.07", "FOUP02.01"} {
		w := aborting(t)
		if w.displaced("FOUP01.01") {
			t.Error("displaced, though its slot is free")
		}
		w.gives("FOUP01.01")
		if !w.displaced("FOUP01.01") {
			t.Error("not displaced while its job is ABORTING")
		}
		w.tells(JobHalted{"PJ1"}, SubstrateMoved{"PM-A", "ROBOT.A"})
		if !w.displaced("FOUP01.01") || w.displaced("FOUP01.02") || w.noted("substrate has no slot") != 1 {
			t.Errorf("not displaced, or not said once: %v", w.notes)
		}
		w.commit()
		w = w.restarted()
		w.Start()
		w.told()
		if !w.displaced("FOUP01.01") || w.noted("substrate has no slot") != 0 {
			t.Errorf("after a restart not displaced, or said again: %v", w.notes)
		}
		w.tells(SubstrateMoved{"ROBOT.A", to})
		if told := w.told(); !strings.Contains(told, "SUB#5 FOUP01.01; LOC#2 ROBOT.A; LOC#1 "+to) || !strings.Contains(told, "CAR#20 FOUP01") {
			t.Errorf("put to %s: %s", to, told)
		}
		if got := w.destinationOf("FOUP01.01"); got != to || w.displaced("FOUP01.01") || len(w.lines.control) > 0 {
			t.Errorf("it goes to %q", got)
		}
		if list := w.restarted().Violations(); len(list) > 0 {
			t.Error(list)
		}
	}
}

// TestDestinationIsLeft: what is ABORTED may go to its destination, and nowhere else
// while that is free.
func TestDestinationIsLeft(t *testing.T) {
	out := OutMap{CarrierSlots{"FOUP01", []uint8{1}}, CarrierSlots{"FOUP02", []uint8{11}}}
	w := aborting(t, out)
	w.gives("FOUP01.01")
	if w.tells(SubstrateMoved{"PM-A", "FOUP02.11"}); w.substrates.at(w.findSubstrate("FOUP01.01")).state != AtDestination {
		t.Error("not AT DESTINATION")
	}
	w = aborting(t, out)
	w.gives("FOUP02.11")
	if w.displaced("FOUP01.01") || w.destinationOf("FOUP01.01") != "" {
		t.Errorf("it goes to %q", w.destinationOf("FOUP01.01"))
	}
}

// TestNotDisplaced: a wafer that something is still done to, or whose place another
// one will leave, has none yet that it could choose.
func TestNotDisplaced(t *testing.T) {
	w := filling(t, vacated)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "PM-A"})
	w.gives("FOUP01.01", "FOUP02.11")
	for _, f := range []Fact{ProcessingBegun{"FOUP01.01"}, SubstrateMoved{"PM-A", "FOUP02.01"}, SubstrateMoved{"FOUP02.01", "PM-A"}} {
		if w.displaced("FOUP01.01") {
			t.Errorf("displaced before %T%v", f, f)
		}
		w.tells(f)
	}
	w.tells(ProcessingEnded{"FOUP01.01", SubstProcessed, 0})
	if !w.displaced("FOUP01.01") {
		t.Error("not displaced in the end")
	}

	w = started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	job := onSlots("PJ1", "FOUP01", 1, 2)
	w.create(&job)
	spec := controlling("CJ", OrderList, "PJ1")
	spec.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{1, 2}}, CarrierSlots{"FOUP01", []uint8{2, 1}}}}
	w.createControl(&spec)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "PM-A"}, ProcessingBegun{"FOUP01.01"}, ProcessingEnded{"FOUP01.01", SubstProcessed, 0})
	if w.displaced("FOUP01.01") || w.destinationOf("FOUP01.01") != "FOUP01.02" {
		t.Errorf("two that change places: it goes to %q", w.destinationOf("FOUP01.01"))
	}
}

// TestCarriersGone: a wafer whose destination was taken away with its carrier goes
// home, and so does one that is taken out while its is away; one whose source was goes
// anywhere.
func TestCarriersGone(t *testing.T) {
	w := filling(t, vacated)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "PM-A"}, ProcessingBegun{"FOUP01.01"}, CarrierRemoved{2}, ProcessingEnded{"FOUP01.01", SubstProcessed, 0})
	if got := w.destinationOf("FOUP01.01"); got != "" || w.noted("substrate goes elsewhere") != 1 {
		t.Errorf("it goes to %q, %v", got, w.notes)
	}
	w.tells(SubstrateMoved{"FOUP01.02", "PM-B"})
	for wafer, want := range map[string]string{"FOUP01.02": "", "FOUP01.03": "FOUP02.13", "FOUP01.05": "FOUP02.15"} {
		if got := w.destinationOf(wafer); got != want {
			t.Errorf("%s goes to %q, want %q", wafer, got, want)
		}
	}
	w.tells(CarrierRemoved{1})
	w.commit()
	if !w.displaced("FOUP01.01") {
		t.Error("not displaced")
	}
}

// TestDestinationToCome: a wafer waits for a destination that has not come yet; once it
// has come and left, it goes home.
func TestDestinationToCome(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", vacated)
	w.CreateSubstrate(&SubstrateSpec{ID: "MONITOR", Location: "FOUP01.03", Destination: "FOUP02.05"})
	w.tells(SubstrateMoved{"FOUP01.03", "PM-A"}, ProcessingBegun{"MONITOR"}, ProcessingEnded{"MONITOR", SubstProcessed, 0})
	w.gives("FOUP01.03")
	if got := w.destinationOf("MONITOR"); got != "FOUP02.05" || w.displaced("MONITOR") {
		t.Errorf("it goes to %q, displaced: %v", got, w.displaced("MONITOR"))
	}
	w.verified(2, "FOUP02", vacated)
	w.tells(CarrierRemoved{2})
	w.commit()
	if got := w.destinationOf("MONITOR"); got != "" || w.noted("substrate goes elsewhere") != 1 || !w.displaced("MONITOR") {
		t.Errorf("it goes to %q, %v", got, w.notes)
	}
}

// TestParkedDestination: a wafer that waits at its source for a destination to come
// goes on waiting; when that has come and left, it stays.
func TestParkedDestination(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", vacated)
	w.CreateSubstrate(&SubstrateSpec{ID: "MONITOR", Location: "FOUP01.03", Destination: "FOUP02.05"})
	w.tells(SubstrateMoved{"FOUP01.03", "PM-A"}, ProcessingBegun{"MONITOR"}, ProcessingEnded{"MONITOR", SubstProcessed, 0}, SubstrateMoved{"PM-A", "FOUP01.03"})
	if got := w.destinationOf("MONITOR"); got != "FOUP02.05" {
		t.Errorf("it goes to %q", got)
	}
	w.verified(2, "FOUP02", vacated)
	w.tells(CarrierRemoved{2})
	w.commit()
	if got := w.destinationOf("MONITOR"); got != "" || w.noted("substrate goes elsewhere") != 1 {
		t.Errorf("it goes to %q, %v", got, w.notes)
	}
}

// TestOneThatCameBackIsInTheWay: a slot is given away to a wafer that should be
// elsewhere, but was ABORTED.
func TestOneThatCameBackIsInTheWay(t *testing.T) {
	c := toolConfig()
	c.Jobs.PerControlJob, c.Jobs.MaxActiveProcessJobs = 2, 2
	w := started(t, c)
	w.verified(1, "FOUP01", "333"+vacated[3:])
	for _, job := range []ProcessJobSpec{onSlots("PJ1", "FOUP01", 1), onSlots("PJ2", "FOUP01", 2)} {
		w.create(&job)
	}
	spec := controlling("CJ", OrderList, "PJ1", "PJ2")
	spec.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{1, 2}}, CarrierSlots{"FOUP01", []uint8{4, 1}}}}
	w.createControl(&spec)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "PM-A"}, ProcessingBegun{"FOUP01.01"}, JobReady{"PJ2"})
	w.told()
	w.tells(SubstrateMoved{"FOUP01.02", "PM-B"})
	w.tells(ProcessingBegun{"FOUP01.02"}, JobCommand{Job: "PJ1", Command: PRAbort}, SubstrateMoved{"PM-A", "FOUP01.01"})
	w.tells(ProcessingEnded{"FOUP01.02", SubstProcessed, 0})
	if got := w.destinationOf("FOUP01.02"); got != "" {
		t.Errorf("it goes to %q, where another one stays", got)
	}
}
