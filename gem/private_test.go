package gem

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// privateRig is an equipment with two hosts that are COMMUNICATING, and with
// private messages.
func privateRig(t *testing.T) (*Equipment, *Output) {
	t.Helper()
	cfg := testConfig()
	cfg.Hosts = append(cfg.Hosts, HostConfig{Name: "fdc"})
	cfg.Private = []PrivateMessage{
		{Stream: 65, Function: 1, Name: "Ask"},
		{Stream: 65, Function: 3, Name: "Tell", Sender: SentByBoth, Reply: ReplyOptional},
		{Stream: 65, Function: 5, Name: "Command", Local: RemoteOnly, Hosts: FromController},
	}
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	out := new(Output)
	e.Step(t0, Start{}, out)
	for h := range e.hosts {
		e.Step(t0, LinkUp{h}, out)
		e.Step(t0, Reply{Host: h, Token: out.Messages[0].Token, Header: secs2.DataHeader(0, 1, 14, secs2.NoReply, 1), Body: secs2.L(secs2.B(0), secs2.L())}, out)
	}
	return e, out
}

func privateFrom(host int, function byte, w secs2.WBit) Primary {
	return Primary{Host: host, Header: secs2.DataHeader(0, 65, function, w, 7), Body: secs2.A("X")}
}

func TestPrivatePrimaries(t *testing.T) {
	e, out := privateRig(t)
	// Item, abort, illegal; by W
	for _, c := range []struct {
		w    secs2.WBit
		r    Response
		want string
	}{
		{secs2.WantReply, Response{Item: secs2.A("Y")}, "S65F2"}, {secs2.WantReply, Response{}, "S65F2"},
		{secs2.WantReply, Response{Do: RespondAbort}, "S65F0"}, {secs2.WantReply, Response{Do: RespondIllegal}, "S9F7"},
		{secs2.NoReply, Response{Item: secs2.A("Y")}, ""}, {secs2.NoReply, Response{Do: RespondAbort}, ""}, {secs2.NoReply, Response{Do: RespondIllegal}, "S9F7"},
	} {
		e.Step(t0, privateFrom(1, 1, c.w), out)
		if len(out.Requests) != 1 || len(out.Messages) > 0 || out.Requests[0].HostName != "fdc" || !out.Requests[0].Item.Equal(secs2.A("X")) {
			t.Fatalf("W %v: %+v, sent %q", c.w, out.Requests, sent(out))
		}
		id := out.Requests[0].ID
		if e.Step(t0, Respond{id, c.r}, out); sent(out) != c.want || out.Err != nil {
			t.Errorf("W %v, %v: sent %q, %v, want %q", c.w, c.r, sent(out), out.Err, c.want)
		}
		if e.Step(t0, Respond{id, c.r}, out); sent(out) != "" || !errors.Is(out.Err, ErrUnknown) {
			t.Errorf("a second answer: sent %q, %v", sent(out), out.Err)
		}
	}
	// What the equipment alone sends, and what there is not
	e.Step(t0, privateFrom(0, 7, secs2.WantReply), out)
	if sent(out) != "S9F5" {
		t.Errorf("S65F7: sent %q", sent(out))
	}
	// The one that does not control; LOCAL
	if e.Step(t0, privateFrom(1, 5, secs2.WantReply), out); sent(out) != "S65F0" {
		t.Errorf("not in control: sent %q", sent(out))
	}
	e.Step(t0, Operator{AllHosts, Local}, out)
	e.Step(t0, Durable{out.Commit.Seq}, out)
	if e.Step(t0, privateFrom(0, 5, secs2.WantReply), out); sent(out) != "S65F0" {
		t.Errorf("LOCAL: sent %q", sent(out))
	}
	if e.Step(t0, privateFrom(0, 1, secs2.WantReply), out); len(out.Requests) != 1 {
		t.Errorf("LOCAL: sent %q, %v", sent(out), out.Requests)
	}
	// Silence
	if e.Step(t0.Add(5*time.Second), Tick{}, out); sent(out) != "S65F0" {
		t.Errorf("after the deadline: sent %q", sent(out))
	}
	// Bounds, one host's own
	for range maxRequests {
		e.Step(t0, privateFrom(0, 1, secs2.WantReply), out)
	}
	if e.Step(t0, privateFrom(0, 1, secs2.WantReply), out); sent(out) != "S65F0" {
		t.Errorf("one too many: sent %q", sent(out))
	}
	if e.Step(t0, privateFrom(1, 1, secs2.WantReply), out); len(out.Requests) != 1 {
		t.Errorf("the other host: sent %q, %v", sent(out), out.Requests)
	}
	if e.Step(t0, LinkDown{0, "cable"}, out); len(e.requests) != 1 {
		t.Errorf("%d requests after the session ended", len(e.requests))
	}
	if e.Step(t0, Operator{1, OffLine}, out); sent(out) != "S65F0" || len(e.requests) != 0 {
		t.Errorf("OFF-LINE: sent %q", sent(out))
	}
}

func TestSend(t *testing.T) {
	e, out := privateRig(t)
	tell := secs2.SF{Stream: 65, Function: 3}
	e.Step(t0, Send{1, tell, secs2.WantReply, secs2.A("X")}, out)
	id := out.Asked
	if sent(out) != "S65F3" || id == 0 {
		t.Fatalf("sent %q, asked %d", sent(out), id)
	}
	e.Step(t0, Reply{Host: 1, Token: out.Messages[0].Token, Header: secs2.DataHeader(0, 65, 4, secs2.NoReply, 1), Body: secs2.U1(5)}, out)
	if len(out.Outcomes) != 1 || out.Outcomes[0].ID != id || !out.Outcomes[0].Item.Equal(secs2.U1(5)) {
		t.Errorf("%+v", out.Outcomes)
	}
	if e.Step(t0, Send{1, tell, secs2.NoReply, secs2.Item{}}, out); sent(out) != "S65F3" || len(out.Outcomes) != 1 || out.Outcomes[0].Err != nil {
		t.Errorf("W=0: sent %q, %+v", sent(out), out.Outcomes)
	}
	for _, c := range []struct {
		in   Send
		want error
	}{
		{Send{0, secs2.SF{Stream: 65, Function: 1}, secs2.WantReply, secs2.Item{}}, ErrUnknown},
		{Send{0, secs2.SF{Stream: 6, Function: 11}, secs2.WantReply, secs2.Item{}}, ErrUnknown},
		{Send{0, tell, secs2.WantReply, secs2.Raw(secs2.ASCII, make([]byte, 5<<20))}, ErrValue},
	} {
		if e.Step(t0, c.in, out); !errors.Is(out.Err, c.want) || len(out.Messages) > 0 {
			t.Errorf("%v: %v, want %v", c.in.SF, out.Err, c.want)
		}
	}
	e.Step(t0, Send{1, tell, secs2.WantReply, secs2.A("X")}, out)
	if e.Step(t0, LinkDown{1, "cable"}, out); len(out.Outcomes) != 1 || !errors.Is(out.Outcomes[0].Err, ErrNoReply) {
		t.Errorf("lost: %+v", out.Outcomes)
	}
	if e.Step(t0, Send{1, tell, secs2.WantReply, secs2.A("X")}, out); !errors.Is(out.Err, ErrNotNow) {
		t.Errorf("without a host: %v", out.Err)
	}
	// It may be selected for the spool, what hosts send may not.
	for function, want := range map[byte]secs2.Item{3: secs2.B(0), 1: secs2.B(1)} {
		e.Step(t0, Primary{Host: 0, Header: secs2.DataHeader(0, 2, 43, secs2.WantReply, 9),
			Body: secs2.L(secs2.L(secs2.U1(65), secs2.L(secs2.U1(function))))}, out)
		if out.Commit.Seq != 0 {
			e.Step(t0, Durable{out.Commit.Seq}, out)
		}
		if sent(out) != "S2F44" || !bytes.HasPrefix(out.Messages[0].Body[2:], want.Encoded()) {
			t.Errorf("S2F43 of S65F%d: sent %q % X", function, sent(out), out.Messages[0].Body)
		}
	}
}

func TestPrivateConfig(t *testing.T) {
	for _, m := range []PrivateMessage{
		{Stream: 65, Function: 2, Name: "x"}, {Stream: 0, Function: 1, Name: "x"}, {Stream: 128, Function: 1, Name: "x"}, {Stream: 9, Function: 21, Name: "x"},
		{Stream: 2, Function: 33, Name: "x"}, {Stream: 6, Function: 11, Name: "x"}, {Stream: 10, Function: 7, Name: "x"}, {Stream: 65, Function: 9},
		{Stream: 65, Function: 1, Name: "x"},
	} {
		cfg := testConfig()
		cfg.Private = []PrivateMessage{{Stream: 65, Function: 1, Name: "Ask"}, m}
		if err := cfg.Validate(); err == nil {
			t.Errorf("%v: no error", m)
		}
	}
}
