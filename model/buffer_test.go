package model

import (
	"fmt"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func bufferTool(t *testing.T) *recorder {
	t.Helper()
	cfg := toolConfig()
	cfg.Buffer = []string{"BUF1", "BUF2"}
	r := newRecorder(t, cfg)
	r.constants[CarrierHold] = 2
	return r
}

// goesIn brings a carrier to port 1 and on to a place inside.
func (r *recorder) goesIn(t *testing.T, id, place string) {
	t.Helper()
	r.tells(t, CarrierPlaced{1}).tells(t, CarrierIDRead{1, id}).serves(t, "ProceedWithCarrier", id, 1).tells(t, CarrierMoved{id, place})
	r.ports300()
	r.commit(t)
}

func TestBuffer(t *testing.T) {
	r := bufferTool(t)
	r.tells(t, CarrierPlaced{1}).tells(t, CarrierIDRead{1, "A"})
	r.refuses300(t, CarrierMoved{"A", "BUF1"}, ErrNotNow)
	r.serves(t, "ProceedWithCarrier", "A", 1).ports300()
	r.tells(t, CarrierMoved{"A", "BUF1"}).hearsPorts(t, "CarrierLocationChange", "PortAssociation#3 1", "LoadPortTransfer#8 1", "BufferCapacityChanged")
	r.goesIn(t, "B", "BUF2")
	r.refuses(t, CarrierMoved{"A", "BUF2"}, ErrNotNow)
	r.refuses(t, CarrierMoved{"A", "LP1"}, ErrNotNow)
	r.refuses(t, CarrierMoved{"C", "LP1"}, ErrUnknown)
	if got := r.value(t, 459); !got.Equal(secs2.L(secs2.A("BUFFER"), secs2.A("ANY"), secs2.U1(0), secs2.U1(2), secs2.U1(0))) {
		t.Errorf("BufferPartitionInfo % X", got.Encoded())
	}
	// Opened inside, at the docked place of a port that is free meanwhile
	r.tells(t, CarrierMoved{"A", "FIMS1"}).tells(t, CarrierIsOpened{1}).tells(t, SlotMapRead{1, codes(full)})
	r.hearsPorts(t, "CarrierLocationChange", "CarrierOpened", "Carrier#14 A")
	r.refuses(t, CarrierMoved{"A", "BUF1"}, ErrNotNow)
	r.serves(t, "ProceedWithCarrier", "A", NoPort).hearsPorts(t, "Carrier#15 A")
	r.beginAccess(r.carriers.find("A"))
	r.answers(t, 5, ErrWrongState, "CarrierOut", "A", 1)
	r.endAccess(r.carriers.find("A"), endNormal)
	r.hearsPorts(t, "Carrier#18 A", "Carrier#19 A", "ordered undock 1 A")
	r.tells(t, CarrierIsClosed{1}).tells(t, CarrierMoved{"A", "BUF1"}).hearsPorts(t, "CarrierClosed", "CarrierLocationChange")
	// Out again: two for one port, one after the other
	r.serves(t, "CarrierOut", "A", 1).hearsPorts(t, "LoadPortReservation#2 1", "PortAssociation#2 1", "LoadPortTransfer#6 1", "ordered carrier-out 1 A")
	r.serves(t, "CarrierOut", "B", 1).hearsPorts(t)
	r.answers(t, 5, ErrWrongState, "CarrierOut", "B", 2)
	r.answers(t, 5, ErrWrongState, "CancelCarrierOut", "A", NoPort)
	r.tells(t, CarrierMoved{"A", "LP1"}).hearsPorts(t, "CarrierLocationChange", "LoadPortReservation#3 1", "LoadPortTransfer#9 1", "BufferCapacityChanged")
	r.tells(t, CarrierRemoved{1})
	r.hearsPorts(t, "LoadPortTransfer#7 1", "Carrier#21 A", "PortAssociation#3 1", "LoadPortTransfer#8 1",
		"LoadPortReservation#2 1", "PortAssociation#2 1", "LoadPortTransfer#6 1", "ordered carrier-out 1 B")
	n := r.restarted(t)
	n.Start()
	if got := n.ports300(); got[len(got)-1] != "ordered carrier-out 1 B" {
		t.Errorf("after a start %q", got)
	}
	r.tells(t, CarrierMoveFailed{"B"})
	r.hearsPorts(t, "BufferMoveFailure set", "PortAssociation#3 1", "LoadPortReservation#3 1", "LoadPortTransfer#10 1", "LoadPortTransfer#5 1")
	r.tells(t, CarrierMoved{"B", "BUF1"}).hearsPorts(t, "BufferMoveFailure cleared", "CarrierLocationChange")
}

func TestCarrierInAndQueues(t *testing.T) {
	r := bufferTool(t)
	r.goesIn(t, "A", "BUF1")
	r.serves(t, "CarrierOut", "A", NoPort).tells(t, CarrierMoved{"A", "LP1"})
	r.ports300()
	r.answers(t, 5, ErrWrongState, "CarrierOut", "A", 2)
	r.serves(t, "CarrierIn", "A", NoPort).hearsPorts(t, "LoadPortTransfer#7 1", "ordered carrier-in 1 A")
	r.tells(t, CarrierMoveFailed{"A"}).hearsPorts(t, "BufferMoveFailure set", "LoadPortTransfer#10 1", "LoadPortTransfer#5 1")
	r.serves(t, "CarrierIn", "A", NoPort).tells(t, CarrierMoved{"A", "BUF1"})
	r.hearsPorts(t, "LoadPortTransfer#7 1", "ordered carrier-in 1 A", "BufferMoveFailure cleared", "CarrierLocationChange", "PortAssociation#3 1",
		"LoadPortTransfer#8 1", "BufferCapacityChanged")
	r.answers(t, 5, ErrWrongState, "CarrierIn", "A", NoPort)
	// What waits for a port that is bound comes when that ends.
	r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: 1})
	r.ports300()
	r.serves(t, "CarrierOut", "A", 1).hearsPorts(t)
	r.serves(t, "CancelCarrierOut", "A", NoPort).serves(t, "CarrierOut", "A", 1).hearsPorts(t)
	if x := r.CheckCancelAllOut(); !x.Accepted() {
		t.Error(x)
	}
	r.CancelAllOut()
	r.answers(t, 5, ErrWrongState, "CancelCarrierOut", "A", NoPort)
	r.serves(t, "CarrierOut", "A", 1)
	r.DoPort(&PortRequest{Action: "CancelReservationAtPort", Port: 1})
	r.hearsPorts(t, "LoadPortReservation#3 1", "LoadPortReservation#2 1", "PortAssociation#2 1", "LoadPortTransfer#6 1", "ordered carrier-out 1 A")
	// A carrier that goes in while another waits for its port
	r.tells(t, CarrierMoved{"A", "LP1"})
	r.tells(t, CarrierPlaced{2}).tells(t, CarrierIDRead{2, "B"}).serves(t, "ProceedWithCarrier", "B", 2).tells(t, CarrierMoved{"B", "BUF2"})
	r.serves(t, "CarrierOut", "B", 1).serves(t, "CarrierIn", "A", 1).ports300()
	r.tells(t, CarrierMoved{"A", "BUF1"})
	r.hearsPorts(t, "CarrierLocationChange", "LoadPortReservation#2 1", "PortAssociation#4 1", "ordered carrier-out 1 B", "BufferCapacityChanged")
	fixed := portTool(t)
	if x := fixed.CheckCancelAllOut(); x.Code != 1 || x.Faults[0].Code != ErrUnsupported {
		t.Error(x)
	}
	fixed.arrives(t, 1, "A").commit(t)
	fixed.heard = nil
	fixed.refuses(t, CarrierMoved{"A", "FIMS1"}, ErrNotNow)
	fixed.refuses(t, CarrierMoveFailed{"A"}, ErrNotNow)
}

// value returns the value of a status variable.
func (r *recorder) value(t *testing.T, vid uint32) secs2.Item {
	t.Helper()
	for _, v := range r.cfg.StatusVariables() {
		if v.VID == vid {
			a := secs2.NewAppender(nil)
			v.Append(r.Model, &a)
			it, err := secs2.Parse(a.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			return it
		}
	}
	t.Fatal("no variable", vid)
	return secs2.Item{}
}

func TestTag(t *testing.T) {
	r := portTool(t).serves(t, "CarrierNotification", "B", NoPort).arrives(t, 1, "A")
	r.commit(t)
	write := func(segment string, length int, data secs2.Item) string {
		q := &TagRequest{Carrier: "A", Segment: segment, Length: length, Data: data}
		x := r.CheckTagWrite(q)
		if x.Accepted() {
			r.WriteTag(q)
			r.commit(t)
			return "done"
		}
		return fmt.Sprint(x.Code, " ", x.Faults[0].Code)
	}
	read := func(location, carrier, segment string, length int) string {
		x, data := r.CheckTagRead(&TagRequest{Location: location, Carrier: carrier, Segment: segment, Length: length})
		if x.Accepted() {
			return string(data.Data())
		}
		return fmt.Sprint(uint8(x.Code), " ", x.Faults[0].Code)
	}
	for _, tc := range []struct{ got, want string }{
		{read("LP1", "", "", WholeTag), ""},
		{write("LOT", WholeTag, secs2.A("L7")), "done"},
		{write("QTY", 2, secs2.A("25")), "done"},
		{write("QTY", 3, secs2.A("25")), "invalid data or argument 12"},
		{write("BIG", WholeTag, secs2.A(string(make([]byte, 4096)))), "invalid data or argument 12"},
		{read("LP1", "", "LOT", WholeTag), "L7"},
		{read("", "A", "QTY", 1), "2"},
		{read("LP1", "A", "", WholeTag), "L725"},
		{read("LP1", "A", "QTY", 3), "3 12"},
		{read("LP1", "A", "NONE", WholeTag), "3 3"},
		{read("LP2", "A", "", WholeTag), "3 12"},
		{read("LP2", "", "", WholeTag), "2 17"},
		{read("LP9", "", "", WholeTag), "3 3"},
		{read("", "C", "", WholeTag), "3 3"},
		{read("", "B", "", WholeTag), "2 17"},
		{read("", "", "", WholeTag), "3 13"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
	checkEqual(t, r)
	if got := write("", WholeTag, secs2.B(1, 2)); got != "done" || len(r.carriers.at(r.carriers.find("A")).extra.tag) != 1 {
		t.Errorf("the whole tag: %s", got)
	}
	r.serves(t, "CancelCarrier", "A", 1).tells(t, CarrierIsUnclamped{1})
	if got := write("LOT", WholeTag, secs2.A("L8")); got != "rejected, invalid state 17" {
		t.Error(got)
	}
	if got := read("LP1", "", "", WholeTag); got != "\x01\x02" {
		t.Errorf("read %q", got)
	}
}
