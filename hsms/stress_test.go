package hsms

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// crowd sends from several goroutines on one connection, each in a window of
// its own, and checks that each transaction gets its reply, once.
type crowd struct {
	t       *testing.T
	replies []chan uint32 // by sender: the number in the reply
}

const senders, window, perSender = 4, 8, 500

func newCrowd(t *testing.T) *crowd {
	c := &crowd{t: t}
	for range senders {
		c.replies = append(c.replies, make(chan uint32, window))
	}
	return c
}

func (c *crowd) handle(conn *Conn, ev *Event) {
	switch ev.Kind {
	case Primary:
		conn.Reply(ev.Header, ev.Header.Function()+1, ev.Text)
	case Reply:
		c.replies[ev.Token] <- binary.BigEndian.Uint32(ev.Text)
	case Failed, Stray:
		c.t.Errorf("event %+v", ev)
	default:
	}
}

func (c *crowd) run(conn *Conn) {
	var wg sync.WaitGroup
	for sender := range uint64(senders) {
		wg.Go(func() { c.send(conn, sender) })
	}
	wg.Wait()
}

// send sends numbers; their replies must bring them back in order, as this
// sender's messages keep their order.
func (c *crowd) send(conn *Conn, sender uint64) {
	text := make([]byte, 100)
	for next, answered := uint32(0), uint32(0); answered < perSender; {
		for next < perSender && next-answered < window {
			binary.BigEndian.PutUint32(text, next)
			if _, err := conn.Send(1, 6, 11, secs2.WantReply, sender, text); err != nil {
				c.t.Errorf("Send: %v", err)
				return
			}
			conn.Flush()
			next++
		}
		select {
		case got := <-c.replies[sender]:
			if got != answered {
				c.t.Errorf("sender %d: reply %d, want %d", sender, got, answered)
				return
			}
			answered++
		case <-time.After(20 * time.Second):
			c.t.Errorf("sender %d: no reply %d", sender, answered)
			return
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	near, far := hsmstest.Pipe("host", "equipment")
	ctx, cancel := context.WithCancel(t.Context())
	var ends, crowds sync.WaitGroup
	for connect, nc := range map[Connect]net.Conn{Active: near, Passive: far} {
		c := newCrowd(t)
		selected := make(chan *Conn, 1)
		conn, err := NewConn(nc, connect, Config{Handle: func(conn *Conn, ev *Event) {
			if ev.Kind == Selected {
				selected <- conn
			}
			c.handle(conn, ev)
		}})
		if err != nil {
			t.Fatal(err)
		}
		ends.Go(func() { conn.Serve(ctx) })
		crowds.Go(func() {
			c.run(<-selected)
			conn.probe()
		})
	}
	crowds.Wait()
	cancel()
	ends.Wait()
}

// Replies do not wait for the end of a batch that takes long, nor does
// Linktest.rsp.
func TestHSMS16_LongBatch(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(func(c *Conn, ev *Event) {
			if ev.Kind == Primary {
				time.Sleep(2 * time.Millisecond) // the longest that a Step may take
				echo(c, ev)
			}
		})
		p, _ := r.selected()
		sent := time.Now()
		in := []string{linktestReq9}
		for range 1000 {
			in = append(in, s1f1w7)
		}
		p.send(in...)
		if _, _, err := readFrame(p); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(sent); d > 100*time.Millisecond {
			t.Errorf("the first reply after %v, want it within 100ms", d)
		}
		for range 1000 {
			if _, _, err := readFrame(p); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
	})
}

func TestWaitRoomForLongMessages(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		const messages = 10
		waited := 0
		var peers sync.WaitGroup
		for range messages {
			if c.Full() {
				if waited == 0 {
					peers.Go(func() { io.CopyN(io.Discard, p, messages*(1<<20+prefixSize)) })
				}
				waited++
			}
			if err := c.WaitRoom(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Send(1, 7, 3, secs2.NoReply, 0, make([]byte, 1<<20)); err != nil {
				t.Fatal(err)
			}
			c.Flush()
		}
		peers.Wait()
		if waited == 0 {
			t.Error("two long messages did not make it full")
		}
	})
}
