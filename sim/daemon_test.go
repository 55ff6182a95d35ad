package sim

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// mes is a host of a real daemon that runs the tool, in memory.
type mes struct {
	t       *testing.T
	session *host.Session

	mu     sync.Mutex // guards the fields below
	events []string
}

func connect(t *testing.T, c Config, journal daemon.Journal, delivery gem.Delivery) *mes {
	t.Helper()
	equipment := factory()
	equipment.Control.Default, equipment.Delivery = gem.StartOnLine, delivery
	equipment.Commands = []gem.Command{
		{Name: "PP-SELECT", Effect: gem.Benign, Parameters: []gem.Parameter{{Name: "PPID", Format: secs2.ASCII, Need: gem.Required}}},
		{Name: "START"}, {Name: "STOP", Effect: gem.Affects},
	}
	tool, err := New(c, equipment)
	if err != nil {
		t.Fatal(err)
	}
	l := hsmstest.Listen("equipment")
	d, err := daemon.New(daemon.Config{
		Equipment: equipment, Journal: journal, Links: []hsms.EndpointConfig{{Listen: func() (net.Listener, error) { return l, nil }}},
	}, tool)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("daemon: %v", err)
		}
	})
	m := &mes{t: t}
	m.session, err = host.Open(t.Context(), host.Config{
		Link:     hsms.EndpointConfig{Dial: func(ctx context.Context) (net.Conn, error) { return l.Dial(ctx) }},
		Received: m.event,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.session.Close(context.WithoutCancel(t.Context())) })
	if err := m.session.Establish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return m
}

// event notes an S6F11 with one report of two numbers and a text.
func (m *mes) event(h secs2.Header, body secs2.Item) {
	if h.Stream() != 6 || h.Function() != 11 {
		return
	}
	r := secs2.NewReader(body)
	r.Tuple(3)
	r.Item("DATAID")
	text := fmt.Sprint(r.Uint("CEID"), ":")
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		r.Item("RPTID")
		r.Tuple(3)
		text += fmt.Sprintf(" %d<%d %s", r.Uint("ProcessState"), r.Uint("PreviousProcessState"), r.Text("PPExecName"))
	})
	if err := r.Err(); err != nil {
		text = err.Error()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events = append(m.events, text)
}

func (m *mes) told() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.events)
}

// send sends a message given as SML and returns the first code of its reply.
func (m *mes) send(text string) byte {
	m.t.Helper()
	msg, _, err := sml.Parse(text)
	if err != nil {
		m.t.Fatal(err)
	}
	reply, err := m.session.Request(m.t.Context(), msg.Message)
	if err != nil {
		m.t.Fatal(err)
	}
	if msg.Function != 41 {
		return reply.Body.Data()[0]
	}
	r := secs2.NewReader(reply.Body)
	r.Tuple(2)
	return r.Code("HCACK")
}

// TestAgainstTheDaemon runs the cycle as a host sees it.
func TestAgainstTheDaemon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := connect(t, recipes(), nil, gem.PlainDelivery)
		var codes []byte
		send := func(text string) {
			codes = append(codes, m.send(text))
			synctest.Wait()
		}
		send(`S2F33 W <L <U4 1> <L <L <U4 1> <L <U4 103> <U4 104> <U4 108>>>>>.`)
		send(`S2F35 W <L <U4 1> <L <L <U4 10> <L <U4 1>>> <L <U4 11> <L <U4 1>>> <L <U4 13> <L <U4 1>>> <L <U4 31> <L <U4 1>>>>>.`)
		send(`S2F37 W <L <BOOLEAN TRUE> <L <U4 10> <U4 11> <U4 12> <U4 13> <U4 31>>>.`)
		send(`S2F41 W <L <A "START"> <L>>.`)
		send(`S2F41 W <L <A "PP-SELECT"> <L <L <A "PPID"> <A "NONE">>>>.`)
		send(`S2F41 W <L <A "PP-SELECT"> <L <L <A "PPID"> <A "POLY">>>>.`)
		send(`S2F41 W <L <A "START"> <L>>.`)
		send(`S2F41 W <L <A "START"> <L>>.`)
		for range 120 {
			if slices.Contains(m.told(), "11: 64<67 POLY") {
				break
			}
			time.Sleep(time.Second)
		}
		synctest.Wait()
		send(`S2F41 W <L <A "STOP"> <L>>.`)
		if want := []byte{0, 0, 0, 2, 3, 0, 4, 5, 5}; !slices.Equal(codes, want) {
			t.Errorf("codes %v, want %v", codes, want)
		}
		want := []string{
			"31: 64<69 POLY", "13: 65<64 POLY", "13: 66<65 POLY", "10: 67<66 POLY", "13: 67<66 POLY", "11: 64<67 POLY", "13: 64<67 POLY",
		}
		if told := m.told(); !slices.Equal(told, want) {
			t.Errorf("the host was told\n%q\nwant\n%q", told, want)
		}
	})
}

// TestFactsOutliveADiskThatFails: the disk is full while a lot is under way, the
// tool repeats what was refused, and the host is told the same as ever.
func TestFactsOutliveADiskThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := persisttest.NewDisk()
		journal, err := persist.Open(persist.Config{FS: disk})
		if err != nil {
			t.Fatal(err)
		}
		m := connect(t, recipes(), journal, gem.StrictDelivery)
		for _, text := range []string{
			`S2F33 W <L <U4 1> <L <L <U4 1> <L <U4 103> <U4 104> <U4 108>>>>>.`,
			`S2F35 W <L <U4 1> <L <L <U4 13> <L <U4 1>>>>>.`, `S2F37 W <L <BOOLEAN TRUE> <L <U4 13>>>.`,
			`S2F41 W <L <A "PP-SELECT"> <L <L <A "PPID"> <A "POLY">>>>.`, `S2F41 W <L <A "START"> <L>>.`,
		} {
			if code := m.send(text); code != 0 && code != 4 {
				t.Errorf("%s got %d", text, code)
			}
			synctest.Wait()
		}
		want := []string{"13: 65<64 POLY", "13: 66<65 POLY", "13: 67<66 POLY", "13: 64<67 POLY"}
		disk.Full(1)
		time.Sleep(30 * time.Second)
		if told := m.told(); !slices.Equal(told, want[:1]) {
			t.Errorf("with a full disk the host was told %q", told)
		}
		disk.Full(0)
		for range 120 {
			time.Sleep(time.Second)
			if len(m.told()) == len(want) {
				break
			}
		}
		if told := m.told(); !slices.Equal(told, want) {
			t.Errorf("the host was told\n%q\nwant\n%q", told, want)
		}
	})
}
