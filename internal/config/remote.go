package config

import (
	"fmt"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file fills what gem's Config says about remote control and the processing
// state model.

func (r remote) model() gem.RemoteControl {
	return gem.RemoteControl{
		Deadline: r.Deadline, CurrentCycle: r.CurrentCycle, SafeBreakPoint: r.SafeBreakPoint,
		LocalHCACK: secs2.HCACK(r.LocalHCACK),
		Case:       when(&r.CaseInsensitive, gem.AnyCase),
		S2F21:      unless(r.S2F21, gem.RefuseS2F21),
		HCACK:      ownCodes(r.HCACK), CPACK: ownCodes(r.CPACK),
	}
}

func ownCodes(list []ownCode) (codes []gem.Meaning) {
	for _, c := range list {
		codes = append(codes, gem.Meaning{Value: uint64(c.Code), Means: c.Means})
	}
	return codes
}

// reservedCodes are those that E5 keeps for itself below.
const reservedCodes = 64

// process fills the processing state model.
func (b *builder) process() {
	p, ceids := b.file.Definitions.Process, b.config.Equipment.EventIDs()
	var g gem.Processing
	for i, s := range p.States {
		g.States = append(g.States, gem.ProcessState(s))
		if s.Code < reservedCodes {
			key := fmt.Sprintf("process.states[%d].code", i)
			n := b.r.nearest(key)
			b.config.Warnings = append(b.config.Warnings,
				fmt.Sprintf("%s:%d:%d: %s: %d, E5 reserves 0 to 63", b.r.file, n.Line, n.Column, key, s.Code))
		}
	}
	for i, t := range p.Transitions {
		x := gem.ProcessTransition{Row: t.Row, From: t.From, On: t.On, To: t.To}
		if t.Event != nil {
			x.CEID, _ = b.eventID(fmt.Sprintf("process.transitions[%d].event", i), t.Event, ceids)
		}
		g.Transitions = append(g.Transitions, x)
	}
	b.config.Equipment.Processing = g
}

// parameter fills one parameter of a command.
func (b *builder) parameter(key string, p parameter) gem.Parameter {
	g := b.member(key, member{p.Name, p.Description, p.Format, p.Required, p.MaxLength, p.Values, p.Min, p.Max, p.Elements})
	g.Program = programParameter(p.Program)
	for i, m := range p.Members {
		g.Members = append(g.Members, b.member(fmt.Sprintf("%s.members[%d]", key, i), m))
	}
	return g
}

// member fills a parameter but for its members.
func (b *builder) member(key string, m member) gem.Parameter {
	g := gem.Parameter{Name: m.Name, Description: m.Description, MaxLength: m.MaxLength, Need: when(&m.Required, gem.Required)}
	var known bool
	if g.Format, known = b.format(key, m.Format); !known {
		return g
	}
	format := g.Format
	if m.Elements != "" {
		if g.Element, known = secs2.FormatOf(m.Elements); !known || g.Element == secs2.List {
			b.r.key(key+".elements", fmt.Sprintf("%q", shorten(m.Elements)), "a format other than L")
			return g
		}
		format = g.Element
	}
	g.Values = b.values(key+".values", format)
	g.Min, g.Max = b.value(key+".min", format), b.value(key+".max", format)
	return g
}
