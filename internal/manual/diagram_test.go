package manual

import "testing"

// TestDiagram: every arrow of a model has a lane that no other arrow crosses
// along its length, ends at two boxes, and stays in the drawing.
func TestDiagram(t *testing.T) {
	doc := document(t)
	for _, m := range doc.Models {
		d := draw(m.States, m.Transitions)
		if len(d.Arrows) == 0 || len(d.Boxes) < len(m.States) {
			t.Errorf("%s: %d arrows, %d boxes", m.Name, len(d.Arrows), len(d.Boxes))
		}
		for i, a := range d.Arrows {
			if a.Lane > d.Width || max(a.Y1, a.Y2) > d.Height || a.Lane <= max(a.X1, a.X2) {
				t.Errorf("%s: arrow %d leaves the drawing: %+v", m.Name, a.Number, a)
			}
			for _, b := range d.Arrows[:i] {
				if a.Lane == b.Lane && min(a.Y1, a.Y2) <= max(b.Y1, b.Y2) && min(b.Y1, b.Y2) <= max(a.Y1, a.Y2) {
					t.Errorf("%s: arrows %d and %d share a lane", m.Name, a.Number, b.Number)
				}
			}
		}
		for i, b := range d.Boxes {
			if b.Y+b.H > d.Height || b.X+b.W > d.Width {
				t.Errorf("%s: box %s leaves the drawing", m.Name, b.Name)
			}
			for _, o := range d.Boxes[:i] {
				apart := o.Y+o.H <= b.Y
				inside := o.X < b.X && o.Y < b.Y && b.X+b.W < o.X+o.W && b.Y+b.H < o.Y+o.H
				if !apart && !inside {
					t.Errorf("%s: boxes %s and %s overlap", m.Name, o.Name, b.Name)
				}
			}
		}
	}
}
