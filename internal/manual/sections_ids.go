package manual

import (
	"fmt"
	"strings"

	"github.com/secsd/secsd/gem"
)

// This file writes what hosts name by a number.

func events(p *page, w *writer) {
	p.say(plain("Disabled and without reports until a host sets it up; then S6F11 tells each of them. What a host has set up survives a restart."))
	t := columns("CEID", "Name", "When", "Data variables that are valid")
	for _, ev := range w.Events {
		t.row(anchor("event", ev.ID), number(ev.ID), plain(ev.Name), plain(ev.Description), list(ev.DataVariables, w.variable, ""))
	}
	p.table(t)
	p.heading(3, "reports", "Default reports")
	p.say(plain("None: hosts define reports with S2F33 and link them with S2F35."))
}

func variables(p *page, w *writer) {
	p.say(plain("Longest is in bytes of a text (A, J, W) or of B, in values of a number, in encoded bytes of a list. The code is E5's, octal. " +
		"One number space for all variables and constants."))
	p.heading(3, "status-variables", "Status variables")
	p.say(plain("Class SV: valid at any time."))
	t := columns("SVID", "Name", "Format", "Code", "Longest", "Units", "Meaning")
	for _, v := range w.StatusVariables {
		t.row(anchor("variable", v.ID), variableCells(v, meaning(v))...)
	}
	p.table(t)
	p.heading(3, "data-variables", "Data variables")
	p.say(plain("Class DVVAL: valid at the events named. Before its first event a data variable is a zero-length item of its format, later it keeps its last value."))
	t = columns("VID", "Name", "Format", "Code", "Longest", "Units", "Meaning", "Valid at")
	for _, v := range w.DataVariables {
		t.row(anchor("variable", v.ID), variableCells(v.VariableDescription, meaning(v.VariableDescription), w.validAt(v.ValidAt))...)
	}
	p.table(t)
}

// validAt names the events of a data variable, or how many they are.
func (w *writer) validAt(events []uint32) []span {
	const most = 15
	if len(events) > most {
		return append(plainf("%d events, see ", len(events)), span{Text: "Collection events", Link: "section-6"})
	}
	return list(events, w.event, "")
}

func variableCells(v gem.VariableDescription, more ...[]span) [][]span {
	return append([][]span{
		number(v.ID), plain(v.Name), plain(v.Format), plain(v.FormatCode), number(v.MaxLength), plain(v.Units),
	}, more...)
}

// meaning says what a variable is and what its values stand for.
func meaning(v gem.VariableDescription) []span {
	var codes []string
	for _, m := range v.Values {
		codes = append(codes, fmt.Sprintf("%d = %s", m.Value, m.Means))
	}
	return sentences(v.Description, strings.Join(codes, "; "), v.Remark)
}

func constants(p *page, w *writer) {
	p.say(plain("Class ECV. S2F15 with a value that is longer, or out of bounds, is answered with EAC 3 and changes nothing. " +
		"Values survive a restart."))
	t := columns("ECID", "Name", "Format", "Code", "Longest", "Units", "Minimum", "Maximum", "Default", "Meaning", "Safe to change in", "Affects the process")
	for _, c := range w.Constants {
		t.row(anchor("variable", c.ID), variableCells(c.VariableDescription, value(c.Min), value(c.Max), value(c.Default), meaning(c.VariableDescription),
			list(c.SafeStates, plain, "any state"), plain(yes(c.ProcessAffecting)))...)
	}
	p.table(t)
}

func alarms(p *page, w *writer) {
	p.say(plain("An alarm is set or cleared. If a host has enabled it, S5F1 tells both; its two events are enabled apart from it. Category is the low seven bits of ALCD."))
	w.model(p, "Alarm")
	t := columns("ALID", "Name", "Text (ALTX)", "Category", "Set", "Cleared", "Data variables", "Description", "Set by", "Cleared by", "Affects")
	for _, a := range w.Alarms {
		t.row(anchor("alarm", a.ID), number(a.ID), plain(a.Name), plain(a.Text), plainf("%d, %s", a.Category, a.CategoryName),
			w.event(a.SetEvent), w.event(a.ClearedEvent), list(a.DataVariables, w.variable, ""),
			plain(a.Description), plain(a.Trigger), plain(a.Reset), list(a.Affects, plain, ""))
	}
	p.table(t)
}

func commands(p *page, w *writer) {
	r := w.Remote
	p.table(properties(
		"RCMD and CPNAME are compared", r.Names, "Blanks", r.Blanks, "Time for the tool to answer", plainf("%g s, then HCACK 64", r.Deadline),
		"Commands of a host at one time", r.OpenCommands, "Current cycle, which STOP finishes", r.CurrentCycle, "Safe break point, for PAUSE and ABORT", r.SafeBreakPoint,
	))
	for _, cmd := range w.Commands {
		p.heading(3, anchor("command", cmd.Name), cmd.Name)
		w.command(p, cmd)
	}
	p.heading(3, "hcack", "Answers")
	t := columns("HCACK", "Meaning")
	for _, m := range w.HCACK {
		t.row("", number(m.Value), plain(m.Means))
	}
	p.table(t)
	p.say(plain("Other codes from 65 on are the tool's own. HCACK 3 comes with the parameters that are wrong:"))
	t = columns("CPACK", "Meaning")
	for _, m := range w.CPACK {
		t.row("", number(m.Value), plain(m.Means))
	}
	p.table(t)
}

func (w *writer) command(p *page, cmd gem.CommandDescription) {
	if cmd.Description != "" {
		p.say(plain(cmd.Description))
	}
	where := "in REMOTE only"
	switch {
	case cmd.InLocal:
		where = "in LOCAL and REMOTE"
	case cmd.Effect == gem.Affects.String():
		where = "in REMOTE, and in LOCAL while nothing is processed"
	}
	t := properties("Effect", cmd.Effect, "Allowed", where, "Processing states that allow it", list(cmd.States, plain, "the tool judges"))
	if len(cmd.Already) > 0 {
		t.row("", plain("Processing states that answer HCACK 5"), list(cmd.Already, plain, ""))
	}
	t.row("", plain("Completion is told by"), list(cmd.Completion, w.event, "no event"))
	if cmd.OperatorCode != 0 {
		t.row("", plain("Value of OperatorCommand"), number(cmd.OperatorCode))
	}
	if len(cmd.Objects) > 0 {
		t.row("", plain("Objects (OBJSPEC) besides the equipment"), list(cmd.Objects, plain, ""))
	}
	p.table(t)
	if len(cmd.Parameters) == 0 {
		p.say(plain("No parameters."))
		return
	}
	t = columns("Parameter (CPNAME)", "Format", "Longest", "Required", "Minimum", "Maximum", "Values", "Meaning")
	for _, x := range cmd.Parameters {
		parameter(t, "", x.MemberDescription)
		for _, m := range x.Members {
			parameter(t, x.Name+": ", m)
		}
	}
	p.table(t)
}

// parameter adds a row for a parameter, or with its name before it for a member of
// one that is a list.
func parameter(t *table, of string, x gem.MemberDescription) {
	format := x.Format
	if x.Element != "" {
		format += " of " + x.Element
	}
	t.row("", plain(of+x.Name), plain(format), number(x.MaxLength), plain(yes(x.Required)), value(x.Min), value(x.Max),
		list(x.Values, value, ""), plain(x.Description))
}
