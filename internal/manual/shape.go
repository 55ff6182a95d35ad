package manual

import (
	"fmt"
	"strings"
)

// A shape is the body of a message with names in place of values, in the
// spelling of SML: <L [2] <DATAID> <L [a] <VID>>>.
type shape struct {
	text  string // of a list its size, of an item its name
	list  bool
	other bool // an alternative to the shape before it
	parts []shape
}

// parseShape reads shapes of which one is taken.
func parseShape(s string) ([]shape, error) {
	rest, list, err := shapes(s)
	if err == nil && rest != "" {
		err = fmt.Errorf("manual: %q stands behind the shape %q", rest, s)
	}
	return list, err
}

func shapes(s string) (rest string, list []shape, err error) {
	for {
		body := strings.TrimLeft(s, " |")
		if !strings.HasPrefix(body, "<") {
			return body, list, nil
		}
		other := strings.Contains(s[:len(s)-len(body)], "|")
		var one shape
		if s, one, err = oneShape(body[1:]); err != nil {
			return s, list, err
		}
		one.other = other
		list = append(list, one)
	}
}

// oneShape reads what stands behind a <.
func oneShape(s string) (rest string, x shape, err error) {
	if after, ok := strings.CutPrefix(s, "L ["); ok {
		x.list = true
		if x.text, s, ok = strings.Cut(after, "]"); !ok {
			return s, x, fmt.Errorf("manual: a list without ] before %q", s)
		}
		if s, x.parts, err = shapes(s); err != nil {
			return s, x, err
		}
	} else {
		end := strings.IndexAny(s, "<> ")
		if end < 1 {
			return s, x, fmt.Errorf("manual: no name before %q", s)
		}
		x.text, s = s[:end], s[end:]
	}
	if !strings.HasPrefix(s, ">") {
		return s, x, fmt.Errorf("manual: no > before %q", s)
	}
	return s[1:], x, nil
}

// lines prints shapes one element a line.
func lines(list []shape, indent string) (out []string) {
	for _, x := range list {
		if x.other {
			out = append(out, indent+"/* or */")
		}
		if len(x.parts) == 0 {
			out = append(out, indent+x.open()+">")
			continue
		}
		out = append(out, indent+x.open())
		out = append(out, lines(x.parts, indent+"  ")...)
		out = append(out, indent+">")
	}
	return out
}

func (x shape) open() string {
	if x.list {
		return "<L [" + x.text + "]"
	}
	return "<" + x.text
}

// itemsIn lists the names in shapes, each once, in their order.
func itemsIn(list []shape, seen map[string]bool) (names []string) {
	for _, x := range list {
		name := strings.TrimSuffix(x.text, "...")
		if !x.list && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
		names = append(names, itemsIn(x.parts, seen)...)
	}
	return names
}

// sml prints a message: its head, then the body.
func sml(head, body string) (text string, list []shape, err error) {
	if body == "" {
		return head + ".", nil, nil
	}
	if list, err = parseShape(body); err != nil {
		return "", nil, err
	}
	return head + "\n" + strings.Join(lines(list, ""), "\n") + ".", list, nil
}
