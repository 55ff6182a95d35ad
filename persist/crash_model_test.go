package persist_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/secsd/secsd/persist"
)

// This file is the model that the crash tests compare a journal with: what was asked of it, what it said, and what a
// disk may hold after that.

type segmentID struct {
	host   string
	number uint32
}

// content is what a Load brought.
type content struct {
	records  map[string]string
	segments map[segmentID][]byte
}

func newContent() content {
	return content{map[string]string{}, map[segmentID][]byte{}}
}

// load reads all that a journal holds.
func load(j interface {
	Load(func(persist.Record) error, func(persist.Segment) error) error
}) (content, error) {
	c := newContent()
	err := j.Load(func(r persist.Record) error {
		c.records[r.Kind+"/"+r.ID] = string(r.Image)
		return nil
	}, func(s persist.Segment) error {
		c.segments[segmentID{s.Host, s.Number}] = bytes.Clone(s.Data)
		return nil
	})
	return c, err
}

func apply(records map[string]string, c persist.Commit) {
	for _, r := range c.Records {
		if r.Image == nil {
			delete(records, r.Kind+"/"+r.ID)
		} else {
			records[r.Kind+"/"+r.ID] = string(r.Image)
		}
	}
}

// verdict is what the journal said about a commit.
type verdict uint8

const (
	open   verdict = iota // nothing yet
	acked                 // durable
	failed                // failed; until Back it may be on the disk nevertheless
	gone                  // failed, then Back: its records are not on the disk, its writes may be
)

type attempt struct {
	persist.Commit
	verdict verdict
}

// model is what a journal may hold.
type model struct {
	base     content // what the last Load brought
	attempts []attempt
	down     bool // between Failed and Back
	version  int  // counts changes
}

func newModel() *model { return &model{base: newContent()} }

// clone is a model that does not change with m.
func (m *model) clone() *model {
	c := *m
	c.attempts = slices.Clone(m.attempts)
	return &c
}

// rebase starts anew from what a Load brought: all of that is durable.
func (m *model) rebase(c content) {
	m.base, m.attempts, m.down = c, nil, false
	m.version++
}

func (m *model) attempt(c persist.Commit) {
	m.attempts = append(m.attempts, attempt{Commit: c})
	m.version++
}

// hear notes what the journal says, and whether it may say so.
func (m *model) hear(ev persist.Event) error {
	m.version++
	switch ev.Kind {
	case persist.Durable:
		return m.durable(ev.Seq)
	case persist.Failed:
		if ev.Err == nil {
			return fmt.Errorf("Failed %d without an error", ev.Seq)
		}
		m.down = true
		for i := range m.attempts {
			a := &m.attempts[i]
			if a.Seq < ev.Seq {
				continue
			}
			if a.verdict == acked {
				return fmt.Errorf("Failed %d, but %d was durable", ev.Seq, a.Seq)
			}
			if a.verdict == open {
				a.verdict = failed
			}
		}
	case persist.Back:
		if !m.down {
			return fmt.Errorf("Back without Failed")
		}
		m.down = false
		for i := range m.attempts {
			switch a := &m.attempts[i]; a.verdict {
			case open:
				return fmt.Errorf("Back, and nothing said about %d", a.Seq)
			case failed:
				a.verdict = gone
			}
		}
	}
	return nil
}

func (m *model) durable(seq uint64) error {
	found := false
	for i := range m.attempts {
		a := &m.attempts[i]
		if a.Seq > seq {
			break
		}
		if found = a.Seq == seq; found && (a.verdict == failed || a.verdict == gone) {
			return fmt.Errorf("Durable %d after Failed", seq)
		}
		if a.verdict == open {
			a.verdict = acked
		}
	}
	if !found {
		return fmt.Errorf("Durable %d, which was not committed", seq)
	}
	return nil
}

// count counts the commits with a verdict.
func (m *model) count(v verdict) int {
	n := 0
	for _, a := range m.attempts {
		if a.verdict == v {
			n++
		}
	}
	return n
}

// check reports why got cannot be what is on the disk. Allowed are the records of
// a first part of the commits, in their order, that has all the acknowledged
// ones; and of the segments what the writes of that part made of them, changed
// or not by the writes of the others.
func (m *model) check(got content) error {
	records := maps.Clone(m.base.records)
	var reasons []error
	try := func(upTo int) bool {
		if !maps.Equal(records, got.records) {
			return false
		}
		err := m.checkSegments(upTo, got)
		if err != nil {
			reasons = append(reasons, err)
		}
		return err == nil
	}
	sure := 0
	for i, a := range m.attempts {
		if a.verdict == acked {
			apply(records, a.Commit)
			sure = i + 1
		}
	}
	if try(sure) {
		return nil
	}
	for i, a := range m.attempts[sure:] {
		if a.verdict == gone {
			continue
		}
		apply(records, a.Commit)
		if try(sure + i + 1) {
			return nil
		}
	}
	if len(reasons) > 0 {
		return reasons[0]
	}
	return fmt.Errorf("records are those of no first part of the commits: %s", m.describe(got))
}

// describe prints the commits and what was found instead.
func (m *model) describe(got content) string {
	text := fmt.Sprintf("\n  at first %d records: %.300q", len(m.base.records), fmt.Sprint(m.base.records))
	for _, a := range m.attempts {
		text += fmt.Sprintf("\n  commit %d (%s):", a.Seq, [...]string{"open", "acked", "failed", "gone"}[a.verdict])
		for _, r := range a.Records {
			text += fmt.Sprintf(" %s/%s=%.12q", r.Kind, r.ID, r.Image)
		}
	}
	text += "\n  found:"
	for _, k := range slices.Sorted(maps.Keys(got.records)) {
		text += fmt.Sprintf(" %s=%.12q", k, got.records[k])
	}
	return text
}
