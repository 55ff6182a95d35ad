package hsms

import (
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

func active(c *EndpointConfig) {
	c.Connect = Active
	c.Config.SystemBytesStart = 0x80000001
}

// accept waits at most d for the endpoint to dial.
func (r *rig) accept(d time.Duration) peer {
	r.t.Helper()
	timeout := time.AfterFunc(d, func() { r.listener.Close() })
	defer timeout.Stop()
	c, err := r.listener.Accept()
	if err != nil {
		r.t.Fatalf("not dialed within %v", d)
	}
	return peer{r.t, c.(*hsmstest.Conn)}
}

func TestHSMS24_T5Spacing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dials := calls{start: time.Now()}
		edit := func(c *EndpointConfig) {
			active(c)
			c.Dial = refuse(&dials)
		}
		r := newRig(t, edit)
		time.Sleep(30*time.Second - 1)
		synctest.Wait()
		dials.want(t, 0, 10*time.Second, 20*time.Second)
		time.Sleep(1)
		synctest.Wait()
		dials.want(t, 0, 10*time.Second, 20*time.Second, 30*time.Second)
		if n := r.endpoint.Stats().DialErrors; n != 4 {
			t.Errorf("%d dial errors counted, want 4", n)
		}
		r.end()
	})
}

func TestHSMS24_T5AfterTheEndOfADialThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dials := calls{start: time.Now()}
		edit := func(c *EndpointConfig) {
			active(c)
			c.Dial = hang(&dials)
		}
		r := newRig(t, edit)
		time.Sleep(20 * time.Second) // connect_timeout and T5
		synctest.Wait()
		dials.want(t, 0, 20*time.Second)
		r.endpoint.Disable() // ends the dial under way
		time.Sleep(time.Minute)
		r.endpoint.Enable()
		synctest.Wait()
		dials.want(t, 0, 20*time.Second, 80*time.Second)
		r.end()
	})
}

func TestHSMS25_SelectRefusedThenT5(t *testing.T) {
	inBubble(t, active, func(t *testing.T, r *rig) {
		for _, status := range []string{"01", "02", "03"} {
			p := r.accept(11 * time.Second)
			if h, _ := p.next(); sType(h.SType()) != sSelectReq {
				t.Fatalf("got %s, want Select.req", messageName(h))
			}
			p.send("0000000A FFFF 00 " + status + " 00 02 80000001")
			p.expectEOF()
			closed := time.Since(r.start)
			r.want()
			next := r.accept(11 * time.Second)
			if d := time.Since(r.start) - closed; d != 10*time.Second && d != 10*time.Second-1 {
				t.Errorf("dialed again after %v, want T5", d)
			}
			next.Close()
			synctest.Wait()
		}
	})
}

func TestHSMS26_NoSelectRsp(t *testing.T) {
	inBubble(t, active, func(t *testing.T, r *rig) {
		p := r.accept(time.Second)
		p.expect("0000000A FFFF 00 00 00 01 80000001")
		time.Sleep(5*time.Second - 2)
		p.expectSilence()
		time.Sleep(1)
		p.expectEOF()
		if s := r.endpoint.Stats(); s.T6 != 1 {
			t.Errorf("stats %+v, want one T6", s)
		}
	})
}

func TestHSMS27_BothSelect(t *testing.T) {
	inBubble(t, active, func(t *testing.T, r *rig) {
		r.on(echo)
		p := r.accept(time.Second)
		p.expect("0000000A FFFF 00 00 00 01 80000001")
		p.send(selectReq1)
		p.expect(selectRsp1)
		r.want(Selected)
		p.send("0000000A FFFF 00 00 00 02 80000001", s1f1w7)
		p.expect("0000000A 0001 01 02 00 00 00000007")
		r.want(Primary)
	})
}

func TestHSMS28_SelectReqIsFirst(t *testing.T) {
	inBubble(t, active, func(t *testing.T, r *rig) {
		r.on(func(c *Conn, ev *Event) {
			if ev.Kind == Selected {
				c.Send(1, 1, 13, secs2.WantReply, 1, nil)
			}
		})
		p := r.accept(time.Second)
		p.expect("0000000A FFFF 00 00 00 01 80000001")
		time.Sleep(4 * time.Second)
		p.expectSilence()
		p.send("0000000A FFFF 00 00 00 02 80000001")
		r.want(Selected)
		if h, _ := p.next(); h.SF() != "S1F13" {
			t.Errorf("got %s, want S1F13", messageName(h))
		}
	})
}

func TestActiveReconnects(t *testing.T) {
	inBubble(t, active, func(t *testing.T, r *rig) {
		for range 3 {
			p := r.accept(11 * time.Second)
			p.expect("0000000A FFFF 00 00 00 01 80000001")
			p.send("0000000A FFFF 00 00 00 02 80000001")
			r.want(Selected)
			p.Reset()
			r.want(NotSelected)
		}
		p := r.accept(11 * time.Second)
		p.next()
		p.send("0000000A FFFF 00 00 00 02 80000001")
		r.want(Selected)
		r.endpoint.Disable()
		if ev := r.want(NotSelected)[0]; !errors.Is(ev.Err, errDisabled) || !errors.Is(ev.Err, net.ErrClosed) {
			t.Errorf("NotSelected with %v", ev.Err)
		}
		p.Close()
		time.Sleep(time.Hour)
		r.endpoint.Enable()
		r.accept(time.Second).Close()
	})
}
