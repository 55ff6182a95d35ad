package model

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestCheckProcessJob(t *testing.T) {
	carrier := func(slots ...uint8) []CarrierSlots { return []CarrierSlots{{"FOUP01", slots}} }
	cfg := toolConfig()
	cfg.RecipeVariables = []RecipeVariable{{Name: "Time", Format: secs2.FormatU4, Min: secs2.U4(1), Max: secs2.U4(3600)}, {Name: "Chamber:A>Temp", Format: secs2.FormatF4}}
	cfg.Jobs.MaxProcessJobs = 2
	texts := distinct{}
	for _, x := range []struct {
		name string
		spec ProcessJobSpec
		want string
	}{
		{"good", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: carrier(1, 2), Method: 1, Recipe: "ETCH_A"}, ""},
		{"all slots", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: carrier(), Method: 1, Recipe: "ETCH_A"}, ""},
		{"bad id", ProcessJobSpec{ID: "A>", Method: 1, Recipe: "ETCH_A"}, `12 PRJOBID "A>" is no identifier`},
		{"id in use", ProcessJobSpec{ID: "PJ", Method: 1, Recipe: "ETCH_A"}, "11 PJ"},
		{"MF 1", ProcessJobSpec{ID: "A", MaterialType: 1, Method: 1, Recipe: "ETCH_A"}, "12 MF is neither 13 nor 14"},
		{"no MF", ProcessJobSpec{ID: "A", Carriers: carrier(1), Method: 1, Recipe: "ETCH_A"}, "12 MF is missing"},
		{"slot 0", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: carrier(0), Method: 1, Recipe: "ETCH_A"}, "12 FOUP01 has no slot 0"},
		{"slot 26", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: carrier(26), Method: 1, Recipe: "ETCH_A"}, "12 FOUP01 has no slot 26"},
		{"slot twice", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: carrier(3, 3), Method: 1, Recipe: "ETCH_A"}, "12 FOUP01 slot 3 comes twice"},
		{"carrier twice", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: append(carrier(3), carrier()...), Method: 1, Recipe: "ETCH_A"}, "12 FOUP01 comes twice"},
		{"empty carrier", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: []CarrierSlots{{}}, Method: 1, Recipe: "ETCH_A"}, `12 CARRIERID "" is no identifier`},
		{"too many slots", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: carrier(make([]uint8, 26)...), Method: 1, Recipe: "ETCH_A"}, "12 FOUP01: more than 25 slots"},
		{"empty slot", ProcessJobSpec{ID: "A", MaterialType: 13, Carriers: []CarrierSlots{{"HERE", []uint8{25}}}, Method: 1, Recipe: "ETCH_A"}, "24 HERE slot 25 is empty"},
		{"too much material", ProcessJobSpec{ID: "A", MaterialType: 14, Substrates: make([]string, 501), Method: 1, Recipe: "ETCH_A"}, "12 material: more than 500 elements"},
		{"no substrate", ProcessJobSpec{ID: "A", MaterialType: 14, Substrates: []string{""}, Method: 1, Recipe: "ETCH_A"}, `12 MID "" is not 1 to 83 characters long`},
		{"substrates", ProcessJobSpec{ID: "A", MaterialType: 14, Substrates: []string{"W1", "W2"}, Method: 1, Recipe: "ETCH_A"}, ""},
		{"substrate twice", ProcessJobSpec{ID: "A", MaterialType: 14, Substrates: []string{"W1", "W1"}, Method: 1, Recipe: "ETCH_A"}, "12 MID W1 comes twice"},
		{"recipe", ProcessJobSpec{ID: "A", Method: 1, Recipe: "NONE"}, "21 RCPSPEC NONE"},
		{"method 3", ProcessJobSpec{ID: "A", Method: 3, Recipe: "ETCH_A"}, "14 PRRECIPEMETHOD 3"},
		{"method 1 with variables", ProcessJobSpec{ID: "A", Method: 1, Recipe: "ETCH_A", Variables: []RecipeSetting{{"Time", secs2.U4(9)}}}, "12 variables with PRRECIPEMETHOD 1"},
		{"variables", ProcessJobSpec{ID: "A", Method: 2, Recipe: "ETCH_A", Variables: []RecipeSetting{{"Time", secs2.U1(9)}, {"Chamber:A>Temp", secs2.I4(-3)}}}, ""},
		{"unknown variable", ProcessJobSpec{ID: "A", Method: 2, Recipe: "ETCH_A", Variables: []RecipeSetting{{"Power", secs2.U4(9)}}}, "12 Power"},
		{"variable twice", ProcessJobSpec{ID: "A", Method: 2, Recipe: "ETCH_A", Variables: []RecipeSetting{{"Time", secs2.U4(9)}, {"Time", secs2.U4(9)}}}, "12 Time comes twice"},
		{"too many variables", ProcessJobSpec{ID: "A", Method: 2, Recipe: "ETCH_A", Variables: make([]RecipeSetting, 105)}, "12 variables: more than 104"},
		{"bad values", ProcessJobSpec{ID: "A", Method: 2, Recipe: "ETCH_A", Variables: []RecipeSetting{{"Time", secs2.U4(0)}, {"Chamber:A>Temp", secs2.A("hot")}}}, "7 Time; 7 Chamber:A>Temp"},
		{"too many events", ProcessJobSpec{ID: "A", Method: 1, Recipe: "ETCH_A", PauseEvents: make([]uint32, 501)}, "12 pause events: more than 500"},
		{"events", ProcessJobSpec{ID: "A", Method: 1, Recipe: "ETCH_A", PauseEvents: []uint32{505, 9, 343}}, "29 CEID 9; 14 CEID 343 pauses no jobs"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := started(t, cfg)
			w.jobIn(Pooled)
			w.verified(1, "HERE", full[1:]+"1")
			if got := faultText(w.CheckProcessJob(&x.spec)...); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
			texts.add(t, x.want)
			w.expect()
		})
	}
}

func TestMultiCreate(t *testing.T) {
	cfg := toolConfig()
	cfg.Jobs.ControlJobs, cfg.Jobs.MaxProcessJobs = NoControlJobs, 3
	w := started(t, cfg)
	faults := w.CreateProcessJobs([]ProcessJobSpec{bare("A"), bare("A"), {ID: "B", Method: 1, Recipe: "X"}, bare("C"), bare("D"), bare("E")})
	w.expect("PJ#1 A", "PJ#1 C", "PJ#1 D", "PJ#2 A", "PJ#2 C")
	want := []string{"", "11 A", "21 RCPSPEC X", "", "", "15 no space: 3 process jobs exist"}
	for i, f := range faults {
		if got := faultText(f...); got != want[i] {
			t.Errorf("job %d: got %q, want %q", i, got, want[i])
		}
	}
}

func TestRecipeVariables(t *testing.T) {
	cfg := toolConfig()
	cfg.RecipeVariables = []RecipeVariable{{Name: "Time", Format: secs2.FormatU4, Max: secs2.U4(10)}, {Name: "Gas", Format: secs2.ASCII}}
	w := started(t, cfg)
	job := bare("PJ")
	job.Method, job.Variables = 2, []RecipeSetting{{"Time", secs2.U4(1)}}
	w.create(&job)
	set := []RecipeSetting{{"Gas", secs2.A("Ar")}, {"Time", secs2.U4(2)}}
	if f := w.CheckRecipeVariables("PJ", set); len(f) > 0 {
		t.Fatal(faultText(f...))
	}
	w.SetRecipeVariables("PJ", set)
	var got []string
	for _, x := range w.jobs.at(w.jobs.find("PJ")).settings() {
		got = append(got, x.Name)
	}
	if strings.Join(got, " ") != "Time Gas" {
		t.Error(got)
	}
	for want, list := range map[string][]RecipeSetting{"12 X": {{"X", secs2.U4(1)}}, "7 Time": {{"Time", secs2.U4(11)}}} {
		if got := faultText(w.CheckRecipeVariables("PJ", list)...); got != want {
			t.Error(got, want)
		}
	}
	if got := faultText(w.CheckRecipeVariables("NONE", nil)...); got != "3 NONE" {
		t.Error(got)
	}
	w.told()
}
