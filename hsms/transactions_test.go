package hsms

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

var s6f11 = outgoing{session: 1, stream: 6, function: 11, w: secs2.WantReply}

// reply is the frame of the secondary to h.
func reply(h secs2.Header, function byte) []byte {
	return appendFrame(nil, secs2.DataHeader(h.Session(), h.Stream(), function, secs2.NoReply, h.System()), nil)
}

func (b *bench) send(token uint64) secs2.Header {
	b.t.Helper()
	p := s6f11
	p.token = token
	h, err := b.m.send(p)
	if err != nil {
		b.t.Fatal(err)
	}
	return h
}

func TestHSMS18_T3Edge(t *testing.T) {
	b := selectedBench(t, Config{})
	h := b.send(7)
	b.wantEvents(b.pass(time.Second)) // not yet written: T3 does not run
	b.wantOut("0000000A 0001 86 0B 00 00 80000001")
	b.in(linktestReq9) // keeps our own linktest away
	b.out()
	b.wantEvents(b.pass(45*time.Second - 1))
	ev := b.wantEvents(b.pass(1), Failed)
	wantTimeout(t, ev.Err, T3)
	if ev.Token != 7 || ev.Header != h {
		t.Errorf("event %+v, want token 7 and header %X", ev, h)
	}
	b.wantState(StateSelected)
}

func TestHSMS18_LateReply(t *testing.T) {
	b := selectedBench(t, Config{})
	h := b.send(7)
	b.out()
	b.wantEvents(b.pass(45*time.Second), Failed)
	b.out()
	b.pass(1500 * time.Millisecond)
	ev := b.wantEvents(b.bytesIn(reply(h, 12)), Stray)
	if ev.Header.System() != h.System() {
		t.Errorf("stray %+v", ev)
	}
	b.wantOut("")
	for _, n := range b.m.notes.list {
		if n.kind == noteLate && n.late == 1500*time.Millisecond {
			return
		}
	}
	t.Errorf("notes %+v, want one that tells 1.5 s late", b.m.notes.list)
}

// T3 begins with the last byte of the primary, and each transaction has its
// own.
func TestT3StartsWithLastByte(t *testing.T) {
	b := selectedBench(t, Config{})
	b.send(1)
	b.send(2)
	b.m.out.chunk(outLimit)
	b.m.wrote(b.now, 2*prefixSize-1)
	b.pass(time.Second)
	b.m.out.chunk(outLimit)
	b.m.wrote(b.now, 1)
	if ev := b.wantEvents(b.pass(44*time.Second), Failed); ev.Token != 1 {
		t.Errorf("token %d failed first", ev.Token)
	}
	b.in(linktestReq9)
	b.wantEvents(b.pass(time.Second-1), []Kind{}...)
	if ev := b.wantEvents(b.pass(1), Failed); ev.Token != 2 {
		t.Errorf("token %d failed second", ev.Token)
	}
}

func TestHSMS19_SameSystemBytesBothWays(t *testing.T) {
	b := selectedBench(t, Config{})
	h := b.send(3)
	primary := appendFrame(nil, secs2.DataHeader(1, 6, 13, secs2.WantReply, h.System()), nil)
	b.wantEvents(b.bytesIn(primary), Primary)
	if ev := b.wantEvents(b.bytesIn(reply(h, 12)), Reply); ev.Token != 3 {
		t.Errorf("reply with token %d, want 3", ev.Token)
	}
}

func TestHSMS20_EvenFunctionWithW(t *testing.T) {
	b := selectedBench(t, Config{})
	h := b.send(3)
	frame := reply(h, 12)
	frame[lengthSize+2] |= byte(secs2.WantReply)
	b.wantEvents(b.bytesIn(frame), Reply)
	if !b.noted(noteReplyW) {
		t.Error("the W-bit is not noted")
	}
}

func TestReplyFunction0(t *testing.T) {
	b := selectedBench(t, Config{})
	h := b.send(3)
	if ev := b.wantEvents(b.bytesIn(reply(h, 0)), Reply); ev.Header.Function() != 0 || ev.Token != 3 {
		t.Errorf("event %+v", ev)
	}
}

func TestMismatchedReply(t *testing.T) {
	b := selectedBench(t, Config{})
	h := b.send(3)
	b.out()
	ev := b.wantEvents(b.bytesIn(reply(h, 14)), Failed)
	if !errors.Is(ev.Err, ErrMismatch) || ev.Header != h || ev.Token != 3 {
		t.Errorf("event %+v, want ErrMismatch with our header", ev)
	}
	b.wantOut("")
}

func TestHSMS21_FC21_SessionOfReply(t *testing.T) {
	for _, tc := range []struct {
		rules   Rules
		session uint16
		want    Kind
		noted   bool
	}{
		{Rules{}, 0, Reply, true},
		{Rules{DeviceIDCheck: CheckOff}, 0, Reply, false},
		{Rules{DeviceIDCheck: CheckAll}, 0, Stray, true},
		{Rules{DeviceIDCheck: CheckAll}, 0x8001, Stray, true},
		{Rules{DeviceIDCheck: CheckAll, MaskSessionMSB: true}, 0x8001, Reply, true},
	} {
		b := selectedBench(t, Config{Rules: tc.rules})
		frame := reply(b.send(3), 12)
		binary.BigEndian.PutUint16(frame[lengthSize:], tc.session)
		b.wantEvents(b.bytesIn(frame), tc.want)
		if b.noted(noteReplySession) != tc.noted {
			t.Errorf("%+v session %d: noted %v, want %v", tc.rules, tc.session, !tc.noted, tc.noted)
		}
	}
}

func TestFC91_RepliesInAnyOrder(t *testing.T) {
	b := selectedBench(t, Config{})
	var sent []secs2.Header
	for i := range uint64(100) {
		sent = append(sent, b.send(i))
	}
	b.out()
	for i, h := range slices.Backward(sent) {
		if ev := b.wantEvents(b.bytesIn(reply(h, 12)), Reply); ev.Token != uint64(i) {
			t.Fatalf("token %d, want %d", ev.Token, i)
		}
	}
	// Two primaries of the host with equal system bytes: both are delivered.
	b.wantEvents(b.in(s1f1w7+s1f1w7), Primary, Primary)
}

func TestSystemBytes(t *testing.T) {
	first := func(start int64, random uint32) []uint32 {
		n := startNumbers(start, random)
		return []uint32{n.next(), n.next()}
	}
	for _, tc := range []struct {
		start  int64
		random uint32
		want   []uint32
	}{
		{0, 5, []uint32{0x80000006, 0x80000007}},
		{0, 0xFFFFFFFF, []uint32{0x80000000, 0x80000001}},
		{0, 0xFFFFFFFE, []uint32{0xFFFFFFFF, 0x80000000}},
		{-1, 5, []uint32{6, 7}},
		{-1, 0xFFFFFFFE, []uint32{0xFFFFFFFF, 1}},
		{1, 5, []uint32{1, 2}},
		{0xFFFFFFFF, 5, []uint32{0xFFFFFFFF, 1}},
	} {
		if got := first(tc.start, tc.random); !slices.Equal(got, tc.want) {
			t.Errorf("start %d, random %#x: %#x, want %#x", tc.start, tc.random, got, tc.want)
		}
	}
}

// Data and control share one space of numbers.
func TestSystemBytesOfControlAreSkipped(t *testing.T) {
	b := selectedBench(t, Config{SystemBytesStart: 10})
	b.m.probe(b.now)
	b.m.open.numbers.last = 9
	if h := b.send(1); h.System() != 11 {
		t.Errorf("system bytes %d while Linktest.req has 10, want 11", h.System())
	}
	b.in("0000000A FFFF 00 00 00 06 0000000A")
	b.m.open.numbers.last = 9
	if h := b.send(1); h.System() != 12 {
		t.Errorf("system bytes %d, want 12: 10 was completed last, 11 is open", h.System())
	}
}

// Any order of opening, writing, closing and expiring leaves the table as a
// plain map and list would have it.
func TestTransactionsAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := newTransactions(startNumbers(rapid.SampledFrom([]int64{1, 0xFFFFFFF0}).Draw(t, "start"), 0))
		open := map[uint32]uint64{}
		var order []uint32
		var end, written, token uint64
		now := epoch
		t.Repeat(map[string]func(*rapid.T){
			"open": func(t *rapid.T) {
				n := table.number()
				if _, dup := open[n]; dup || n == 0 {
					t.Fatalf("number %d is open", n)
				}
				end += 14
				token++
				table.add(secs2.DataHeader(1, 1, 1, secs2.WantReply, n), token, end)
				open[n] = token
				order = append(order, n)
			},
			"write": func(t *rapid.T) {
				written = rapid.Uint64Range(written, end).Draw(t, "written")
				now = now.Add(time.Second)
				table.written(written, now)
			},
			"close": func(t *rapid.T) {
				if len(order) == 0 {
					t.Skip("none open")
				}
				i := rapid.IntRange(0, len(order)-1).Draw(t, "which")
				n := order[i]
				order = slices.Delete(order, i, i+1)
				if tx := table.remove(table.find(n)); tx.token != open[n] {
					t.Fatalf("number %d has token %d, want %d", n, tx.token, open[n])
				}
				delete(open, n)
			},
			"": func(t *rapid.T) { checkTransactions(t, &table, order, written) },
		})
	})
}

func checkTransactions(t *rapid.T, table *transactions, order []uint32, written uint64) {
	if table.open != len(order) {
		t.Fatalf("%d open, want %d", table.open, len(order))
	}
	i := table.slots[0].next
	var last time.Time
	for _, n := range order {
		tx := table.slots[i]
		if tx.header.System() != n || table.find(n) != i {
			t.Fatalf("the list has %d where %d was sent", tx.header.System(), n)
		}
		if running := !tx.deadline.IsZero(); running != (tx.end <= written) {
			t.Fatalf("T3 of %d runs: %v, though %d of its %d bytes are written", n, running, written, tx.end)
		} else if running && tx.deadline.Before(last) {
			t.Fatal("deadlines are not in order")
		} else if running {
			last = tx.deadline
		}
		i = tx.next
	}
}

func TestManyOpenTransactions(t *testing.T) {
	table := newTransactions(startNumbers(1, 0))
	var numbers []uint32
	for i := range uint64(10_000) {
		n := table.number()
		table.add(secs2.DataHeader(1, 1, 1, secs2.WantReply, n), i, i)
		numbers = append(numbers, n)
	}
	rand.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	for _, n := range numbers {
		table.remove(table.find(n))
	}
	if table.open != 0 || table.oldest() != 0 {
		t.Error("the table is not empty")
	}
}
