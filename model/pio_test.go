package model

import (
	"testing"
	"time"
)

// handsOver plays the signals of an AMHS: "CS_0", "VALID" … on, with a minus off.
func (r *recorder) signals(port int, names ...string) *recorder {
	r.t.Helper()
	inputs := map[string]PIOInput{"VALID": VALID, "CS_0": CS0, "TR_REQ": TRREQ, "BUSY": BUSY, "COMPT": COMPT, "CONT": CONT}
	for _, name := range names {
		level := On
		if name[0] == '-' {
			level, name = Off, name[1:]
		}
		r.tells(PIOSignal{port, inputs[name], level})
	}
	return r
}

func autoTool(t *testing.T) *recorder {
	t.Helper()
	r := portTool(t)
	r.ChangeAccess(&AccessRequest{Mode: Auto})
	r.ports300()
	r.commit()
	return r
}

func TestHandoff(t *testing.T) {
	r := autoTool(t)
	r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: 1})
	r.ports300()
	r.signals(1, "CS_0", "VALID").hearsPorts()
	r.refuses(PortService{1, OutOfService}, ErrNotNow)
	r.signals(1, "TR_REQ").hearsPorts("LPT#6 1")
	r.signals(1, "BUSY").tells(CarrierPlaced{1}).hearsPorts("RSV#3 1")
	r.refuses(CarrierPlaced{1}, ErrNotNow)
	r.signals(1, "-BUSY", "-TR_REQ").hearsPorts()
	r.signals(1, "COMPT").hearsPorts("ordered read-id 1")
	r.signals(1, "-COMPT", "-VALID", "-CS_0").tells(CarrierIDRead{1, "A"}).serves("CancelCarrier", "A", 1)
	r.hearsPorts("CAR#3 A", "ASC#2 1", "CAR#9 A", "LPT#9 1")
	r.signals(1, "CS_0", "VALID", "TR_REQ").hearsPorts("LPT#7 1")
	r.signals(1, "BUSY").tells(CarrierRemoved{1}).hearsPorts()
	r.signals(1, "-BUSY", "-TR_REQ", "COMPT").hearsPorts("CAR#21 A", "ASC#3 1", "LPT#8 1")
	r.signals(1, "-COMPT", "-VALID", "-CS_0").hearsPorts()
	if r.ports[0].pio != (pio{}) || !r.Deadline().IsZero() {
		t.Errorf("after the handoff %+v", r.ports[0].pio)
	}
}

// TestHandoffTimers: each timer ends at its time and not before.
func TestHandoffTimers(t *testing.T) {
	load := []string{"CS_0", "VALID", "TR_REQ", "BUSY"}
	for _, tc := range []struct {
		name    string
		signals []string
		placed  bool
		then    []string
		after   time.Duration
		want    []string
	}{
		{"TP1", load[:2], false, nil, 2 * time.Second, []string{"PIOFailure set"}},
		{"TP2", load[:3], false, nil, 2 * time.Second, []string{"PIOFailure set", "LPT#10 1", "LPT#5 1"}},
		{"TP3", load, false, nil, time.Minute, []string{"PIOFailure set"}},
		{"TP4", load, true, nil, time.Minute, []string{"PIOFailure set"}},
		{"TP5", load, true, []string{"-BUSY", "-TR_REQ", "COMPT"}, 2 * time.Second, []string{"PIOFailure set"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := autoTool(t)
			r.signals(1, tc.signals...)
			if tc.placed {
				r.tells(CarrierPlaced{1})
			}
			r.signals(1, tc.then...).ports300()
			r.commit()
			if got := r.Deadline().Sub(r.now); got != tc.after {
				t.Fatalf("due in %v, want %v", got, tc.after)
			}
			r.waits(tc.after - 1)
			r.Expire()
			r.hearsPorts()
			r.waits(1)
			r.Expire()
			r.hearsPorts(tc.want...)
			if !r.Deadline().IsZero() {
				t.Error("a timer runs on")
			}
			r.signals(1, "TR_REQ", "-TR_REQ", "-VALID", "-CS_0").hearsPorts()
			switch r.ports[0].stage {
			case loading:
				r.tells(LoadFailed{1}).hearsPorts("LPT#10 1", "LPT#5 1")
			case detected: // the operator says that it stands
				r.tells(CarrierPlaced{1}).hearsPorts("ordered read-id 1")
			}
			r.tells(PortFault{1, PIOFailure, AlarmCleared}).hearsPorts("PIOFailure cleared")
		})
	}
}

func TestHandoffBrokenOff(t *testing.T) {
	r := autoTool(t)
	r.signals(1, "CS_0", "VALID", "-VALID").hearsPorts()
	r.signals(1, "VALID", "TR_REQ").hearsPorts("LPT#6 1")
	r.signals(1, "-VALID", "-TR_REQ").hearsPorts("PIOFailure set", "LPT#10 1", "LPT#5 1")
	// The next one clears the alarm.
	r.signals(1, "VALID").hearsPorts("PIOFailure cleared")
	r.signals(1, "TR_REQ", "BUSY").hearsPorts("LPT#6 1")
	// A start in the middle of it: the operator sees to the rest.
	n := r.restarted()
	n.Start()
	n.hearsPorts("PIOFailure set", "LPT#1 1", "LPT#4 1", "ACC#1 1",
		"LPT#1 2", "LPT#4 2", "LPT#5 2", "ACC#1 2", "ordered resynchronize")
	n.tells(CarrierPlaced{1}).hearsPorts("ordered read-id 1")
	// A Step whose record is lost did not happen: the signal comes again.
	r.signals(2, "CS_0", "VALID").hearsPorts()
	r.signals(2, "TR_REQ")
	r.ports300()
	r.undo()
	r.signals(2, "TR_REQ").hearsPorts("LPT#6 2")
	r.refuses(PIOSignal{1, CONT + 1, On}, ErrValue)
}

// TestUnclampForAMHS: the carrier may leave while it is clamped, and the clamp opens
// when the AMHS comes.
func TestUnclampForAMHS(t *testing.T) {
	r := autoTool(t)
	r.constants[UnclampControl] = 2
	r.signals(1, "CS_0", "VALID", "TR_REQ", "BUSY").tells(CarrierPlaced{1}).signals(1, "-BUSY", "-TR_REQ", "COMPT", "-COMPT", "-VALID")
	r.tells(CarrierIsClamped{1}).tells(CarrierIDRead{1, "A"}).ports300()
	r.serves("CancelCarrier", "A", 1).hearsPorts("CAR#9 A", "LPT#9 1")
	r.signals(1, "VALID").hearsPorts("ordered clamp-release 1 A")
	r.tells(CarrierIsUnclamped{1}).hearsPorts("CarrierUnclamped")
	r.signals(1, "TR_REQ", "BUSY").hearsPorts("LPT#7 1")
}
