package manual

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// This file reads the dictionary of messages and data items.

var (
	//go:embed dictionary/messages.yaml
	messagesFile []byte
	//go:embed dictionary/items.yaml
	itemsFile []byte
)

// messageEntry is an entry of dictionary/messages.yaml.
type messageEntry struct {
	SF            string `yaml:"sf"`
	Name          string `yaml:"name"`
	From          string `yaml:"from"` // host, equipment or both
	Reply         string `yaml:"reply"`
	ReplyOptional bool   `yaml:"reply_optional"`
	Body          string `yaml:"body"`
	HostBody      string `yaml:"host_body"`
	Notes         string `yaml:"notes"`
}

// itemEntry is an entry of dictionary/items.yaml.
type itemEntry struct {
	Means   string         `yaml:"means"`
	Formats []string       `yaml:"formats"`
	Sent    []string       `yaml:"sent"`
	Length  int            `yaml:"length"`
	Max     int            `yaml:"max"`
	Codes   map[int]string `yaml:"codes"`
}

// dictionary finds messages and data items by name.
type dictionary struct {
	messages map[string]messageEntry
	items    map[string]itemEntry
}

func readDictionary() (dictionary, error) {
	var list []messageEntry
	d := dictionary{messages: map[string]messageEntry{}}
	if err := yaml.Unmarshal(messagesFile, &list); err != nil {
		return d, fmt.Errorf("manual: messages.yaml: %w", err)
	}
	for _, m := range list {
		d.messages[m.SF] = m
	}
	if err := yaml.Unmarshal(itemsFile, &d.items); err != nil {
		return d, fmt.Errorf("manual: items.yaml: %w", err)
	}
	return d, nil
}

var (
	integers = strings.Fields("I1 I2 I4 I8 U1 U2 U4 U8")
	unsigned = strings.Fields("U1 U2 U4 U8")
	numbers  = strings.Fields("I1 I2 I4 I8 F4 F8 U1 U2 U4 U8")
	scalars  = strings.Fields("B BOOLEAN A J W I1 I2 I4 I8 F4 F8 U1 U2 U4 U8")
)

// formats spells out the words of the dictionary; id is the format that the
// equipment gives identifiers.
func formats(words []string, id string) []string {
	out := []string{}
	for _, w := range words {
		switch w {
		case "integer":
			out = append(out, integers...)
		case "unsigned":
			out = append(out, unsigned...)
		case "number":
			out = append(out, numbers...)
		case "any":
			out = append(append(out, "L"), scalars...)
		case "any but L":
			out = append(out, scalars...)
		case "ID":
			out = append(out, id)
		default:
			out = append(out, w)
		}
	}
	return out
}

// codes returns what the values of an item mean, in their order.
func (it itemEntry) codes() []Code {
	var out []Code
	for value, means := range it.Codes {
		out = append(out, Code{value, means})
	}
	slices.SortFunc(out, func(a, b Code) int { return a.Value - b.Value })
	return out
}
