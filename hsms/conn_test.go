package hsms

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/secs2"
)

// inBubble runs a test with a passive endpoint on fake time.
func inBubble(t *testing.T, edit func(*EndpointConfig), f func(*testing.T, *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, edit)
		defer r.end()
		f(t, r)
	})
}

func TestHSMS01_SelectDataSeparate(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(func(c *Conn, ev *Event) {
			if ev.Kind == Primary {
				c.Reply(ev.Header, 2, unhex("0100"))
			}
		})
		p, _ := r.selected()
		p.send(s1f1w7)
		p.expect(s1f2r7)
		r.want(Primary)
		p.send(separateReqA)
		ev := r.want(NotSelected)[0]
		if !errors.Is(ev.Err, errSeparated) || !errors.Is(ev.Err, net.ErrClosed) {
			t.Errorf("NotSelected with %v, want separated and net.ErrClosed", ev.Err)
		}
		p.expectEOF()
	})
}

func TestHSMS02_T7WithoutSelect(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p := r.dial()
		time.Sleep(10*time.Second - 2)
		p.expectSilence() // which takes 1 ns
		time.Sleep(1)
		p.expectEOF()
		r.want()
		if r.endpoint.Stats().T7 != 1 {
			t.Error("T7 is not counted")
		}
	})
}

const s1f13w2 = "0000000C 0000 81 0D 00 00 00000002 0100"

func TestHSMS06_FC01_DataRightBehindSelect(t *testing.T) {
	whole := unhex(selectReq1 + s1f13w2)
	for _, cut := range []int{0, 1, 4, 13, 14, 15, 18, 29} {
		inBubble(t, nil, func(t *testing.T, r *rig) {
			r.on(echo)
			p := r.dial()
			p.Write(whole[:cut])
			synctest.Wait()
			p.Write(whole[cut:])
			p.expect(selectRsp1, "0000000A 0000 01 0E 00 00 00000002")
			r.want(Selected, Primary)
		})
	}
}

func TestHSMS07_NothingBeforeSelectRsp(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(func(c *Conn, ev *Event) {
			if ev.Kind == Selected {
				c.Send(1, 1, 13, secs2.WantReply, 1, nil)
				c.Flush()
			}
		})
		p := r.dial()
		p.send(selectReq1)
		p.expect(selectRsp1)
		if h, _ := p.next(); h.SF() != "S1F13" {
			t.Errorf("then %s, want S1F13", h.SF())
		}
	})
}

func TestHSMS09_T8(t *testing.T) {
	inBubble(t, func(c *EndpointConfig) { c.Config.Timers.T8 = time.Second }, func(t *testing.T, r *rig) {
		p, _ := r.selected()
		for _, b := range unhex(s1f1w7) {
			time.Sleep(100 * time.Millisecond)
			p.Write([]byte{b})
		}
		r.want(Primary)
		time.Sleep(5 * time.Second) // between frames nothing runs
		p.expectSilence()
		frame := unhex(s1f1w7)
		p.Write(frame[:6])
		time.Sleep(time.Second - 1)
		p.Write(frame[6:7])
		time.Sleep(time.Second - 2)
		p.expectSilence() // which takes 1 ns
		r.want()
		time.Sleep(1)
		wantTimeout(t, r.want(NotSelected)[0].Err, T8)
		p.expectEOF()
	})
}

func TestFC12_StalledFrame(t *testing.T) {
	frame := unhex(s1f13w2)
	oversize := unhex("01200000 0000 87 03 00 00 00000002 4101") // 18 MiB, being discarded
	for name, piece := range map[string][]byte{
		"length field": frame[:2], "header": frame[:9], "text": frame[:15], "discarded text": oversize,
	} {
		inBubble(t, nil, func(t *testing.T, r *rig) {
			p, _ := r.selected()
			p.Write(piece)
			time.Sleep(5*time.Second - 1)
			r.want()
			time.Sleep(1)
			ev := r.want(NotSelected)[0]
			wantTimeout(t, ev.Err, T8)
			if t.Failed() {
				t.Fatal(name)
			}
			p.expectEOF()
		})
	}
}

func TestHSMS11_FiftyFramesInOneSegment(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(echo)
		p, _ := r.selected()
		var in, want []string
		for i := range 50 {
			in = append(in, fmt.Sprintf("0000000A 0001 81 01 00 00 %08X", i))
			want = append(want, fmt.Sprintf("0000000A 0001 01 02 00 00 %08X", i))
		}
		p.send(in...)
		p.expect(want...)
	})
}

func TestHSMS16_LinktestWhileReplyIsOwed(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		p.send(s1f1w7)
		primary := r.want(Primary)[0]
		p.send(linktestReq9)
		p.expect(linktestRsp9)
		time.Sleep(time.Second)
		c.Reply(primary.Header, 2, unhex("0100"))
		p.expectSilence()
		c.Flush()
		p.expect(s1f2r7)
	})
}

func TestHSMS17_LinktestUnansweredCloses(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, _ := r.selected()
		time.Sleep(60 * time.Second)
		if h, _ := p.next(); sType(h.SType()) != sLinktestReq {
			t.Fatalf("got %s, want Linktest.req", messageName(h))
		}
		time.Sleep(5*time.Second - 2)
		p.expectSilence()
		time.Sleep(1)
		wantTimeout(t, r.want(NotSelected)[0].Err, T6)
		p.expectEOF()
	})
}

// equipment answers as the equipment above this package does.
func equipment(c *Conn, ev *Event) {
	s9 := func(function byte) {
		mhead := append([]byte{0x21, secs2.HeaderSize}, ev.Header[:]...)
		c.Send(1, 9, function, secs2.NoReply, 0, mhead)
		c.Flush()
	}
	switch {
	case ev.Kind == Failed:
		s9(9)
	case ev.Kind == Primary && ev.Oversize:
		s9(11)
	case ev.Kind == Primary && ev.Header.Session() != 1:
		s9(1)
	case ev.Kind == Primary:
		echo(c, ev)
	}
}

func TestHSMS18_T3(t *testing.T) {
	fixed := func(c *EndpointConfig) { c.Config.SystemBytesStart = 0x80000005 }
	inBubble(t, fixed, func(t *testing.T, r *rig) {
		r.on(equipment)
		p, c := r.selected()
		c.Send(1, 6, 11, secs2.WantReply, 4, nil)
		c.Flush()
		p.expect("0000000A 0001 86 0B 00 00 80000005")
		time.Sleep(45*time.Second - 2)
		p.expectSilence() // which takes 1 ns
		r.want()
		time.Sleep(1)
		ev := r.want(Failed)[0]
		wantTimeout(t, ev.Err, T3)
		p.expect("00000016 0001 09 09 00 00 80000006 210A 0001 86 0B 00 00 80000005")
		if lines := r.logs.FilterMessage("timer expired").All(); len(lines) != 1 || lines[0].ContextMap()["sf"] != "S6F11" ||
			lines[0].ContextMap()["system"] != uint32(0x80000005) || lines[0].ContextMap()["timer"] != "T3" {
			t.Errorf("log %v, want timer T3, sf S6F11 and the system bytes", lines)
		}

		// FC-83: the late reply is dropped, and the log tells by how much.
		time.Sleep(time.Second)
		p.send("0000000A 0001 06 0C 00 00 80000005")
		r.want(Stray)
		p.expectSilence()
		lines := r.logs.FilterMessage("reply late").All()
		if len(lines) != 1 || lines[0].ContextMap()["late"] != time.Second {
			t.Errorf("log %v, want a reply late by 1s", lines)
		}
		p.send(s1f1w7)
		p.expect("0000000A 0001 01 02 00 00 00000007")
	})
}

func TestHSMS21_UnknownDevice(t *testing.T) {
	fixed := func(c *EndpointConfig) { c.Config.SystemBytesStart = 0x80000005 }
	inBubble(t, fixed, func(t *testing.T, r *rig) {
		r.on(equipment)
		p, _ := r.selected()
		p.send("0000000A 0009 81 01 00 00 00000032")
		p.expect("00000016 0001 09 01 00 00 80000005 210A 0009 81 01 00 00 00000032")
	})
}

func TestHSMS22_Oversize(t *testing.T) {
	edit := func(c *EndpointConfig) {
		c.Config.SystemBytesStart = 0x80000005
		c.Config.MaxFrame = 100 << 10
	}
	inBubble(t, edit, func(t *testing.T, r *rig) {
		r.on(equipment)
		p, _ := r.selected()
		h := secs2.DataHeader(1, 7, 3, secs2.WantReply, 34)
		largest := appendFrame(nil, h, bytes.Repeat([]byte{0x21}, 100<<10-secs2.HeaderSize))
		p.Write(largest)
		p.expect("0000000A 0001 07 04 00 00 00000022")
		if ev := r.want(Primary)[0]; len(ev.Text) != 100<<10-secs2.HeaderSize {
			t.Errorf("text of %d bytes", len(ev.Text))
		}
		p.Write(appendFrame(nil, h, make([]byte, 100<<10-secs2.HeaderSize+1)))
		p.expect("00000016 0001 09 0B 00 00 80000005 210A 0001 87 03 00 00 00000022")
		p.send(s1f1w7)
		p.expect("0000000A 0001 01 02 00 00 00000007")
		r.want(Primary, Primary)
		p.send("04000001")
		r.want(NotSelected)
		p.expectEOF()
	})
}

func TestFC04_Blanks(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, _ := r.selected()
		p.Write(bytes.Repeat([]byte{' '}, 40))
		ev := r.want(NotSelected)[0]
		if !strings.Contains(ev.Err.Error(), "length above the maximum: length 538976288") {
			t.Errorf("ended with %v", ev.Err)
		}
		p.expectEOF()
		r.selected()
	})
}

func TestTruncatedFrame(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, _ := r.selected()
		p.send("0000000A 0001")
		p.Close()
		if ev := r.want(NotSelected)[0]; !errors.Is(ev.Err, errTruncated) {
			t.Errorf("ended with %v, want truncated", ev.Err)
		}
		p, _ = r.selected()
		p.Close()
		if ev := r.want(NotSelected)[0]; !errors.Is(ev.Err, errPeerClosed) {
			t.Errorf("ended with %v, want closed by peer", ev.Err)
		}
		p, _ = r.selected()
		p.Reset()
		r.want(NotSelected)
	})
}

func TestDeselectThenSelectAgain(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		c.Send(1, 6, 11, secs2.WantReply, 1, nil)
		p.send("0000000A FFFF 00 00 00 03 00000002")
		r.want(NotSelected)
		if h, _ := p.next(); h.SF() != "S6F11" {
			t.Errorf("%s, want the event queued before", messageName(h))
		}
		p.expect("0000000A FFFF 00 00 00 04 00000002")
		p.send("0000000A FFFF 00 00 00 01 00000003")
		p.expect("0000000A FFFF 00 00 00 02 00000003")
		r.want(Selected)
		time.Sleep(50 * time.Second)
		r.want() // no T3 of the session before
	})
}

func TestOrderlyClose(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		c.Send(1, 6, 11, secs2.NoReply, 0, nil)
		c.Close(errDisabled)
		c.Close(errReplaced) // the first reason counts
		if ev := r.want(NotSelected)[0]; !errors.Is(ev.Err, errDisabled) {
			t.Errorf("NotSelected with %v, want disabled", ev.Err)
		}
		p.send(s1f1w7) // arrives while we wait for the peer to close
		if h, _ := p.next(); h.SF() != "S6F11" {
			t.Errorf("first %s, want S6F11", messageName(h))
		}
		if h, _ := p.next(); sType(h.SType()) != sSeparateReq || h.Session() != noSession {
			t.Errorf("then %s, want Separate.req", messageName(h))
		}
		p.expectEOF()
		r.want()
	})
}

func TestOrderlyCloseOfASilentPeerTakesASecond(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		_, c := r.selected()
		began := time.Now()
		c.Close(errDisabled)
		<-c.over
		if d := time.Since(began); d != leaveTime {
			t.Errorf("closed after %v, want %v", d, leaveTime)
		}
	})
}

func TestServeReturnsCause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if _, err := NewConn(nil, Passive, Config{}); err == nil {
			t.Error("a Config without Handle was accepted")
		}
		r := newRig(t, nil)
		defer r.end()
		near, _ := r.listener.Dial(t.Context())
		var kinds []Kind
		c, err := NewConn(near, Active, Config{Handle: func(c *Conn, ev *Event) {
			kinds = append(kinds, ev.Kind)
			c.Close(errReplaced)
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Serve(t.Context()); !errors.Is(err, errReplaced) || !errors.Is(err, net.ErrClosed) {
			t.Errorf("Serve returned %v", err)
		}
		if len(kinds) != 2 || kinds[0] != Selected || kinds[1] != NotSelected {
			t.Errorf("events %v", kinds)
		}
	})
}
