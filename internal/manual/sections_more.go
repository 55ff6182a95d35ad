package manual

import (
	"slices"
	"strconv"

	"github.com/secsd/secsd/gem"
)

// This file writes the sections of single capabilities.

const notHere = "Not in this version."

func traces(p *page, w *writer) {
	t := w.Traces
	if t == nil {
		p.say(plain(notHere))
		return
	}
	p.table(properties(
		"Forms of DSPER", list(t.DSPER, plain, ""), "Shortest period", plainf("%g s", t.MinimumPeriod), "Resolution", plainf("%g s", t.Resolution),
		"Traces of a host at one time", t.MaxTraces, "SVIDs of a trace", plainf("at most %d", t.MaxSVIDs),
		"First sample", t.FirstSample, "Samples that fill no group", t.Remainder, "While OFF-LINE", t.OffLine,
	))
}

func limits(p *page, w *writer) {
	l := w.Limits
	if l == nil {
		p.say(plain("No variable can be monitored."))
		return
	}
	p.table(properties("Limits of a variable", plainf("%d, LIMITID 1 to %d", l.MaxLimits, l.MaxLimits), "Sampling period", l.SamplingPeriod))
	t := columns("VID", "Name", "Format", "Units", "LIMITMIN", "LIMITMAX", "Event")
	for _, v := range l.Variables {
		t.row("", link(anchor("variable", v.ID), strconv.FormatUint(uint64(v.ID), 10)), plain(v.Name), plain(v.Format), plain(v.Units),
			value(v.Min), value(v.Max), w.event(v.Event))
	}
	p.table(t)
}

func programs(p *page, w *writer) {
	d := w.Programs
	if d == nil {
		p.say(plain(notHere))
		return
	}
	store := "that of the disk"
	if d.StoreBytes > 0 {
		store = strconv.FormatInt(d.StoreBytes, 10) + " bytes"
	}
	p.table(properties(
		"Formats", list(d.Formats, plain, ""), "PPFormat", d.PPFormat, "PPID", d.PPID, "Programs", plainf("at most %d", d.MaxPrograms),
		"Longest program", plainf("%d bytes", d.MaxBytes), "Size of the store", store,
		"Verification", d.Verification, "While a program executes", d.WhileExecuting, "The operator may", d.OperatorPrograms,
	))
	p.heading(3, "process-commands", "Commands of formatted programs")
	t := columns("CCODE", "Name", "Parameter (PPARM)", "Format", "Longest", "Minimum", "Maximum", "Units", "Meaning")
	for _, c := range d.Commands {
		t.row("", number(c.CCODE), plain(c.Name), nil, nil, nil, nil, nil, nil, plain(c.Description))
		for _, x := range c.Parameters {
			t.row("", nil, nil, plain(x.Name), plain(x.Format), number(x.MaxLength), value(x.Min), value(x.Max), plain(x.Units), plain(x.Description))
		}
	}
	if len(d.Commands) > 0 {
		p.say(plain("The parameters of a command stand below it; all of them are given, in their order."))
	}
	p.table(t)
}

func terminals(p *page, w *writer) {
	t := columns("TID", "Name", "Longest text", "Lines of S10F5", "Longest message", "Longest entry", "Several lines")
	for _, x := range w.Terminals {
		t.row("", number(x.ID), plain(x.Name), plainf("%d bytes", x.MaxText), number(x.MaxLines), plainf("%d bytes", x.MaxDisplay), plainf("%d bytes", x.Entry), plain(yes(x.MultiBlock)))
	}
	p.table(t)
}

func clock(p *page, w *writer) {
	c := w.Clock
	p.table(properties(
		"Resolution", plainf("%g s", c.Resolution), "Time zone of 12 and 16 character times", c.TimeZone,
		"TimeFormat, default", c.Default, "Events that it cannot tell apart", c.Unresolvable, "Setting", c.Setting,
	))
	t := columns("TimeFormat", "Form of TIME")
	for _, f := range c.Formats {
		t.row("", number(f.Value), plain(f.Means))
	}
	p.table(t)
}

func spooling(p *page, w *writer) {
	p.say(plain("Off until the host sets EnableSpooling and selects with S2F43. While the spool is active every selected primary goes into it, " +
		"also when the host is back, until S6F23. A host that does not know S6F23 leaves EnableSpooling FALSE."))
	s := w.Spooling
	choose := func(first bool, a, b string) string {
		if first {
			return a
		}
		return b
	}
	p.table(properties(
		"Room, of each host", plainf("%d bytes; a message takes its body and 20 bytes", s.Capacity),
		"Longest message", plainf("%d bytes of body; a longer one is counted and discarded", s.LongestMessage),
		"Selectable", list(s.Selectable, plain, ""), "Selectable, but not sent by this equipment", list(w.neverSent(), plain, ""), "Selected until S2F43", list(s.Default, plain, "nothing"),
		"When it is full", "OverWriteSpool TRUE deletes the oldest message, FALSE takes no more",
		"Sent and not answered when communications were lost", choose(s.RequeuesSent, "at the head of the spool: the host may get it twice", "lost"),
		"No reply to a spooled message", choose(s.OnT3 == "suspend", "it stays, the next S6F23 goes on with it", "it is dropped, the next one follows"),
		"On disk before they are sent", choose(s.Delivery == "strict", "all events", "events that tell a durable change"),
	))
	w.model(p, "Spooling")
}

// neverSent lists what a host may select and this equipment does not send.
func (w *writer) neverSent() []string {
	return slices.DeleteFunc(slices.Clone(w.Spooling.Selectable), func(sf string) bool {
		return slices.ContainsFunc(w.Messages, func(m gem.MessageDescription) bool { return m.SF == sf && m.Direction == "E->H" })
	})
}

func scenarioList(p *page, w *writer) {
	p.say(plain("H is the host, E the equipment. The section is E30's, unless another standard stands there."))
	t := columns("Section", "Scenario", "Messages")
	for _, s := range w.Scenarios {
		t.row("", plain(s.Section), plain(s.Name), list(s.Messages, func(m string) []span {
			return append(plain(m[:2]), message(m[2:])...)
		}, ""))
	}
	p.table(t)
}

func ownCodes(p *page, w *writer) {
	p.say(plain("Codes up to 63 are E5's; those that it does not define are not used. From 64 on:"))
	t := columns("Item", "Value", "Meaning")
	codes := slices.Clone(w.OwnCodes)
	for _, c := range codes {
		t.row("", link(anchor("item", c.Item), c.Item), number(c.Value), plain(c.Means))
	}
	p.table(t)
}
