package gem

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// court is an equipment with two hosts ON-LINE/REMOTE, and the rules of E30 4.4
// and 3.3 for it, written down a second time.
type court struct {
	rt      *rapid.T
	e       *Equipment
	out     Output
	now     time.Time
	systems uint32
}

var judgedCommands = []Command{
	{Name: "START", Effect: Starts, States: []string{"READY"}, Already: []string{"EXECUTING"}, Parameters: []Parameter{{Name: "LOT", Format: secs2.ASCII}}},
	{Name: "STOP", Effect: Affects, States: []string{"SETUP", "READY", "EXECUTING", "PAUSE"}},
	{Name: "VENT", Effect: Moves, Objects: []string{"Chamber:1>"}, States: []string{"IDLE", "PAUSE"}},
	{Name: "LABEL", Effect: Benign, Parameters: []Parameter{{Name: "TEXT", Format: secs2.ASCII, Need: Required}}},
}

// TestCommandsAreJudged tries commands in every form, state, control state and
// from either host, with a tool that answers in time, late, nonsense or never.
func TestCommandsAreJudged(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := testConfig()
		cfg.Hosts = append(cfg.Hosts, HostConfig{Name: "fdc"})
		cfg.Commands, cfg.Remote.LocalHCACK = judgedCommands, 70
		e, err := New(cfg)
		if err != nil {
			rt.Fatal(err)
		}
		j := &court{rt: rt, e: e, now: t0}
		j.step(Start{})
		for h := range e.hosts {
			j.step(LinkUp{h})
			j.step(Primary{Host: h, Header: secs2.DataHeader(0, 1, 13, secs2.WantReply, 1), Body: secs2.L()})
		}
		for range rapid.IntRange(1, 60).Draw(rt, "things") {
			switch rapid.IntRange(0, 5).Draw(rt, "thing") {
			case 0:
				j.step(TakeControl{rapid.IntRange(0, 1).Draw(rt, "host")})
			case 1:
				j.step(Operator{AllHosts, rapid.SampledFrom([]Action{Local, Remote}).Draw(rt, "switch")})
			case 2, 3:
				on := rapid.SampledFrom([]string{processInitialized, processSetup, processReady, processStart, processStop, processPause, processResume}).Draw(rt, "trigger")
				j.step(Process{Trigger: on})
			default:
				j.command()
			}
		}
	})
}

func (j *court) step(in Input) {
	j.e.Step(j.now, in, &j.out)
	if seq := j.out.Commit.Seq; seq != 0 {
		var rest Output
		j.e.Step(j.now, Durable{seq}, &rest)
	}
}

func (j *court) command() {
	rt := j.rt
	host := rapid.IntRange(0, 1).Draw(rt, "host")
	name := rapid.SampledFrom([]string{"START", "STOP", "VENT", "LABEL", "start", "NOPE"}).Draw(rt, "RCMD")
	function := rapid.SampledFrom([]byte{21, 41, 49}).Draw(rt, "function")
	parameter := rapid.SampledFrom([]string{"", "", "LOT", "TEXT", "X"}).Draw(rt, "CPNAME")
	object := rapid.SampledFrom([]string{"", "", "Chamber:1", "Chamber:1>", "Chamber:2"}).Draw(rt, "OBJSPEC")
	var given []secs2.Item
	if parameter != "" {
		given = append(given, secs2.L(secs2.A(parameter), secs2.A("L7")))
	}
	body := secs2.A(name)
	switch function {
	case 41:
		body, object = secs2.L(secs2.A(name), secs2.L(given...)), ""
	case 49:
		body = secs2.L(secs2.U4(1), secs2.A(object), secs2.A(name), secs2.L(given...))
	default:
		parameter, object = "", ""
	}
	want := j.want(host, name, object, parameter)
	j.systems++
	header := secs2.DataHeader(0, 2, function, secs2.WantReply, j.systems)
	j.step(Primary{Host: host, Header: header, Body: body})
	if want != secs2.HCACKDone {
		j.answered(header, want)
		return
	}
	if len(j.out.Questions) != 1 || len(j.out.Messages) != 0 {
		rt.Fatalf("%s: %d questions, %d messages", name, len(j.out.Questions), len(j.out.Messages))
	}
	j.tool(header, j.out.Questions[0].ID)
}

// want is what the rules say, HCACKDone that the tool decides.
func (j *court) want(host int, name, object, parameter string) secs2.HCACK {
	i := slices.IndexFunc(judgedCommands, func(c Command) bool { return c.Name == name })
	state, local := j.e.process.state.Name, j.e.panel == SwitchLocal
	busy := slices.Contains([]string{"SETUP", "READY", "EXECUTING", "PAUSE"}, state)
	own := map[string]string{"START": "LOT", "LABEL": "TEXT"}[name]
	switch {
	case host != j.e.controller:
		return 2
	case i < 0:
		return 1
	case object != "" && (name != "VENT" || object == "Chamber:2"):
		return 6
	case local && (name == "START" || name == "VENT" || name == "STOP" && busy):
		return 70
	case parameter != "" && parameter != own, name == "LABEL" && parameter == "":
		return 3
	case name == "START" && state == "EXECUTING":
		return 5
	case name == "START" && state != "READY", name == "STOP" && !busy, name == "VENT" && state != "IDLE" && state != "PAUSE":
		return 2
	}
	return 0
}

// tool answers, or does not.
func (j *court) tool(header secs2.Header, id uint64) {
	j.step(Offer{id})
	if len(j.out.Messages) > 0 || !j.e.Asks(id) {
		j.rt.Fatal("refused when it was offered, though nothing has changed")
	}
	kind := rapid.SampledFrom([]string{"in time", "late", "never", "nonsense"}).Draw(j.rt, "tool")
	hcack := rapid.SampledFrom([]secs2.HCACK{0, 2, 4, 5, 64, 65, 255}).Draw(j.rt, "HCACK")
	switch kind {
	case "in time":
		j.step(Answer{ID: id, HCACK: hcack})
		j.answered(header, hcack)
		return
	case "nonsense":
		j.step(Answer{ID: id, HCACK: rapid.SampledFrom([]secs2.HCACK{3, 7, 63}).Draw(j.rt, "nonsense")})
		j.answered(header, HCACKNoAnswer)
		return
	}
	j.now = j.now.Add(5*time.Second - 1)
	j.step(Tick{})
	if len(j.out.Messages) > 0 {
		j.rt.Fatal("answered before the deadline")
	}
	j.now = j.now.Add(1)
	j.step(Tick{})
	j.answered(header, HCACKNoAnswer)
	if kind == "late" {
		j.step(Answer{ID: id, HCACK: hcack})
		if len(j.out.Messages) > 0 || !errors.Is(j.out.Err, ErrUnknown) {
			j.rt.Fatalf("a late answer: %d messages, %v", len(j.out.Messages), j.out.Err)
		}
	}
}

// answered holds the reply of this Step to a code.
func (j *court) answered(header secs2.Header, want secs2.HCACK) {
	if len(j.out.Messages) != 1 || len(j.out.Questions) != 0 || j.out.Messages[0].Primary != header {
		j.rt.Fatalf("S2F%d: %d messages, %d questions, want code %d", header.Function(), len(j.out.Messages), len(j.out.Questions), want)
	}
	body, err := secs2.Parse(j.out.Messages[0].Body)
	if err != nil {
		j.rt.Fatal(err)
	}
	r := secs2.NewReader(body)
	if header.Function() == 21 {
		if got := secs2.CMDA(r.Code("CMDA")); got != cmda(want) {
			j.rt.Fatalf("CMDA %d, want that of HCACK %d", got, want)
		}
		return
	}
	r.Tuple(2)
	got := secs2.HCACK(r.Code("HCACK"))
	bad := r.Each("parameters", func(r *secs2.Reader) { r.Item("parameter") })
	if r.Err() != nil || got != want || (bad > 0) != (want == secs2.HCACKInvalidParameter) {
		j.rt.Fatalf("S2F%d in %s: HCACK %d with %d parameters, want %d: %v", header.Function(), j.e.process.state.Name, got, bad, want, r.Err())
	}
}

// TestCommandsBehindAnother: what comes while the tool is at a command is judged
// by what that one left.
func TestCommandsBehindAnother(t *testing.T) {
	for _, tt := range []struct {
		between []Input
		want    string // what STOP gets when its turn comes
	}{
		{nil, "S2F42 2"},
		{[]Input{Process{Trigger: processSetup}}, "asked"},
		{[]Input{Process{Trigger: processSetup}, Operator{AllHosts, Local}}, "S2F42 2"},
		{[]Input{Process{Trigger: processSetup}, TakeControl{1}}, "S2F42 2"},
		{[]Input{LinkDown{0, "cable"}}, "forgotten"},
	} {
		t.Run(fmt.Sprint(tt.between), func(t *testing.T) {
			cfg := testConfig()
			cfg.Hosts = append(cfg.Hosts, HostConfig{Name: "fdc"})
			cfg.Commands = []Command{{Name: "GO", Effect: Starts}, {Name: "STOP", Effect: Affects, States: []string{"SETUP"}}}
			e, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			var out Output
			command := func(name string, system uint32) uint64 {
				e.Step(t0, Primary{Header: secs2.DataHeader(0, 2, 41, secs2.WantReply, system), Body: secs2.L(secs2.A(name), secs2.L())}, &out)
				if len(out.Questions) != 1 {
					t.Fatalf("%s was not asked", name)
				}
				return out.Questions[0].ID
			}
			for _, in := range []Input{
				Start{}, LinkUp{0}, Primary{Header: secs2.DataHeader(0, 1, 13, secs2.WantReply, 1), Body: secs2.L()}, Process{Trigger: processInitialized},
			} {
				e.Step(t0, in, &out)
			}
			first := command("GO", 2)
			e.Step(t0, Offer{first}, &out)
			second := command("STOP", 3)
			for _, in := range tt.between {
				e.Step(t0, in, &out)
			}
			e.Step(t0, Answer{ID: first, HCACK: 4}, &out)
			e.Step(t0, Offer{second}, &out)
			got := "forgotten"
			switch {
			case e.Asks(second):
				got = "asked"
			case len(out.Messages) > 0:
				got = fmt.Sprintf("%v %d", out.Messages[0].sf(), out.Messages[0].Body[4])
			}
			if got != tt.want {
				t.Errorf("STOP: %s, want %s", got, tt.want)
			}
		})
	}
}
