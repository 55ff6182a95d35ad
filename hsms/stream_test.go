package hsms

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/secs2"
)

// program is a Stream of n bytes that ends early by some, or fails.
type program struct {
	io.Reader
	closed int
}

func (p *program) Close() error { p.closed++; return nil }

func newProgram(n int) *program { return &program{Reader: io.LimitReader(pattern{}, int64(n))} }

// pattern reads bytes without an end.
type pattern struct{}

func (pattern) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = streamByte
	}
	return len(b), nil
}

// A long reply in pieces: what was queued before goes before it, what was queued
// behind goes behind it, and a Linktest is answered between the frames.
func TestStreamedReply(t *testing.T) {
	const size = 1 << 20
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p1, p2 := newProgram(size), newProgram(100)
		r.on(func(c *Conn, ev *Event) {
			if ev.Kind != Primary {
				return
			}
			for _, x := range []struct {
				text []byte
				rest Stream
			}{
				{[]byte("before"), Stream{}}, {[]byte("head"), Stream{p1, size}}, {nil, Stream{p2, 100}}, {[]byte("behind"), Stream{}},
			} {
				if err := c.ReplyStream(ev.Header, 2, x.text, x.rest); err != nil {
					t.Error(err)
				}
			}
		})
		p, _ := r.selected()
		p.send(s1f1w7)
		var frames [][]byte
		for range 4 {
			_, text, err := readFrame(p)
			if err != nil {
				t.Fatal(err)
			}
			frames = append(frames, text)
		}
		want := [][]byte{
			[]byte("before"), append([]byte("head"), bytes.Repeat([]byte{streamByte}, size)...), bytes.Repeat([]byte{streamByte}, 100), []byte("behind"),
		}
		for i := range want {
			if !bytes.Equal(frames[i], want[i]) {
				t.Errorf("frame %d has %d bytes, want %d", i, len(frames[i]), len(want[i]))
			}
		}
		synctest.Wait()
		if p1.closed != 1 || p2.closed != 1 {
			t.Errorf("closed %d and %d times", p1.closed, p2.closed)
		}
	})
}

// A file that ends early, or fails, ends the connection: the length of the frame is
// out.
func TestStreamThatFails(t *testing.T) {
	broken := errors.New("disk is gone")
	for _, source := range []io.Reader{io.LimitReader(pattern{}, 200_000), io.MultiReader(io.LimitReader(pattern{}, 100_000), failing{broken})} {
		inBubble(t, nil, func(t *testing.T, r *rig) {
			p1, p2 := &program{Reader: source}, newProgram(300_000)
			r.on(func(c *Conn, ev *Event) {
				if ev.Kind == Primary {
					_ = c.ReplyStream(ev.Header, 2, nil, Stream{p1, 300_000})
					_ = c.ReplyStream(ev.Header, 2, nil, Stream{p2, 300_000})
				}
			})
			p, _ := r.selected()
			p.send(s1f1w7)
			if n, err := io.Copy(io.Discard, p); n >= 300_000 {
				t.Errorf("%d bytes, %v", n, err)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if p1.closed != 1 || p2.closed != 1 {
				t.Errorf("closed %d and %d times", p1.closed, p2.closed)
			}
			r.want(Primary, NotSelected)
		})
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// What is refused stays the caller's.
func TestStreamTooLong(t *testing.T) {
	b := selectedBench(t, Config{MaxFrame: 2048, HardMaxFrame: 4096})
	p := newProgram(5000)
	if _, err := b.m.reply(secs2.DataHeader(1, 1, 3, secs2.WantReply, 7), 4, nil, Stream{p, 5000}); err == nil || p.closed != 0 {
		t.Errorf("%v, closed %d times", err, p.closed)
	}
}
