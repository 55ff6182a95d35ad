package model

import (
	"fmt"
	"slices"
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

// TestCarrierOutChoosesPort: without PTN it is a port in service, one that is free
// now before others, then the one with the shortest queue.
func TestCarrierOutChoosesPort(t *testing.T) {
	reserved := func(port int) func(*recorder) {
		return func(r *recorder) { r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: port}) }
	}
	tells := func(facts ...Fact) func(*recorder) {
		return func(r *recorder) {
			for _, f := range facts {
				r.tells(t, f)
			}
		}
	}
	serves := func(action, carrier string, port int) func(*recorder) {
		return func(r *recorder) { r.serves(t, action, carrier, port) }
	}
	handoff := func(r *recorder) {
		r.tells(t, PortAccess{1, Auto})
		r.signals(t, 1, "CS_0", "VALID")
	}
	for _, x := range []struct {
		name  string
		steps []func(*recorder)
		port  int // 0: refused
	}{
		{"all free", nil, 1},
		{"out of service", []func(*recorder){tells(PortService{1, OutOfService})}, 2},
		{"reserved", []func(*recorder){reserved(1)}, 2},
		{"bound", []func(*recorder){serves("Bind", "X", 1)}, 2},
		{"blocked", []func(*recorder){tells(LoadStarted{1})}, 2},
		{"in a handoff", []func(*recorder){handoff}, 2},
		{"READY TO UNLOAD", []func(*recorder){tells(CarrierPlaced{1}, CarrierIDUnread{1}), serves("CancelCarrierAtPort", "", 1)}, 2},
		{"none free, one with a queue", []func(*recorder){serves("CarrierOut", "B", 1), tells(LoadStarted{2})}, 1},
		{"none free, one out of service", []func(*recorder){reserved(1), tells(PortService{2, OutOfService})}, 1},
		{"none free, queues", []func(*recorder){reserved(1), tells(LoadStarted{2}), serves("CarrierOut", "B", 1)}, 2},
		{"none in service", []func(*recorder){tells(PortService{1, OutOfService}, PortService{2, OutOfService})}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := bufferTool(t)
			r.goesIn(t, "A", "BUF1")
			r.goesIn(t, "B", "BUF2")
			for _, step := range x.steps {
				step(r)
			}
			r.ports300()
			r.commit(t)
			if x.port == 0 {
				r.answers(t, 5, ErrWrongState, "CarrierOut", "A", NoPort)
				return
			}
			r.serves(t, "CarrierOut", "A", NoPort)
			if p := r.queuedOut("A"); p != nil && int(p.number) != x.port || p == nil && int(r.carriers.at(r.carriers.find("A")).port) != x.port {
				t.Errorf("queued at %v, heard %q", p, r.heard)
			}
		})
	}
}

// TestQueuedOutGoesOn: what waits inside for a port goes when nothing keeps the port
// from it any more, whatever that was.
func TestQueuedOutGoesOn(t *testing.T) {
	for name, x := range map[string]struct {
		keep, free func(t *testing.T, r *recorder)
	}{
		"service": {
			func(t *testing.T, r *recorder) {
				r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: 1})
				r.serves(t, "CarrierOut", "A", 1).tells(t, PortService{1, OutOfService})
				r.DoPort(&PortRequest{Action: "ChangeServiceStatus", Port: 1, Parameters: []Setting{{"ServiceStatus", secs2.U1(1)}}})
			},
			func(_ *testing.T, r *recorder) { r.DoPort(&PortRequest{Action: "CancelReservationAtPort", Port: 1}) },
		},
		"blocked, then out of service": {
			func(t *testing.T, r *recorder) {
				r.tells(t, LoadStarted{1}).serves(t, "CarrierOut", "A", 1).tells(t, CarrierPlaced{1}).tells(t, PortService{1, OutOfService}).tells(t, CarrierRemoved{1})
			},
			func(t *testing.T, r *recorder) { r.tells(t, PortService{1, InService}) },
		},
		"bound": {
			func(t *testing.T, r *recorder) { r.serves(t, "Bind", "X", 1).serves(t, "CarrierOut", "A", 1) },
			func(t *testing.T, r *recorder) { r.serves(t, "CancelBind", "X", 1) },
		},
		"bound carrier comes elsewhere": {
			func(t *testing.T, r *recorder) {
				r.serves(t, "Bind", "X", 1).serves(t, "CarrierOut", "A", 1).tells(t, CarrierPlaced{2})
			},
			func(t *testing.T, r *recorder) { r.tells(t, CarrierIDRead{2, "X"}) },
		},
		"load that fails": {
			func(t *testing.T, r *recorder) { r.tells(t, LoadStarted{1}).serves(t, "CarrierOut", "A", 1) },
			func(t *testing.T, r *recorder) { r.tells(t, LoadFailed{1}) },
		},
		"handoff": {
			func(t *testing.T, r *recorder) {
				r.tells(t, PortAccess{1, Auto})
				r.signals(t, 1, "CS_0", "VALID")
				r.serves(t, "CarrierOut", "A", 1)
			},
			func(t *testing.T, r *recorder) { r.signals(t, 1, "-VALID", "-CS_0") },
		},
		"move that fails": {
			func(t *testing.T, r *recorder) { r.serves(t, "CarrierOut", "B", 1).serves(t, "CarrierOut", "A", 1) },
			func(t *testing.T, r *recorder) { r.tells(t, CarrierMoveFailed{"B"}) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := bufferTool(t)
			r.goesIn(t, "A", "BUF1")
			r.goesIn(t, "B", "BUF2")
			x.keep(t, r)
			if slices.Contains(r.heard, "ordered carrier-out 1 A") {
				t.Fatalf("too early: %q", r.heard)
			}
			x.free(t, r)
			if !slices.Contains(r.heard, "ordered carrier-out 1 A") {
				t.Errorf("heard %q", r.heard)
			}
		})
	}
}

// TestQueuedOutIsNotUsed: no job begins on a carrier that waits for its way out, and
// one that is used does not go.
func TestQueuedOutIsNotUsed(t *testing.T) {
	r := bufferTool(t)
	r.goesIn(t, "A", "BUF1")
	r.tells(t, CarrierMoved{"A", "FIMS1"}).tells(t, CarrierIsOpened{1}).tells(t, SlotMapRead{1, codes(full)}).serves(t, "ProceedWithCarrier", "A", NoPort)
	r.tells(t, LoadStarted{1}).serves(t, "CarrierOut", "A", 1)
	job, spec := onSlots("PJ", "A", 1), controlling("CJ", OrderList, "PJ")
	r.CreateProcessJob(&job)
	r.CreateControlJob(&spec)
	state := func() CJState { return r.control.at(r.control.find("CJ")).state }
	if state() != CJSelected {
		t.Errorf("CJ is %v", state())
	}
	r.refuses300(t, SubstrateMoved{"A.01", "ROBOT.A"}, ErrNotNow)
	r.serves(t, "CancelCarrierOut", "A", NoPort)
	if state() != CJExecuting {
		t.Errorf("CJ is %v", state())
	}
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
