package manual

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// This file writes the connections and the state models.

func communications(p *page, w *writer) {
	p.say(plain("HSMS-SS (E37.1) over TCP; this end is the equipment. The last column names the key of its configuration file that sets a value. " +
		"Timers take fractions of a second and act outside their usual range too, with a warning."))
	for _, c := range w.Connections {
		p.heading(3, anchor("host", c.Host), "Host "+c.Host)
		p.table(connectionTable(c))
	}
	c := w.Communications
	p.heading(3, "communications-defaults", "Defaults")
	p.table(properties(
		"State at start", c.Default+", until the host sets InitCommState",
		"S1F13", map[bool]string{true: "comes from the equipment once selected; the host's is answered too", false: "is awaited from the host"}[c.Initiate == "equipment"],
		"EstablishCommunicationsTimeout", plainf("%g s", c.EstablishTimeout),
		"S1F13 on a new session", map[bool]string{true: "at once", false: "when the delay in progress ends"}[c.S1F13OnSelect],
		"The host's S1F13 may have", map[bool]string{true: "an empty list, two texts or no body", false: "an empty list"}[c.LenientS1F13],
		"Messages held while S1F13 waits", c.HoldMax,
	))
	w.model(p, "Communications")
}

func connectionTable(c daemon.ConnectionDescription) *table {
	t := columns("Parameter", "Value", "Range", "Key")
	put := func(name string, v []span, limits, key string) {
		k := []span(nil)
		if key != "" {
			k = code(key)
		}
		t.row("", plain(name), v, plain(limits), k)
	}
	who := "the equipment dials, the host listens"
	if passive(c) {
		who = "the equipment listens, the host dials"
	}
	put("Connect mode", plain(c.Connect+": "+who), "passive, active", "hosts[].hsms.connect")
	put("Address", plain(c.Address), "", "hosts[].hsms.address")
	if passive(c) {
		put("Hosts may dial from", list(c.AllowFrom, plain, "anywhere"), "", "hosts[].hsms.allow_from")
		put("A second connection", plain(second(c.SecondConnection)), "", "hosts[].hsms.second_connection")
	}
	put("Device ID (session ID)", list(c.DeviceIDs, number[uint16], ""), "0 to 32767", "hosts[].device_id")
	put("T3, reply timeout", plainf("%g s", c.T3), "usually 1 to 120 s", "hosts[].hsms.t3")
	if !passive(c) {
		put("T5, connect separation timeout", plainf("%g s", c.T5), "usually 1 to 240 s", "hosts[].hsms.t5")
	}
	put("T6, control transaction timeout", plainf("%g s", c.T6), "usually 1 to 240 s", "hosts[].hsms.t6")
	put("T7, not selected timeout", plainf("%g s", c.T7), "usually 1 to 240 s", "hosts[].hsms.t7")
	put("T8, network intercharacter timeout", plainf("%g s", c.T8), "usually 1 to 120 s", "hosts[].hsms.t8")
	put("Linktest by the equipment", plain(linktest(c)), "0 (never), usually 1 to 3600 s", "hosts[].hsms.linktest_interval")
	put("Longest message taken", plainf("%d bytes of header and text; a longer one %s", c.MaxFrame, oversize(c.Oversize)), fmt.Sprintf("1024 to %d (hosts[].hsms.hard_max_frame)", c.MaxSent+4), "hosts[].hsms.max_frame")
	put("Longest message sent", plainf("%d bytes of header and text", c.MaxSent), "", "hosts[].hsms.hard_max_frame")
	put("Data before the select", plain(notSelected(c.NotSelectedData)), "", "hosts[].hsms.not_selected_data")
	put("Open transactions, equipment's", plainf("at most %d", c.Window), "1 to 1000", "hosts[].hsms.max_open_out")
	put("Open transactions, host's", plainf("not limited, but at most %d remote commands", c.OpenCommands), "", "")
	put("W-bit of event reports (S6F11)", plainf("%d, until the host sets WBitS6", map[bool]int{true: 1}[c.EventsWithW]), "0, 1", "wbit.s6")
	commands := "carried out: this host controls the equipment"
	if !c.Controls {
		commands = "refused with HCACK 2: another host controls the equipment"
	}
	put("Remote commands", plain(commands), "", "")
	put("Session ends with", plain(c.Termination), "", "")
	return t
}

func linktest(c daemon.ConnectionDescription) string {
	switch {
	case c.LinktestInterval == 0:
		return "never"
	case c.LinktestIdleOnly:
		return fmt.Sprintf("every %g s in which nothing came", c.LinktestInterval)
	}
	return fmt.Sprintf("every %g s", c.LinktestInterval)
}

// model writes a state model that GEM prescribes.
func (w *writer) model(p *page, name string) {
	for _, m := range w.Models {
		if m.Name == name {
			p.heading(3, anchor("model", name), name+" state model")
			p.say(plainf("E30 %s, with the standard's row numbers. One for %s.", m.Sections, m.Scope))
			w.states(p, m.States, m.Transitions)
		}
	}
}

// states writes the diagram and both tables of a state model; the diagram has
// unnumbered arrows too.
func (w *writer) states(p *page, states []gem.StateDescription, rows []gem.TransitionDescription, unnumbered ...gem.TransitionDescription) {
	p.blocks = append(p.blocks, draw(states, append(unnumbered, rows...)))
	t := columns("State", "Part of", "Code", "Meaning")
	for _, s := range states {
		var c []span
		if s.Code != nil {
			c = number(*s.Code)
		}
		t.row("", plain(s.Name), plain(s.Parent), c, plain(s.Meaning))
	}
	p.table(t)
	w.rows(p, rows)
}

func (w *writer) rows(p *page, rows []gem.TransitionDescription) {
	t := columns("#", "From", "On", "To", "Events")
	for _, r := range rows {
		t.row("", number(r.Row), plain(r.From), plain(r.On), plain(r.To), list(r.Events, w.event, ""))
	}
	p.table(t)
}

func control(p *page, w *writer) {
	c := w.Control
	waits := "fails at once"
	if c.AttemptWaits {
		waits = "waits for communications"
	}
	p.table(properties(
		"State at start", c.Default+", until the host sets InitControlState", "LOCAL or REMOTE", "as the switch stands; at the very first start "+c.Switch,
		"A refused ATTEMPT ON-LINE ends in", c.OnAttemptFail+", until the host sets OnLineFailed", "ATTEMPT ON-LINE while NOT COMMUNICATING", waits,
	))
	w.model(p, "Control")
	p.heading(3, "control-messages", "Messages by control state")
	p.say(plain("What becomes of a primary of the host, and which primaries the equipment sends. A primary with W=0 gets no SxF0."))
	t := columns("Message", "Name", "From", "OFF-LINE", "LOCAL", "REMOTE")
	for _, m := range w.Messages {
		t.row("", message(m.SF), plain(m.Name), plain(sender(m.Direction)), plain(m.OffLine), plain(m.Local), plain(m.Remote))
	}
	p.table(t)
	p.heading(3, "control-commands", "Commands by control state")
	t = columns("Command", "Effect", "LOCAL", "REMOTE")
	for _, cmd := range w.Commands {
		local := fmt.Sprintf("HCACK %d", w.Remote.LocalHCACK)
		switch {
		case cmd.InLocal:
			local = "taken"
		case cmd.Effect == gem.Affects.String():
			local = "taken while nothing is processed, else " + local
		}
		t.row("", link(anchor("command", cmd.Name), cmd.Name), plain(cmd.Effect), plain(local), plain("taken"))
	}
	p.table(t)
}

func sender(direction string) string {
	if direction == "H->E" {
		return "host"
	}
	return "equipment"
}

func processing(p *page, w *writer) {
	if w.Processing == nil {
		p.say(plain("This version has no processing state model of its own: the tool tells ProcessState."))
		return
	}
	p.say(plain("The tool drives this model; a move that it does not have is refused. ProcessState tells the state, PreviousProcessState the one before."))
	w.states(p, w.Processing.States, w.Processing.Transitions, gem.TransitionDescription{From: "start", To: w.Processing.Initial})
}

// dot prints a state model for Graphviz.
func dot(states []gem.StateDescription, rows []gem.TransitionDescription) string {
	var b strings.Builder
	b.WriteString("digraph {\n  rankdir=LR; node [shape=box, style=rounded];\n")
	for _, s := range states {
		if s.Parent != "" {
			fmt.Fprintf(&b, "  %q -> %q [style=dotted, arrowhead=none];\n", s.Parent, s.Name)
		}
	}
	for _, r := range rows {
		label := ""
		if r.Row > 0 {
			label = strconv.Itoa(r.Row)
		}
		fmt.Fprintf(&b, "  %q -> %q [label=%q];\n", r.From, r.To, label)
	}
	b.WriteString("}")
	return b.String()
}
