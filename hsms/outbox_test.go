package hsms

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// tag is a header whose system bytes tell frames apart.
func tag(s sType, system uint32) secs2.Header { return controlHeader(noSession, 0, 0, s, system) }

// systems reads the system bytes of whole frames.
func systems(t *testing.T, stream []byte) (all []uint32) {
	t.Helper()
	for r := bytes.NewReader(stream); r.Len() > 0; {
		h, _, err := readFrame(r)
		if err != nil {
			t.Fatalf("the stream is broken: %v", err)
		}
		all = append(all, h.System())
	}
	return all
}

// drain takes everything in chunks of at most limit bytes.
func (o *outbox) drain(limit int) (all []byte) {
	for {
		o.feed(limit)
		chunk := o.chunk(limit)
		if len(chunk) == 0 {
			return all
		}
		all = append(all, chunk...)
		o.wrote(len(chunk))
	}
}

// feed reads a piece of at most limit bytes of the Stream that is to be read.
func (o *outbox) feed(limit int) {
	if s := o.hungry(); s != nil {
		s.piece = bytes.Repeat([]byte{streamByte}, min(limit, int(s.end-o.data.written)))
	}
}

const streamByte = 0xAB

func TestControlOvertakesDataBetweenFrames(t *testing.T) {
	var o outbox
	o.addData(tag(sData, 1), make([]byte, 100))
	o.addData(tag(sData, 2), make([]byte, 100))
	o.addData(tag(sData, 3), nil)
	chunk := o.chunk(1000)
	all := slices.Clone(chunk[:20]) // the socket takes 20 bytes and stalls
	o.wrote(20)
	o.addUrgent(tag(sLinktestRsp, 9))
	if !o.urgentBehindData() {
		t.Error("the write under way is not to be interrupted")
	}
	all = append(all, o.drain(1000)...)
	if got, want := systems(t, all), []uint32{1, 9, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

func TestOrderedControlKeepsItsPlace(t *testing.T) {
	var o outbox
	o.addOrdered(tag(sSelectRsp, 1))
	o.addUrgent(tag(sLinktestRsp, 2))
	o.addData(tag(sData, 3), nil)
	o.addOrdered(tag(sSeparateReq, 4))
	o.addUrgent(tag(sLinktestRsp, 5))
	if got, want := systems(t, o.drain(1000)), []uint32{1, 2, 5, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

func TestBacklogLeavesOutLongFrames(t *testing.T) {
	var o outbox
	long := make([]byte, 1<<20)
	if !o.takes(len(long)) {
		t.Fatal("an empty box refuses a long frame")
	}
	o.addData(tag(sData, 1), long)
	if o.full() || !o.takes(outLimit-prefixSize) || o.takes(maxLong-1<<20) {
		t.Errorf("backlog %d: one long frame must leave the usual room", o.backlog())
	}
	o.chunk(1 << 10)
	o.wrote(1 << 10)
	if o.backlog() != 0 || o.longUnsent() != 1<<20+prefixSize-1<<10 {
		t.Errorf("backlog %d and %d bytes of long frames while one is written", o.backlog(), o.longUnsent())
	}
	o.addData(tag(sData, 2), long)
	if !o.full() {
		t.Error("two long frames do not make it full")
	}
	o.drain(1 << 20)
	if o.backlog() != 0 || o.full() {
		t.Errorf("backlog %d after all is written", o.backlog())
	}
	o.addData(tag(sData, 1), nil)
	o.drain(1 << 20)
	if cap(o.data.batch)+cap(o.data.waiting) > 4*outLimit {
		t.Error("the buffer of a long frame is kept")
	}
}

func TestSendOverTheBoundEndsTheConnection(t *testing.T) {
	b := selectedBench(t, Config{})
	p := s6f11
	p.w, p.text = secs2.NoReply, make([]byte, 1010)
	for range outLimit / 1024 {
		if _, err := b.m.send(p); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.m.send(p); !errors.Is(err, errOutputFull) {
		t.Errorf("Send over the bound: %v", err)
	}
	b.wantState(StateNotConnected)
	if !b.noted(noteOutputFull) {
		t.Error("the full buffer is not noted")
	}
	if _, err := b.m.send(p); !errors.Is(err, ErrNotSelected) {
		t.Errorf("Send after the end: %v", err)
	}
}

func TestReplyIgnoresTheBound(t *testing.T) {
	b := selectedBench(t, Config{})
	for range 2 * outLimit / 1024 {
		if _, err := b.m.reply(secs2.DataHeader(1, 1, 3, secs2.WantReply, 7), 4, make([]byte, 1010), Stream{}); err != nil {
			t.Fatal(err)
		}
	}
	b.wantState(StateSelected)
}

func TestMessagesThatCannotBeSent(t *testing.T) {
	b := selectedBench(t, Config{HardMaxFrame: 2000, MaxFrame: 1500})
	if _, err := b.m.send(outgoing{stream: 1, function: 2}); err == nil {
		t.Error("a secondary was sent as a primary")
	}
	if _, err := b.m.send(outgoing{stream: 1, function: 1, text: make([]byte, 2000)}); err == nil {
		t.Error("a message above the maximum was sent")
	}
	b.wantState(StateSelected)
	b.wantOut("")
}

// Whatever the sizes of frames and writes, whole frames leave, data in order
// and control in order.
func TestOutboxOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var o outbox
		var all []byte
		var data, control []uint32
		next := uint32(0)
		rt.Repeat(map[string]func(*rapid.T){
			"data": func(rt *rapid.T) {
				next++
				data = append(data, next)
				o.addData(tag(sData, next), make([]byte, rapid.IntRange(0, 40).Draw(rt, "text")))
			},
			"stream": func(rt *rapid.T) {
				next++
				data = append(data, next)
				text := bytes.Repeat([]byte{streamByte}, rapid.IntRange(0, 20).Draw(rt, "head"))
				o.addText(tag(sData, next), text, Stream{Length: int64(rapid.IntRange(1, 200).Draw(rt, "rest"))})
			},
			"urgent": func(*rapid.T) {
				next++
				control = append(control, next)
				o.addUrgent(tag(sLinktestRsp, next))
			},
			"write": func(rt *rapid.T) {
				o.feed(rapid.IntRange(1, 60).Draw(rt, "piece"))
				chunk := o.chunk(rapid.IntRange(1, 100).Draw(rt, "limit"))
				n := rapid.IntRange(0, len(chunk)).Draw(rt, "n")
				all = append(all, chunk[:n]...)
				o.wrote(n)
			},
		})
		all = append(all, o.drain(50)...)
		if !o.empty() || o.backlog() != 0 {
			rt.Fatalf("backlog %d after all is written", o.backlog())
		}
		var gotData, gotControl []uint32
		for r := bytes.NewReader(all); r.Len() > 0; {
			h, _, err := readFrame(r)
			if err != nil {
				rt.Fatalf("the stream is broken: %v", err)
			}
			if sType(h.SType()) == sData {
				gotData = append(gotData, h.System())
			} else {
				gotControl = append(gotControl, h.System())
			}
		}
		if !slices.Equal(gotData, data) || !slices.Equal(gotControl, control) {
			rt.Fatalf("data %v and control %v, want %v and %v", gotData, gotControl, data, control)
		}
	})
}
