package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// sampleEvery is how many events there are to one latency sample of a push.
const sampleEvery = 64

// push is a stream of events from the tool to the host. Each carries its
// number, so the host sees that none is lost and all come in order.
type push struct {
	n       int
	want    uint32 // number of the next event
	sent    []time.Duration
	base    time.Time
	samples *histogram
	credits chan int // from host to tool: so many more may be raised
	credit  int      // size of one credit
	given   int      // received since the last one
	answer  bool     // S6F12 is due
	fault   error
	done    chan struct{}
}

// ackc6 is the body of S6F12: accepted.
var ackc6 = secs2.B(0).Encoded()

func newPush(n int, samples *histogram) *push {
	return &push{
		n: n, samples: samples, base: time.Now(),
		sent: make([]time.Duration, n/sampleEvery+1), credits: make(chan int, 16), done: make(chan struct{}),
	}
}

// pushOneWay has the tool raise n events without a reply, as many at a time as
// the out buffer of the daemon takes.
func (r *rig) pushOneWay(ctx context.Context, n int, samples *histogram) error {
	return r.push(ctx, newPush(n, samples), outBuffer/eventSize)
}

// pushAnswered has the tool raise n events with a reply. The tool stays a
// little ahead of what the host has received, so that an event always waits
// for its turn and the queue of the host stays short.
func (r *rig) pushAnswered(ctx context.Context, n int, samples *histogram) error {
	p := newPush(n, samples)
	p.answer = true
	return r.push(ctx, p, min(4*r.cfg.Concurrency, maxAhead))
}

// push raises the events, at most ahead more than the host has received.
func (r *rig) push(ctx context.Context, p *push, ahead int) error {
	p.credit = max(ahead/8, 1)
	r.link.handle(p.received)
	for i := range p.n {
		for ahead == 0 {
			select {
			case ahead = <-p.credits:
			case <-r.link.down:
				return r.link.why
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		ahead--
		if err := p.raise(ctx, r, uint32(i)); err != nil {
			return err
		}
	}
	if err := r.link.await(ctx, p.done); err != nil {
		return err
	}
	return p.fault
}

// outBuffer is how much of the daemon's out buffer the events may fill.
const outBuffer = 128 << 10

// maxAhead is within what the daemon queues for one host.
const maxAhead = 500

// raise triggers event i, with all its values.
func (p *push) raise(ctx context.Context, r *rig, i uint32) error {
	if i%sampleEvery == 0 {
		p.sent[i/sampleEvery] = time.Since(p.base)
	}
	var buf [6]byte
	a := secs2.NewAppender(buf[:0])
	a.U4(i)
	number, err := secs2.Parse(a.Bytes())
	if err != nil {
		return err
	}
	return r.daemon.Trigger(ctx, eventCEID, gem.Value{VID: firstDVID, Item: number})
}

func (p *push) received(c *hsms.Conn, ev *hsms.Event) {
	i, ok := eventNumber(ev)
	if !ok || i != p.want {
		if p.fault == nil {
			p.fault = fmt.Errorf("bench: event %d expected, got %s %X", p.want, ev.Header.SF(), ev.Text)
			close(p.done)
		}
		return
	}
	if i%sampleEvery == 0 {
		p.samples.record(time.Since(p.base) - p.sent[i/sampleEvery])
	}
	p.want++
	if p.answer {
		_ = c.Reply(ev.Header, 12, ackc6) // an error shows as NotSelected
	}
	if p.given++; p.given == p.credit {
		p.given = 0
		p.credits <- p.credit
	}
	if int(p.want) == p.n {
		close(p.done)
	}
}

// eventNumber reads the first value of an S6F11 of the measured event. It lies
// at a fixed place.
func eventNumber(ev *hsms.Event) (uint32, bool) {
	//  L[3] DATAID      CEID     L[1] L[2] RPTID    L[3]  U4
	const at = 2 + 6 + 6 + 2 + 2 + 6 + 2 + 2
	if ev.Kind != hsms.Primary || len(ev.Text) < at+4 {
		return 0, false
	}
	b := ev.Text[at:]
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]), true
}

// eventSize is the size of an S6F11 of the measured event on the wire.
const eventSize = prefixSize + 2 + 6 + 6 + 2 + 2 + 6 + 2 + 6 + 6 + 2 + 10
