package gem

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// answer returns a reply in SML, on one line.
func answer(t *testing.T, body []byte) string {
	t.Helper()
	it, err := secs2.ParseBody(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.Join(bytes.Fields([]byte(sml.FormatItem(it))), []byte(" ")))
}

// TestOnlyTheControllerMoves: of two hosts the other one may look and no more, and
// while LOCAL neither may do more.
func TestOnlyTheControllerMoves(t *testing.T) {
	cfg := jobConfig(10)
	cfg.Hosts = append(cfg.Hosts, HostConfig{Name: "fdc"})
	e, out := communicating(t, cfg, materialRoutes()...)
	e.Step(t0, Durable{e.seq}, out)
	e.Step(t0, LinkUp{1}, out)
	e.Step(t0, Reply{Host: 1, Token: out.Messages[0].Token, Header: secs2.DataHeader(0, 1, 14, secs2.NoReply, 1), Body: secs2.L(secs2.B(0), secs2.L())}, out)
	status := secs2.L(secs2.L(secs2.A("DisableEvents"), secs2.Bool(true)))
	for _, x := range []struct {
		stream, function byte
		body             secs2.Item
		moves            bool
	}{
		{14, 1, secs2.L(secs2.A(""), secs2.A("SubstLoc"), secs2.L(), secs2.L(), secs2.L()), false},
		{14, 3, secs2.L(secs2.A(""), secs2.A("SubstLoc"), secs2.L(secs2.A("ROBOT")), status), true},
		{14, 5, secs2.A(""), false},
		{14, 7, secs2.L(secs2.A(""), secs2.L()), false},
		{14, 9, secs2.L(secs2.A(""), secs2.A("ControlJob"), secs2.L()), true},
		{14, 11, secs2.L(secs2.A("Substrate:W1>"), secs2.L()), true},
		{16, 3, secs2.L(secs2.U4(1), secs2.B(), secs2.L(), recipeItem(1), secs2.Bool(true)), true},
		{16, 5, secs2.L(secs2.U4(1), secs2.A("PJ"), secs2.A("START"), secs2.L()), true},
		{16, 11, secs2.L(secs2.U4(1), secs2.A("PJ"), secs2.B(), secs2.L(), recipeItem(1), secs2.Bool(true), secs2.L()), true},
		{16, 15, secs2.L(secs2.U4(1), secs2.L()), true},
		{16, 17, secs2.L(), true},
		{16, 19, secs2.Item{}, false},
		{16, 21, secs2.Item{}, false},
		{16, 23, secs2.L(secs2.A("PJ"), secs2.L()), true},
		{16, 25, secs2.L(secs2.L(), secs2.Bool(true)), true},
		{16, 27, secs2.L(secs2.A("CJ"), secs2.U1(2), secs2.L()), true},
	} {
		ask := func(host int) string {
			e.Step(t0, Primary{Host: host, Header: secs2.DataHeader(0, x.stream, x.function, secs2.WantReply, 1), Body: x.body}, out)
			if len(out.Messages) == 0 {
				e.Step(t0, Durable{e.seq}, out)
			}
			return answer(t, out.Messages[0].Body)
		}
		if got := ask(1); strings.Contains(got, `<U4 [1] 17> <A [35] "another host controls the equipment">`) != x.moves {
			t.Errorf("S%dF%d from the other host: %s", x.stream, x.function, got)
		}
		e.Step(t0, Operator{Host: AllHosts, Action: Local}, out)
		if got := ask(0); strings.Contains(got, `<U4 [1] 17> <A [22] "the equipment is LOCAL">`) != x.moves {
			t.Errorf("S%dF%d while LOCAL: %s", x.stream, x.function, got)
		}
		e.Step(t0, Operator{Host: AllHosts, Action: Remote}, out)
	}
}

// TestJobsThatCannotBeStored: the disk's refusal is ERRCODE 15 with the PRJOBID that
// was asked for, whether it refuses this change or refuses already, and there is no job.
func TestJobsThatCannotBeStored(t *testing.T) {
	e, out := jobTool(t, 10, 2)
	create := secs2.L(secs2.U4(1), secs2.A("NEW"), secs2.B(), secs2.L(), recipeItem(1), secs2.Bool(true), secs2.L())
	e.Step(t0, ofHost(16, 11, create), out)
	e.Step(t0, StorageFailed{Seq: e.seq}, out)
	refused := func(id string) string {
		return fmt.Sprintf(`<L [2] <A [%d] %q> <L [2] <BOOLEAN [1] FALSE> <L [1] <L [2] <U4 [1] 15> <A [15] "storage refuses"> > > > >`, len(id), id)
	}
	if got := answer(t, out.Messages[0].Body); got != refused("NEW") {
		t.Errorf("got %s", got)
	}
	for _, x := range []struct {
		function byte
		body     secs2.Item
		id       string
	}{
		{3, secs2.L(secs2.U4(1), secs2.B(), secs2.L(), recipeItem(1), secs2.Bool(true)), ""},
		{5, secs2.L(secs2.U4(1), secs2.A("PJ000000"), secs2.A("START"), secs2.L()), "PJ000000"},
		{11, create, "NEW"},
		{11, secs2.L(secs2.U4(1), secs2.U4(7)), ""},
		{11, secs2.L(secs2.U4(1), secs2.A(strings.Repeat("X", 1000)), secs2.B(), secs2.L(), recipeItem(1), secs2.Bool(true), secs2.L()), ""},
	} {
		if got := answer(t, ask(t, e, out, 16, x.function, x.body)); got != refused(x.id) {
			t.Errorf("S16F%d: got %s", x.function, got)
		}
	}
	e.Step(t0, StorageBack{}, out)
	if got := answer(t, ask(t, e, out, 16, 21, secs2.Item{})); got != "<U2 [1] 8>" {
		t.Errorf("room for %s", got)
	}
}

// TestManyJobs: an S16F17 for all jobs takes them all, and there can be more room
// than S16F22 can tell.
func TestManyJobs(t *testing.T) {
	e, out := jobTool(t, 70_000, 600)
	if got := answer(t, ask(t, e, out, 16, 21, secs2.Item{})); got != "<U2 [1] 65535>" {
		t.Errorf("room for %s", got)
	}
	got := answer(t, ask(t, e, out, 16, 17, secs2.L()))
	if !strings.HasPrefix(got, `<L [2] <L [600] <A [8] "PJ000000">`) || !strings.HasSuffix(got, `<L [2] <BOOLEAN [1] TRUE> <L [0]> > >`) {
		t.Errorf("got %.80s … %s", got, got[max(0, len(got)-120):])
	}
}

// TestMaterialType: MF in every format that it may have.
func TestMaterialType(t *testing.T) {
	for _, x := range []struct {
		it   secs2.Item
		want byte
	}{
		{secs2.B(13), 13}, {secs2.B(14), 14}, {secs2.U1(13), 13}, {secs2.I4(14), 14}, {secs2.A("13"), 13}, {secs2.B(), 0}, {secs2.A(""), 0}, {secs2.U1(), 0},
		{secs2.B(1), 255}, {secs2.B(13, 14), 255}, {secs2.A("carrier"), 255}, {secs2.U2(300), 255}, {secs2.I1(-13), 255},
	} {
		r := secs2.NewReader(x.it)
		if got := readMaterialType(&r); got != x.want || r.Err() != nil {
			t.Errorf("% X: %d, %v", x.it.Encoded(), got, r.Err())
		}
	}
}

// TestAction: the parameter of S16F27 in every form that is taken.
func TestAction(t *testing.T) {
	action := func(name string, value secs2.Item) secs2.Item { return secs2.L(secs2.A(name), value) }
	for _, x := range []struct {
		third  secs2.Item
		action model.CtrlJobAction
		wrong  string
	}{
		{secs2.L(), model.NoAction, ""},
		{action("Action", secs2.U1(0)), model.SaveJobs, ""}, {action("ACTION", secs2.U4(1)), model.RemoveJobs, ""}, {action("Action", secs2.B(1)), model.RemoveJobs, ""},
		{action("Action", secs2.A("savejobs")), model.SaveJobs, ""}, {action("Action", secs2.A("REMOVEJOBS")), model.RemoveJobs, ""},
		{secs2.L(action("Action", secs2.U1(1))), model.RemoveJobs, ""},
		{action("Action", secs2.U1(2)), model.SaveJobs, "Action is neither 0 (SAVEJOBS) nor 1 (REMOVEJOBS)"},
		{action("Action", secs2.A("x")), model.SaveJobs, "Action is neither 0 (SAVEJOBS) nor 1 (REMOVEJOBS)"},
		{action("Act", secs2.U1(1)), model.SaveJobs, "CPNAME Act is not Action"},
	} {
		body := secs2.L(secs2.A("CJ"), secs2.U1(6), x.third)
		c := &call{Reader: secs2.NewReader(body), body: body}
		c.Tuple(3)
		c.Text("CTLJOBID")
		c.Uint("CTLJOBCMD")
		if p, err := readAction(c); p.action != x.action || p.wrong != x.wrong || err != nil {
			t.Errorf("% X: %+v, %v", x.third.Encoded(), p, err)
		}
	}
	for _, third := range []secs2.Item{secs2.A("Action"), secs2.L(secs2.A("Action")), secs2.L(secs2.L(), secs2.L()), secs2.L(secs2.L(), secs2.L(), secs2.L())} {
		body := secs2.L(secs2.A("CJ"), secs2.U1(6), third)
		c := &call{Reader: secs2.NewReader(body), body: body}
		c.Tuple(3)
		c.Text("CTLJOBID")
		c.Uint("CTLJOBCMD")
		if _, err := readAction(c); err == nil {
			t.Errorf("% X is taken", third.Encoded())
		}
	}
}

// TestClockByNTP: S2F31 does not set a clock that NTP sets.
func TestClockByNTP(t *testing.T) {
	for clock, want := range map[model.ClockSource]string{model.FreeClock: "<B [1] 0x00>", model.NTPClock: "<B [1] 0x01>"} {
		cfg := jobConfig(1)
		cfg.Material.Clock = clock
		e, out := communicating(t, cfg, materialRoutes()...)
		e.Step(t0, Durable{e.seq}, out)
		if got := answer(t, ask(t, e, out, 2, 31, secs2.A("2026010203040500"))); got != want {
			t.Errorf("clock %d: %s", clock, got)
		}
	}
}
