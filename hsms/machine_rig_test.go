package hsms

import (
	"bytes"
	"testing"
	"time"
)

// epoch is when the machines of tests begin.
var epoch = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// bench is a machine under test with its clock.
type bench struct {
	t   testing.TB
	m   *machine
	now time.Time
}

func handleNothing(*Conn, *Event) {}

func newBench(t testing.TB, connect Connect, cfg Config) *bench {
	t.Helper()
	cfg.Handle = handleNothing
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	cfg = cfg.withDefaults()
	m := newMachine(&cfg, connect, 0)
	b := &bench{t: t, m: &m, now: epoch}
	m.connected(b.now)
	return b
}

// selectedMachine returns a passive machine that is SELECTED.
func selectedMachine(t testing.TB, cfg Config) *machine {
	t.Helper()
	return selectedBench(t, cfg).m
}

func selectedBench(t testing.TB, cfg Config) *bench {
	t.Helper()
	b := newBench(t, Passive, cfg)
	b.in(selectReq1)
	b.wantOut(selectRsp1)
	b.wantState(StateSelected)
	b.m.notes.take()
	return b
}

// in gives the machine frames in hex, grants each select, and returns the
// events.
func (b *bench) in(frames string) []Event { return b.bytesIn(unhex(frames)) }

func (b *bench) bytesIn(data []byte) []Event {
	events, _ := b.consume(data)
	return events
}

// consume gives the machine what is unread and returns how much it took.
func (b *bench) consume(data []byte) (events []Event, taken int) {
	b.m.heard(b.now, len(data))
	for {
		var ev Event
		n, v := b.m.receive(b.now, data[taken:], &ev)
		taken += n
		if v == ask {
			v = b.m.answerSelect(b.now, selectOK, &ev)
		}
		switch v {
		case needMore:
			return events, taken
		case deliver:
			ev.Text = bytes.Clone(ev.Text)
			events = append(events, ev)
		}
	}
}

// out lets the socket take everything and returns it.
func (b *bench) out() []byte {
	var all []byte
	for {
		chunk := b.m.out.chunk(outLimit)
		if chunk == nil {
			return all
		}
		all = append(all, chunk...)
		b.m.wrote(b.now, len(chunk))
	}
}

func (b *bench) wantOut(frames string) {
	b.t.Helper()
	if got, want := b.out(), unhex(frames); !bytes.Equal(got, want) {
		b.t.Fatalf("out % X, want % X", got, want)
	}
}

func (b *bench) wantState(s State) {
	b.t.Helper()
	if b.m.state != s {
		b.t.Fatalf("state %v, want %v (end: %v)", b.m.state, s, b.m.end.err)
	}
}

// wantEvents checks the kinds of events and returns the first.
func (b *bench) wantEvents(events []Event, kinds ...Kind) Event {
	b.t.Helper()
	ok := len(events) == len(kinds)
	for i := range kinds {
		ok = ok && events[i].Kind == kinds[i]
	}
	if !ok {
		b.t.Fatalf("events %+v, want kinds %v", events, kinds)
	}
	if len(events) == 0 {
		return Event{}
	}
	return events[0]
}

// pass lets time pass and returns the events of what is due at its end.
func (b *bench) pass(d time.Duration) (events []Event) {
	b.now = b.now.Add(d)
	for {
		var ev Event
		if !b.m.expire(b.now, &ev) {
			return events
		}
		events = append(events, ev)
	}
}

// noted reports whether the machine noted something of the kind.
func (b *bench) noted(k noteKind) bool {
	for _, n := range b.m.notes.list {
		if n.kind == k {
			return true
		}
	}
	return false
}
