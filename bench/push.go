package bench

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// sampleEvery is how many events there are to one that carries its number,
// which makes it a latency sample. Its values are told with the event, the
// others report what the variables hold.
const sampleEvery = 64

// push is a stream of events from the tool to the host. DATAID counts them, so
// the host sees that none is lost and all come in order.
type push struct {
	n       int
	sent    []time.Duration // by number of the sample: when, since base
	base    time.Time
	samples *histogram
	number  [6]byte     // encoded
	values  []gem.Value // with the number
	credits chan int    // from host to tool: so many more may be raised

	// The host's.
	received int
	dataID   uint32 // of the latest
	credit   int    // size of one credit
	given    int    // received since the last one
	answer   bool   // S6F12 is due
	fault    error
	done     chan struct{}

	// between is the CEID of a disabled event before each, 0: none. It is far from
	// what the host writes for each event.
	_       [64]byte
	between uint32
}

// ackc6 is the body of S6F12: accepted.
var ackc6 = secs2.B(0).Encoded()

func newPush(n int, samples *histogram) *push {
	return &push{
		n: n, samples: samples, base: time.Now(),
		sent: make([]time.Duration, n/sampleEvery+1), credits: make(chan int, 16), done: make(chan struct{}),
		values: []gem.Value{
			{VID: firstDVID},
			{VID: firstDVID + 1, Item: secs2.F4(21.5)},
			{VID: firstDVID + 2, Item: secs2.A("LOT-0042")},
		},
	}
}

// pushOneWay has the tool raise n events without a reply, as many at a time as
// the out buffer of the daemon takes.
func (r *rig) pushOneWay(ctx context.Context, n int, samples *histogram) error {
	return r.push(ctx, newPush(n, samples), outBuffer/eventSize)
}

// pushFiltered is pushOneWay with every second event disabled: n counts both
// kinds.
func (r *rig) pushFiltered(ctx context.Context, n int, samples *histogram) error {
	p := newPush(n/2, samples)
	p.between = disabledCEID
	return r.push(ctx, p, outBuffer/eventSize)
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
	between := p.between
	r.link.handle(p.take)
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
		if between != 0 {
			if err := r.daemon.Trigger(ctx, between); err != nil {
				return err
			}
		}
		if err := p.raise(ctx, r, i); err != nil {
			return err
		}
	}
	if err := r.link.await(ctx, p.done); err != nil {
		return err
	}
	return p.fault
}

// outBuffer is what the out buffer of the daemon takes: so much of events is on
// its way at a time.
const outBuffer = 256 << 10

// maxAhead is within what the daemon queues for one host.
const maxAhead = 500

// raise triggers event i.
func (p *push) raise(ctx context.Context, r *rig, i int) error {
	if i%sampleEvery != 0 {
		return r.daemon.Trigger(ctx, eventCEID)
	}
	number := i / sampleEvery
	a := secs2.NewAppender(p.number[:0])
	a.U4(uint32(number))
	item, err := secs2.Parse(a.Bytes())
	if err != nil {
		return err
	}
	p.values[0].Item = item
	p.sent[number] = time.Since(p.base)
	return r.daemon.Trigger(ctx, eventCEID, p.values...)
}

// take is the host's handler.
func (p *push) take(c *hsms.Conn, ev *hsms.Event) {
	if p.fault == nil {
		p.fault = p.check(ev)
		if p.fault != nil {
			close(p.done)
		}
	}
	if p.fault != nil {
		return
	}
	if p.answer {
		_ = c.Reply(ev.Header, 12, ackc6) // an error shows as NotSelected
	}
	p.received++
	if p.given++; p.given == p.credit {
		p.given = 0
		p.credits <- p.credit
	}
	if p.received == p.n {
		close(p.done)
	}
}

// An S6F11 of the measured event, whose numbers lie at fixed places.
const (
	dataIDAt  = 2 + 2
	numberAt  = 2 + 6 + 6 + 2 + 2 + 6 + 2 + 2 //  L[3] DATAID CEID L[1] L[2] RPTID L[3] U4
	bodySize  = numberAt + 4 + 6 + 10
	eventSize = prefixSize + bodySize
)

// check says what is wrong with an event, and takes its sample.
func (p *push) check(ev *hsms.Event) error {
	if ev.Kind != hsms.Primary || len(ev.Text) != bodySize {
		return fmt.Errorf("bench: event %d expected, got %s %X", p.received, ev.Header.SF(), ev.Text)
	}
	dataID := binary.BigEndian.Uint32(ev.Text[dataIDAt:])
	if p.received > 0 && dataID != p.dataID+1 {
		return fmt.Errorf("bench: DATAID %d follows %d", dataID, p.dataID)
	}
	p.dataID = dataID
	if p.received%sampleEvery != 0 {
		return nil
	}
	number := int(binary.BigEndian.Uint32(ev.Text[numberAt:]))
	if number != p.received/sampleEvery {
		return fmt.Errorf("bench: sample %d expected, got %d", p.received/sampleEvery, number)
	}
	p.samples.record(time.Since(p.base) - p.sent[number])
	return nil
}
