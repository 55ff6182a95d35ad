package hsms

import (
	"context"
	"net"
	"time"
)

// listenTCP opens the listener, after the first time on the same port.
func (e *Endpoint) listenTCP() (net.Listener, error) {
	address := e.cfg.Address
	if e.address != nil {
		address = e.address.String()
	}
	return net.Listen("tcp", address)
}

func (e *Endpoint) dialTCP(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", e.cfg.Address)
}

// keepAlive finds a dead peer when linktest is off, and keeps firewalls awake.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second, Interval: 10 * time.Second, Count: 3}

// tuneTCP sets what a TCP connection needs beyond Go's defaults, which include
// TCP_NODELAY. Errors are left to the first read.
func tuneTCP(nc net.Conn, unacknowledged time.Duration) {
	tc, ok := nc.(*net.TCPConn)
	if !ok {
		return
	}
	_ = tc.SetKeepAliveConfig(keepAlive)
	setUserTimeout(tc, unacknowledged)
}
