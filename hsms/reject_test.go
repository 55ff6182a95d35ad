package hsms

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

func TestHSMS04_DataBeforeSelect(t *testing.T) {
	b := newBench(t, Passive, Config{})
	b.wantEvents(b.in(s1f1w7))
	b.wantOut("0000000A 0001 00 04 00 07 00000007")
	b.wantState(StateNotSelected)

	b = newBench(t, Passive, Config{Rules: Rules{NotSelectedData: DropData}})
	b.wantEvents(b.in(s1f1w7))
	b.wantOut("")
	b.wantState(StateNotSelected)

	b = newBench(t, Passive, Config{Rules: Rules{NotSelectedData: CloseData}})
	b.in(s1f1w7)
	b.wantState(StateNotConnected)
}

func TestHSMS12_UnknownTypes(t *testing.T) {
	const stype, ptype = 1, 2
	for _, tc := range []struct{ ptype, stype, reason, b2 byte }{
		{0, 8, stype, 8},
		{0, 10, stype, 10},
		{0, 11, stype, 11},
		{0, 255, stype, 255},
		{1, 0, ptype, 1},
		{255, 0, ptype, 255},
		{5, 1, ptype, 5},
		{3, 12, ptype, 3}, // PType is judged first
	} {
		for name, b := range map[string]*bench{"NOT SELECTED": newBench(t, Passive, Config{}), "SELECTED": selectedBench(t, Config{})} {
			b.wantEvents(b.in(fmt.Sprintf("0000000A 0001 81 01 %02X %02X 0000002A", tc.ptype, tc.stype)))
			if got, want := fmt.Sprintf("%X", b.out()), fmt.Sprintf("0000000A0001%02X%02X00070000002A", tc.b2, tc.reason); got != want {
				t.Errorf("%s, PType %d SType %d: answered %s, want %s", name, tc.ptype, tc.stype, got, want)
			}
		}
	}
}

func TestHSMS12_UnknownTypeWithText(t *testing.T) {
	b := selectedBench(t, Config{})
	b.wantEvents(b.in("00000014 0001 81 01 05 00 0000002A 00112233445566778899"+s1f1w7), Primary)
	b.wantOut("0000000A 0001 05 02 00 07 0000002A")
}

func TestNeverRejectRejectOrSeparate(t *testing.T) {
	b := selectedBench(t, Config{})
	b.in("0000000A FFFF 00 00 05 07 0000002A" + "0000000A FFFF 00 00 05 09 0000002A")
	b.wantOut("")
	b.wantState(StateSelected)
}

func TestHSMS13_OrphanResponses(t *testing.T) {
	for stype := byte(2); stype <= 6; stype += 2 {
		for _, b := range []*bench{newBench(t, Passive, Config{}), selectedBench(t, Config{})} {
			b.wantEvents(b.in(fmt.Sprintf("0000000A FFFF 00 00 00 %02X 0000002C", stype)))
			b.wantOut(fmt.Sprintf("0000000A FFFF %02X 03 00 07 0000002C", stype))
		}
	}
}

func TestHSMS13_ResponseOfAnotherType(t *testing.T) {
	b := newBench(t, Active, Config{})
	b.out()
	b.in("0000000A FFFF 00 00 00 06 80000001") // Linktest.rsp to our Select.req
	b.wantOut("0000000A FFFF 06 03 00 07 80000001")
	b.wantEvents(b.in(ourSelectRsp0), Selected)
}

func TestHSMS14_UnmatchedReject(t *testing.T) {
	for _, b := range []*bench{newBench(t, Passive, Config{}), selectedBench(t, Config{})} {
		state := b.m.state
		b.wantEvents(b.in("0000000A FFFF 00 04 00 07 0000BEEF"))
		b.wantOut("")
		b.wantState(state)
	}
}

func TestRejectOfOurPrimary(t *testing.T) {
	for name, frame := range map[string]string{
		"reason 4":                  "0000000A 0001 00 04 00 07 80000001",
		"another session":           "0000000A FFFF 00 04 00 07 80000001",
		"reason 2 names the PType":  "0000000A 0001 00 02 00 07 80000001",
		"reason in byte 2":          "0000000A 0001 04 00 00 07 80000001",
		"header in the text":        "00000014 FFFF 04 00 00 07 0000BEEF 0001 86 0B 00 00 80000001",
		"header in the text, 3 set": "00000014 FFFF 00 04 00 07 0000BEEF 0001 86 0B 00 00 80000001",
	} {
		b := selectedBench(t, Config{})
		h, _ := b.m.send(outgoing{session: 1, stream: 6, function: 11, w: secs2.WantReply, token: 5})
		ev := b.wantEvents(b.in(frame), Failed)
		var re *RejectError
		if !errors.As(ev.Err, &re) || ev.Token != 5 || ev.Header != h || re.Header != h {
			t.Errorf("%s: event %+v, want Failed with our header %X", name, ev, h)
		}
		if b.m.open.open != 0 {
			t.Errorf("%s: the transaction is still open", name)
		}
	}
}

func TestRejectOfAnotherSType(t *testing.T) {
	b := selectedBench(t, Config{})
	b.m.send(outgoing{session: 1, stream: 6, function: 11, w: secs2.WantReply})
	b.wantEvents(b.in("0000000A FFFF 05 01 00 07 80000001"))
	if b.m.open.open != 1 {
		t.Error("a Reject about a Linktest ended a data transaction")
	}
}

func TestReject4Closes(t *testing.T) {
	fail := func(b *bench) (kinds []Kind) {
		h, _ := b.m.send(outgoing{session: 1, stream: 6, function: 11, w: secs2.WantReply})
		reject := controlHeader(1, 0, byte(rejectNotSelected), sRejectReq, h.System())
		for _, ev := range b.bytesIn(appendFrame(nil, reject, nil)) {
			kinds = append(kinds, ev.Kind)
		}
		return kinds
	}
	b := selectedBench(t, Config{})
	fail(b)
	fail(b)
	b.in(s1f1w7) // data from the peer: it thinks it is SELECTED
	fail(b)
	fail(b)
	b.wantState(StateSelected)
	fail(b)
	b.wantState(StateNotConnected)
	if !errors.Is(b.m.end.err, errRejected4) {
		t.Errorf("ended with %v", b.m.end.err)
	}

	b = selectedBench(t, Config{Rules: Rules{Reject4CloseAfter: -1}})
	for range 100 {
		fail(b)
	}
	b.wantState(StateSelected)
}

func TestRejectLimit(t *testing.T) {
	const unknown = "0000000A FFFF 00 00 00 08 00000058"
	b := selectedBench(t, Config{})
	for range 3 {
		b.pass(time.Second)
		for range maxRejectsPerSecond {
			b.in(unknown)
		}
		b.wantState(StateSelected)
	}
	if got := len(b.out()); got != 3*maxRejectsPerSecond*prefixSize {
		t.Errorf("%d bytes out, want 60 Rejects", got)
	}
	b.pass(time.Second - 1)
	b.in(unknown)
	b.wantState(StateNotSelected) // what waits is written, nothing is taken any more
	if !b.m.gone() {
		t.Error("goes on after the limit")
	}
	b.pass(leaveTime)
	b.wantState(StateNotConnected)
}

func TestNoRejectCloses(t *testing.T) {
	b := selectedBench(t, Config{Rules: Rules{NoReject: true}})
	b.in("0000000A FFFF 00 00 00 08 00000058")
	b.wantState(StateNotConnected)
	b.wantOut("")
}
