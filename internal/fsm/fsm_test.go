package fsm

import "testing"

func TestNext(t *testing.T) {
	table := NewTable("door", Row(1, "OPEN", "push", "CLOSED"), Row(2, "CLOSED", "pull", "OPEN"))
	if r, ok := table.Next("CLOSED", "pull"); !ok || r.Number != 2 || r.To != "OPEN" {
		t.Errorf("Next(CLOSED, pull) = %+v, %v; want row 2 to OPEN", r, ok)
	}
	if r, ok := table.Next("OPEN", "pull"); ok {
		t.Errorf("Next(OPEN, pull) = %+v; want no row", r)
	}
}

func TestDuplicateRowPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two rows for one state and trigger were accepted")
		}
	}()
	NewTable("door", Row(1, "OPEN", "push", "CLOSED"), Row(2, "OPEN", "push", "OPEN"))
}

func TestMarkdown(t *testing.T) {
	got := NewTable("door", Row(7, "OPEN", "push", "CLOSED")).Markdown()
	want := "### door\n\n| # | from | on | to |\n|---|---|---|---|\n| 7 | OPEN | push | CLOSED |\n"
	if got != want {
		t.Errorf("Markdown = %q, want %q", got, want)
	}
}
