package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// waiting is one goroutine of the host that asks, waits for its reply and
// asks again.
type waiting struct {
	replied chan error // capacity 2: a reply and the end of the session
	reply   []byte     // body of the latest reply, a copy
	samples histogram
}

// askWaiting makes n requests from as many goroutines as may be outstanding.
func (r *rig) askWaiting(ctx context.Context, q request, n int, samples *histogram) error {
	callers := make([]*waiting, min(r.cfg.Concurrency, n))
	for i := range callers {
		callers[i] = &waiting{replied: make(chan error, 2)}
	}
	r.link.handle(func(_ *hsms.Conn, ev *hsms.Event) {
		w := callers[ev.Token]
		w.reply = append(w.reply[:0], ev.Text...)
		w.replied <- checkReply(ev)
	})
	finished := make(chan struct{})
	var wg sync.WaitGroup
	faults := make([]error, len(callers))
	for i, w := range callers {
		share := n / len(callers)
		if i < n%len(callers) {
			share++
		}
		wg.Go(func() { faults[i] = w.run(r.link.conn, q, uint64(i), share) })
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		if err := r.link.await(ctx, finished); err != nil {
			for _, w := range callers {
				w.replied <- err
			}
		}
	}()
	wg.Wait()
	close(finished)
	<-watched
	for _, w := range callers {
		samples.add(&w.samples)
	}
	return errors.Join(faults...)
}

func (w *waiting) run(c *hsms.Conn, q request, token uint64, n int) error {
	for range n {
		start := time.Now()
		if _, err := c.Send(0, q.sf.Stream, q.sf.Function, secs2.WantReply, token, q.body); err != nil {
			return err
		}
		c.Flush()
		if err := <-w.replied; err != nil {
			return err
		}
		w.samples.record(time.Since(start))
	}
	return nil
}

// checkReply returns what is wrong with what should be a reply.
func checkReply(ev *hsms.Event) error {
	switch {
	case ev.Kind == hsms.Failed:
		return ev.Err
	case ev.Kind != hsms.Reply || ev.Header.Function() == 0:
		return fmt.Errorf("bench: %s instead of a reply", ev.Header.SF())
	}
	return nil
}
