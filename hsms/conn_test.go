package hsms

import (
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

func TestHSMS01_SelectDataSeparate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		defer r.end()
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
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		defer r.end()
		p := r.dial()
		time.Sleep(10*time.Second - 2)
		p.expectSilence() // takes 1 ns
		time.Sleep(1)
		p.expectEOF()
		r.want()
	})
}
