package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"

	"github.com/secsd/secsd/conformance"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/hsms/hsmstest"
)

// inProcess is the whole daemon inside a bubble of testing/synctest, over
// connections in memory. Its data survives a restart, its time is the bubble's.
type inProcess struct {
	disk     *disk
	tool     *scriptTool
	daemon   *daemon.Daemon
	ports    map[string]*hsmstest.Listener // by host
	attempts chan conformance.Attempt
	ctx      context.Context // until stop
	stop     context.CancelFunc
	stopped  chan error
	hosts    []string // their names, in order

	operatorFor string // the host that an action of the operator concerns, "" for all

	mu   sync.Mutex
	open map[*countedConn]bool // connections the equipment has not closed
}

var _ interface {
	conformance.Target
	conformance.Dialer
	conformance.Ports
	conformance.Operator
	conformance.Tool
	conformance.Disk
	conformance.Restarter
	conformance.Killer
	conformance.Inspector
} = (*inProcess)(nil)

func newInProcess() *inProcess {
	return &inProcess{
		disk: newDisk(), ports: map[string]*hsmstest.Listener{}, attempts: make(chan conformance.Attempt, 64),
		open: map[*countedConn]bool{},
	}
}

func (p *inProcess) Start(settings []conformance.Setting) error {
	cfg, err := configure(settings)
	if err != nil {
		return err
	}
	mount := p.disk.mount()
	cfg.Journal, cfg.Programs = mount, &programShelf{p.disk.programs, mount}
	if err := storeStanding(&cfg, p.disk.programs); err != nil {
		return err
	}
	p.hosts = nil
	for i, host := range cfg.Equipment.Hosts {
		p.hosts = append(p.hosts, host.Name)
		cfg.Links[i].Listen = func() (net.Listener, error) { return p.listen(host.Name), nil }
	}
	cfg.Links[0].Dial = p.dialHost
	p.tool = newScriptTool()
	p.daemon, err = daemon.New(cfg, p.tool)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1) // then closed: a restart that fails is followed by Stop
	p.ctx, p.stop, p.stopped = ctx, stop, stopped
	go func(d *daemon.Daemon) {
		stopped <- d.Run(ctx)
		close(stopped)
	}(p.daemon)
	return nil
}

func (p *inProcess) Stop() error {
	p.stop()
	if err := <-p.stopped; err != nil {
		return fmt.Errorf("the daemon ended with: %w", err)
	}
	if n := len(p.connections()); n != 0 {
		return fmt.Errorf("the daemon has left %d connections open", n)
	}
	return errors.Join(p.tool.left(), p.disk.fault())
}

func (p *inProcess) Restart(settings []conformance.Setting) error {
	p.stop()
	if err := errors.Join(<-p.stopped, p.tool.left()); err != nil {
		return err
	}
	return p.Start(settings)
}

// Kill leaves the daemon without disk and network before it stops, so that
// nothing of the stop shows.
func (p *inProcess) Kill(settings []conformance.Setting) error {
	p.disk.crash()
	for _, c := range p.connections() {
		_ = c.Conn.Close() // never fails
	}
	return p.Restart(settings)
}

func (p *inProcess) Settle() { synctest.Wait() }

func (p *inProcess) Dial() (net.Conn, error) { return p.DialPort(firstHost) }

func (p *inProcess) DialPort(host string) (net.Conn, error) {
	return p.ports[host].Dial(context.Background())
}

func (p *inProcess) Attempts() <-chan conformance.Attempt { return p.attempts }

func (p *inProcess) Inspect(what string) (string, error) {
	switch what {
	case "goroutines":
		// Stopping the world waits for goroutines that are about to be gone.
		runtime.ReadMemStats(new(runtime.MemStats))
		return strconv.Itoa(runtime.NumGoroutine()), nil
	case "connections":
		return strconv.Itoa(len(p.connections())), nil
	case "process":
		return p.daemon.Snapshot().Process, nil
	case "spool bytes":
		now, _ := p.disk.spooled()
		return strconv.Itoa(now), nil
	case "spool peak":
		_, peak := p.disk.spooled()
		return strconv.Itoa(peak), nil
	}
	return p.inspectHosts(strings.Fields(what))
}

func (p *inProcess) listen(host string) net.Listener {
	p.ports[host] = hsmstest.Listen("192.0.2.2:" + host)
	return countingListener{p.ports[host], p}
}

// dialHost is a dial of the equipment: it waits for the script's answer.
func (p *inProcess) dialHost(ctx context.Context) (net.Conn, error) {
	a := attempt{make(chan net.Conn, 1)}
	p.attempts <- a
	select {
	case conn, ok := <-a.answer:
		if !ok {
			return nil, errors.New("connection refused")
		}
		return p.count(conn), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// attempt is a dial that waits for its answer; a closed channel refuses it.
type attempt struct{ answer chan net.Conn }

func (a attempt) Accept() (net.Conn, error) {
	ours, hosts := hsmstest.Pipe("192.0.2.2:40000", "192.0.2.1:5000")
	a.answer <- ours
	return hosts, nil
}

func (a attempt) Refuse() { close(a.answer) }

func (p *inProcess) count(conn net.Conn) net.Conn {
	c := &countedConn{conn.(*hsmstest.Conn), p}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[c] = true
	return c
}

// connections returns those that are open.
func (p *inProcess) connections() []*countedConn {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(p.open))
}

// countedConn is the equipment's end of a connection.
type countedConn struct {
	*hsmstest.Conn
	of *inProcess
}

func (c *countedConn) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

type countingListener struct {
	net.Listener
	of *inProcess
}

func (l countingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return l.of.count(conn), nil
}
