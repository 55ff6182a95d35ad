package model

import (
	"testing"
	"time"
)

// handsOver plays the signals of an AMHS: "CS_0", "VALID" … on, with a minus off.
func (r *recorder) signals(t *testing.T, port int, names ...string) *recorder {
	t.Helper()
	inputs := map[string]PIOInput{"VALID": VALID, "CS_0": CS0, "TR_REQ": TRREQ, "BUSY": BUSY, "COMPT": COMPT, "CONT": CONT}
	for _, name := range names {
		level := On
		if name[0] == '-' {
			level, name = Off, name[1:]
		}
		r.tells(t, PIOSignal{port, inputs[name], level})
	}
	return r
}

func autoTool(t *testing.T) *recorder {
	t.Helper()
	r := portTool(t)
	r.ChangeAccess(&AccessRequest{Mode: Auto})
	r.ports300()
	r.commit(t)
	return r
}

func TestHandoff(t *testing.T) {
	r := autoTool(t)
	r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: 1})
	r.ports300()
	r.signals(t, 1, "CS_0", "VALID").hearsPorts(t)
	r.refuses(t, PortService{1, OutOfService}, ErrNotNow)
	r.signals(t, 1, "TR_REQ").hearsPorts(t, "LoadPortTransfer#6 1")
	r.signals(t, 1, "BUSY").tells(t, CarrierPlaced{1}).hearsPorts(t, "LoadPortReservation#3 1")
	r.refuses(t, CarrierPlaced{1}, ErrNotNow)
	r.signals(t, 1, "-BUSY", "-TR_REQ").hearsPorts(t)
	r.signals(t, 1, "COMPT").hearsPorts(t, "ordered read-id 1")
	r.signals(t, 1, "-COMPT", "-VALID", "-CS_0").tells(t, CarrierIDRead{1, "A"}).serves(t, "CancelCarrier", "A", 1)
	r.hearsPorts(t, "Carrier#3 A", "PortAssociation#2 1", "Carrier#9 A", "LoadPortTransfer#9 1")
	r.signals(t, 1, "CS_0", "VALID", "TR_REQ").hearsPorts(t, "LoadPortTransfer#7 1")
	r.signals(t, 1, "BUSY").tells(t, CarrierRemoved{1}).hearsPorts(t)
	r.signals(t, 1, "-BUSY", "-TR_REQ", "COMPT").hearsPorts(t, "Carrier#21 A", "PortAssociation#3 1", "LoadPortTransfer#8 1")
	r.signals(t, 1, "-COMPT", "-VALID", "-CS_0").hearsPorts(t)
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
		{"TP2", load[:3], false, nil, 2 * time.Second, []string{"PIOFailure set", "LoadPortTransfer#10 1", "LoadPortTransfer#5 1"}},
		{"TP3", load, false, nil, time.Minute, []string{"PIOFailure set"}},
		{"TP4", load, true, nil, time.Minute, []string{"PIOFailure set"}},
		{"TP5", load, true, []string{"-BUSY", "-TR_REQ", "COMPT"}, 2 * time.Second, []string{"PIOFailure set"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := autoTool(t)
			r.signals(t, 1, tc.signals...)
			if tc.placed {
				r.tells(t, CarrierPlaced{1})
			}
			r.signals(t, 1, tc.then...).ports300()
			r.commit(t)
			if got := r.Deadline().Sub(r.now); got != tc.after {
				t.Fatalf("due in %v, want %v", got, tc.after)
			}
			r.waits(tc.after - 1)
			r.Expire()
			r.hearsPorts(t)
			r.waits(1)
			r.Expire()
			r.hearsPorts(t, tc.want...)
			if !r.Deadline().IsZero() {
				t.Error("a timer runs on")
			}
			r.signals(t, 1, "TR_REQ", "-TR_REQ", "-VALID", "-CS_0").hearsPorts(t)
			switch r.ports[0].stage {
			case loading:
				r.tells(t, LoadFailed{1}).hearsPorts(t, "LoadPortTransfer#10 1", "LoadPortTransfer#5 1")
			case detected: // the operator says that it stands
				r.tells(t, CarrierPlaced{1}).hearsPorts(t, "ordered read-id 1")
			}
			r.tells(t, PortFault{1, PIOFailure, AlarmCleared}).hearsPorts(t, "PIOFailure cleared")
		})
	}
}

func TestHandoffBrokenOff(t *testing.T) {
	r := autoTool(t)
	r.signals(t, 1, "CS_0", "VALID", "-VALID").hearsPorts(t)
	r.signals(t, 1, "VALID", "TR_REQ").hearsPorts(t, "LoadPortTransfer#6 1")
	r.signals(t, 1, "-VALID", "-TR_REQ").hearsPorts(t, "PIOFailure set", "LoadPortTransfer#10 1", "LoadPortTransfer#5 1")
	// The next one clears the alarm.
	r.signals(t, 1, "VALID").hearsPorts(t, "PIOFailure cleared")
	r.signals(t, 1, "TR_REQ", "BUSY").hearsPorts(t, "LoadPortTransfer#6 1")
	// A start in the middle of it: the operator sees to the rest.
	n := r.restarted(t)
	n.Start()
	n.hearsPorts(t, "PIOFailure set", "LoadPortTransfer#1 1", "LoadPortTransfer#4 1", "AccessMode#1 1",
		"LoadPortTransfer#1 2", "LoadPortTransfer#4 2", "LoadPortTransfer#5 2", "AccessMode#1 2", "ordered resynchronize")
	n.tells(t, CarrierPlaced{1}).hearsPorts(t, "ordered read-id 1")
	// A Step whose record is lost did not happen: the signal comes again.
	r.signals(t, 2, "CS_0", "VALID").hearsPorts(t)
	r.signals(t, 2, "TR_REQ")
	r.ports300()
	r.undo(t)
	r.signals(t, 2, "TR_REQ").hearsPorts(t, "LoadPortTransfer#6 2")
	r.refuses(t, PIOSignal{1, CONT + 1, On}, ErrValue)
}

// TestUnclampForAMHS: the carrier may leave while it is clamped, and the clamp opens
// when the AMHS comes.
func TestUnclampForAMHS(t *testing.T) {
	r := autoTool(t)
	r.constants[UnclampControl] = 2
	r.signals(t, 1, "CS_0", "VALID", "TR_REQ", "BUSY").tells(t, CarrierPlaced{1}).signals(t, 1, "-BUSY", "-TR_REQ", "COMPT", "-COMPT", "-VALID")
	r.tells(t, CarrierIsClamped{1}).tells(t, CarrierIDRead{1, "A"}).ports300()
	r.serves(t, "CancelCarrier", "A", 1).hearsPorts(t, "Carrier#9 A", "LoadPortTransfer#9 1")
	r.signals(t, 1, "VALID").hearsPorts(t, "ordered clamp-release 1 A")
	r.tells(t, CarrierIsUnclamped{1}).hearsPorts(t, "CarrierUnclamped")
	r.signals(t, 1, "TR_REQ", "BUSY").hearsPorts(t, "LoadPortTransfer#7 1")
}
