package model

import (
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestSetTogether: what a change sets is checked together, of one control job and of
// several.
func TestSetTogether(t *testing.T) {
	jobs := func(id string) Setting {
		return Setting{"ProcessingCtrlSpec", secs2.L(secs2.L(secs2.A(id), secs2.L(), secs2.L()))}
	}
	inputs := func(id string) Setting { return Setting{"CarrierInputSpec", secs2.L(secs2.A(id))} }
	out := func(from string) Setting {
		return Setting{"MtrlOutSpec", secs2.L(secs2.L(secs2.L(secs2.A(from), secs2.L()), secs2.L(secs2.A("FOUP09"), secs2.L())))}
	}
	for _, x := range []struct {
		name     string
		objects  []string
		settings []Setting
		want     string
	}{
		{"a job to two", []string{"CJ1", "CJ2"}, []Setting{jobs("PJ4")}, "17 ProcessingCtrlSpec: given to CJ1"},
		{"a job to the second", []string{"CJ2", "CJ1"}, []Setting{jobs("PJ1")}, "17 ProcessingCtrlSpec: PJ1 belongs to CJ1"},
		{"another carrier with its job", []string{"CJ1"}, []Setting{inputs("FOUP02"), jobs("PJ4")}, ""},
		{"another carrier with its job, the other way round", []string{"CJ1"}, []Setting{jobs("PJ4"), inputs("FOUP02"), out("FOUP02")}, ""},
		{"another carrier without its job", []string{"CJ1"}, []Setting{inputs("FOUP02")}, "12 CarrierInputSpec: FOUP01 is missing"},
		{
			"a destination of what goes away", []string{"CJ1"}, []Setting{jobs("PJ4"), inputs("FOUP02"), out("FOUP01")},
			"12 ProcessingCtrlSpec: MtrlOutSpec: source FOUP01 is no input; 12 CarrierInputSpec: MtrlOutSpec: source FOUP01 is no input; " +
				"12 MtrlOutSpec: source FOUP01 is no input",
		},
		{"a plan to two", []string{"CJ1", "CJ2"}, []Setting{{"DataCollectionPlan", secs2.A("PLAN")}}, ""},
	} {
		w := started(t, toolConfig())
		extra := onSlots("PJ4", "FOUP02", 4)
		w.create(&extra)
		w.pair("CJ1", onSlots("PJ1", "FOUP01", 1))
		w.pair("CJ2", onSlots("PJ2", "FOUP01", 2))
		c := w.CheckSetAttr("", "ControlJob", x.objects, x.settings)
		if got := faultText(c.Faults...); got != x.want {
			t.Errorf("%s: got %q, want %q", x.name, got, x.want)
		}
		if !c.Empty() {
			w.SetAttr(c)
		}
		w.commit()
		checkLife(t, w)
	}
}
