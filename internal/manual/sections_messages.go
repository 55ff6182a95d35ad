package manual

import (
	"fmt"
	"strings"
)

// This file writes the messages and their data items.

// twoDigits spells a message as S02F33.
func twoDigits(sf string) string {
	var stream, function int
	_, _ = fmt.Sscanf(sf, "S%dF%d", &stream, &function)
	return fmt.Sprintf("S%02dF%02d", stream, function)
}

func summary(p *page, w *writer) {
	w.summary(p, "H->E", "received", "Received, with the reply sent", "Reply sent")
	p.say(plain("A primary with W=1 that is not in this list is answered with S9F3 or S9F5, and with SxF0 while OFF-LINE."))
	w.summary(p, "E->H", "sent", "Sent, with the reply received", "Reply received")
}

func (w *writer) summary(p *page, direction, id, title, reply string) {
	p.heading(3, "messages-"+id, title)
	t := columns("Message", "Name", reply, "Reply is")
	for _, m := range w.Messages {
		if m.Direction != direction {
			continue
		}
		var answer []span
		if m.Reply != "" {
			answer = link(anchor("message", m.Reply), twoDigits(m.Reply))
		}
		t.row("", link(anchor("message", m.SF), twoDigits(m.SF)), plain(m.Name), answer, plain(m.ReplyNeed))
	}
	p.table(t)
}

func details(p *page, w *writer) {
	p.say(plain("Bodies in SML with the names of data items in place of values. A number in [ ] is the length of a list; a letter is any number of the " +
		"element below it; three dots are any number of values in one item. [W] is a reply that the sender may do without. A list of another length, or an " +
		"item of a format that is not named, is answered with S9F7 unless the text below says otherwise."))
	for _, m := range w.Details {
		p.heading(3, anchor("message", m.SF), m.SF+" "+m.Name)
		from := m.From
		if from == "both" {
			from = "host or equipment"
		}
		about := plain("From the " + from + ".")
		if m.Reply != "" {
			about = append(append(about, span{Text: " Reply: "}), message(m.Reply)...)
			about = append(about, span{Text: ", " + m.ReplyNeed + "."})
		}
		p.say(about)
		if len(m.Items) == 0 && m.HostBody == "" && !strings.Contains(m.Body, "\n") {
			p.say(plain("Header only."))
		} else {
			p.blocks = append(p.blocks, listing{"sml", linked(m.Body)})
		}
		if m.HostBody != "" {
			p.say(plain("From the host:"))
			p.blocks = append(p.blocks, listing{"sml", linked(m.HostBody)})
		}
		if m.Notes != "" {
			p.say(plain(m.Notes))
		}
		for _, name := range m.Items {
			if codes := w.codes[name]; codes != "" {
				p.say(link(anchor("item", name), name), plain(": "+codes+"."))
			}
		}
	}
	w.dataItems(p)
}

// linked turns the names in an SML text into links to their items.
func linked(text string) []span {
	var out []span
	for part := range strings.SplitAfterSeq(text, "<") {
		end := strings.IndexAny(part, ">.")
		if end < 1 || strings.ContainsAny(part[:end], " [") || len(out) == 0 {
			out = append(out, span{Text: part})
			continue
		}
		out = append(out, span{Text: part[:end], Link: anchor("item", part[:end])}, span{Text: part[end:]})
	}
	return out
}

func (w *writer) dataItems(p *page) {
	p.heading(3, "data-items", "Data items")
	p.say(plain("Formats are those that the equipment takes; it sends one of them where the next column names it. Acknowledge codes up to 63 that are not listed are " +
		"reserved by E5; those from 64 on are the equipment's own."))
	t := columns("Item", "Meaning", "Formats", "Sent as", "Length", "Values", "Messages")
	for _, it := range w.Items {
		length := ""
		switch {
		case it.Length > 0:
			length = fmt.Sprint(it.Length)
		case it.MaxLength > 0:
			length = fmt.Sprintf("at most %d", it.MaxLength)
		}
		t.row(anchor("item", it.Name), plain(it.Name), plain(it.Means), plain(strings.Join(it.Formats, " ")), plain(strings.Join(it.Sent, " ")),
			plain(length), plain(w.codes[it.Name]), list(it.Messages, message, ""))
	}
	p.table(t)
}

// codesOf spells out what the values of an item mean.
func codesOf(it ItemDetail) string {
	var codes []string
	for _, c := range it.Codes {
		codes = append(codes, fmt.Sprintf("%d = %s", c.Value, c.Means))
	}
	return strings.Join(codes, "; ")
}
