package hsms

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// vector is one line of testdata/vectors.jsonl.
type vector struct {
	Name   string
	Kind   string
	Hex    string
	Header *struct {
		Session      uint16
		Byte2, Byte3 byte
		PType, SType byte
		System       uint32
	}
	Error     string
	RejectHex string `json:"reject_hex"`
}

func vectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		var v vector
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			if v.Kind == "frame" {
				checkFrame(t, v)
			} else {
				checkBadFrame(t, v)
			}
		})
	}
}

func checkFrame(t *testing.T, v vector) {
	data := unhex(v.Hex)
	s := newTestSplitter()
	n, complete, err := s.next(data)
	if n != len(data) || !complete || err != nil {
		t.Fatalf("next = %d, %v, %v; want the whole frame", n, complete, err)
	}
	h := s.frame.header
	got := []any{h.Session(), h[2], h[3], h.PType(), h.SType(), h.System()}
	w := v.Header
	want := []any{w.Session, w.Byte2, w.Byte3, w.PType, w.SType, w.System}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("header % X reads as %v, want %v", h[:], got, want)
		}
	}
	if again := appendFrame(nil, h, s.frame.text); !bytes.Equal(again, data) {
		t.Errorf("encodes to % X, want % X", again, data)
	}
}

func newTestSplitter() splitter {
	return splitter{maxFrame: 17 << 20, hardMax: 64 << 20, keepData: true}
}

// checkBadFrame gives the bytes to a selected machine.
func checkBadFrame(t *testing.T, v vector) {
	b := selectedBench(t, Config{})
	data := unhex(v.Hex)
	events := b.bytesIn(data)
	var fe *frameError
	switch {
	case v.Error == "length-short" || v.Error == "length-over-max":
		if !errors.As(b.m.end.err, &fe) {
			t.Errorf("ended with %v, want a frame error", b.m.end.err)
		}
	case v.Error == "truncated":
		if b.m.over() || len(events) != 0 || !b.m.inFrame(len(data)) {
			t.Errorf("over %v, events %v; want to wait for more", b.m.end.err, events)
		}
	case v.Error == "stype" || v.Error == "ptype":
		if got := hex.EncodeToString(b.out()); got != v.RejectHex {
			t.Errorf("answered %s, want %s", got, v.RejectHex)
		}
	case v.Error == "control-length":
		if b.m.over() {
			t.Errorf("ended with %v, want the text to be tolerated", b.m.end.err)
		}
	case strings.HasPrefix(v.Error, "body:"):
		if ev := b.wantEvents(events, Primary); len(ev.Text) != len(data)-prefixSize {
			t.Errorf("text of %d bytes, want the text as it came", len(ev.Text))
		}
	default:
		t.Errorf("unknown error class %q", v.Error)
	}
}

func TestHSMS08_BadLengths(t *testing.T) {
	for _, tc := range []struct{ hex, problem string }{
		{"00000000", "length below 10"},
		{"00000009 FFFFFFFF", "length below 10"},
		{"FFFFFFFF 0001", "length above the maximum"},
		{"04000001", "length above the maximum"}, // 64 MiB + 1
	} {
		for _, b := range []*bench{selectedBench(t, Config{}), newBench(t, Passive, Config{})} {
			b.wantEvents(b.in(tc.hex))
			var fe *frameError
			if !errors.As(b.m.end.err, &fe) || fe.problem != tc.problem {
				t.Errorf("%s: ended with %v, want %s", tc.hex, b.m.end.err, tc.problem)
			}
			b.wantOut("")
		}
	}
}

func TestHSMS22_OversizeDiscardedInPieces(t *testing.T) {
	b := selectedBench(t, Config{MaxFrame: 1 << 10})
	// S7F3 W with a length of 0x411 = 1041, which is 1024 + 17.
	head := unhex("00000411 0001 87 03 00 00 00000022")
	b.wantEvents(b.bytesIn(head))
	text := bytes.Repeat([]byte{0x21}, 1041-secs2.HeaderSize)
	for i, piece := range [][]byte{text[:1], text[1:1000], text[1000:1030]} {
		b.wantEvents(b.bytesIn(piece))
		if !b.m.inFrame(0) {
			t.Fatalf("after piece %d the frame counts as complete; T8 would not run", i)
		}
	}
	events := b.bytesIn(append(text[1030:], unhex(s1f1w7)...))
	ev := b.wantEvents(events, Primary, Primary)
	if !ev.Oversize || ev.Text != nil || ev.Header != secs2.Header(head[lengthSize:]) {
		t.Errorf("event %+v, want Oversize with the header and no text", ev)
	}
	b.wantState(StateSelected)
}

func TestHSMS22_OversizeClose(t *testing.T) {
	b := selectedBench(t, Config{MaxFrame: 1 << 10, Rules: Rules{Oversize: OversizeClose}})
	b.in("00000401 0001 87 03 00 00 00000022")
	b.wantState(StateNotConnected)
}

// An oversize reply ends its transaction like any other.
func TestHSMS22_OversizeReply(t *testing.T) {
	b := selectedBench(t, Config{MaxFrame: 1 << 10})
	h, _ := b.m.send(outgoing{session: 1, stream: 7, function: 5, w: secs2.WantReply, token: 9})
	reply := appendFrame(nil, secs2.DataHeader(1, 7, 6, secs2.NoReply, h.System()), make([]byte, 2000))
	if ev := b.wantEvents(b.bytesIn(reply), Reply); !ev.Oversize || ev.Token != 9 {
		t.Errorf("event %+v, want Oversize and token 9", ev)
	}
}

func TestHSMS23_ControlWithText(t *testing.T) {
	const linktestWithText = "0000000D FFFF 00 00 00 05 00000009 AABBCC"
	b := selectedBench(t, Config{})
	b.wantEvents(b.in(linktestWithText+s1f1w7), Primary)
	b.wantOut(linktestRsp9)
	if !b.noted(noteControlText) {
		t.Error("the text is not noted")
	}

	// More text than any header: it is discarded as it comes.
	b.in("00100000 FFFF 00 00 00 05 00000009")
	b.bytesIn(make([]byte, 1<<20-secs2.HeaderSize))
	b.wantOut(linktestRsp9)

	b = selectedBench(t, Config{Rules: Rules{Strict: true}})
	b.in(linktestWithText)
	b.wantState(StateNotConnected)
}

// While NOT SELECTED the text of data is not kept, whatever its length.
func TestEarlyDataIsNotKept(t *testing.T) {
	b := newBench(t, Passive, Config{})
	b.in("00100000 0001 81 01 00 00 00000007")
	if b.m.in.need > prefixSize {
		t.Errorf("the machine asks for %d bytes", b.m.in.need)
	}
	b.wantOut("")
	b.bytesIn(make([]byte, 1<<20-secs2.HeaderSize))
	b.wantOut("0000000A 0001 00 04 00 07 00000007")
}

func TestLengthClaimsAllocateNothing(t *testing.T) {
	s := newTestSplitter()
	largest := unhex("01100000 0001 87 03 00 00 00000022 2101") // 17 MiB, which would be kept
	discarded := unhex("03FFFFFF 0001 87 03 00 00 00000022 2101")
	n := testing.AllocsPerRun(100, func() {
		s.next(largest)
		s.next(discarded)
		s.skip = 0
	})
	if n != 0 {
		t.Errorf("%v allocations for the claim of a length, want 0", n)
	}
}

func TestBufferGrowsWithWhatCame(t *testing.T) {
	var in input
	in.buf = make([]byte, readBufferSize)
	const claimed = 64 << 20
	total := 0
	for len(in.buf) < 1<<20 {
		p := in.space(claimed)
		in.w += len(p)
		total += len(p)
		if len(in.buf) > 2*total {
			t.Fatalf("buffer of %d for %d received bytes", len(in.buf), total)
		}
	}
	in.r = in.w
	in.space(prefixSize)
	if len(in.buf) != readBufferSize {
		t.Errorf("buffer of %d after the frame, want %d", len(in.buf), readBufferSize)
	}
}
