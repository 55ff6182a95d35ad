package hsms

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"time"

	"go.uber.org/zap"
)

const (
	// maxParked bounds the connections that wait without the session.
	maxParked = 4

	// maxConns bounds all connections, those included whose peer does not
	// close after the end of its session.
	maxConns = 32

	// A listener that fails is opened again after a wait that doubles.
	firstRetry = 100 * time.Millisecond
	lastRetry  = 5 * time.Second
)

// Listen opens the listener of a passive end, so that its address is known
// before Run; an active end returns nil.
func (e *Endpoint) Listen() (net.Addr, error) {
	if e.cfg.Connect == Active {
		return nil, nil
	}
	if _, err := e.listen(); err != nil {
		return nil, err
	}
	return e.address, nil
}

// listen returns the listener, which it opens if there is none.
func (e *Endpoint) listen() (net.Listener, error) {
	if e.listener != nil {
		return e.listener, nil
	}
	open := e.cfg.Listen
	if open == nil {
		open = e.listenTCP
	}
	l, err := open()
	if err != nil {
		return nil, err
	}
	e.listener, e.address = l, l.Addr()
	return l, nil
}

// acceptForEver keeps a listener open until ctx is done.
func (e *Endpoint) acceptForEver(ctx context.Context) {
	var conns sync.WaitGroup
	defer conns.Wait()
	defer func() {
		if e.listener != nil { // ctx was done before the first Accept
			e.listener.Close()
		}
	}()
	for retry := firstRetry; ctx.Err() == nil; retry = min(2*retry, lastRetry) {
		l, err := e.listen()
		if err == nil {
			e.log.Info("listening", zap.Stringer("address", l.Addr()))
			var accepted int
			accepted, err = e.acceptFrom(ctx, l, &conns)
			if accepted > 0 {
				retry = firstRetry
			}
		}
		if ctx.Err() != nil {
			return
		}
		e.log.Warn("listener failed", zap.Error(err), zap.Duration("retry", retry))
		sleep(ctx, retry)
	}
}

// acceptFrom accepts until the listener fails or ctx is done, and closes it.
func (e *Endpoint) acceptFrom(ctx context.Context, l net.Listener, conns *sync.WaitGroup) (accepted int, err error) {
	closing, cancel := context.WithCancel(ctx)
	var closer sync.WaitGroup
	closer.Go(func() {
		<-closing.Done()
		l.Close()
	})
	defer func() {
		cancel()
		closer.Wait()
		e.listener = nil
	}()
	for {
		nc, err := l.Accept()
		if err != nil {
			return accepted, err
		}
		accepted++
		c, reason := e.admit(nc)
		if c == nil {
			e.refused(reason, nc)
			nc.Close()
			continue
		}
		conns.Go(func() { e.serve(ctx, c) })
	}
}

// admit makes a Conn of an accepted connection, or says why it does not.
func (e *Endpoint) admit(nc net.Conn) (c *Conn, reason string) {
	if !e.allows(nc.RemoteAddr()) {
		return nil, "peer not allowed"
	}
	owner, parked, all := e.census()
	if owner != nil && !e.cfg.NoProbeOnSecond {
		owner.probe()
	}
	switch {
	case e.isDisabled():
		return nil, "link disabled"
	case owner != nil && e.cfg.SecondConnection == SecondClose:
		return nil, "second connection"
	case parked >= maxParked || all >= maxConns:
		return nil, "too many connections"
	}
	tuneTCP(nc, e.cfg.Config.WriteTimeout)
	c = newConn(nc, Passive, e.cfg.Config, e.log, e)
	if owner != nil {
		c.markSecond()
	}
	return c, ""
}

// census returns who has the session, how many connections wait without it,
// and how many there are in all.
func (e *Endpoint) census() (owner *Conn, parked, all int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for c := range e.conns {
		if c != e.owner && c.waits() {
			parked++
		}
	}
	return e.owner, parked, len(e.conns)
}

// waits reports whether the connection has not begun to end.
func (c *Conn) waits() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.m.gone()
}

// allows reports whether the peer is in one of the networks of AllowFrom.
func (e *Endpoint) allows(peer net.Addr) bool {
	if len(e.cfg.AllowFrom) == 0 {
		return true
	}
	ap, err := netip.ParseAddrPort(peer.String())
	if err != nil {
		return false
	}
	for _, p := range e.cfg.AllowFrom {
		if p.Contains(ap.Addr().Unmap().WithZone("")) {
			return true
		}
	}
	return false
}
