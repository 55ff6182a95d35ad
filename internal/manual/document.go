package manual

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// Document is the manual as data: the description of an equipment, and what
// its messages are made of. docs/dictionary.md explains it.
type Document struct {
	Schema int `json:"schema"` // version of these structs
	daemon.Description
	Scenarios []Scenario      `json:"scenarios"`
	Details   []MessageDetail `json:"message_details"`
	Items     []ItemDetail    `json:"data_items"`
}

// MessageDetail is a primary or a secondary with its body in SML, where names
// stand for values.
type MessageDetail struct {
	SF        string   `json:"sf"`
	Name      string   `json:"name"`
	From      string   `json:"from"`                // "host", "equipment" or "both"
	Reply     string   `json:"reply,omitempty"`     // of a primary
	ReplyNeed string   `json:"reply_need"`          // "required", "optional" or "none"
	Body      string   `json:"body"`                // as the sender has it, the equipment where both send it
	HostBody  string   `json:"host_body,omitempty"` // of the host, where it differs
	Items     []string `json:"items"`               // names of its data items
	Notes     string   `json:"notes,omitempty"`
}

// ItemDetail is a data item.
type ItemDetail struct {
	Name      string   `json:"name"`
	Means     string   `json:"means"`
	Formats   []string `json:"formats"`          // that the equipment takes
	Sent      []string `json:"sent,omitempty"`   // that it sends, where these are not all
	Length    int      `json:"length,omitempty"` // of the item, where it is fixed
	MaxLength int      `json:"max_length,omitempty"`
	Codes     []Code   `json:"codes,omitempty"`
	Messages  []string `json:"messages"` // that contain it
}

// Code is a value of a data item that stands for something.
type Code struct {
	Value int    `json:"value"`
	Means string `json:"means"`
}

// version is that of Document: it grows when a reader of the JSON has to
// change.
const version = 1

// New returns the manual of an equipment.
func New(d daemon.Description) (Document, error) {
	dict, err := readDictionary()
	if err != nil {
		return Document{}, err
	}
	doc := Document{Schema: version, Description: d, Scenarios: scenariosOf(d)}
	doc.Messages = slices.SortedStableFunc(slices.Values(d.Messages), func(a, b gem.MessageDescription) int {
		return cmp.Or(-cmp.Compare(a.Direction, b.Direction), compareSF(a.SF, b.SF))
	})
	senders := sendersOf(d)
	items := map[string]*ItemDetail{}
	for _, sf := range slices.SortedFunc(maps.Keys(senders), compareSF) {
		m, err := dict.detail(sf, senders[sf])
		if err != nil {
			return Document{}, err
		}
		for _, name := range m.Items {
			if items[name] == nil {
				if items[name], err = dict.item(name, d.Equipment.IDFormat); err != nil {
					return Document{}, err
				}
			}
			items[name].Messages = append(items[name].Messages, sf)
		}
		doc.Details = append(doc.Details, m)
	}
	for _, name := range slices.Sorted(maps.Keys(items)) {
		doc.Items = append(doc.Items, *items[name])
	}
	return doc, nil
}

// sendersOf tells who sends each primary and its reply.
func sendersOf(d daemon.Description) map[string]string {
	senders := map[string]string{}
	add := func(sf, from string) {
		switch before := senders[sf]; {
		case sf == "":
		case before == "" || before == from:
			senders[sf] = from
		default:
			senders[sf] = "both"
		}
	}
	for _, m := range d.Messages {
		if m.Direction == "H->E" {
			add(m.SF, "host")
			add(m.Reply, "equipment")
		} else {
			add(m.SF, "equipment")
			add(m.Reply, "host")
		}
	}
	return senders
}

// detail looks a message up; from is who sends it here.
func (dict dictionary) detail(sf, from string) (MessageDetail, error) {
	entry, ok := dict.messages[sf]
	if !ok {
		return MessageDetail{}, fmt.Errorf("manual: messages.yaml has no %s", sf)
	}
	m := MessageDetail{SF: sf, Name: entry.Name, From: from, Reply: entry.Reply, ReplyNeed: "none", Notes: entry.Notes, Items: []string{}}
	head := sf
	switch {
	case entry.ReplyOptional:
		m.ReplyNeed, head = "optional", sf+" [W]"
	case entry.Reply != "":
		m.ReplyNeed, head = "required", sf+" W"
	}
	body := entry.Body
	if from == "host" && entry.HostBody != "" {
		body = entry.HostBody
	}
	text, shapes, err := sml(head, body)
	if err != nil {
		return m, err
	}
	m.Body = text
	seen := map[string]bool{}
	m.Items = append(m.Items, itemsIn(shapes, seen)...)
	if from == "both" && entry.HostBody != "" {
		if m.HostBody, shapes, err = sml(head, entry.HostBody); err != nil {
			return m, err
		}
		m.Items = append(m.Items, itemsIn(shapes, seen)...)
	}
	return m, nil
}

// item looks a data item up.
func (dict dictionary) item(name, id string) (*ItemDetail, error) {
	it, ok := dict.items[name]
	if !ok {
		return nil, fmt.Errorf("manual: items.yaml has no %s", name)
	}
	x := ItemDetail{Name: name, Means: it.Means, Formats: formats(it.Formats, id), Length: it.Length, MaxLength: it.Max, Codes: it.codes()}
	if it.Sent != nil {
		x.Sent = formats(it.Sent, id)
	}
	return &x, nil
}

// compareSF puts S2F9 before S2F10.
func compareSF(a, b string) int {
	var as, af, bs, bf int
	_, _ = fmt.Sscanf(a, "S%dF%d", &as, &af)
	_, _ = fmt.Sscanf(b, "S%dF%d", &bs, &bf)
	return cmp.Or(as-bs, af-bf)
}

// JSON writes the manual as data.
func JSON(w io.Writer, d Document) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(d)
}
