// Package fsm holds state models as the tables the standards print.
//
// # Purpose
//
// A model is one table in the standard's row order, with the standard's row
// numbers, so that a reader can tick the rows off against the page. A pair of
// state and trigger that stands in no row is refused by Next; the caller
// decides whether that is worth a log line.
//
// # Concurrency
//
// A table is immutable after NewTable and may be shared.
package fsm

import (
	"fmt"
	"strings"
)

// Transition is one row: in state From, on trigger On, go to state To. A row
// that leaves a superstate is written once per substate, with one Number.
type Transition[S, T comparable] struct {
	Number int
	From   S
	On     T
	To     S
}

// Row returns a transition. Packages alias it, so that their tables read as
// columns: var row = fsm.Row[State, Trigger].
func Row[S, T comparable](number int, from S, on T, to S) Transition[S, T] {
	return Transition[S, T]{Number: number, From: from, On: on, To: to}
}

// Table is a state model.
type Table[S, T comparable] struct {
	name string
	rows []Transition[S, T]
}

// NewTable returns the model called name. Two rows with the same From and On
// are a bug that must show at start: NewTable panics.
func NewTable[S, T comparable](name string, rows ...Transition[S, T]) *Table[S, T] {
	type key struct {
		from S
		on   T
	}
	seen := make(map[key]int, len(rows))
	for _, r := range rows {
		k := key{r.From, r.On}
		if first, ok := seen[k]; ok {
			panic(fmt.Sprintf("fsm: %s: rows %d and %d both leave %v on %v", name, first, r.Number, r.From, r.On))
		}
		seen[k] = r.Number
	}
	return &Table[S, T]{name: name, rows: rows}
}

// Name returns the model's name, for logs and documents.
func (t *Table[S, T]) Name() string { return t.name }

// Rows returns the rows in the standard's order; they are the table's own.
func (t *Table[S, T]) Rows() []Transition[S, T] { return t.rows }

// Next returns the row that leaves from on the trigger on; ok is false when
// the table has none.
func (t *Table[S, T]) Next(from S, on T) (row Transition[S, T], ok bool) {
	for i := range t.rows {
		if t.rows[i].From == from && t.rows[i].On == on {
			return t.rows[i], true
		}
	}
	return Transition[S, T]{}, false
}

// Markdown prints the table for the manual.
func (t *Table[S, T]) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n| # | from | on | to |\n|---|---|---|---|\n", t.name)
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %d | %v | %v | %v |\n", r.Number, r.From, r.On, r.To)
	}
	return b.String()
}
