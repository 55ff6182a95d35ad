package model

import (
	"slices"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// This file is what a host hears of internal buffer equipment, beyond the names of the
// events.

// TestCarrierOutReservesForItsCarrier: RSV#2 of a CarrierOut tells for which carrier,
// also where it takes the place of another one.
func TestCarrierOutReservesForItsCarrier(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.goesIn("B", "BUF2")
	var got []secs2.Item
	r.look = func() {
		if slices.Contains([]string{"RSV#2 1", "RSV#3 1"}, r.heard[len(r.heard)-1]) {
			got = append(got, r.valueIn(r.cfg.DataVariables(), 302))
		}
	}
	r.serves("CarrierOut", "A", 1).tells(CarrierMoved{"A", "LP1"})
	r.serves("CarrierOut", "B", 1).serves("CarrierIn", "A", 1).tells(CarrierMoved{"A", "BUF1"})
	want := []secs2.Item{secs2.A("A"), secs2.A(""), secs2.A("B")}
	if !slices.EqualFunc(got, want, secs2.Item.Equal) {
		t.Errorf("CarrierID at RSV#2, RSV#3, RSV#2: %v", got)
	}
}

// TestBufferCapacityChanged: it is told when another number of places is free than before,
// and not when a carrier comes from a port, or goes to one, past the buffer's places.
func TestBufferCapacityChanged(t *testing.T) {
	r := bufferTool(t)
	comes := func(port int, id string) func() {
		return func() {
			r.tells(CarrierPlaced{port}).tells(CarrierIDRead{port, id}).serves("ProceedWithCarrier", id, port)
		}
	}
	goes := func(id string, port int) func() { return func() { r.serves("CarrierOut", id, port) } }
	available := uint8(2)
	for _, x := range []struct {
		first       func()
		carrier, to string
		available   uint8
	}{
		{comes(1, "A"), "A", "BUF1", 1},
		{nil, "A", "BUF2", 1},
		{nil, "A", "FIMS1", 2},
		{nil, "A", "FIMS2", 2},
		{nil, "A", "BUF1", 1},
		{goes("A", 1), "A", "LP1", 2},
		{comes(2, "B"), "B", "FIMS2", 2},
		{goes("B", 2), "B", "LP2", 2},
	} {
		if x.first != nil {
			x.first()
		}
		r.ports300()
		r.tells(CarrierMoved{x.carrier, x.to})
		if told := slices.Contains(r.heard, "BufferCapacityChanged"); told != (x.available != available) {
			t.Errorf("%s to %s: BufferCapacityChanged %v", x.carrier, x.to, told)
		}
		available = x.available
		if got := r.value(460); !got.Equal(secs2.L(secs2.U1(available))) {
			t.Errorf("%s at %s: BufferCapacityList % X", x.carrier, x.to, got.Encoded())
		}
	}
}

// TestSlotMapRefusedInside: the host refuses the slot map of a carrier that was opened
// inside. It goes back to the buffer, is not mapped again and no job takes it.
func TestSlotMapRefusedInside(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.tells(CarrierMoved{"A", "FIMS1"})
	r.answers(secs2.CAACKInvalidState, ErrWrongState, "CancelCarrier", "A", NoPort)
	r.tells(CarrierIsOpened{1}).tells(SlotMapUnread{1}).ports300()
	r.serves("CancelCarrier", "A", NoPort).hearsPorts("CAR#16 A", "SlotMapReadFailed cleared", "ordered undock 1 A")
	r.answers(secs2.CAACKInvalidState, ErrWrongState, "CancelCarrier", "A", NoPort)
	r.answers(secs2.CAACKInvalidState, ErrWrongState, "ProceedWithCarrier", "A", NoPort)
	n := r.restarted()
	n.Start()
	if got := n.ports300(); got[len(got)-1] != "ordered undock 1 A" {
		t.Errorf("after a start %q", got)
	}
	r.tells(CarrierIsClosed{1}).tells(CarrierMoved{"A", "BUF1"}).ports300()
	r.tells(CarrierMoved{"A", "FIMS1"}).tells(CarrierIsOpened{1})
	r.refuses(SlotMapRead{1, codes(full)}, ErrNotNow)
	r.tells(CarrierIsClosed{1}).ports300()
	r.serves("CarrierOut", "A", 1).hearsPorts("RSV#2 1", "ASC#2 1", "LPT#6 1", "ordered carrier-out 1 A")
}

// TestMapAlarmIsOfTheCarrierInside: the slot map alarm of a carrier at the docked place
// stays while others come and go on the port, and does not when that one goes.
func TestMapAlarmIsOfTheCarrierInside(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.tells(CarrierMoved{"A", "FIMS1"}).tells(CarrierIsOpened{1}).tells(SlotMapUnread{1})
	r.tells(CarrierPlaced{1}).tells(CarrierIDRead{1, "B"}).serves("ProceedWithCarrier", "B", 1).tells(CarrierMoved{"B", "BUF1"})
	r.tells(CarrierPlaced{1}).tells(CarrierIDRead{1, "C"}).serves("CancelCarrier", "C", 1).tells(CarrierRemoved{1})
	if !r.AlarmSet(SlotMapReadFailed, 1) {
		t.Error("the alarm went with another carrier")
	}
	r.tells(CarrierIsClosed{1}).ports300()
	r.tells(CarrierMoved{"A", "BUF2"}).hearsPorts("CarrierLocationChange", "SlotMapReadFailed cleared", "BufferCapacityChanged")
}

// TestMoveAlarmGoesWithItsCarrier: alarm 912 ends when the carrier whose move failed is
// taken away.
func TestMoveAlarmGoesWithItsCarrier(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.serves("CarrierOut", "A", 1).tells(CarrierMoved{"A", "LP1"}).serves("CarrierIn", "A", NoPort).tells(CarrierMoveFailed{"A"})
	r.tells(CarrierPlaced{2}).tells(CarrierIDRead{2, "B"}).serves("ProceedWithCarrier", "B", 2).tells(CarrierMoved{"B", "BUF1"})
	if !r.AlarmSet(BufferMoveFailure, NoPort) {
		t.Error("the alarm went with the move of another carrier")
	}
	r.ports300()
	r.tells(CarrierRemoved{1}).hearsPorts("LPT#7 1", "CAR#21 A", "BufferMoveFailure cleared", "ASC#3 1", "LPT#8 1")
}

// TestRestartOnTheWayIn: a carrier on its way in is on its port until it rests inside, so
// ASC#2 is told of it after a start; one on its way out is not there yet.
func TestRestartOnTheWayIn(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.serves("CarrierOut", "A", 1)
	r.commit()
	start := func() []string {
		n := r.restarted()
		n.Start()
		return n.ports300()
	}
	if got := start(); slices.Contains(got, "ASC#2 1") {
		t.Errorf("on its way out: %q", got)
	}
	r.tells(CarrierMoved{"A", "LP1"}).serves("CarrierIn", "A", NoPort)
	r.commit()
	if got := start(); !slices.Contains(got, "ASC#2 1") || got[len(got)-1] != "ordered carrier-in 1 A" {
		t.Errorf("on its way in: %q", got)
	}
}
