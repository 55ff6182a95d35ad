package daemon

import (
	"context"
	"io"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
)

// core steps the equipment under one mutex and executes its outputs. Messages
// are in the connections' out buffers before the mutex is released, so no
// later Step can overtake them. What does I/O waits in effects until it is.
type core struct {
	mu      sync.Mutex
	eq      *gem.Equipment
	out     gem.Output
	conns   []*hsms.Conn // by host; nil without a session
	touched []bool       // by host: got messages in this Step
	blocked []bool       // by host: was told that there is no room
	refused []uint64     // questions that the tool has no room for
	unheard []uint64     // requests, the same

	drained  chan struct{} // not nil: triggers wait for a shorter queue
	deadline time.Time
	clock    clock
	records  []persist.Record
	writes   []persist.Write
	strict   bool // Trigger waits for the disk
	waiters  []waiter
	token    uint64                      // of the newest command of the operator
	verdicts map[uint64]chan gem.Verdict // by token: who waits for its outcome; capacity 1
	storage  Storage
	asked    asked
	effects  []effect

	draining sync.Mutex // held while effects are carried out, in order
	batch    []effect

	programs  programTasks
	journal   Journal
	endpoints []*hsms.Endpoint
	wake      chan struct{} // to the timers: the deadline moved
	changes   chan change
	questions chan gem.Question
	requests  []chan gem.Request // by host
	stalled   []chan *hsms.Conn  // by host: to wait for room
	orders    []model.Order      // that the tool has not taken
	ordered   chan struct{}      // there are orders; capacity 1
	log       *zap.Logger
	notes     *zap.Logger // for notes: rate limited
}

// waiter is a caller that waits until a commit is durable or has failed.
type waiter struct {
	seq  uint64
	done chan error // capacity 1
}

// effect is one thing to do after the Step: exactly one field is set.
type effect struct {
	link       *gem.LinkOrder
	transition *gem.Transition
	display    *gem.TerminalSnapshot
	note       *gem.Note
	conn       *hsms.Conn // of a link to reset
	program    io.Closer
}

// step carries one input through the equipment.
func (c *core) step(in gem.Input) (commit uint64, err error) {
	c.mu.Lock()
	commit, err = c.stepLocked(in)
	more := len(c.effects) > 0
	c.mu.Unlock()
	if more {
		c.drain()
	}
	return commit, err
}

func (c *core) stepLocked(in gem.Input) (commit uint64, err error) {
	return c.stepAt(c.clock.now(), in)
}

// stepAt steps an input and whatever has to follow it at once.
func (c *core) stepAt(now time.Time, in gem.Input) (commit uint64, err error) {
	c.once(now, in)
	commit, err = c.out.Commit.Seq, c.out.Err
	for next := c.follow(); next != nil; next = c.follow() {
		c.once(now, next)
	}
	if c.drained != nil {
		c.tellDrained()
	}
	if d := c.out.Deadline; !d.Equal(c.deadline) {
		c.deadline = d
		select {
		case c.wake <- struct{}{}:
		default:
		}
	}
	return commit, err
}

// once is one Step with its Output executed.
func (c *core) once(now time.Time, in gem.Input) {
	c.eq.Step(now, in, &c.out)
	if c.out.Commit.Seq != 0 {
		c.commit()
	}
	for _, f := range c.out.Fetches {
		c.journal.Fetch(f.Host, f.Segment)
	}
	if c.out.Work != 0 || len(c.out.Works) > 0 || len(c.out.Finished) > 0 || c.out.Task != 0 || len(c.out.Closed) > 0 || len(c.out.Verify) > 0 {
		c.takePrograms()
	}
	if len(c.out.Messages) > 0 {
		c.send()
	}
	for _, q := range c.out.Questions {
		select {
		case c.questions <- q:
		default:
			c.refused = append(c.refused, q.ID)
		}
	}
	for _, r := range c.out.Requests {
		c.request(r)
	}
	if c.out.Asked != 0 || len(c.out.Outcomes) > 0 {
		c.keepOutcomes()
	}
	if len(c.out.Verdicts) > 0 {
		c.decide()
	}
	c.collect()
}

// commit hands the Step's commit to the journal.
func (c *core) commit() {
	c.records, c.writes = c.records[:0], c.writes[:0]
	for _, r := range c.out.Commit.Records {
		c.records = append(c.records, persist.Record(r))
	}
	for _, w := range c.out.Commit.Writes {
		c.writes = append(c.writes, persist.Write{Host: w.Host, Segment: w.Segment, Offset: w.Offset, Data: w.Data})
	}
	c.journal.Commit(persist.Commit{Seq: c.out.Commit.Seq, Records: c.records, Writes: c.writes})
	clear(c.records) // what they hold need not stay in memory
	clear(c.writes)
}

// follow returns the next input that the last Steps make necessary, nil when
// there is none: a host's out buffer that became full or free, questions that
// find the tool stuck, messages that one Step had no place for.
func (c *core) follow() gem.Input {
	for host, conn := range c.conns {
		if conn == nil {
			continue
		}
		if full := conn.Full(); full != c.blocked[host] {
			c.blocked[host] = full
			if full {
				c.stall(host, conn)
			}
			return gem.Flow{Host: host, Room: !full}
		}
	}
	if n := len(c.refused); n > 0 {
		id := c.refused[n-1]
		c.refused = c.refused[:n-1]
		return gem.Answer{ID: id, HCACK: secs2.HCACKCannotPerformNow}
	}
	if n := len(c.unheard); n > 0 {
		id := c.unheard[n-1]
		c.unheard = c.unheard[:n-1]
		return gem.Respond{ID: id, Response: gem.Response{Do: gem.RespondAbort}}
	}
	if c.out.More {
		return gem.Continue{}
	}
	return nil
}

// send fills the out buffers. A connection that takes no more has failed or
// is about to say that it is not SELECTED any longer: the message dies with
// its session.
func (c *core) send() {
	for i := range c.out.Messages {
		m := &c.out.Messages[i]
		conn := c.conns[m.Host]
		if conn == nil {
			c.closeOpened(m.Program)
			continue
		}
		err := c.sendMessage(conn, m)
		c.touched[m.Host] = err == nil || c.touched[m.Host]
	}
	for host, touched := range c.touched {
		if touched {
			c.touched[host] = false
			c.conns[host].Flush()
		}
	}
}

// reply queues a secondary. One that is longer than any message may be becomes
// SxF0, so that the host does not wait for it.
func reply(conn *hsms.Conn, m *gem.Message) error {
	err := conn.Reply(m.Primary, m.Function, m.Body)
	if err != nil && len(m.Body) > 0 {
		return conn.Reply(m.Primary, 0, nil)
	}
	return err
}

// collect copies what is left to do, for it outlives the Output.
func (c *core) collect() {
	for _, t := range c.out.Transitions {
		c.effects = append(c.effects, effect{transition: &t})
	}
	if len(c.out.Orders) > 0 {
		c.give(c.out.Orders)
	}
	for _, t := range c.out.Displays {
		c.effects = append(c.effects, effect{display: &t})
	}
	for _, n := range c.out.Notes {
		c.effects = append(c.effects, effect{note: &n})
	}
	for _, l := range c.out.Links {
		c.effects = append(c.effects, effect{link: &l, conn: c.conns[l.Host]})
	}
}

// drain carries out the effects of all Steps so far, in their order.
func (c *core) drain() {
	c.draining.Lock()
	defer c.draining.Unlock()
	c.mu.Lock()
	c.batch, c.effects = c.effects, c.batch[:0]
	c.mu.Unlock()
	for _, e := range c.batch {
		c.perform(e)
	}
	clear(c.batch)
}

func (c *core) perform(e effect) {
	switch {
	case e.transition != nil:
		logTransition(c.log, e.transition)
		c.tellTool(change{transition: e.transition})
	case e.display != nil:
		c.tellTool(change{display: e.display})
	case e.note != nil:
		log := c.notes
		if e.note.Every {
			log = c.log
		}
		logNote(log, e.note)
	case e.program != nil:
		_ = e.program.Close() // nothing was written to it
	case e.link != nil:
		c.order(e.link, e.conn)
	}
}

// tellTool leaves a change to the tool's notifications.
func (c *core) tellTool(ch change) {
	select {
	case c.changes <- ch:
	default:
		c.notes.Warn("tool is slow", zap.Int("bound", cap(c.changes)))
	}
}

func (c *core) order(o *gem.LinkOrder, conn *hsms.Conn) {
	switch o.Do {
	case gem.EnableLink:
		c.endpoints[o.Host].Enable()
	case gem.DisableLink:
		c.endpoints[o.Host].Disable()
	case gem.ResetLink:
		if conn != nil {
			conn.Close(errReset)
		}
	}
}

// timers steps the equipment at its deadlines, until ctx ends.
func (c *core) timers(ctx context.Context) error {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		c.mu.Lock()
		next := c.deadline
		c.mu.Unlock()
		wait := time.Hour
		if !next.IsZero() {
			wait = time.Until(next)
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return nil
		case <-c.wake:
		case <-timer.C:
			_, _ = c.step(gem.Tick{}) // a Tick is never refused
		}
	}
}

// settle steps an input and, when it wrote records, waits until they are
// durable.
func (c *core) settle(ctx context.Context, in gem.Input) error {
	c.mu.Lock()
	commit, err := c.stepLocked(in)
	if commit == 0 && switches(in) {
		commit = c.eq.UnderWay() // it may stand there because of that one
	}
	var done <-chan error
	if commit != 0 && err == nil {
		done = c.await(commit)
	}
	c.mu.Unlock()
	c.drain()
	if done == nil {
		return err
	}
	return settled(ctx, done)
}

// switches reports whether in moves something durable that may stand there already.
func switches(in gem.Input) bool {
	if op, ok := in.(gem.Operator); ok {
		return op.Action == gem.Local || op.Action == gem.Remote
	}
	_, ok := in.(gem.TakeControl)
	return ok
}

// settled waits for the word of the journal.
func settled(ctx context.Context, done <-chan error) error {
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// await returns where the word about a commit will be; mu is held.
func (c *core) await(commit uint64) <-chan error {
	done := make(chan error, 1)
	c.waiters = append(c.waiters, waiter{commit, done})
	return done
}
