package hsms

import (
	"errors"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// Our Select.req: system bytes start at 0x80000001, as the random number of
// test machines is 0.
const (
	ourSelectReq  = "0000000A FFFF 00 00 00 01 80000001"
	ourSelectRsp0 = "0000000A FFFF 00 00 00 02 80000001"
	ourSelectRsp1 = "0000000A FFFF 00 01 00 02 80000001"
)

func wantTimeout(t *testing.T, err error, timer Timer) {
	t.Helper()
	var te *TimeoutError
	if !errors.As(err, &te) || te.Timer != timer {
		t.Errorf("ended with %v, want %v", err, timer)
	}
}

func TestHSMS02_T7Edge(t *testing.T) {
	b := newBench(t, Passive, Config{})
	b.pass(10*time.Second - 1)
	b.wantState(StateNotSelected)
	b.pass(1)
	b.wantState(StateNotConnected)
	wantTimeout(t, b.m.end.err, T7)
	if last := b.m.notes.list[len(b.m.notes.list)-1]; last.row.Number != 6 {
		t.Errorf("left by row %d, want 6", last.row.Number)
	}
}

func TestHSMS03_T7WithLinktestsOnly(t *testing.T) {
	b := newBench(t, Passive, Config{})
	for range 9 {
		b.pass(time.Second)
		b.in(linktestReq9)
		b.wantOut(linktestRsp9)
	}
	b.pass(time.Second - 1)
	b.wantState(StateNotSelected)
	b.pass(1)
	wantTimeout(t, b.m.end.err, T7)
}

func TestHSMS05_SecondSelectReq(t *testing.T) {
	const again, rsp1, rsp0 = "0000000A FFFF 00 00 00 01 00000002", "0000000A FFFF 00 01 00 02 00000002", "0000000A FFFF 00 00 00 02 00000002"
	b := selectedBench(t, Config{})
	due := b.m.linktestDue()
	b.wantEvents(b.in(again))
	b.wantOut(rsp1)
	b.wantState(StateSelected)
	if b.m.linktestDue() != due || b.m.counts.Selects != 1 {
		t.Error("a repeated select restarted the session")
	}

	b = selectedBench(t, Config{Rules: Rules{Reselect: ReselectStatus0}})
	b.wantEvents(b.in(again))
	b.wantOut(rsp0)

	b = selectedBench(t, Config{Rules: Rules{Reselect: ReselectClose}})
	b.in(again)
	b.wantState(StateNotConnected)
}

func TestSelectAnsweredOnlyAfterSelected(t *testing.T) {
	b := newBench(t, Passive, Config{})
	var ev Event
	if _, v := b.m.receive(b.now, unhex(selectReq1), &ev); v != ask {
		t.Fatalf("verdict %v, want ask", v)
	}
	b.wantOut("")
	b.m.answerSelect(b.now, selectOK, &ev)
	b.wantState(StateSelected)
	b.wantOut(selectRsp1)
}

func TestSelectRefused(t *testing.T) {
	b := newBench(t, Passive, Config{})
	var ev Event
	b.m.receive(b.now, unhex(selectReq1), &ev)
	b.m.answerSelect(b.now, selectExhausted, &ev)
	b.wantOut("0000000A FFFF 00 03 00 02 00000001")
	b.wantEvents(b.in(s1f1w7)) // nothing counts any more
	b.wantOut("")
	b.pass(leaveTime)
	var se *SelectError
	if !errors.As(b.m.end.err, &se) || se.Status != selectExhausted {
		t.Errorf("ended with %v, want the refusal", b.m.end.err)
	}
}

func TestHSMS25_SelectRspNotZero(t *testing.T) {
	for _, rsp := range []string{
		ourSelectRsp1,
		"0000000A FFFF 00 02 00 02 80000001",
		"0000000A FFFF 00 03 00 02 80000001",
		"0000000A FFFF 02 00 00 02 80000001", // status in byte 2
	} {
		b := newBench(t, Active, Config{})
		b.wantOut(ourSelectReq)
		b.wantEvents(b.in(rsp))
		b.wantState(StateNotConnected)
		var se *SelectError
		if !errors.As(b.m.end.err, &se) {
			t.Errorf("%s: ended with %v, want a refused select", rsp, b.m.end.err)
		}
	}
	b := newBench(t, Active, Config{Rules: Rules{SelectStatus1: Status1Accept}})
	b.wantEvents(b.in(ourSelectRsp1), Selected)
}

func TestHSMS25_SelectReqRejected(t *testing.T) {
	b := newBench(t, Active, Config{})
	b.in("0000000A FFFF 01 01 00 07 80000001")
	var re *RejectError
	if !errors.As(b.m.end.err, &re) || re.Reason != rejectSType {
		t.Errorf("ended with %v, want a RejectError", b.m.end.err)
	}
}

func TestHSMS26_T6OnSelect(t *testing.T) {
	b := newBench(t, Active, Config{})
	b.pass(3 * time.Second) // not yet written: T6 does not run
	b.wantOut(ourSelectReq)
	b.pass(5*time.Second - 1)
	b.wantState(StateNotSelected)
	b.pass(1)
	wantTimeout(t, b.m.end.err, T6)
}

func TestHSMS27_SimultaneousSelect(t *testing.T) {
	for _, rsp := range []string{ourSelectRsp0, ourSelectRsp1} {
		b := newBench(t, Active, Config{})
		b.wantOut(ourSelectReq)
		b.wantEvents(b.in(selectReq1), Selected)
		b.wantOut(selectRsp1)
		b.wantEvents(b.in(rsp))
		b.wantState(StateSelected)
		b.pass(5 * time.Second)
		b.wantState(StateSelected) // T6 of our request is stopped
		if b.noted(noteSelectStatus) {
			t.Error("0 and 1 are expected here")
		}
	}
	b := newBench(t, Active, Config{})
	b.in(selectReq1 + "0000000A FFFF 00 03 00 02 80000001")
	b.wantState(StateSelected)
	if !b.noted(noteSelectStatus) {
		t.Error("status 3 while SELECTED is not noted")
	}
}

func TestHSMS28_NothingButSelectBeforeSelected(t *testing.T) {
	b := newBench(t, Active, Config{})
	b.wantOut(ourSelectReq)
	if _, err := b.m.send(outgoing{session: 1, stream: 1, function: 13, w: secs2.WantReply}); !errors.Is(err, ErrNotSelected) {
		t.Errorf("Send before select: %v, want ErrNotSelected", err)
	}
	if _, err := b.m.reply(secs2.Header{}, 2, nil, Stream{}); !errors.Is(err, ErrNotSelected) {
		t.Errorf("Reply before select: %v, want ErrNotSelected", err)
	}
	b.m.probe(b.now)
	b.wantOut("")
}

func TestSelectRspAfterT6HasNoTransaction(t *testing.T) {
	b := selectedBench(t, Config{})
	b.in(ourSelectRsp0)
	b.wantOut("0000000A FFFF 02 03 00 07 80000001")
}

func TestDeselect(t *testing.T) {
	const req, rsp0, rsp1 = "0000000A FFFF 00 00 00 03 00000005", "0000000A FFFF 00 00 00 04 00000005", "0000000A FFFF 00 01 00 04 00000005"
	b := newBench(t, Passive, Config{})
	b.in(req)
	b.wantOut(rsp1)

	b = selectedBench(t, Config{})
	b.m.send(outgoing{session: 1, stream: 1, function: 1, w: secs2.WantReply})
	b.wantEvents(b.in(req), NotSelected)
	b.wantOut("0000000A 0001 81 01 00 00 80000001" + rsp0) // behind the data queued before
	if b.m.open.open != 0 {
		t.Error("a transaction outlived its session")
	}
	b.pass(10*time.Second - 1)
	b.wantState(StateNotSelected)
	b.wantEvents(b.in(selectReq1), Selected)
	b.pass(time.Second)
	b.wantState(StateSelected)
	b.in(req)
	b.pass(10 * time.Second)
	wantTimeout(t, b.m.end.err, T7)

	b = selectedBench(t, Config{Rules: Rules{Deselect: DeselectReject}})
	b.wantEvents(b.in(req))
	b.wantOut("0000000A FFFF 03 01 00 07 00000005")
	b.wantState(StateSelected)

	b = selectedBench(t, Config{Rules: Rules{Deselect: DeselectClose}})
	b.in(req)
	b.wantState(StateNotConnected)
}

func TestFC19_ControlWithDeviceID(t *testing.T) {
	b := newBench(t, Passive, Config{})
	b.wantEvents(b.in("0000000A 0000 00 00 00 01 00000001"), Selected)
	b.wantOut("0000000A 0000 00 00 00 02 00000001")
	b.in("0000000A 0005 00 00 00 05 00000009")
	b.wantOut(linktestRsp9)
	if !b.noted(noteControlSession) {
		t.Error("the session ID is not noted")
	}

	b = newBench(t, Passive, Config{Rules: Rules{StrictSession: true}})
	b.in("0000000A 0000 00 00 00 01 00000001")
	b.wantState(StateNotConnected)
}

func TestStrictClosesOnAnythingBeforeSelect(t *testing.T) {
	for _, frame := range []string{linktestReq9, s1f1w7, separateReqA, "0000000A FFFF 00 00 00 08 00000009"} {
		b := newBench(t, Passive, Config{Rules: Rules{Strict: true}})
		b.in(frame)
		b.wantState(StateNotConnected)
		b.wantOut("")
	}
	b := newBench(t, Passive, Config{Rules: Rules{Strict: true}})
	b.wantEvents(b.in(selectReq1+s1f1w7+linktestReq9), Selected, Primary)
}

func TestSeparateWhileNotSelected(t *testing.T) {
	b := newBench(t, Passive, Config{})
	b.wantEvents(b.in(separateReqA))
	b.wantOut("")
	if !errors.Is(b.m.end.leaving, errSeparated) {
		t.Errorf("leaving for %v, want separated", b.m.end.leaving)
	}
}

func TestConnectionTableRows(t *testing.T) {
	for _, tc := range []struct {
		number int
		from   State
		on     trigger
		to     State
	}{
		{1, noState, started, StateNotConnected},
		{2, StateNotConnected, tcpEstablished, StateNotSelected},
		{3, StateNotSelected, tcpBroken, StateNotConnected},
		{3, StateSelected, tcpBroken, StateNotConnected},
		{4, StateNotSelected, selectCompleted, StateSelected},
		{5, StateSelected, sessionEnded, StateNotSelected},
		{6, StateNotSelected, t7Expired, StateNotConnected},
	} {
		r, ok := connectionTable.Next(tc.from, tc.on)
		if !ok || r.Number != tc.number || r.To != tc.to {
			t.Errorf("%v on %v = row %d to %v, want row %d to %v", tc.from, tc.on, r.Number, r.To, tc.number, tc.to)
		}
	}
}
