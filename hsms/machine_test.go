package hsms

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"net"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

func TestLeaveSendsSeparateLast(t *testing.T) {
	b := selectedBench(t, Config{})
	b.send(1)
	b.m.leave(b.now, errDisabled)
	b.wantOut("0000000A 0001 86 0B 00 00 80000001" + "0000000A FFFF 00 00 00 09 80000002")
	if _, err := b.m.send(s6f11); !errors.Is(err, ErrNotSelected) {
		t.Errorf("Send after Separate: %v", err)
	}
	b.wantEvents(b.in(s1f1w7 + linktestReq9)) // discarded
	b.wantOut("")
	b.m.halfClosed(b.now)
	b.pass(leaveTime - 1)
	if b.m.over() {
		t.Error("the connection was over before the peer had its second")
	}
	b.pass(1)
	if !b.m.over() || !errors.Is(b.m.end.err, errDisabled) || !errors.Is(b.m.end.err, net.ErrClosed) {
		t.Errorf("ended with %v, want disabled and net.ErrClosed", b.m.end.err)
	}
}

func TestLeaveNotSelectedSendsNothing(t *testing.T) {
	b := newBench(t, Passive, Config{})
	b.m.leave(b.now, errDisabled)
	b.wantOut("")
}

func TestFailureEndsTransactionsSilently(t *testing.T) {
	b := selectedBench(t, Config{})
	b.send(1)
	b.out()
	b.m.fail(errPeerClosed)
	b.wantState(StateNotConnected)
	b.wantEvents(b.pass(time.Hour))
	if !b.m.deadline().IsZero() {
		t.Error("a timer runs after the end")
	}
}

// reset after Separate is as good as a close.
func TestErrorAfterSeparateIsOrderly(t *testing.T) {
	b := selectedBench(t, Config{})
	b.wantEvents(b.in(separateReqA), NotSelected)
	b.m.fail(errors.New("connection reset by peer"))
	if !errors.Is(b.m.end.err, errSeparated) {
		t.Errorf("ended with %v, want separated", b.m.end.err)
	}
}

// story is a stream of frames with something of everything.
func story() []byte {
	var s []byte
	add := func(frames ...string) {
		for _, f := range frames {
			s = append(s, unhex(f)...)
		}
	}
	add(s1f1w7, linktestReq9, selectReq1, s1f1w7, linktestReq9)
	add("0000000D FFFF 00 00 00 05 00000009 AABBCC", "0000000A FFFF 00 00 00 08 00000058")
	add("00000014 0001 81 01 05 00 0000002A 00112233445566778899")
	s = appendFrame(s, secs2.DataHeader(1, 7, 3, secs2.WantReply, 50), bytes.Repeat([]byte{0x21}, 1100)) // oversize
	s = appendFrame(s, secs2.DataHeader(1, 7, 3, secs2.WantReply, 51), bytes.Repeat([]byte{0x21}, 900))
	add("0000000A 0001 06 0C 00 00 00000033", separateReqA, s1f1w7)
	return s
}

// HSMS-SS section 1: TCP may cut the stream anywhere.
func TestHSMS10_CutAnywhere(t *testing.T) {
	whole := story()
	run := func(t testing.TB, cuts ...int) string {
		b := newBench(t, Passive, Config{MaxFrame: 1 << 10})
		var unread []byte
		var digest strings.Builder
		from := 0
		for _, to := range append(cuts, len(whole)) {
			if from == to {
				continue
			}
			unread = append(unread, whole[from:to]...)
			from = to
			events, n := b.consume(unread)
			for _, ev := range events {
				fmt.Fprintf(&digest, "%d %x %d %x %v\n", ev.Kind, ev.Header, len(ev.Text), crc32.ChecksumIEEE(ev.Text), ev.Oversize)
			}
			unread = unread[n:]
		}
		fmt.Fprintf(&digest, "out %X\n", b.out())
		return digest.String()
	}
	want := run(t)
	if n := strings.Count(want, "\n"); n != 7 {
		t.Fatalf("%d lines, want 6 events and the output:\n%s", n, want)
	}
	check := func(t interface{ Fatalf(string, ...any) }, tb testing.TB, cuts ...int) {
		if got := run(tb, cuts...); got != want {
			t.Fatalf("cut at %v:\n%s\nwant\n%s", cuts, got, want)
		}
	}
	for cut := range whole {
		check(t, t, cut)
	}
	var every []int
	for i := range whole {
		every = append(every, i)
	}
	check(t, t, every...)
	rapid.Check(t, func(rt *rapid.T) {
		a := rapid.IntRange(0, len(whole)).Draw(rt, "a")
		b := rapid.IntRange(a, len(whole)).Draw(rt, "b")
		check(rt, t, a, b)
	})
}

// FuzzMachine feeds anything to a machine, in two pieces: it must not panic,
// ask for more than the maximum, or answer without bound.
func FuzzMachine(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(unhex(v.Hex), 5)
	}
	f.Add(story(), 100)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		b := newBench(t, Passive, Config{MaxFrame: 1 << 12, HardMaxFrame: 1 << 16})
		cut = max(0, min(cut, len(data)))
		_, n := b.consume(data[:cut])
		b.consume(data[n:])
		if b.m.in.need > lengthSize+1<<12 {
			t.Errorf("the machine asks for %d bytes", b.m.in.need)
		}
		if len(b.m.notes.list) > maxNotes {
			t.Errorf("%d notes", len(b.m.notes.list))
		}
		if out := b.out(); len(out) > len(data) {
			t.Errorf("%d bytes out for %d in", len(out), len(data))
		}
		for range 10 {
			b.pass(time.Minute)
			b.out()
		}
		if !b.m.over() {
			t.Errorf("state %v after ten silent minutes", b.m.state)
		}
	})
}

func TestMachineAllocatesNothing(t *testing.T) {
	b := selectedBench(t, Config{})
	var ev Event
	primary := unhex(s1f1w7)
	var reply []byte
	text := make([]byte, 100)
	round := func() {
		b.m.heard(b.now, len(primary))
		b.m.receive(b.now, primary, &ev)
		b.m.reply(ev.Header, 2, text, Stream{})
		h, err := b.m.send(s6f11)
		if err != nil {
			t.Fatal(err)
		}
		for chunk := b.m.out.chunk(outLimit); chunk != nil; chunk = b.m.out.chunk(outLimit) {
			b.m.wrote(b.now, len(chunk))
		}
		reply = appendFrame(reply[:0], secs2.DataHeader(1, 6, 12, secs2.NoReply, h.System()), text)
		if b.m.receive(b.now, reply, &ev); ev.Kind != Reply {
			t.Fatal(ev)
		}
	}
	round()
	if n := testing.AllocsPerRun(1000, round); n != 0 {
		t.Errorf("%v allocations per primary, reply and transaction, want 0", n)
	}
}
