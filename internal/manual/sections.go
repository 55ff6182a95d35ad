package manual

import (
	"strconv"
)

// This file orders the sections: the twenty points of E30 8.4 and E5 11, in
// their order, and GEM300.

// sections are the parts of the manual.
var sections = []struct {
	title string
	write func(*page, *writer)
}{
	{"General", general},
	{"GEM compliance statement", complianceStatement},
	{"Connections and communications", communications},
	{"Control", control},
	{"Processing", processing},
	{"Collection events", events},
	{"Variables", variables},
	{"Equipment constants", constants},
	{"Alarms", alarms},
	{"Remote commands", commands},
	{"Traces", traces},
	{"Limits monitoring", limits},
	{"Process programs", programs},
	{"Terminal services", terminals},
	{"Clock", clock},
	{"Spooling", spooling},
	{"Scenarios", scenarioList},
	{"Message summary", summary},
	{"Message details", details},
	{"Own acknowledge codes", ownCodes},
	{"Material and jobs (GEM300)", material},
}

// writer knows the document and the names of what it numbers.
type writer struct {
	Document
	events, variables map[uint32]string
	codes             map[string]string // of data items
}

// write returns the whole manual.
func write(d Document) *page {
	w := &writer{Document: d, events: map[uint32]string{}, variables: map[uint32]string{}, codes: map[string]string{}}
	for _, it := range d.Items {
		w.codes[it.Name] = codesOf(it)
	}
	for _, ev := range d.Events {
		w.events[ev.ID] = ev.Name
	}
	for _, v := range d.StatusVariables {
		w.variables[v.ID] = v.Name
	}
	for _, v := range d.DataVariables {
		w.variables[v.ID] = v.Name
	}
	for _, c := range d.Constants {
		w.variables[c.ID] = c.Name
	}
	p := &page{}
	for i, s := range sections {
		n := strconv.Itoa(i + 1)
		p.heading(2, "section-"+n, n+" "+s.title)
		s.write(p, w)
	}
	return p
}

// event links a CEID.
func (w *writer) event(id uint32) []span {
	return append(link(anchor("event", id), strconv.FormatUint(uint64(id), 10)), span{Text: " " + w.events[id]})
}

// variable links a VID.
func (w *writer) variable(id uint32) []span {
	return append(link(anchor("variable", id), strconv.FormatUint(uint64(id), 10)), span{Text: " " + w.variables[id]})
}

func message(sf string) []span { return link(anchor("message", sf), sf) }

func general(p *page, w *writer) {
	e := w.Equipment
	p.table(properties(
		"Manufacturer", e.Manufacturer, "Product", e.Product, "Model (MDLN)", e.MDLN, "Software revision (SOFTREV)", e.SOFTREV,
		"Name", e.EqpName, "Serial number", e.EqpSerialNum, "Function of the equipment", e.Function, "Purpose of this interface", e.Purpose,
		"Hosts", list(e.Hosts, plain, ""), "Format of identifiers sent", e.IDFormat,
	))
	p.heading(3, "changes", "Changes")
	t := columns("Revision", "Date", "What changed for the host")
	for _, c := range e.Changes {
		t.row("", plain(c.Revision), plain(c.Date), plain(c.Text))
	}
	p.table(t)
	p.heading(3, "formats", "Data formats")
	p.say(plain("Formats are named as in SML; lengths are those of E5: bytes of a text or of B, values of a number, elements of a list."))
	t = columns("Format", "Octal code", "Meaning")
	for _, f := range formatNames {
		t.row("", plain(f[0]), plain(f[1]), plain(f[2]))
	}
	p.table(t)
}

var formatNames = [][3]string{
	{"L", "00", "list of items"}, {"B", "10", "bytes"}, {"BOOLEAN", "11", "truth value: 0 is FALSE, any other byte TRUE"},
	{"A", "20", "ASCII text"}, {"J", "21", "JIS-8 text"}, {"W", "22", "text in the encoding that its first two bytes name"},
	{"I8", "30", "signed integer, 8 bytes"}, {"I1", "31", "signed integer, 1 byte"}, {"I2", "32", "signed integer, 2 bytes"}, {"I4", "34", "signed integer, 4 bytes"},
	{"F8", "40", "IEEE 754 number, 8 bytes"}, {"F4", "44", "IEEE 754 number, 4 bytes"},
	{"U8", "50", "unsigned integer, 8 bytes"}, {"U1", "51", "unsigned integer, 1 byte"}, {"U2", "52", "unsigned integer, 2 bytes"}, {"U4", "54", "unsigned integer, 4 bytes"},
}

func complianceStatement(p *page, w *writer) {
	fundamental, capable := true, true
	t := columns("#", "Requirement or capability", "E30", "Implemented", "GEM-compliant", "Missing", "Shown by")
	for _, r := range w.Compliance {
		fundamental = fundamental && (r.ID[0] != 'F' || r.Compliant)
		capable = capable && r.Implemented && r.Compliant
		t.row(anchor("compliance", r.ID), plain(r.ID), plain(r.Name), plain(r.Sections), plain(yes(r.Implemented)), plain(yes(r.Compliant)),
			plain(r.Missing), list(r.Scripts, plain, ""))
	}
	p.say(plain("F1 to F8 are the fundamental requirements, A1 to A15 the additional capabilities of E30. No row is called compliant while a " +
		"fundamental requirement is missing. The last column names the parts of the supplier's test suite that show it."))
	p.table(properties("All fundamental requirements are met", yes(fundamental), "Fully GEM capable", yes(capable)))
	p.table(t)
}
