package hsms

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// push queues n event reports of size bytes, all different.
func push(t *testing.T, c *Conn, n, size int) {
	t.Helper()
	for i := range n {
		text := make([]byte, size-prefixSize)
		text[0], text[1] = byte(i>>8), byte(i)
		if _, err := c.Send(1, 6, 11, secs2.NoReply, 0, text); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
	}
	c.Flush()
}

func TestHSMS34_PeerStopsReading(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		push(t, c, 100, 1024) // more than the peer's buffer
		blocked := time.Since(r.start)
		time.Sleep(30*time.Second - 1)
		r.want()
		time.Sleep(firstLook + 1)
		ev := r.want(NotSelected)[0]
		if !errors.Is(ev.Err, errWriteTimeout) {
			t.Errorf("ended with %v, want the write timeout", ev.Err)
		}
		if d := ev.at - blocked; d < 30*time.Second || d > 30*time.Second+firstLook {
			t.Errorf("ended after %v", d)
		}
		p.Close()
	})
}

// A peer that reads slowly, but reads, is not cut off.
func TestSlowPeerIsProgress(t *testing.T) {
	inBubble(t, func(c *EndpointConfig) { c.Config.Linktest.Interval = -1 }, func(t *testing.T, r *rig) {
		p, c := r.selected()
		push(t, c, 200, 1024)
		for range 5 {
			time.Sleep(29 * time.Second)
			io.ReadFull(p, make([]byte, 1))
		}
		r.want()
		all := make([]byte, 200*1024-5)
		if _, err := io.ReadFull(p, all); err != nil {
			t.Fatal(err)
		}
		// The connection is as fast as before: no deadline is left over.
		time.Sleep(time.Hour)
		push(t, c, 1, 100)
		p.next()
		r.want()
	})
}

func TestLinktestRspOvertakesBlockedData(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		push(t, c, 100, 1000)
		synctest.Wait() // the writer is blocked after 65 frames and a half
		p.send(linktestReq9)
		synctest.Wait()
		var order []string
		for range 101 {
			h, _ := p.next()
			order = append(order, messageName(h))
		}
		if at := slices.Index(order, "Linktest.rsp"); at != 66 {
			t.Errorf("Linktest.rsp after %d messages, want it after the one being written, the 66th", at)
		}
	})
}

func TestSendOverBoundCloses(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		_, c := r.selected()
		push(t, c, hsmstest.BufferSize/1024, 1024)
		synctest.Wait()
		push(t, c, outLimit/1024, 1024)
		if _, err := c.Send(1, 6, 11, secs2.WantReply, 0, nil); !errors.Is(err, errOutputFull) {
			t.Errorf("Send over the bound: %v", err)
		}
		if ev := r.want(NotSelected)[0]; !errors.Is(ev.Err, errOutputFull) {
			t.Errorf("ended with %v", ev.Err)
		}
		lines := r.logs.FilterMessage("output full").All()
		if len(lines) != 1 || lines[0].ContextMap()["link"] != "MES" || lines[0].ContextMap()["bound"] != int64(outLimit) {
			t.Errorf("log %v, want a line with link and bound", lines)
		}
	})
}

func TestReaderStopsWhenRepliesFillTheBuffer(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		served := 0
		r.on(func(c *Conn, ev *Event) {
			if ev.Kind == Primary {
				served++
				c.Reply(ev.Header, 2, make([]byte, 10_000))
			}
		})
		p, _ := r.selected()
		for range 100 {
			p.send(s1f1w7)
		}
		synctest.Wait()
		limit := (outLimit+hsmstest.BufferSize)/10_000 + 2
		if served > limit {
			t.Errorf("%d primaries served while the peer does not read, want at most %d", served, limit)
		}
		for range 100 {
			p.next()
		}
		if served != 100 {
			t.Errorf("%d primaries served, want all", served)
		}
	})
}

func TestWaitRoom(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		if err := c.WaitRoom(t.Context()); err != nil {
			t.Errorf("with room: %v", err)
		}
		push(t, c, hsmstest.BufferSize/1024, 1024)
		synctest.Wait()
		push(t, c, outLimit/1024, 1024)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := c.WaitRoom(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without room: %v", err)
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := c.WaitRoom(t.Context()); err != nil {
				t.Errorf("when room came: %v", err)
			}
		})
		synctest.Wait()
		io.ReadFull(p, make([]byte, outLimit))
		wg.Wait()
		c.Close(errDisabled)
		if err := c.WaitRoom(t.Context()); !errors.Is(err, ErrNotSelected) || c.Full() {
			t.Errorf("after the end: %v, full: %v", err, c.Full())
		}
		p.Close()
	})
}

// FC-77: a recipe longer than the out buffer goes out, and other traffic goes
// on meanwhile.
func TestLongMessage(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(echo)
		p, c := r.selected()
		text := make([]byte, 8<<20)
		for i := range text {
			text[i] = byte(i >> 8)
		}
		if _, err := c.Send(1, 7, 3, secs2.WantReply, 1, text); err != nil {
			t.Fatal(err)
		}
		push(t, c, 100, 1000)
		synctest.Wait() // the writer is blocked inside the long message
		p.send(linktestReq9, s1f1w7)
		synctest.Wait()
		_, got := p.next()
		if string(got) != string(text) {
			t.Error("the text is not what was sent")
		}
		p.expect(linktestRsp9)
		r.want(Primary)
	})
}

func TestFC18_QueueDiesWithItsConnection(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		push(t, c, hsmstest.BufferSize/1024, 1024)
		push(t, c, 50, 1024)
		p.Reset()
		r.want(NotSelected)
		if _, err := c.Send(1, 6, 11, secs2.NoReply, 0, nil); !errors.Is(err, ErrNotSelected) {
			t.Errorf("Send on the old connection: %v", err)
		}
		p, c = r.selected()
		p.expectSilence()
		c.Send(1, 1, 13, secs2.WantReply, 0, nil)
		c.Flush()
		if h, _ := p.next(); h.SF() != "S1F13" {
			t.Errorf("first message %s, want S1F13", h.SF())
		}
	})
}

func TestFC90_EventsLeaveInOrder(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		for batch := range 10 {
			push(t, c, 100, 100)
			for i := range 100 {
				if _, text := p.next(); int(text[0])<<8+int(text[1]) != i {
					t.Fatalf("batch %d: event %d came as number %d", batch, int(text[0])<<8+int(text[1]), i)
				}
			}
		}
	})
}

// FC-27: reply, T3 and the end of the link in the same instant.
func TestFC27_EachTransactionEndsOnce(t *testing.T) {
	for _, delay := range []time.Duration{-time.Millisecond, 0, time.Millisecond} {
		for _, closing := range []time.Duration{-time.Millisecond, 0, time.Millisecond, time.Hour} {
			inBubble(t, nil, func(t *testing.T, r *rig) {
				p, c := r.selected()
				h, _ := c.Send(1, 6, 11, secs2.WantReply, 77, nil)
				c.Flush()
				synctest.Wait()
				time.AfterFunc(45*time.Second+delay, func() { p.Write(reply(h, 12)) })
				time.AfterFunc(45*time.Second+closing, func() { p.Close() })
				time.Sleep(47 * time.Second)
				ends := 0
				for _, ev := range r.take() {
					if ev.Kind == Reply || ev.Kind == Failed || ev.Kind == NotSelected {
						if ends == 0 && ev.Kind != NotSelected && ev.Token != 77 {
							t.Errorf("event %+v, want token 77", ev)
						}
						ends++
					}
				}
				want := 1 // the end of the transaction, or of all
				if ends < want || ends > 2 {
					t.Errorf("delay %v, closing %v: %d ends", delay, closing, ends)
				}
			})
		}
	}
}

func TestConnAllocatesNothing(t *testing.T) {
	near, far := hsmstest.Pipe("host", "equipment")
	c, err := NewConn(far, Passive, Config{Handle: func(c *Conn, ev *Event) {
		if ev.Kind == Primary {
			c.Reply(ev.Header, 2, ev.Text)
			c.Send(1, 6, 11, secs2.WantReply, 0, ev.Text)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Serve(t.Context())
	}()
	near.Write(unhex(selectReq1))
	io.ReadFull(near, make([]byte, prefixSize))
	primary, buf := unhex(s1f1w7), make([]byte, 2*prefixSize)
	reply := unhex("0000000A 0001 06 0C 00 00 00000000")
	round := func() {
		near.Write(primary)
		io.ReadFull(near, buf)
		copy(reply[10:], buf[prefixSize+10:])
		near.Write(reply)
	}
	for range 100 {
		round()
	}
	if n := testing.AllocsPerRun(1000, round); n >= 1 {
		t.Errorf("%v allocations per primary, reply and event, want 0", n)
	}
	near.Close()
	<-done
}
