package model

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestTextsFitTheirVariables: no text is longer than the manual says, with the
// longest identifiers that there can be.
func TestTextsFitTheirVariables(t *testing.T) {
	r := newRecorder(t, toolConfig())
	longest := map[string]int{}
	r.look = func() {
		for _, v := range append(r.cfg.DataVariables(), r.cfg.StatusVariables()...) {
			a := secs2.NewAppender(nil)
			v.Append(r.Model, &a)
			it, err := secs2.Parse(a.Bytes())
			if err != nil || it.Format() == secs2.ASCII && it.Len() > v.MaxLength {
				t.Errorf("%s has %d characters of at most %d, %v", v.Name, it.Len(), v.MaxLength, err)
			}
			longest[v.Name] = max(longest[v.Name], it.Len())
		}
	}
	carrier, recipe := strings.Repeat("F", maxID), strings.Repeat("R", maxRecipeID)
	r.startModules()
	r.registerSubstrates(stands(r, carrier, "33"))
	h := r.findSubstrate(carrier + ".01")
	r.setDestination(h, carrier, 2)
	r.tells(SubstrateMoved{carrier + ".01", "PM-A"}).tells(ModuleStarted{"PM-A", recipe, ""})
	r.tells(ModuleEnded{"PM-A"})
	for name, want := range map[string]int{
		"SubstID": maxSubstID, "SubstSubstLocID": maxSubstID, "SubstSource": maxSubstID, "SubstDestination": maxSubstID, "SubstLocID": maxSubstID,
		"SubstLocSubstID": maxSubstID, "SubstLocSubstID_4": maxSubstID, "RecID": maxRecipeID, "TaskName": maxRecipeID, "PreviousTaskName": maxRecipeID,
		"TaskName_1": maxRecipeID,
	} {
		if longest[name] != want {
			t.Errorf("%s had %d characters, want %d", name, longest[name], want)
		}
	}
}
