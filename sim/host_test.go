package sim

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/persist/persisttest"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// mes is a host of the daemon that runs the tool, in memory.
type mes struct {
	t       *testing.T
	session *host.Session

	mu     sync.Mutex // guards the fields below
	events []string
}

func connect(f *fab) *mes {
	f.t.Helper()
	m := &mes{t: f.t}
	m.open(f, m.event)
	return m
}

// open begins a session, which ends with the test.
func (m *mes) open(f *fab, received func(secs2.Header, secs2.Item)) {
	m.t.Helper()
	var err error
	m.session, err = host.Open(m.t.Context(), host.Config{
		Link:     hsms.EndpointConfig{Dial: func(ctx context.Context) (net.Conn, error) { return f.listener.Dial(ctx) }},
		Received: received,
	})
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = m.session.Close(context.WithoutCancel(m.t.Context())) })
	if err := m.session.Establish(m.t.Context()); err != nil {
		m.t.Fatal(err)
	}
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
	synctest.Wait()
	for it := range reply.Body.All() {
		if len(it.Data()) == 0 {
			return 0 // a list
		}
		return it.Data()[0]
	}
	return reply.Body.Data()[0]
}

// eventsOf has a host ask for reports with ProcessState, PreviousProcessState and
// PPExecName.
func eventsOf(m *mes, ceids ...uint32) {
	links, list := "", ""
	for _, id := range ceids {
		links += fmt.Sprintf("<L <U4 %d> <L <U4 1>>>", id)
		list += fmt.Sprintf("<U4 %d>", id)
	}
	m.send(`S2F33 W <L <U4 1> <L <L <U4 1> <L <U4 103> <U4 104> <U4 108>>>>>.`)
	m.send(`S2F35 W <L <U4 1> <L ` + links + `>>.`)
	m.send(`S2F37 W <L <BOOLEAN TRUE> <L ` + list + `>>.`)
}

// TestAsAHostSeesIt runs a lot by remote commands.
func TestAsAHostSeesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		m := connect(f)
		eventsOf(m, 10, 11, 13, 31)
		var codes []byte
		for _, command := range []string{
			`"START"> <L>`, `"PP-SELECT"> <L <L <A "PPID"> <A "NONE">>>`, `"PP-SELECT"> <L <L <A "PPID"> <A "POLY">>>`, `"START"> <L>`, `"START"> <L>`,
		} {
			codes = append(codes, m.send(`S2F41 W <L <A `+command+`>.`))
		}
		f.awaitNext("-completed")
		codes = append(codes, m.send(`S2F41 W <L <A "STOP"> <L>>.`))
		if want := []byte{2, 3, 0, 4, 5, 5}; !slices.Equal(codes, want) {
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
		equipment := factory()
		equipment.Delivery = gem.StrictDelivery
		f := start300(t, recipes(), equipment, persisttest.NewDisk())
		m := connect(f)
		eventsOf(m, 13)
		m.send(`S2F41 W <L <A "PP-SELECT"> <L <L <A "PPID"> <A "POLY">>>>.`)
		m.send(`S2F41 W <L <A "START"> <L>>.`)
		want := []string{"13: 65<64 POLY", "13: 66<65 POLY", "13: 67<66 POLY", "13: 64<67 POLY"}
		f.disk.Full(1)
		time.Sleep(30 * time.Second)
		if told := m.told(); !slices.Equal(told, want[:1]) {
			t.Errorf("with a full disk the host was told %q", told)
		}
		f.disk.Full(0)
		f.awaitNext("-completed")
		synctest.Wait()
		if told := m.told(); !slices.Equal(told, want) {
			t.Errorf("the host was told\n%q\nwant\n%q", told, want)
		}
	})
}

// TestAnnouncedCarriersCome: what hosts bind and notify is what arrives, with the
// slot map that they expect.
func TestAnnouncedCarriersCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		c.Lots = HostLots
		f := startOn(t, c, equipment)
		m := connect(f)
		for _, text := range []string{
			`S3F17 W <L <U4 1> <A "CarrierNotification"> <A "NEXT"> <U1> <L <L <A "Capacity"> <U1 2>>>>.`,
			`S3F17 W <L <U4 1> <A "Bind"> <A "BOUND"> <U1 2> <L <L <A "SlotMap"> <L <U1 1> <U1 3> <U1 1>>>>>.`,
		} {
			if code := m.send(text); code != 0 {
				t.Errorf("%s: CAACK %d", text, code)
			}
		}
		f.until("two slot maps", func() bool { return f.times("SlotMapRead") == 2 })
		f.clean()
		s := f.Material()
		if s.Ports[0].Carrier != "NEXT" || s.Ports[1].Carrier != "BOUND" || len(s.Substrates) != 1 || s.Substrates[0].Source != "BOUND.02" || len(s.Carriers[0].SlotMap) != 2 {
			t.Error(f.world())
		}
	})
}

// TestLongCarrierID: a carrier with the longest ID is processed, and its wafers are
// told.
func TestLongCarrierID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		f := startOn(t, c, equipment)
		long := strings.Repeat("L", 80)
		if code := connect(f).send(`S3F17 W <L <U4 1> <A "Bind"> <A "` + long + `"> <U1 1> <L>>.`); code != 0 {
			t.Fatalf("Bind: CAACK %d", code)
		}
		f.until("wafers of it", func() bool { return strings.HasPrefix(f.text("WaferID"), long+".") })
		f.until("the end of its lot", func() bool { return f.times("LotCompleted") > 0 && f.text("FOUPID") == long })
		f.clean()
	})
}

// TestMismatch: the mapper sees less than the host expects; the host sends the
// carrier away.
func TestMismatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		c.Lots = HostLots
		f := startOn(t, c, equipment)
		m := connect(f)
		m.send(`S3F17 W <L <U4 1> <A "Bind"> <A "BOUND"> <U1 1> <L <L <A "SlotMap"> <L <U1 3> <U1 3> <U1 3>>>>>.`)
		f.tool.Fail(SlotMapFailure)
		f.awaitNext("SlotMapRead")
		if f.text("WaferMap") != "110" || !strings.Contains(f.world(), "WAITING FOR HOST") {
			t.Errorf("slot map %s; %s", f.text("WaferMap"), f.world())
		}
		if code := m.send(`S3F17 W <L <U4 1> <A "CancelCarrier"> <A "BOUND"> <U1 1> <L>>.`); code != 4 {
			t.Errorf("CancelCarrier: CAACK %d", code)
		}
		f.awaitNext("CarrierRemoved")
		f.clean()
	})
}
