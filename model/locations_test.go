package model

import (
	"slices"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestStatusVariables: those of locations and trackers are as the objects.
func TestStatusVariables(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.startModules()
	r.registerSubstrates(stands(r, "FOUP01", "3"))
	r.tells(SubstrateMoved{"FOUP01.01", "PM-A"}).tells(TaskStarted{"PM-A", "ETCH_A", ProcessTask})
	want := map[uint32]secs2.Item{
		501: secs2.A("ROBOT.A"), 502: secs2.U1(0), 503: secs2.A(""), 510: secs2.A("PM-A"), 511: secs2.U1(1), 512: secs2.A("FOUP01.01"),
		900: secs2.U1(1), 901: secs2.A("ETCH_A"), 902: secs2.U1(1), 903: secs2.A("ETCH_A"), 904: secs2.U1(0), 905: secs2.A(""), 906: secs2.U1(0),
	}
	for _, v := range r.cfg.StatusVariables() {
		a := secs2.NewAppender(nil)
		v.Append(r.Model, &a)
		it, err := secs2.Parse(a.Bytes())
		if err != nil || it.Format() != v.Format {
			t.Errorf("%d %s: %v %v", v.VID, v.Name, it, err)
		}
		if x, ok := want[v.VID]; ok && !it.Equal(x) {
			t.Errorf("%d %s is % X, want % X", v.VID, v.Name, it.Encoded(), x.Encoded())
		}
		delete(want, v.VID)
	}
	if len(want) > 0 {
		t.Errorf("no variables %v", want)
	}
}

// TestDisableEvents: of a slot they are enabled again with the next carrier.
func TestDisableEvents(t *testing.T) {
	r := newRecorder(t, toolConfig())
	c := stands(r, "FOUP01", "3")
	r.registerSubstrates(c)
	r.disableEvents(r.findPlace("FOUP01.01"), true)
	r.disableEvents(r.findPlace("PM-A"), true)
	r.heard = nil
	r.tells(SubstrateMoved{"FOUP01.01", "PM-A"}).tells(SubstrateMoved{"PM-A", "ROBOT.A"})
	r.hears("SUB#2 FOUP01.01", "SUB#4 FOUP01.01", "LOC#1 ROBOT.A")
	n := r.restarted()
	for _, m := range []*recorder{r, n} {
		m.removeSubstrates(m.carriers.find("FOUP01"))
		m.destroy(m.carriers.find("FOUP01"))
		m.registerSubstrates(stands(m, "FOUP01", "1"))
		m.tells(SubstrateMoved{"ROBOT.A", "FOUP01.01"})
		if !slices.Contains(m.heard, "LOC#1 FOUP01.01") {
			t.Errorf("heard %v", m.heard)
		}
		m.tells(SubstrateMoved{"FOUP01.01", "PM-A"})
		if slices.Contains(m.heard, "LOC#1 PM-A") {
			t.Errorf("heard %v", m.heard)
		}
	}
}
