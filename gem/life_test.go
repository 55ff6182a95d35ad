package gem

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
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

func (l *life) linkUp() {
	h := l.host()
	if l.linked[h] || l.ended[h] || l.e.hosts[h].comm.state == CommunicationDisabled {
		return
	}
	l.linked[h] = true
	l.step(LinkUp{h})
}

func (l *life) linkDown() {
	if h := l.host(); (l.linked[h] || l.ended[h]) && l.files.reads(h) {
		l.lose(h)
		l.ended[h] = false
		l.step(LinkDown{h, "cable"})
	}
}

// lose forgets what the session with a host held.
func (l *life) lose(h int) {
	l.due[h] = map[uint32]bool{}
	l.linked[h], l.open[h], l.owed[h] = false, nil, map[uint32]bool{}
}

// establish brings a host to COMMUNICATING.
func (l *life) establish() {
	h := l.host()
	if !l.linked[h] {
		return
	}
	l.ask(h, 1, 13, secs2.WantReply, secs2.L())
	for len(l.open[h]) > 0 && l.files.reads(h) {
		l.answer(h, 0)
	}
}

// setUp is what a host sends after it has connected.
func (l *life) setUp() { l.setUpHost(l.host()) }

func (l *life) setUpHost(h int) {
	l.ask(h, 2, 15, secs2.WantReply, secs2.L(secs2.L(secs2.U4(255), secs2.Bool(true))))
	l.ask(h, 2, 33, secs2.WantReply, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(101), secs2.U4(1002))))))
	l.ask(h, 2, 35, secs2.WantReply, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(5001), secs2.L(secs2.U4(1))))))
	l.ask(h, 2, 37, secs2.WantReply, secs2.L(secs2.Bool(true), secs2.L()))
	l.ask(h, 5, 3, secs2.WantReply, secs2.L(secs2.B(0x80), secs2.U4()))
}

// ask sends a primary of a host.
func (l *life) ask(host int, stream, function byte, w secs2.WBit, body secs2.Item) {
	if !l.linked[host] || !l.files.reads(host) {
		return
	}
	l.systems++
	if w == secs2.WantReply {
		l.owed[host][l.systems] = true
		l.due[host][l.systems] = l.e.hosts[host].communicating()
	}
	header := secs2.DataHeader(0, stream, function, w, l.systems)
	l.read(host, Primary{Host: host, Header: header, Body: body, Program: l.e.ProgramRules().Examine(header, body)})
}

// read steps what a host's reader brings.
func (l *life) read(host int, in Input) {
	l.by = host
	l.step(in)
	l.by = -1
}

// garbage is a message that no host should send.
func (l *life) garbage() {
	h := l.host()
	if !l.linked[h] || !l.files.reads(h) {
		return
	}
	l.systems++
	w := rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(l.rt, "w")
	header := secs2.DataHeader(uint16(rapid.SampledFrom([]int{0, 0, 4, 0x8000}).Draw(l.rt, "session")),
		byte(rapid.IntRange(0, 127).Draw(l.rt, "stream")), byte(rapid.IntRange(0, 127).Draw(l.rt, "function"))|1, w, l.systems)
	if header.W() {
		l.owed[h][l.systems] = true
	}
	body, fault := secs2.ParseBody(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(l.rt, "bytes"))
	if rapid.IntRange(0, 9).Draw(l.rt, "too long") == 0 {
		fault = ErrTooLong
	}
	in := Primary{Host: h, Header: header, Body: body, Fault: fault}
	if fault == nil {
		in.Program = l.e.ProgramRules().Examine(header, body)
	}
	l.read(h, in)
}

// reply ends one open transaction of the equipment, in any way.
func (l *life) reply() {
	h := l.host()
	if n := len(l.open[h]); n > 0 && l.files.reads(h) {
		l.answer(h, rapid.IntRange(0, n-1).Draw(l.rt, "transaction"))
	}
}

// answer ends the open transaction i of a host.
func (l *life) answer(h, i int) {
	m := l.open[h][i]
	l.open[h] = slices.Delete(l.open[h], i, i+1)
	sent := secs2.DataHeader(0, m.Stream, m.Function, m.W, 3)
	way := rapid.IntRange(0, 11).Draw(l.rt, "way")
	if way == 11 {
		l.step(Failed{Host: h, Token: m.Token, Header: sent, Cause: T3Expired})
		return
	}
	in := Reply{Host: h, Token: m.Token, Header: secs2.DataHeader(0, m.Stream, m.Function+1, secs2.NoReply, 3), Body: goodReply(&m)}
	switch way {
	case 8:
		in.Header, in.Body = secs2.DataHeader(0, m.Stream, 0, secs2.NoReply, 3), secs2.Item{}
	case 9:
		in.Body = rapid.SampledFrom([]secs2.Item{secs2.L(), secs2.B(1), secs2.L(secs2.B(1), secs2.L()), secs2.A("x"), {}}).Draw(l.rt, "bad reply")
	case 10:
		in.Body, in.Fault = secs2.Item{}, &secs2.SyntaxError{Class: secs2.Shape}
	}
	if in.Fault == nil {
		in.Program = l.e.ProgramRules().Examine(in.Header, in.Body)
	}
	l.read(h, in)
}

// goodReply is what a host says when all is well.
func goodReply(m *Message) secs2.Item {
	switch m.sf() {
	case secs2.SF{Stream: 1, Function: 13}:
		return secs2.L(secs2.B(0), secs2.L())
	case secs2.SF{Stream: 1, Function: 1}:
		return secs2.L()
	case secs2.SF{Stream: 2, Function: 17}:
		return secs2.A("2026010112000000")
	case secs2.SF{Stream: 7, Function: 5}:
		return secs2.L(secs2.A("OXIDE"), secs2.B(9))
	}
	return secs2.B(0)
}

// private is a private message of a host, of the tool, or an answer of the tool,
// which may come too late.
func (l *life) private() {
	switch h := l.host(); rapid.IntRange(0, 3).Draw(l.rt, "private") {
	case 0:
		l.ask(h, 65, rapid.SampledFrom([]byte{1, 3}).Draw(l.rt, "function"), rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(l.rt, "w"), secs2.A("X"))
	case 1:
		l.step(Send{h, secs2.SF{Stream: 65, Function: 3}, rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(l.rt, "w"), secs2.A("X")})
	default:
		if len(l.requests) > 0 {
			r := l.requests[0]
			l.requests = l.requests[1:]
			l.step(Respond{r.ID, Response{rapid.SampledFrom([]ResponseKind{RespondItem, RespondAbort, RespondIllegal}).Draw(l.rt, "way"), secs2.A("Y")}})
		}
	}
}

func (l *life) stray() {
	if h := l.host(); l.linked[h] {
		l.step(Stray{h, secs2.DataHeader(0, 6, 12, secs2.NoReply, 3)})
	}
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

func (l *life) diskWrites() {
	n := min(rapid.IntRange(1, 5).Draw(l.rt, "commits"), len(l.disk.waiting))
	if n == 0 || l.failed {
		return
	}
	seq := l.disk.waiting[n-1].Seq
	l.disk.durable(seq)
	l.step(Durable{seq})
}

func (l *life) diskFails() {
	if l.failed || len(l.disk.waiting) == 0 {
		return
	}
	l.failed = true
	seq := l.disk.waiting[0].Seq
	l.disk.failed(seq)
	for n := len(l.unsure); n > 0 && l.unsure[n-1].seq >= seq; n-- {
		l.alarms[l.unsure[n-1].alid] ^= 1
		l.unsure = l.unsure[:n-1]
	}
	l.step(StorageFailed{Seq: seq, Reason: "full"})
}

func (l *life) diskIsBack() {
	if l.failed {
		l.failed = false
		l.step(StorageBack{})
	}
}

func (l *life) diskReads() {
	if len(l.disk.fetches) > 0 {
		l.step(l.disk.fetched())
	}
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

// powerCut leaves what is on the disk.
func (l *life) powerCut() {
	if rapid.IntRange(0, 3).Draw(l.rt, "power") == 0 {
		l.boot()
	}
}

// rest lets everything come to an end: every primary of a host is answered,
// and the memory is what a start from the disk finds.
func (l *life) rest() {
	l.diskIsBack()
	for n := 0; ; n++ {
		if n > 20_000 {
			l.fatalf("it never comes to rest")
		}
		busy := len(l.disk.waiting) > 0 || len(l.disk.fetches) > 0 || len(l.asked) > 0 || len(l.requests) > 0
		if k := len(l.disk.waiting); k > 0 {
			seq := l.disk.waiting[k-1].Seq
			l.disk.durable(seq)
			l.step(Durable{seq})
		}
		l.diskReads()
		for ; len(l.files.granted) > 0; busy = true {
			l.filesWork()
		}
		for ; len(l.files.verify) > 0; busy = true {
			l.toolVerifies()
		}
		if len(l.asked) > 0 {
			q := l.asked[0]
			l.asked = l.asked[1:]
			l.step(Answer{ID: q.ID})
		}
		for _, r := range l.requests {
			l.step(Respond{ID: r.ID})
		}
		l.requests = nil
		for h := range l.open {
			l.step(Flow{h, true})
			for len(l.open[h]) > 0 {
				m := l.open[h][0]
				l.open[h] = l.open[h][1:]
				in := Reply{Host: h, Token: m.Token, Header: secs2.DataHeader(0, m.Stream, m.Function+1, secs2.NoReply, 3), Body: goodReply(&m)}
				in.Program = l.e.ProgramRules().Examine(in.Header, in.Body)
				l.read(h, in)
				for len(l.files.granted) > 0 {
					l.filesWork()
				}
				busy = true
			}
		}
		if !busy {
			break
		}
	}
	for h := range l.due {
		for system, due := range l.due[h] {
			if due && l.linked[h] && l.e.hosts[h].communicating() {
				l.fatalf("host %d has no answer to the message with system bytes %d", h, system)
			}
		}
	}
	for h := range l.e.hosts { // what waits for communications comes to nothing
		l.step(Operator{h, Disable})
	}
	if len(l.awaited) > 0 {
		l.fatalf("nobody was told what became of %v", l.awaited)
	}
	if len(l.waiting) > 0 || len(l.orders) > 0 {
		l.fatalf("primaries %v and commands %v have no outcome", l.waiting, l.orders)
	}
	if f := &l.files; len(f.waits) > 0 || len(f.tasks) > 0 || len(f.opened) > 0 {
		l.fatalf("programs: %v wait for work, tasks %v, %v are open", f.waits, f.tasks, f.opened)
	}
	l.sameAfterStart()
}

// sameAfterStart compares what a start from the disk has with the memory.
func (l *life) sameAfterStart() {
	l.sameMaterialRestored()
	before := l.images()
	for _, h := range l.e.hosts {
		if len(h.replays) > 0 || h.queue.len() > 0 {
			return // events wait, whose records change with the start
		}
	}
	fresh := l.create()
	var out Output
	for _, in := range append(l.files.restored(), l.disk.restored()...) {
		if fresh.Step(l.now, in, &out); out.Err != nil {
			l.fatalf("start: %v", out.Err)
		}
	}
	l.e = fresh
	after := l.images()
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if !bytes.Equal(before[key], after[key]) {
			l.fatalf("%s: memory % X, disk % X", key, before[key], after[key])
		}
	}
}

// images are those of every durable object, as the memory has them.
func (l *life) images() map[string][]byte {
	images := map[string][]byte{}
	for _, k := range kinds() {
		if k.ids != nil {
			for _, id := range k.ids(l.e) {
				images[k.name+" "+id] = bytes.Clone(k.image(l.e, id))
			}
		}
	}
	for key, r := range l.disk.records {
		for _, k := range kinds() {
			if k.name == r.Kind && k != kindEvent && k != kindSpool && !slices.Contains(materialKinds, k) {
				images[key] = bytes.Clone(k.image(l.e, r.ID))
			}
		}
	}
	return images
}
