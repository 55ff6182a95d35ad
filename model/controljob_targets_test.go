package model

import (
	"strings"
	"testing"
)

func (r *recorder) destinationOf(wafer string) string {
	return r.placeNameID(r.substrates.at(r.findSubstrate(wafer)).target)
}

// filling is a control job whose first process job has wafers 1 to 4 of FOUP01, the
// second wafer 5, all of which go to FOUP02: the first of the carrier to slot 11.
func filling(t *testing.T, slots string) *recorder {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	w.verified(2, "FOUP02", slots)
	for _, job := range []ProcessJobSpec{onSlots("PJ1", "FOUP01", 1, 2, 3, 4), onSlots("PJ2", "FOUP01", 5)} {
		w.create(&job)
	}
	spec := controlling("CJ", OrderList, "PJ1", "PJ2")
	spec.Out = []OutMap{{CarrierSlots{Carrier: "FOUP01"}, CarrierSlots{"FOUP02", []uint8{11, 12, 13, 14, 15}}}}
	spec.ByStatus = []StatusMap{{9, CarrierSlots{"FOUP02", []uint8{21, 22}}}}
	w.createControl(&spec)
	return w
}

// TestLostOnesKeepTheirSlots: the places of the others do not change when one of them
// is gone.
func TestLostOnesKeepTheirSlots(t *testing.T) {
	w := filling(t, vacated)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "ROBOT.A"}, SubstrateIsLost{"FOUP01.01"})
	for _, wafer := range []string{"02", "03", "04"} {
		w.process("FOUP01."+wafer, "FOUP02.1"+wafer[1:])
	}
	w.tells(JobReady{"PJ2"})
	w.process("FOUP01.05", "FOUP02.15")
	if len(w.lines.control) > 0 {
		t.Error("the control job goes on")
	}
}

// TestTakenByStatus: one whose slot is taken goes to another for its MaterialStatus,
// and home if there is none.
func TestTakenByStatus(t *testing.T) {
	w := filling(t, vacated)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "PM-A"}, ProcessingBegun{"FOUP01.01"}, ProcessingEnded{"FOUP01.01", SubstRejected, 9})
	for i, want := range []string{"FOUP02.21", "FOUP02.22", ""} {
		got := w.destinationOf("FOUP01.01")
		if got != want {
			t.Fatalf("%d taken, and it goes to %q, want %q", i, got, want)
		}
		if got != "" {
			w.CreateSubstrate(&SubstrateSpec{ID: "M" + got, Location: got})
		}
	}
	w.tells(SubstrateMoved{"PM-A", "FOUP01.01"})
	w.commit()
	if got := w.substrates.at(w.findSubstrate("FOUP01.01")).state; got != AtDestination {
		t.Errorf("it is %v", got)
	}
}

// TestNoWayBack: what has neither its slot nor its source stays where it is sent.
func TestNoWayBack(t *testing.T) {
	w := filling(t, vacated)
	w.tells(JobReady{"PJ1"}, SubstrateMoved{"FOUP01.01", "PM-A"}, ProcessingBegun{"FOUP01.01"})
	for _, at := range []string{"FOUP01.01", "FOUP02.11"} {
		w.CreateSubstrate(&SubstrateSpec{ID: "M" + at, Location: at})
	}
	w.tells(ProcessingEnded{"FOUP01.01", SubstProcessed, 0})
	if got := w.destinationOf("FOUP01.01"); got != "FOUP02.11" {
		t.Errorf("it goes to %q", got)
	}
	w.RemoveSubstrate("MFOUP01.01")
	if got := w.destinationOf("FOUP01.01"); got != "" {
		t.Errorf("with a way back it goes to %q", got)
	}
}

// TestHeldJob: a process job does not begin while a slot is not free that it puts
// something into, and begins when it is.
func TestHeldJob(t *testing.T) {
	for _, x := range []struct {
		name, slots string // of FOUP02
		begins      bool
		frees       string // a substrate whose end lets the job begin
	}{
		{"one stays", vacated[:11] + "3" + vacated[12:], false, "FOUP02.12"},
		{"double slotted", vacated[:13] + "4" + vacated[14:], false, ""},
		{"that of another job", vacated[:14] + "3" + vacated[15:], true, ""},
	} {
		w := filling(t, x.slots)
		begun := func() bool { return strings.Contains(w.told(), "PJ#2 PJ1") }
		if begun() != x.begins {
			t.Errorf("%s: begun is not %v", x.name, x.begins)
		}
		if x.frees == "" {
			continue
		}
		w.RemoveSubstrate(x.frees)
		if !begun() {
			t.Errorf("%s: freed, it does not begin", x.name)
		}
	}
}
