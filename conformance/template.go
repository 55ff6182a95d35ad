package conformance

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// template is a frame as a script writes it, for either direction: a header
// with parts that are left to the rules of the standard, and a body.
type template struct {
	header   header // what the line fixes; session and system bytes see below
	session  *uint16
	system   *uint32
	systemOf string // the frame that lends its system bytes
	to       string // the frame that this one answers
	as       string // the name to remember this one by
	body     *pattern
	raw      []byte // a body in bytes
}

// parseTemplate reads a frame line behind its arrow.
func parseTemplate(line string) (*template, error) {
	t := &template{}
	words, item := splitItem(line)
	fields := strings.Fields(words)
	if len(fields) == 0 {
		return nil, fmt.Errorf("frame expected")
	}
	if err := t.name(fields[0]); err != nil {
		return nil, err
	}
	if err := t.options(fields[1:]); err != nil {
		return nil, err
	}
	return t, t.setBody(item)
}

// splitItem parts a frame line before its item: a < or $ or _ that starts a
// word.
func splitItem(line string) (words, item string) {
	for i := range len(line) {
		start := i == 0 || line[i-1] == ' ' || line[i-1] == '\t'
		if line[i] == '<' || start && (line[i] == '$' || line[i] == '_') {
			return line[:i], line[i:]
		}
	}
	return strings.TrimSuffix(strings.TrimSpace(line), "."), ""
}

// name reads the first word, which says what kind of frame this is.
func (t *template) name(word string) error {
	if stype, ok := controlNames[word]; ok {
		t.header[5] = stype
		return nil
	}
	if word == "frame" {
		return nil
	}
	stream, function, ok := parseSF(word)
	if !ok {
		return fmt.Errorf("%q is no message like S1F1, no control message like Select.req, not hex and not frame", word)
	}
	t.header[2], t.header[3] = stream, function
	return nil
}

func parseSF(word string) (stream, function byte, ok bool) {
	s, f, found := strings.Cut(strings.TrimPrefix(word, "S"), "F")
	stream64, err1 := strconv.ParseUint(s, 10, 7)
	function64, err2 := strconv.ParseUint(f, 10, 8)
	ok = found && err1 == nil && err2 == nil && word[0] == 'S'
	return byte(stream64), byte(function64), ok
}

func (t *template) options(fields []string) error {
	for i := 0; i < len(fields); i++ {
		word := fields[i]
		switch word {
		case "W":
			t.header[2] |= 0x80
		case "as", "to":
			if i++; i == len(fields) || !isName(fields[i]) {
				return fmt.Errorf("name expected after %q", word)
			}
			if word == "as" {
				t.as = fields[i]
			} else {
				t.to = fields[i]
			}
		default:
			key, value, ok := strings.Cut(word, "=")
			if !ok {
				return fmt.Errorf("unknown word %q", word)
			}
			if err := t.option(key, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// option reads KEY=VALUE. Most keys are one byte of the header.
func (t *template) option(key, value string) error {
	bits, at := 8, 0
	switch key {
	case "b2":
		at = 2
	case "b3", "status", "reason":
		at = 3
	case "ptype":
		at = 4
	case "stype":
		at = 5
	case "session":
		bits = 16
	case "system":
		bits = 32
		if isName(value) {
			t.systemOf = value
			return nil
		}
	case "body":
		raw, err := hex.DecodeString(value)
		t.raw = raw
		return err
	case "fill":
		n, err := strconv.ParseUint(value, 0, 28)
		t.raw = make([]byte, n)
		return err
	default:
		return fmt.Errorf("unknown option %q", key)
	}
	n, err := strconv.ParseUint(value, 0, bits)
	if err != nil {
		return fmt.Errorf("%s: %q is no number of %d bits", key, value, bits)
	}
	switch key {
	case "session":
		session := uint16(n)
		t.session = &session
	case "system":
		system := uint32(n)
		t.system = &system
	default:
		t.header[at] = byte(n)
	}
	return nil
}

// setBody reads the item behind the options.
func (t *template) setBody(item string) error {
	if item == "" {
		return nil
	}
	if t.raw != nil {
		return fmt.Errorf("an item and body= or fill= exclude each other")
	}
	p, err := parsePattern(item)
	t.body = &p
	return err
}

// isName reports whether s can name a frame, a connection or a value.
func isName(s string) bool {
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
