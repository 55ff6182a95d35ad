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
func (r *recorder) goesIn(id, place string) {
	r.t.Helper()
	r.tells(CarrierPlaced{1}).tells(CarrierIDRead{1, id}).serves("ProceedWithCarrier", id, 1).tells(CarrierMoved{id, place})
	r.ports300()
	r.commit()
}

func TestBuffer(t *testing.T) {
	r := bufferTool(t)
	r.tells(CarrierPlaced{1}).tells(CarrierIDRead{1, "A"})
	r.refuses(CarrierMoved{"A", "BUF1"}, ErrNotNow)
	r.serves("ProceedWithCarrier", "A", 1).ports300()
	r.tells(CarrierMoved{"A", "BUF1"}).hearsPorts("CarrierLocationChange", "ASC#3 1", "LPT#8 1", "BufferCapacityChanged")
	r.goesIn("B", "BUF2")
	r.refuses(CarrierMoved{"A", "BUF2"}, ErrNotNow)
	r.refuses(CarrierMoved{"A", "LP1"}, ErrNotNow)
	r.refuses(CarrierMoved{"C", "LP1"}, ErrUnknown)
	if got := r.value(459); !got.Equal(secs2.L(secs2.A("BUFFER"), secs2.A("ANY"), secs2.U1(0), secs2.U1(2), secs2.U1(0))) {
		t.Errorf("BufferPartitionInfo % X", got.Encoded())
	}
	// Opened inside, at the docked place of a port that is free meanwhile
	r.tells(CarrierMoved{"A", "FIMS1"}).tells(CarrierIsOpened{1}).tells(SlotMapRead{1, codes(full)})
	r.hearsPorts("CarrierLocationChange", "BufferCapacityChanged", "CarrierOpened", "CAR#14 A")
	r.refuses(CarrierMoved{"A", "BUF1"}, ErrNotNow)
	r.serves("ProceedWithCarrier", "A", NoPort).hearsPorts("CAR#15 A")
	r.beginAccess(r.carriers.find("A"))
	r.answers(5, ErrWrongState, "CarrierOut", "A", 1)
	r.endAccess(r.carriers.find("A"), endNormal)
	r.hearsPorts("CAR#18 A", "CAR#19 A", "ordered undock 1 A")
	r.tells(CarrierIsClosed{1}).tells(CarrierMoved{"A", "BUF1"}).hearsPorts("CarrierClosed", "CarrierLocationChange", "BufferCapacityChanged")
	// Out again: two for one port, one after the other
	r.serves("CarrierOut", "A", 1).hearsPorts("RSV#2 1", "ASC#2 1", "LPT#6 1", "ordered carrier-out 1 A")
	r.serves("CarrierOut", "B", 1).hearsPorts()
	r.answers(5, ErrWrongState, "CarrierOut", "B", 2)
	r.answers(5, ErrWrongState, "CancelCarrierOut", "A", NoPort)
	r.tells(CarrierMoved{"A", "LP1"}).hearsPorts("CarrierLocationChange", "RSV#3 1", "LPT#9 1", "BufferCapacityChanged")
	staysAssociated(r)
	r.tells(CarrierRemoved{1})
	r.look = nil
	r.hearsPorts("LPT#7 1", "CAR#21 A", "RSV#2 1", "ASC#4 1", "LPT#8 1", "LPT#6 1", "ordered carrier-out 1 B")
	n := r.restarted()
	n.Start()
	if got := n.ports300(); got[len(got)-1] != "ordered carrier-out 1 B" {
		t.Errorf("after a start %q", got)
	}
	r.tells(CarrierMoveFailed{"B"})
	r.hearsPorts("BufferMoveFailure set", "ASC#3 1", "RSV#3 1", "LPT#10 1", "LPT#5 1")
	r.tells(CarrierMoved{"B", "BUF1"}).hearsPorts("BufferMoveFailure cleared", "CarrierLocationChange")
}

func TestCarrierInAndQueues(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.serves("CarrierOut", "A", NoPort).tells(CarrierMoved{"A", "LP1"})
	r.ports300()
	r.answers(5, ErrWrongState, "CarrierOut", "A", 2)
	r.serves("CarrierIn", "A", NoPort).hearsPorts("LPT#7 1", "ordered carrier-in 1 A")
	r.tells(CarrierMoveFailed{"A"}).hearsPorts("BufferMoveFailure set", "LPT#10 1", "LPT#5 1")
	r.serves("CarrierIn", "A", NoPort).tells(CarrierMoved{"A", "BUF1"})
	r.hearsPorts("LPT#7 1", "ordered carrier-in 1 A", "BufferMoveFailure cleared", "CarrierLocationChange", "ASC#3 1",
		"LPT#8 1", "BufferCapacityChanged")
	r.answers(5, ErrWrongState, "CarrierIn", "A", NoPort)
	// What waits for a port that is bound comes when that ends.
	r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: 1})
	r.ports300()
	r.serves("CarrierOut", "A", 1).hearsPorts()
	r.serves("CancelCarrierOut", "A", NoPort).serves("CarrierOut", "A", 1).hearsPorts()
	if x := r.CheckCancelAllOut(); !x.Accepted() {
		t.Error(x)
	}
	r.CancelAllOut()
	r.answers(5, ErrWrongState, "CancelCarrierOut", "A", NoPort)
	r.serves("CarrierOut", "A", 1)
	r.DoPort(&PortRequest{Action: "CancelReservationAtPort", Port: 1})
	r.hearsPorts("RSV#3 1", "RSV#2 1", "ASC#2 1", "LPT#6 1", "ordered carrier-out 1 A")
	// A carrier that goes in while another waits for its port
	r.tells(CarrierMoved{"A", "LP1"})
	r.tells(CarrierPlaced{2}).tells(CarrierIDRead{2, "B"}).serves("ProceedWithCarrier", "B", 2).tells(CarrierMoved{"B", "BUF2"})
	r.serves("CarrierOut", "B", 1).serves("CarrierIn", "A", 1).ports300()
	staysAssociated(r)
	r.tells(CarrierMoved{"A", "BUF1"})
	r.hearsPorts("CarrierLocationChange", "RSV#2 1", "ASC#4 1", "ordered carrier-out 1 B", "BufferCapacityChanged")
	fixed := portTool(t)
	if x := fixed.CheckCancelAllOut(); x.Code != 1 || x.Faults[0].Code != ErrUnsupported {
		t.Error(x)
	}
	fixed.arrives(1, "A").commit()
	fixed.heard = nil
	fixed.refuses(CarrierMoved{"A", "FIMS1"}, ErrNotNow)
	fixed.refuses(CarrierMoveFailed{"A"}, ErrNotNow)
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
				r.tells(f)
			}
		}
	}
	serves := func(action, carrier string, port int) func(*recorder) {
		return func(r *recorder) { r.serves(action, carrier, port) }
	}
	handoff := func(r *recorder) {
		r.tells(PortAccess{1, Auto})
		r.signals(1, "CS_0", "VALID")
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
			r.goesIn("A", "BUF1")
			r.goesIn("B", "BUF2")
			for _, step := range x.steps {
				step(r)
			}
			r.ports300()
			r.commit()
			if x.port == 0 {
				r.answers(5, ErrWrongState, "CarrierOut", "A", NoPort)
				return
			}
			r.serves("CarrierOut", "A", NoPort)
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
				r.serves("CarrierOut", "A", 1).tells(PortService{1, OutOfService})
				r.DoPort(&PortRequest{Action: "ChangeServiceStatus", Port: 1, Parameters: []Setting{{"ServiceStatus", secs2.U1(1)}}})
			},
			func(_ *testing.T, r *recorder) { r.DoPort(&PortRequest{Action: "CancelReservationAtPort", Port: 1}) },
		},
		"blocked, then out of service": {
			func(t *testing.T, r *recorder) {
				r.tells(LoadStarted{1}).serves("CarrierOut", "A", 1).tells(CarrierPlaced{1}).tells(PortService{1, OutOfService}).tells(CarrierRemoved{1})
			},
			func(t *testing.T, r *recorder) { r.tells(PortService{1, InService}) },
		},
		"bound": {
			func(t *testing.T, r *recorder) { r.serves("Bind", "X", 1).serves("CarrierOut", "A", 1) },
			func(t *testing.T, r *recorder) { r.serves("CancelBind", "X", 1) },
		},
		"bound carrier comes elsewhere": {
			func(t *testing.T, r *recorder) {
				r.serves("Bind", "X", 1).serves("CarrierOut", "A", 1).tells(CarrierPlaced{2})
			},
			func(t *testing.T, r *recorder) { r.tells(CarrierIDRead{2, "X"}) },
		},
		"load that fails": {
			func(t *testing.T, r *recorder) { r.tells(LoadStarted{1}).serves("CarrierOut", "A", 1) },
			func(t *testing.T, r *recorder) { r.tells(LoadFailed{1}) },
		},
		"handoff": {
			func(t *testing.T, r *recorder) {
				r.tells(PortAccess{1, Auto})
				r.signals(1, "CS_0", "VALID")
				r.serves("CarrierOut", "A", 1)
			},
			func(t *testing.T, r *recorder) { r.signals(1, "-VALID", "-CS_0") },
		},
		"move that fails": {
			func(t *testing.T, r *recorder) { r.serves("CarrierOut", "B", 1).serves("CarrierOut", "A", 1) },
			func(t *testing.T, r *recorder) { r.tells(CarrierMoveFailed{"B"}) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := bufferTool(t)
			r.goesIn("A", "BUF1")
			r.goesIn("B", "BUF2")
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
	r.goesIn("A", "BUF1")
	r.tells(CarrierMoved{"A", "FIMS1"}).tells(CarrierIsOpened{1}).tells(SlotMapRead{1, codes(full)}).serves("ProceedWithCarrier", "A", NoPort)
	r.tells(LoadStarted{1}).serves("CarrierOut", "A", 1)
	job, spec := onSlots("PJ", "A", 1), controlling("CJ", OrderList, "PJ")
	r.CreateProcessJob(&job)
	r.CreateControlJob(&spec)
	state := func() CJState { return r.control.at(r.control.find("CJ")).state }
	if state() != CJSelected {
		t.Errorf("CJ is %v", state())
	}
	r.refuses(SubstrateMoved{"A.01", "ROBOT.A"}, ErrNotNow)
	r.serves("CancelCarrierOut", "A", NoPort)
	if state() != CJExecuting {
		t.Errorf("CJ is %v", state())
	}
}

// value returns the value of a status variable.
func (r *recorder) value(vid uint32) secs2.Item {
	r.t.Helper()
	return r.valueIn(r.cfg.StatusVariables(), vid)
}

// valueIn returns the value that a variable of the list has now.
func (r *recorder) valueIn(list []Variable, vid uint32) secs2.Item {
	r.t.Helper()
	for _, v := range list {
		if v.VID == vid {
			a := secs2.NewAppender(nil)
			v.Append(r.Model, &a)
			it, err := secs2.Parse(a.Bytes())
			if err != nil {
				r.t.Fatal(err)
			}
			return it
		}
	}
	r.t.Fatal("no variable", vid)
	return secs2.Item{}
}

func TestTag(t *testing.T) {
	r := portTool(t).serves("CarrierNotification", "B", NoPort).arrives(1, "A")
	r.commit()
	write := func(segment string, length int, data secs2.Item) string {
		q := &TagRequest{Carrier: "A", Segment: segment, Length: length, Data: data}
		x := r.CheckTagWrite(q)
		if x.Accepted() {
			r.WriteTag(q)
			r.commit()
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
	r.serves("CancelCarrier", "A", 1).tells(CarrierIsUnclamped{1})
	if got := write("LOT", WholeTag, secs2.A("L8")); got != "rejected, invalid state 17" {
		t.Error(got)
	}
	if got := read("LP1", "", "", WholeTag); got != "\x01\x02" {
		t.Errorf("read %q", got)
	}
}
