package manual

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestOneWording: a code has the same words wherever the manual says it.
func TestOneWording(t *testing.T) {
	doc := documents(t)["etcher"]
	items := map[string]ItemDetail{}
	for _, it := range doc.Items {
		items[it.Name] = it
	}
	for name, word := range map[string]func(byte) fmt.Stringer{
		"HCACK":  func(c byte) fmt.Stringer { return secs2.HCACK(c) },
		"CPACK":  func(c byte) fmt.Stringer { return secs2.CPACK(c) },
		"CEPACK": func(c byte) fmt.Stringer { return secs2.CEPACK(c) },
		"CMDA":   func(c byte) fmt.Stringer { return secs2.CMDA(c) },
	} {
		for _, c := range items[name].Codes {
			if got := word(byte(c.Value)).String(); got != c.Means {
				t.Errorf("%s %d: %q and %q", name, c.Value, c.Means, got)
			}
		}
	}
	for _, a := range doc.Alarms {
		same := func(c Code) bool { return c.Value == int(a.Category) && c.Means == a.CategoryName }
		if a.Category < 9 && !slices.ContainsFunc(items["ALCD"].Codes, same) {
			t.Errorf("category %d is %q, ALCD says other", a.Category, a.CategoryName)
		}
	}
}

// TestReplyNeed: both lists of messages say the same of a reply.
func TestReplyNeed(t *testing.T) {
	for name, doc := range documents(t) {
		details := map[string]string{}
		for _, m := range doc.Details {
			details[m.SF] = m.ReplyNeed
		}
		for _, m := range doc.Messages {
			if details[m.SF] != m.ReplyNeed {
				t.Errorf("%s: %s: reply is %s and %s", name, m.SF, m.ReplyNeed, details[m.SF])
			}
		}
	}
}

// TestEveryRowIsDrawn: a state diagram has an arrow for each row.
func TestEveryRowIsDrawn(t *testing.T) {
	for _, block := range write(documents(t)["etcher"]).blocks {
		d, ok := block.(diagram)
		if !ok {
			continue
		}
		for _, a := range d.Arrows {
			if a.X1 == a.Lane {
				t.Errorf("arrow %d has no length", a.Number)
			}
		}
	}
	doc := documents(t)["etcher"]
	d := draw(doc.Processing.States, doc.Processing.Transitions)
	for _, r := range doc.Processing.Transitions {
		if !slices.ContainsFunc(d.Arrows, func(a arrow) bool { return a.Number == r.Row }) {
			t.Errorf("row %d has no arrow", r.Row)
		}
	}
}

// TestDecimal: bounds as people write them.
func TestDecimal(t *testing.T) {
	for want, v := range map[string]any{
		"0.001": float32(0.001), "1000000": float32(1e6), "0.1": 0.1, "-3.5": -3.5, "0": 0.0, "7": uint64(7), "1e-09": 1e-9,
	} {
		if got := decimal(v); strings.TrimSpace(got) != want {
			t.Errorf("%v: %s", v, got)
		}
	}
}
