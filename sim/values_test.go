package sim

import (
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// TestChoiceMustFitItsVariable: a value that the equipment would refuse while it
// runs is refused before.
func TestChoiceMustFitItsVariable(t *testing.T) {
	equipment := gem.Config{Variables: []gem.Variable{{VID: 1, Name: "Tower", Format: secs2.ASCII, MaxLength: 4}}}
	for text, ok := range map[string]bool{"GREE": true, "GREEN": false} {
		_, err := New(Config{Motions: []Motion{{
			Variable: "Tower", Kind: Choose, Period: time.Second, Values: []secs2.Item{secs2.A(text)},
		}}}, equipment)
		if (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
		if err != nil && !strings.Contains(err.Error(), "values[0]: got A of 5, want a value that Tower takes") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
