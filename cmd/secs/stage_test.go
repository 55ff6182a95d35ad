package main

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
	"github.com/secsd/secsd/sim"
)

// stage is what a page is played on: a machine in memory, in a bubble of
// testing/synctest, so that the tool takes its time and the test none.
type stage struct {
	t       *testing.T
	files   map[string][]byte             // configurations, by name
	disks   map[string]*persisttest.Disk  // by data folder
	ports   map[string]*hsmstest.Listener // by address
	folder  string                        // of the daemon that runs
	stop    func()                        // ends it
	names   map[uint32]string             // of its events
	present *listener                     // secs listen, when it goes on
	untold  []string                      // messages to it that no table tells of
	seen    transcript                    // all that it got, the logs, and what is printed in parts
	words   map[string]string             // variables of the shell
}

func newStage(t *testing.T) *stage {
	return &stage{t: t, files: map[string][]byte{"": configs.Etcher}, disks: map[string]*persisttest.Disk{}, words: map[string]string{}}
}

// start runs a daemon on what its data folder holds.
func (s *stage) start(args []string) string {
	s.t.Helper()
	if s.stop != nil {
		s.stop()
	}
	s.folder, s.present = args[1], nil
	cfg, err := config.Load(config.Source{Name: args[0], Data: s.files[args[0]]})
	if err != nil {
		s.t.Fatal(err)
	}
	if s.disks[s.folder] == nil {
		s.disks[s.folder] = persisttest.NewDisk()
	}
	journal, err := persist.Open(persist.Config{FS: s.disks[s.folder]})
	if err != nil {
		s.t.Fatal(err)
	}
	s.ports = map[string]*hsmstest.Listener{}
	for i, l := range cfg.Links {
		s.ports[l.Address] = hsmstest.Listen(l.Address)
		cfg.Links[i].Listen = func() (net.Listener, error) { return s.ports[l.Address], nil }
	}
	web := hsmstest.Listen(cfg.API.Address)
	s.ports[cfg.API.Address] = web
	tool, err := sim.New(cfg.Sim, cfg.Equipment)
	if err != nil {
		s.t.Fatal(err)
	}
	d, err := daemon.New(daemon.Config{Equipment: cfg.Equipment, Links: cfg.Links, Journal: journal, Logger: s.logger()}, tool)
	if err != nil {
		s.t.Fatal(err)
	}
	s.names = map[uint32]string{}
	for _, e := range d.Describe().Events {
		s.names[e.ID] = e.Name
	}
	ctx, cancel := context.WithCancel(s.t.Context())
	group, inner := errgroup.WithContext(ctx)
	group.Go(func() error { return d.Run(inner) })
	group.Go(func() error { return api.Serve(inner, web, d, cfg.API, nil) })
	s.stop = sync.OnceFunc(func() {
		cancel()
		if err := group.Wait(); err != nil {
			s.t.Errorf("the daemon ended with %v", err)
		}
		_ = journal.Close() // a disk that was left behind has nothing to say
	})
	s.t.Cleanup(s.stop)
	return ""
}

// kill ends the daemon and leaves of its disk what there was.
func (s *stage) kill(args []string) string {
	s.t.Helper()
	if args[0] != s.folder {
		s.t.Errorf("no daemon runs on %s", args[0])
		return ""
	}
	s.quiet()
	s.disks[s.folder] = s.disks[s.folder].Kill()
	s.stop()
	s.present = nil
	return ""
}

// secs carries out a command line of secs. What listens without an end goes on.
func (s *stage) secs(args []string) string {
	s.t.Helper()
	c, rest, err := newRoot().Find(s.arguments(args[0]))
	if err == nil {
		err = c.ParseFlags(rest)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", args[0], err)
	}
	var out, talk strings.Builder
	c.SetOut(&out)
	c.SetErr(&talk)
	switch c.Name() {
	case "send":
		err = s.send(newSender(c, c.Flags().Args()))
	case "listen":
		err = s.listen(newListener(c, c.Flags().Args()))
	}
	if err != nil || talk.Len() > 0 {
		s.t.Errorf("%s\n%v %s", args[0], err, talk.String())
	}
	return out.String()
}

func (s *stage) send(r sender, err error) error {
	if err != nil {
		return err
	}
	r.host.Link.Dial = s.dial(r.options)
	return r.run(s.t.Context())
}

func (s *stage) listen(l *listener, err error) error {
	if err != nil {
		return err
	}
	l.host.Link.Dial = s.dial(l.options)
	if l.most > 0 || l.span > 0 {
		return l.run(s.t.Context())
	}
	session, err := l.connect(s.t.Context())
	s.present = l
	s.t.Cleanup(func() { hangUp(s.t.Context(), session) })
	return err
}

func (s *stage) dial(o options) func(context.Context) (net.Conn, error) {
	return func(ctx context.Context) (net.Conn, error) {
		port := s.ports[o.host.Link.Address]
		if port == nil {
			return nil, fmt.Errorf("nobody listens on %s", o.host.Link.Address)
		}
		return port.Dial(ctx)
	}
}

// patience is how long an event may take, in the time of the tool.
const patience = 5 * time.Minute

// next waits for the next event that is told to who listens.
func (s *stage) next() (a arrival, ok bool) {
	if s.present == nil {
		return a, false
	}
	select {
	case a = <-s.present.arrived:
		synctest.Wait()
		fmt.Fprintln(&s.seen, sml.Format(a.Message))
		return a, true
	case <-time.After(patience):
		return a, false
	}
}

// quiet takes what has come without a row in a table.
func (s *stage) quiet() {
	synctest.Wait()
	for s.present != nil && len(s.present.arrived) > 0 {
		a, _ := s.next()
		s.untold = append(s.untold, sml.Format(a.Message)+"\n")
	}
}

// told returns an event as tables have it, CEID, name and values, and the name of
// the state that is the last value.
func (s *stage) told(m secs2.Message) (cells, state string) {
	s.t.Helper()
	r := secs2.NewReader(m.Body)
	r.Tuple(3)
	r.Item("DATAID")
	ceid := uint32(r.Uint("CEID"))
	name := s.names[ceid]
	var reports []string
	var last uint64
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		r.Item("RPTID")
		var values []string
		r.Each("values", func(r *secs2.Reader) {
			it := r.Item("V")
			if it.Len() > 0 {
				values = append(values, plain(it))
			}
			for n := range it.Uints() {
				last = n
			}
		})
		reports = append(reports, strings.Join(values, ", "))
	})
	if err := r.Err(); m.Stream != 6 || m.Function != 11 || err != nil {
		s.t.Errorf("%v is no event: %v", m.SF(), err)
	}
	switch name {
	case "PRJobStateChange":
		state = model.PRState(last).String()
	case "SubstrateSM12", "SubstrateSM14":
		state = model.SubstProcState(last).String()
	}
	return fmt.Sprintf("%d | %s | %s", ceid, name, strings.Join(reports, "; ")), state
}

// plain is a value for people: many have brackets.
func plain(it secs2.Item) string {
	var parts []string
	for part := range it.All() {
		parts = append(parts, plain(part))
	}
	for n := range it.Uints() {
		parts = append(parts, fmt.Sprint(n))
	}
	switch {
	case it.Format() == secs2.ASCII:
		return string(it.Data())
	case it.Format() != secs2.List && len(parts) == 1:
		return parts[0]
	}
	return "[" + strings.Join(parts, " ") + "]"
}
