package gem

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
	"pgregory.net/rapid"
)

// TestLife lets an equipment with two hosts live: legal and illegal messages,
// actions of the tool and the operator, lost links, disks that fail, power cuts
// and jumps of the clock, in any order. life_invariants_test.go says what holds
// after each Step. SECSD_LIFE is how many things happen in one life, 300 by
// default.
func TestLife(t *testing.T) {
	most := 300
	if n, err := strconv.Atoi(os.Getenv("SECSD_LIFE")); err == nil {
		most = n
	}
	rapid.Check(t, func(rt *rapid.T) {
		l := newLife(rt)
		deeds := l.deeds()
		for range rapid.IntRange(1, most).Draw(rt, "things") {
			deeds[l.one(len(deeds), "thing")]()
		}
		l.rest()
	})
}

// life is an equipment and the world around it, with what the world knows.
type life struct {
	rt   *rapid.T
	cfg  Config
	e    *Equipment
	out  Output
	disk *testDisk
	now  time.Time
	// twin gets the same inputs: it must put out the same.
	twin    *Equipment
	twinOut Output

	failed bool // the disk takes nothing
	// By host:
	linked   [2]bool
	ended    [2]bool            // by the equipment: LinkDown is due
	open     [2][]Message       // primaries of the equipment that wait for a reply
	due      [2]map[uint32]bool // of those, which must be
	owed     [2]map[uint32]bool // system bytes of the host's primaries that may be answered
	before   [2]hostState       // as the last Step found it
	systems  uint32
	asked    []Question // commands at the tool
	by       int        // the host whose reader brings the input, -1: somebody else
	files    lifeFiles
	alarms   map[uint32]AlarmState
	waiting  map[uint64]bool // primaries that somebody waits for, until their Outcome
	orders   map[uint64]bool // operators' commands, until their Verdict
	unsure   []alarmUndo     // those that the disk may undo
	requests []Request       // private primaries at the tool
	awaited  map[uint64]bool // primaries whose Outcome is due
	evenly   *rand.Rand
	story    []string
}

// one is a number below n, each as likely as the others: rapid itself draws small
// ones more often.
func (l *life) one(n int, label string) int {
	return (rapid.IntRange(0, n-1).Draw(l.rt, label) + l.evenly.IntN(n)) % n
}

// alarmUndo is a change of an alarm and the commit that tells of it.
type alarmUndo struct {
	seq  uint64
	alid uint32
}

// hostState is what decides about messages.
type hostState struct {
	comm     CommunicationState
	ctl      ControlState
	spooling bool
}

func newLife(rt *rapid.T) *life {
	cfg := lifeConfig()
	cfg.Control.Default = rapid.SampledFrom([]ControlDefault{StartAttemptOnLine, StartEquipmentOffLine, StartHostOffLine, StartOnLine, StartOnLine, StartOnLine}).Draw(rt, "control")
	cfg.Communications.Default = rapid.SampledFrom([]CommunicationsDefault{StartEnabled, StartEnabled, StartDisabled}).Draw(rt, "communications")
	cfg.Delivery = rapid.SampledFrom([]Delivery{PlainDelivery, StrictDelivery}).Draw(rt, "delivery")
	cfg.Spool.OnT3 = rapid.SampledFrom([]OnT3{SuspendOnT3, ContinueOnT3}).Draw(rt, "T3")
	if rapid.Bool().Draw(rt, "GEM300") {
		cfg.Material = lifeMaterial(rt)
	}
	seed := rapid.Uint64().Draw(rt, "seed")
	l := &life{rt: rt, cfg: cfg, disk: newTestDisk(), now: t0, by: -1, files: lifeFiles{stored: map[string]lifeProgram{}}, evenly: rand.New(rand.NewPCG(seed, seed))}
	l.boot()
	if rapid.IntRange(0, 3).Draw(rt, "begin") > 0 {
		l.begin()
	}
	return l
}

// begin brings both hosts to the state in which they mostly are: established,
// with reports, alarms and a trace.
func (l *life) begin() {
	for h := range l.e.hosts {
		if l.e.hosts[h].comm.state == CommunicationDisabled {
			continue
		}
		l.linked[h] = true
		l.step(LinkUp{h})
		for n := 0; len(l.open[h]) > 0 && n < 10; n++ {
			m := l.open[h][0]
			l.open[h] = l.open[h][1:]
			l.read(h, Reply{Host: h, Token: m.Token, Header: secs2.DataHeader(0, m.Stream, m.Function+1, secs2.NoReply, 3), Body: goodReply(&m)})
		}
		l.setUpHost(h)
		l.ask(h, 2, 23, secs2.WantReply, secs2.L(secs2.U4(9), secs2.A("000001"), secs2.U4(1000), secs2.U4(1), secs2.L(secs2.U4(1002))))
	}
	if n := len(l.disk.waiting); n > 0 {
		seq := l.disk.waiting[n-1].Seq
		l.disk.durable(seq)
		l.step(Durable{seq})
	}
}

// lifeConfig is an equipment with something of everything.
func lifeConfig() Config {
	cfg := testConfig()
	cfg.Hosts = []HostConfig{{Name: "mes", Window: 4}, {Name: "fdc", Window: 1, DeviceIDs: []uint16{0, 7}}}
	cfg.Spool = Spool{MaxBytes: 2 * spool.MinBytes, Default: []SpoolSelection{{Stream: 6}, {Stream: 5}}}
	cfg.Alarms = []Alarm{
		{ALID: 7, Name: "DoorOpen", Text: "DOOR OPEN", Category: 2, DataVariables: []uint32{3002}},
		{ALID: 8, Name: "WaterFlow", Text: "COOLING WATER FLOW LOW", Category: 4},
	}
	cfg.Variables[0].Limits = VariableLimits{Min: secs2.F4(0), Max: secs2.F4(10)}
	cfg.Variables[1].Limits = VariableLimits{Min: secs2.U4(0), Max: secs2.U4(10)}
	cfg.Commands = append(cfg.Commands, lifeCommands()...)
	cfg.Constants[1].SafeStates, cfg.Constants[0].AffectsProcess = []string{"IDLE", "PAUSE"}, true
	cfg.ConstantEvents = AllChanges
	cfg.Control.HostSwitch = HostSwitches
	cfg.Reports = Reports{Max: 6, MaxVIDs: 20, MaxLinks: 10}
	cfg.Errors.S9PerSecond = 1000 // so that none is left out
	cfg.Errors.ConversationTimeout = 30 * time.Second
	cfg.Private = []PrivateMessage{{Stream: 65, Function: 1, Name: "Ask"}, {Stream: 65, Function: 3, Name: "Tell", Sender: SentByBoth, Reply: ReplyOptional}}
	return cfg
}

// boot starts the equipment from its disk.
func (l *life) boot() {
	l.e, l.twin = l.create(), l.create()
	l.awaited, l.requests = map[uint64]bool{}, nil
	l.failed, l.linked, l.ended, l.open, l.asked = false, [2]bool{}, [2]bool{}, [2][]Message{}, nil
	l.owed, l.alarms, l.unsure = [2]map[uint32]bool{{}, {}}, map[uint32]AlarmState{}, nil
	l.waiting, l.orders = map[uint64]bool{}, map[uint64]bool{}
	l.due = [2]map[uint32]bool{{}, {}}
	l.loseWork()
	for _, in := range append(l.files.restored(), l.disk.restored()...) {
		if l.step(in); l.out.Err != nil {
			l.fatalf("start: %v", l.out.Err)
		}
	}
}

func (l *life) create() *Equipment {
	e, err := New(l.cfg)
	if err != nil {
		l.rt.Fatal(err)
	}
	return e
}

// deeds are the things that happen, some of them more often than others.
func (l *life) deeds() []func() {
	var list []func()
	for _, d := range []struct {
		weight int
		do     func()
	}{
		{3, l.linkUp}, {1, l.linkDown}, {3, l.establish}, {2, l.setUp},
		{12, l.primary}, {3, l.garbage}, {6, l.reply}, {1, l.stray},
		{14, l.material}, {9, l.materialMessage},
		{6, l.toolActs}, {2, l.toolAnswers}, {2, l.private}, {6, l.filesWork}, {2, l.toolVerifies}, {3, l.operatorActs},
		{6, l.diskWrites}, {1, l.diskFails}, {2, l.diskIsBack}, {2, l.diskReads},
		{4, l.timePasses}, {1, l.flow}, {1, l.powerCut},
	} {
		for range d.weight {
			list = append(list, d.do)
		}
	}
	return list
}

func (l *life) host() int { return rapid.IntRange(0, 1).Draw(l.rt, "host") }

// step is one input, with what follows at once and all checks.
func (l *life) step(in Input) {
	l.once(in)
	err := l.out.Err
	for n := 0; l.out.More; n++ {
		if n > 1000 {
			l.fatalf("one Step has no end")
		}
		l.once(Continue{})
	}
	l.out.Err = err
}

func (l *life) once(in Input) {
	for i, h := range l.e.hosts {
		l.before[i] = stateOf(h)
	}
	if o, ok := in.(Occurrence); ok { // what its caller asks first
		_ = l.e.NeedsTime(o) || l.e.Ignores(o) || l.e.Tells(0, o) || l.e.Tells(1, o)
	}
	l.e.Step(l.now, in, &l.out)
	l.twin.Step(l.now, in, &l.twinOut)
	if a, b := l.out.text(), l.twinOut.text(); a != b {
		l.fatalf("the same inputs gave other outputs after %T:\n%s\n%s", in, a, b)
	}
	l.tell(in)
	if a, ok := in.(AlarmChange); ok && l.out.Err == nil && l.alarms[a.ALID] != a.State {
		l.alarms[a.ALID] = a.State
		if seq := l.out.Commit.Seq; slices.ContainsFunc(l.out.Commit.Records, func(r Record) bool { return r.Kind == kindEvent.name && r.Image != nil }) {
			l.unsure = append(l.unsure, alarmUndo{seq, a.ALID})
		}
	}
	l.disk.take(&l.out)
	l.asked = append(l.asked, l.out.Questions...)
	l.promises()
	l.requests = append(l.requests, l.out.Requests...)
	l.programs(l.by)
	l.await()
	for i := range l.out.Messages {
		l.sent(&l.out.Messages[i])
	}
	for _, o := range l.out.Links {
		if o.Do == DisableLink {
			l.due[o.Host] = map[uint32]bool{}
		}
		if o.Do == ResetLink {
			l.lose(o.Host) // the word of the link comes later
			l.ended[o.Host] = true
		}
	}
	l.check(in)
}

// text is an Output without what only looks different, for comparison.
func (o *Output) text() string {
	c := *o
	c.buf = nil
	return fmt.Sprintf("%+v", c)
}

func stateOf(h *Host) hostState {
	return hostState{h.comm.state, h.ctl.state, h.spooling()}
}

func (l *life) toolAnswers() {
	if len(l.asked) == 0 {
		return
	}
	i := rapid.IntRange(0, len(l.asked)-1).Draw(l.rt, "question")
	q := l.asked[i]
	l.asked = slices.Delete(l.asked, i, i+1)
	if l.step(Offer{q.ID}); !l.e.Asks(q.ID) {
		return // the core has answered meanwhile
	}
	a := Answer{ID: q.ID, HCACK: rapid.SampledFrom([]secs2.HCACK{0, 4, 2, 3, 5, 7, 64}).Draw(l.rt, "HCACK")}
	if rapid.Bool().Draw(l.rt, "bad parameters") {
		a.Bad = []BadParameter{{"PPID", 2}}
	}
	l.step(a)
}

// timePasses by moments or hours; the deadlines on the way are served, late at
// times.
func (l *life) timePasses() {
	d := rapid.SampledFrom([]time.Duration{0, time.Millisecond, 50 * time.Millisecond, time.Second, 10 * time.Second, time.Hour}).Draw(l.rt, "time")
	until := l.now.Add(d)
	for n := 0; n < 200 && !l.out.Deadline.IsZero() && !l.out.Deadline.After(until); n++ {
		if l.out.Deadline.After(l.now) {
			l.now = l.out.Deadline
		}
		l.step(Tick{})
	}
	l.now = until
	l.step(Tick{})
}

func (l *life) flow() {
	if h := l.host(); l.linked[h] {
		l.step(Flow{h, rapid.Bool().Draw(l.rt, "room")})
	}
}
