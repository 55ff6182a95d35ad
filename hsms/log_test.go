package hsms

import (
	"testing"
	"time"

	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/secs2"
)

// A night's trouble must be explainable at Info level: each transition tells
// machine, row, from, to, on, and what led to it.
func TestTransitionLines(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, _ := r.selected()
		p.send(separateReqA)
		p.expectEOF()
		r.want(NotSelected)
		type line struct {
			row          int64
			from, to, on string
			err          string
		}
		var got []line
		for _, e := range r.logs.FilterMessage("transition").All() {
			f := e.ContextMap()
			if e.Level != zapcore.InfoLevel || e.LoggerName != "hsms" || f["machine"] != "HSMS connection" ||
				f["link"] != "MES" || f["peer"] != "192.0.2.1:40001" {
				t.Errorf("line %+v", e)
			}
			l := line{row: f["row"].(int64), from: f["from"].(string), to: f["to"].(string), on: f["on"].(string)}
			l.err, _ = f["error"].(string)
			got = append(got, l)
		}
		want := []line{
			{1, "-", "NOT CONNECTED", "started", ""},
			{2, "NOT CONNECTED", "NOT SELECTED", "TCP established", ""},
			{4, "NOT SELECTED", "SELECTED", "select completed", ""},
			{5, "SELECTED", "NOT SELECTED", "deselect or separate", "hsms: peer sent Separate.req"},
			{3, "NOT SELECTED", "NOT CONNECTED", "TCP broken", "hsms: peer sent Separate.req"},
		}
		if len(got) != len(want) {
			t.Fatalf("transitions %+v", got)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("line %d: %+v, want %+v", i, got[i], want[i])
			}
		}
	})
}

func TestFrameLinesAtDebugLevel(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(echo)
		p, _ := r.selected()
		p.send(s1f1w7)
		r.want(Primary)
		for _, message := range []string{"received", "sent"} {
			var sfs []any
			for _, e := range r.logs.FilterMessage(message).All() {
				h := e.ContextMap()["header"].(map[string]any)
				sfs = append(sfs, h["sf"])
				if h["sf"] == "S1F1" && (h["session"] != uint16(1) || h["system"] != uint32(7) || h["w"] != true) {
					t.Errorf("header %v", h)
				}
			}
			if want := map[string]any{"received": "S1F1", "sent": "S1F2"}[message]; len(sfs) == 0 || sfs[len(sfs)-1] != want {
				t.Errorf("%s: %v, want %v last", message, sfs, want)
			}
		}
	})
}

// A peer can't fill the disk: warnings of one kind are bounded and counted.
func TestWarningsAreBounded(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, _ := r.selected()
		stray := appendFrame(nil, secs2.DataHeader(1, 6, 12, secs2.NoReply, 5), nil)
		for range 1000 {
			p.Write(stray)
		}
		r.take()
		if n := r.logged("reply stray"); n != linesPerSecond {
			t.Errorf("%d lines, want %d", n, linesPerSecond)
		}
		time.Sleep(time.Second)
		p.Write(stray)
		r.want(Stray)
		lines := r.logs.FilterMessage("reply stray").All()
		if got := lines[len(lines)-1].ContextMap()["suppressed"]; got != int64(1000-linesPerSecond) {
			t.Errorf("%v suppressed, want %d", got, 1000-linesPerSecond)
		}
	})
}

// FC-19: what a peer does again and again is told once per connection.
func TestHabitsAreToldOnce(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p := r.dial()
		p.send("0000000A 0000 00 00 00 01 00000001")
		p.expect("0000000A 0000 00 00 00 02 00000001")
		for range 3 {
			p.send("0000000A 0005 00 00 00 05 00000009")
			p.expect(linktestRsp9)
		}
		r.want(Selected)
		if n := r.logged("control session"); n != 1 {
			t.Errorf("%d lines, want 1", n)
		}
	})
}

func TestEveryNoteHasALine(t *testing.T) {
	for k, line := range lines {
		if line.message == "" {
			t.Errorf("note kind %d has no message", k)
		}
	}
}

func TestErrorTexts(t *testing.T) {
	h := secs2.DataHeader(1, 6, 11, secs2.WantReply, 7)
	for _, tc := range []struct {
		err  error
		want string
	}{
		{&TimeoutError{T3, h}, "hsms: T3 expired: no reply to S6F11, system bytes 7"},
		{&TimeoutError{T6, controlHeader(noSession, 0, 0, sLinktestReq, 9)}, "hsms: T6 expired: no answer to Linktest.req, system bytes 9"},
		{&TimeoutError{Timer: T7}, "hsms: T7 expired"},
		{&RejectError{rejectNotSelected, h}, "hsms: peer rejected S6F11, system bytes 7: entity not selected"},
		{&RejectError{200, h}, "hsms: peer rejected S6F11, system bytes 7: reason 200"},
		{&SelectError{selectExhausted}, "hsms: select refused: connect exhausted"},
		{&SelectError{99}, "hsms: select refused: status 99"},
		{&frameError{problem: "length below 10", length: 9}, "hsms: length below 10: length 9"},
		{&closedError{errSeparated}, "hsms: connection closed: peer sent Separate.req"},
	} {
		if got := tc.err.Error(); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}
