package hsms

import (
	"context"
	"net"
	"time"

	"go.uber.org/zap"
)

// dialForEver connects again and again until ctx is done. T5 separates the end
// of one attempt, or of the connection it made, from the next.
func (e *Endpoint) dialForEver(ctx context.Context) {
	for e.awaitEnabled(ctx) {
		e.attempt(ctx)
		sleep(ctx, e.cfg.Config.Timers.T5)
	}
}

// awaitEnabled waits until the link is enabled; false: ctx is done.
func (e *Endpoint) awaitEnabled(ctx context.Context) bool {
	for ctx.Err() == nil {
		e.mu.Lock()
		disabled, changed := e.disabled, e.changed
		e.mu.Unlock()
		if !disabled {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
	return false
}

func (e *Endpoint) isDisabled() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.disabled
}

// attempt dials once and serves the connection.
func (e *Endpoint) attempt(ctx context.Context) {
	nc, err := e.dial(ctx)
	if err != nil {
		e.mu.Lock()
		e.totals.DialErrors++
		e.mu.Unlock()
		e.log.Info("dial failed", zap.String("address", e.cfg.Address), zap.Error(err))
		return
	}
	tuneTCP(nc, e.cfg.Config.WriteTimeout)
	e.serve(ctx, newConn(nc, Active, e.cfg.Config, e.log, e))
}

// dial connects within ConnectTimeout, unless Disable comes first.
func (e *Endpoint) dial(ctx context.Context) (net.Conn, error) {
	ctx, stop := context.WithTimeout(ctx, e.cfg.ConnectTimeout)
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	e.setDialing(cancel)
	defer e.setDialing(nil)
	if e.isDisabled() {
		return nil, errDisabled
	}
	if e.cfg.Dial != nil {
		return e.cfg.Dial(ctx)
	}
	return e.dialTCP(ctx)
}

func (e *Endpoint) setDialing(cancel context.CancelCauseFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.dialing = cancel
}

// sleep waits for d or until ctx is done.
func sleep(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
