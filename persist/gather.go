package persist

import (
	"context"
	"runtime"
	"time"
)

// This file is how a batch forms: commits that wait share a file, and callers whose
// commits have just become durable come back.

// released is what a batch that became durable leads to.
type released struct {
	// commits are expected soon: its callers', and those that waited then.
	commits int
	at      time.Time
	took    time.Duration
}

// gather lets the callers that the last batch has released add to this one, for a
// quarter of the time that it took. One that commits alone waits for nobody.
func (j *Journal) gather(ctx context.Context) {
	runtime.Gosched()
	runtime.Gosched()
	patience := j.released.took/4 - time.Since(j.released.at)
	if patience <= 0 || j.inbox.holds(j.released.commits) {
		return
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-ctx.Done():
	case <-late.C:
	case <-j.inbox.full:
	}
}
