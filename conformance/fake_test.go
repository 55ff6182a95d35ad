package conformance

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// fakeEquipment is equipment made to order: serve is what it does on one
// connection, dial what it does as the active entity.
type fakeEquipment struct {
	serve    func(e *fakeEnd)
	dial     func(e *fakeEquipment)
	startErr error
	operated []string // what was done around it
	acts     map[string]error
	tells    map[string]string

	attempts chan Attempt
	ends     []net.Conn
	running  sync.WaitGroup
	quit     chan struct{}
}

func (e *fakeEquipment) Start([]Setting) error {
	if e.startErr != nil {
		return e.startErr
	}
	e.quit = make(chan struct{})
	if e.dial != nil {
		e.running.Go(func() { e.dial(e) })
	}
	return nil
}

func (e *fakeEquipment) Stop() error {
	close(e.quit)
	for _, c := range e.ends {
		c.Close()
	}
	e.running.Wait()
	return nil
}

func (e *fakeEquipment) Settle() { synctest.Wait() }

func (e *fakeEquipment) Dial() (net.Conn, error) {
	if e.serve == nil {
		return nil, errors.New("connection refused")
	}
	return e.connect(), nil
}

func (e *fakeEquipment) connect() net.Conn {
	ours, hosts := net.Pipe()
	e.ends = append(e.ends, ours)
	e.running.Go(func() {
		e.serve(&fakeEnd{Conn: ours, quit: e.quit})
		ours.Close()
	})
	return hosts
}

func (e *fakeEquipment) Attempts() <-chan Attempt { return e.attempts }

func (e *fakeEquipment) Operate(action string) error {
	e.operated = append(e.operated, action)
	return nil
}

func (e *fakeEquipment) Act(action string) error { return e.acts[action] }

func (e *fakeEquipment) SetDisk(state string) error { return e.Operate("disk " + state) }

func (e *fakeEquipment) Kill(settings []Setting) error {
	last := settings[len(settings)-1]
	return e.Operate("kill " + last.Key + " " + last.Value)
}

func (e *fakeEquipment) DialPort(host string) (net.Conn, error) {
	_ = e.Operate("port " + host) // never fails
	return e.Dial()
}

func (e *fakeEquipment) Inspect(what string) (string, error) { return e.tells[what], nil }

// fakeAttempt is a dial of a fakeEquipment.
type fakeAttempt struct {
	of      *fakeEquipment
	refused chan struct{}
}

func (a fakeAttempt) Accept() (net.Conn, error) { return a.of.connect(), nil }
func (a fakeAttempt) Refuse()                   { close(a.refused) }

// fakeEnd is the equipment's end of a connection.
type fakeEnd struct {
	net.Conn
	partial []byte
	quit    chan struct{}
}

// receive returns the next frame, nil at the end.
func (e *fakeEnd) receive() *frame {
	buf := make([]byte, 4096)
	for {
		f, rest, err := cutFrame(e.partial)
		if f != nil || err != nil {
			e.partial = rest
			return f
		}
		n, err := e.Read(buf)
		if err != nil {
			return nil
		}
		e.partial = append(e.partial, buf[:n]...)
	}
}

func (e *fakeEnd) send(h header, text ...byte) {
	_, _ = e.Write((&frame{header: h, text: text}).bytes())
}

// pause lets time pass, less when the equipment is stopped.
func (e *fakeEnd) pause(d time.Duration) {
	select {
	case <-time.After(d):
	case <-e.quit:
	}
}

// good answers Select.req, Linktest.req and S1F1 as it should, and closes on
// Separate.req.
func good(e *fakeEnd) {
	for f := e.receive(); f != nil; f = e.receive() {
		if answer(e, f) {
			return
		}
	}
}

func answer(e *fakeEnd, f *frame) (separated bool) {
	h := f.header
	switch {
	case h.stype() == selectReq || h.stype() == linktestReq:
		h[5]++
		e.send(h)
	case h.stype() == separateReq:
		return true
	case h.stype() == data && h.function() == 1:
		h[2], h[3] = 1, 2
		e.send(h, 0x01, 0x02, 0x41, 0x01, 'M', 0x41, 0x01, 'S')
	}
	return false
}

// replace answers like good, except that it does what change says to the frame
// with the given SType.
func replace(stype byte, change func(e *fakeEnd, f *frame)) func(*fakeEnd) {
	return func(e *fakeEnd) {
		for f := e.receive(); f != nil; f = e.receive() {
			if f.header.stype() == stype {
				change(e, f)
			} else if answer(e, f) {
				return
			}
		}
	}
}

// request is a header of a data message.
func request(stream, function byte, system uint32) header {
	h := header{2: stream, 3: function}
	h.setSystem(system)
	return h
}

// runFake runs the statements against the equipment.
func runFake(t *testing.T, e *fakeEquipment, head, body string) error {
	t.Helper()
	script, err := Parse("t.txt", "number: T-1\ntitle: t\n"+head+body)
	if err != nil {
		t.Fatal(err)
	}
	return runScript(t, e, script)
}

// runScript runs the script against the equipment in a bubble.
func runScript(t *testing.T, e *fakeEquipment, script *Script) error {
	t.Helper()
	var result error
	synctest.Test(t, func(t *testing.T) {
		e.attempts = make(chan Attempt, 16)
		result = script.Run(context.Background(), e)
	})
	return result
}
