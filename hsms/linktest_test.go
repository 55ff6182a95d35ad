package hsms

import (
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// linktestOut takes our Linktest.req from the machine and returns its answer.
func (b *bench) linktestOut() (rsp []byte) {
	b.t.Helper()
	out := b.out()
	if len(out) != prefixSize || sType(out[9]) != sLinktestReq {
		b.t.Fatalf("out % X, want Linktest.req", out)
	}
	h := secs2.Header(out[lengthSize:])
	if h.Session() != noSession {
		b.t.Errorf("Linktest.req with session %d", h.Session())
	}
	return appendFrame(nil, controlHeader(noSession, 0, 0, sLinktestRsp, h.System()), nil)
}

func TestLinktestOnlyWhenIdle(t *testing.T) {
	b := selectedBench(t, Config{})
	b.pass(time.Minute - 1)
	b.wantOut("")
	b.in(s1f1w7)
	b.send(1) // what we send proves nothing about the peer
	b.out()
	b.bytesIn(reply(secs2.DataHeader(1, 6, 11, 0, 0x80000001), 12))
	b.pass(time.Minute - 1)
	b.wantOut("")
	b.pass(1)
	rsp := b.linktestOut()
	b.pass(5*time.Second - 1)
	b.bytesIn(rsp)
	b.pass(time.Minute - 1)
	b.wantOut("")
	b.pass(1)
	b.linktestOut()
}

func TestLinktestBytesOfAFrameCount(t *testing.T) {
	b := selectedBench(t, Config{})
	for range 100 { // a long message on a slow line
		b.pass(4 * time.Second)
		b.m.heard(b.now, 1)
	}
	b.wantOut("")
}

func TestLinktestAlways(t *testing.T) {
	b := selectedBench(t, Config{Linktest: Linktest{Always: true}})
	for range 3 {
		b.pass(30 * time.Second)
		b.in(s1f1w7)
		b.wantOut("")
		b.pass(30 * time.Second)
		b.bytesIn(b.linktestOut())
	}
}

func TestLinktestOff(t *testing.T) {
	b := selectedBench(t, Config{Linktest: Linktest{Interval: -1}})
	b.pass(1000 * time.Hour)
	b.wantOut("")
	if !b.m.deadline().IsZero() {
		t.Error("a timer runs")
	}
}

func TestHSMS17_LinktestUnanswered(t *testing.T) {
	b := selectedBench(t, Config{})
	b.pass(time.Minute)
	b.pass(time.Second) // not yet written: T6 does not run
	b.linktestOut()
	b.pass(5*time.Second - 1)
	b.wantState(StateSelected)
	b.pass(1)
	b.wantState(StateNotConnected)
	wantTimeout(t, b.m.end.err, T6)
}

func TestLinktestMaxMisses(t *testing.T) {
	b := selectedBench(t, Config{Linktest: Linktest{MaxMisses: 3}})
	b.pass(time.Minute)
	for range 2 {
		b.linktestOut()
		b.pass(5 * time.Second)
		b.wantState(StateSelected)
	}
	b.in(s1f1w7) // the peer lives: the count begins anew
	b.linktestOut()
	b.pass(5 * time.Second)
	b.wantState(StateSelected)
}

func TestLinktestMaxMissesReached(t *testing.T) {
	b := selectedBench(t, Config{Linktest: Linktest{MaxMisses: 3}})
	b.pass(time.Minute)
	for range 3 {
		b.wantState(StateSelected)
		b.linktestOut()
		b.pass(5 * time.Second)
	}
	b.wantState(StateNotConnected)
}

func TestLinktestLateButAlive(t *testing.T) {
	b := selectedBench(t, Config{})
	b.pass(time.Minute)
	b.linktestOut()
	b.pass(time.Second)
	b.in(s1f1w7)
	b.pass(4 * time.Second)
	b.wantState(StateSelected)
	if !b.noted(noteLinktestSlow) {
		t.Error("the late answer is not noted")
	}

	b = selectedBench(t, Config{Linktest: Linktest{Strict: true}})
	b.pass(time.Minute)
	b.linktestOut()
	b.in(s1f1w7)
	b.pass(5 * time.Second)
	b.wantState(StateNotConnected)
}

func TestLinktestRejectedIsAlive(t *testing.T) {
	b := selectedBench(t, Config{})
	b.pass(time.Minute)
	rsp := b.linktestOut()
	reject := controlHeader(noSession, byte(sLinktestReq), byte(rejectSType), sRejectReq, secs2.Header(rsp[lengthSize:]).System())
	b.wantEvents(b.bytesIn(appendFrame(nil, reject, nil)))
	b.pass(5 * time.Second)
	b.wantState(StateSelected)
}

func TestOneLinktestAtATime(t *testing.T) {
	b := selectedBench(t, Config{Timers: Timers{T6: 3 * time.Minute}})
	b.pass(time.Minute)
	b.linktestOut()
	b.pass(time.Minute)
	b.m.probe(b.now)
	b.wantOut("")
}

func TestProbeMissEndsAtOnce(t *testing.T) {
	b := selectedBench(t, Config{Linktest: Linktest{MaxMisses: 5}})
	b.m.probe(b.now)
	b.linktestOut()
	b.pass(5 * time.Second)
	b.wantState(StateNotConnected)

	b = selectedBench(t, Config{Linktest: Linktest{MaxMisses: 5, Interval: -1}})
	b.m.probe(b.now)
	b.bytesIn(b.linktestOut())
	b.pass(time.Hour)
	b.wantState(StateSelected)
}
