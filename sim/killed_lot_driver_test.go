package sim

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// This file is who brings the lot about: the AMHS, and a host or the operator. Each
// looks at what is there and does the next thing, so that a start does not matter.

// listening is a host that keeps the events of the equipment.
type listening struct {
	*mes
	events map[uint32]model.Event

	mu   sync.Mutex // guards the fields below
	told []entry
	at   []time.Time // by told
}

func newListening(m *model.Config) *listening {
	l := &listening{events: map[uint32]model.Event{}}
	for _, ev := range m.Events() {
		l.events[ev.CEID] = ev
	}
	return l
}

// connect opens a session, and has told what nobody was there to hear.
func (l *listening) connect(f *fab) {
	f.t.Helper()
	l.mes = &mes{t: f.t}
	l.open(f, l.event)
	l.request(6, 23, secs2.U1(0))
}

// times are the data that tell when.
var times = []string{"EPTClock", "EPTStateTime", "SubstHistory"}

// define has every event of the state models reported, with all its data, but with
// one time.
func (l *listening) define(d gem.Description) {
	vids := map[string]uint32{}
	for _, v := range d.DataVariables {
		vids[v.Name] = v.ID
	}
	clock := slices.IndexFunc(d.StatusVariables, func(v gem.VariableDescription) bool { return v.Name == "Clock" })
	var reports, links, enabled []secs2.Item
	for _, ev := range l.events {
		var list []secs2.Item
		for _, name := range ev.Data {
			if !slices.Contains(times, name) {
				list = append(list, secs2.U4(vids[name]))
			}
		}
		if len(list) == 0 {
			continue
		}
		list = append(list, secs2.U4(d.StatusVariables[clock].ID))
		rptid, ceid := secs2.U4(ev.CEID), secs2.U4(ev.CEID)
		reports = append(reports, secs2.L(rptid, secs2.L(list...)))
		links = append(links, secs2.L(ceid, secs2.L(rptid)))
		enabled = append(enabled, ceid)
	}
	l.ask(2, 15, secs2.L(secs2.L(secs2.U4(255), secs2.Bool(true)))) // EnableSpooling
	l.ask(2, 33, secs2.L(secs2.U4(1), secs2.L(reports...)))
	l.ask(2, 35, secs2.L(secs2.U4(1), secs2.L(links...)))
	l.ask(2, 37, secs2.L(secs2.Bool(true), secs2.L(enabled...)))
}

// ask sends a primary that must be answered with 0, if the answer is a code.
func (l *listening) ask(stream, function byte, body secs2.Item) secs2.Item {
	l.t.Helper()
	reply := l.request(stream, function, body)
	if reply.Format() == secs2.Binary && reply.Data()[0] != 0 {
		l.t.Errorf("S%dF%d is answered with %d", stream, function, reply.Data()[0])
	}
	return reply
}

func (l *listening) request(stream, function byte, body secs2.Item) secs2.Item {
	l.t.Helper()
	reply, err := l.session.Request(l.t.Context(), secs2.Message{Stream: stream, Function: function, Body: body})
	if err != nil {
		l.t.Fatal(err)
	}
	return reply.Body.Clone()
}

func (l *listening) event(h secs2.Header, body secs2.Item) {
	if h.Stream() != 6 || h.Function() != 11 {
		return
	}
	r := secs2.NewReader(body)
	r.Tuple(3)
	r.Item("DATAID")
	ev := l.events[uint32(r.Uint("CEID"))]
	x := entry{name: ev.Name}
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		r.Item("RPTID")
		values := slices.Collect(r.Item("values").All())
		x.object = ev.Data[0] + " " + string(values[0].Data())
		if n, ok := values[0].Number(); ok {
			x.object = fmt.Sprint(ev.Data[0], " ", n)
		}
		for _, it := range values[:len(values)-1] {
			x.data += string(it.Encoded())
		}
		x.when = string(values[len(values)-1].Data())
	})
	if err := r.Err(); err != nil {
		x.data = err.Error()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told, l.at = append(l.told, x), append(l.at, time.Now())
}

func (l *listening) heard() []entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.told)
}

// confirmed is the last event that was told so long ago that the equipment has it on
// disk that it was; ok is false if there is none.
func (l *listening) confirmed() (x entry, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, at := range slices.Backward(l.at) {
		if time.Since(at) >= 2*time.Second {
			return l.told[i], true
		}
	}
	return entry{}, false
}

// driver brings one lot about: a carrier comes to port 1, is verified, its wafers
// get two process jobs with one control job, and once they are home it leaves.
type driver struct {
	*fab
	host *listening
	scene
	before   []entry // the rows of earlier starts
	standing *sight  // when the carrier may leave
}

// who verifies the carrier and creates the jobs.
type who uint8

const (
	byHost who = iota
	byOperator
)

const lotCarrier = "FOUP-0401"

// drive lets the lot go on until the carrier has left.
func (d *driver) drive() {
	d.t.Helper()
	for range 600 {
		time.Sleep(time.Second)
		synctest.Wait()
		s := d.Material()
		switch p := s.Ports[0]; {
		case d.over():
			time.Sleep(5 * time.Second)
			return
		case p.Transfer == readyToLoad && !p.Occupied && d.by == byHost && len(s.Carriers) == 0:
			d.does(nil, `S3F17 W <L <U4 1> <A "CarrierNotification"> <A "`+lotCarrier+`"> <U1> <L>>.`)
		case p.Transfer == readyToLoad && !p.Occupied:
			d.command("SIM-DELIVER", atPort(1), asText("CarrierID", lotCarrier))
		case p.Transfer == readyToUnload && p.Occupied:
			d.standing = d.look()
			d.command("SIM-REMOVE", atPort(1))
		case len(s.Carriers) == 1 && s.Carriers[0].Port == 1:
			d.attend(s, &s.Carriers[0])
		}
	}
	d.t.Fatalf("the lot does not end: %s", d.world())
}

func (d *driver) command(name string, parameters ...gem.Argument) {
	d.tool.Command(d.t.Context(), gem.Question{Command: name, Parameters: parameters})
}

// over tells whether the carrier has left.
func (d *driver) over() bool {
	return slices.ContainsFunc(slices.Concat(d.before, d.commits.rows()), func(x entry) bool { return x.name == "LoadPortTransferSM08" })
}

// attend does what the carrier waits for.
func (d *driver) attend(s model.Snapshot, c *model.CarrierSnapshot) {
	has := func(id string) bool {
		return slices.ContainsFunc(s.ProcessJobs, func(j model.ProcessJobSnapshot) bool { return j.ID == id })
	}
	switch {
	case idWaits(c) || mapWaits(c):
		d.does(model.OperatorProceeds{Carrier: c.ID, Port: 1},
			`S3F17 W <L <U4 1> <A "ProceedWithCarrier"> <A "`+c.ID+`"> <U1 1> <L>>.`)
	case !mapVerified(c) || !untouched(c) || len(s.ControlJobs) > 0:
	case !has("PJ-1"):
		d.processes("PJ-1", "OXIDE", 1, 2)
	case !has("PJ-2"):
		d.processes("PJ-2", "POLY", 3)
	default:
		d.does(controlJob("CJ-1", "PJ-1", "PJ-2"), `S14F9 W <L <A ""> <A "ControlJob"> <L
			<L <A "ObjID"> <A "CJ-1">> <L <A "CarrierInputSpec"> <L <A "`+c.ID+`">>> <L <A "MtrlOutSpec"> <L>>
			<L <A "ProcessingCtrlSpec"> <L <L <A "PJ-1"> <L> <L>> <L <A "PJ-2"> <L> <L>>>>
			<L <A "ProcessOrderMgmt"> <U1 3>> <L <A "StartMethod"> <BOOLEAN TRUE>>>>.`)
	}
}

// does has the operator tell a fact, or the host send a message.
func (d *driver) does(fact model.Fact, message string) {
	d.t.Helper()
	if d.by == byOperator {
		d.tell(fact)
		return
	}
	m, _, err := sml.Parse(message)
	if err != nil {
		d.t.Fatal(err)
	}
	d.host.ask(m.Stream, m.Function, m.Body)
}

// processes creates a process job.
func (d *driver) processes(id, recipe string, slots ...uint8) {
	d.t.Helper()
	operators := job(id, slots...).(model.OperatorProcessJob)
	operators.Spec.Recipe = recipe
	var list strings.Builder
	for _, s := range slots {
		fmt.Fprintf(&list, "<U1 %d>", s)
	}
	d.does(operators, `S16F11 W <L <U4 1> <A "`+id+`"> <B 0x0D> <L <L <A "`+lotCarrier+`"> <L `+list.String()+`>>>
		<L <U1 2> <A "`+recipe+`"> <L <L <A "Time"> <U4 9>>>> <BOOLEAN TRUE> <L>>.`)
}

// sight is what there is to see of all objects, without the times.
type sight struct {
	material string
	objects  [len(shown)]secs2.Item // S14F2
	places   string                 // of wafers, one after the other; not where they may be aligned again
}

// shown are the types of objects that a host looks at, and their attributes if not all
// are without a time, or without what a start changes.
var shown = [...]struct {
	name       string
	attributes []string
}{
	{name: "Carrier"}, {name: "SubstLoc"}, {name: "ProcessJob"}, {name: "ControlJob"}, {name: "LoadPort"},
	{name: "Substrate", attributes: []string{"LotID", "MaterialStatus", "SubstDestination", "SubstLocID", "SubstProcState", "SubstSource", "SubstState"}},
	{name: "EPTTracker", attributes: []string{"EPTState", "TaskName", "TaskType", "BlockedReason"}},
}

// look is the sight of this moment.
func (d *driver) look() *sight {
	d.t.Helper()
	x := &sight{material: fmt.Sprintf("%s%+v\n", d.world(), d.Material().Modules)}
	for i, typ := range shown {
		x.objects[i] = d.attributes(typ.name, typ.attributes...)
	}
	if !d.has("ALIGNER") {
		x.places = placesOf(d.attributes("Substrate", "SubstHistory"))
	}
	return x
}

// attributes asks for attributes of all objects of a type.
func (d *driver) attributes(typ string, names ...string) secs2.Item {
	d.t.Helper()
	list := make([]secs2.Item, len(names))
	for i, name := range names {
		list[i] = secs2.A(name)
	}
	return d.host.ask(14, 1, secs2.L(secs2.A(""), secs2.A(typ), secs2.L(), secs2.L(), secs2.L(list...)))
}

// placesOf reads the places in the SubstHistory of wafers.
func placesOf(answer secs2.Item) string {
	var b strings.Builder
	r := secs2.NewReader(answer)
	r.Tuple(2)
	r.Each("objects", func(r *secs2.Reader) {
		r.Tuple(2)
		fmt.Fprintf(&b, "%s:", r.Text("OBJID"))
		r.Each("attributes", func(r *secs2.Reader) {
			r.Tuple(2)
			r.Text("ATTRID")
			r.Each("SubstHistory", func(r *secs2.Reader) {
				r.Tuple(3)
				fmt.Fprintf(&b, " %s", r.Text("place"))
				r.Item("in")
				r.Item("out")
			})
		})
		b.WriteString("\n")
	})
	return b.String()
}

// alike compares what was seen; nil was not.
func (x *sight) alike(t *testing.T, what string, want *sight) {
	t.Helper()
	if x == nil {
		return
	}
	if x.material != want.material || x.places != want.places {
		t.Errorf("%s:\n%s%s\nwant\n%s%s", what, x.material, x.places, want.material, want.places)
	}
	for i, typ := range shown {
		if !x.objects[i].Equal(want.objects[i]) {
			t.Errorf("%s: %s %s\nwant\n%s", what, typ.name, sml.FormatItem(x.objects[i]), sml.FormatItem(want.objects[i]))
		}
	}
}
