package gem

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"time"
	"unicode/utf16"

	"github.com/secsd/secsd/secs2"
)

// This file is the equipment's terminals (E30 4.8): what a host displayed there
// last, and whether the operator recognised it. They belong to the equipment:
// every host may write to each of them.

// The bounds of a message on a terminal; a longer one is not displayed, ACKC10 1.
const (
	maxLine    = 4 << 10  // bytes of one TEXT
	maxLines   = 256      // TEXTs of one S10F5
	maxDisplay = 16 << 10 // bytes of all of them
	maxEntry   = 4 << 10  // bytes of a text of the operator
)

// terminal is one of them with its last message. The lines are the TEXT items
// as the host sent them.
type terminal struct {
	Terminal
	unread bool // the indicator is on
	host   string
	at     time.Time // equipment's time
	lines  []secs2.Item
}

// TerminalSnapshot is what a terminal shows.
type TerminalSnapshot struct {
	TID  byte
	Name string
	// Unread says that the operator has not recognised the message.
	Unread bool
	Host   string // that sent it
	At     time.Time
	// Lines are the TEXT items of the message, none for an empty terminal.
	Lines []secs2.Item
}

// Recognize is the operator's word that the message on a terminal was read.
// Where none waits for that it does nothing.
type Recognize struct{ TID byte }

func (Recognize) input()      {}
func (Recognize) occurrence() {}

// recognize turns the indicator off, with the event Message Recognition.
func (e *Equipment) recognize(in Recognize) error {
	t := e.terminal(in.TID)
	if t == nil {
		return fmt.Errorf("%w: terminal %d", ErrUnknown, in.TID)
	}
	if !t.unread {
		return nil
	}
	if e.storageFailed || e.refuses(e.events.messageRecognition) {
		return ErrStorage
	}
	read := *t
	read.unread = false
	e.put(kindTerminal, read.recordID(), read.image())
	e.raise(e.events.messageRecognition)
	return nil
}

func (e *Equipment) terminal(tid byte) *terminal {
	for i := range e.terminals {
		if e.terminals[i].TID == tid {
			return &e.terminals[i]
		}
	}
	return nil
}

// message is what a host wants displayed: the TEXT items that may be, and why
// it will not be.
type message struct {
	number byte // TID
	lines  []secs2.Item
	size   int
	code   secs2.ACKC10
	shape  bool // there is an item that is no TID, or no TEXT
	text   bool // there is any
}

// tid takes the number of the terminal.
func (m *message) tid(it secs2.Item) {
	f, data := it.Format(), it.Data()
	if (f != secs2.Binary && f != secs2.FormatU1) || len(data) != 1 {
		m.shape = true
		return
	}
	m.number = data[0]
}

// add takes a line. E5 has TEXT as a number too, which no terminal displays.
func (m *message) add(line secs2.Item) {
	f, n := line.Format(), len(line.Data())
	switch {
	case f != secs2.Binary && !f.Textual() && !integer(f):
		m.shape = true
		return
	case f == secs2.Localized:
		n = max(n-2, 0) // its encoding
	}
	m.size += n
	m.text = m.text || n > 0
	if n > maxLine || m.size > maxDisplay || len(m.lines) == maxLines || n > 0 && integer(f) {
		m.code = secs2.ACKC10NotDisplayed
		return
	}
	m.lines = append(m.lines, line)
}

// display puts a message of a host on a terminal, in place of what is there. One
// without any text clears it.
func (h *Host) display(t *terminal, m *message) {
	next := terminal{Terminal: t.Terminal}
	if m.text {
		next.unread, next.host, next.at, next.lines = true, h.cfg.Name, h.eq.time(), m.lines
	}
	if next.lines != nil || t.lines != nil {
		h.eq.put(kindTerminal, next.recordID(), next.image())
	}
}

// TextOf returns a line for people: the bytes of the item, as UTF-8 where it
// says that it is UCS-2 or ISO 8859-1.
func TextOf(line secs2.Item) []byte {
	const ucs2 = 1
	if code, text, ok := line.LSH(); ok && code == ucs2 {
		units := make([]uint16, len(text)/2)
		for i := range units {
			units[i] = binary.BigEndian.Uint16(text[2*i:])
		}
		return []byte(string(utf16.Decode(units)))
	}
	if line.Format().Textual() {
		r := secs2.NewReader(line)
		return r.Text("TEXT")
	}
	return line.Data()
}

// kindTerminal is the message on a terminal, its id the TID in decimal, its
// image L[4] {BOOLEAN unread, A host, I8 time in ns, L[n] of TEXT}; no record is
// an empty terminal.
var kindTerminal = &kind{
	name:  "terminal",
	stays: "the operator has not read it yet",
	image: func(e *Equipment, id string) []byte {
		t := e.terminalByID(id)
		if t == nil || t.lines == nil {
			return nil
		}
		return t.image()
	},
	apply: func(e *Equipment, id string, image []byte) error {
		t := e.terminalByID(id)
		if t == nil {
			return fmt.Errorf("%w: terminal %s", ErrUnknown, id)
		}
		next, err := parseTerminal(e.cfg.Location, image)
		if err != nil {
			return err
		}
		next.Terminal = t.Terminal
		*t = next
		e.out.Displays = append(e.out.Displays, t.snapshot())
		return nil
	},
}

func (t *terminal) recordID() string { return strconv.Itoa(int(t.TID)) }

func (e *Equipment) terminalByID(id string) *terminal {
	n, err := strconv.ParseUint(id, 10, 8)
	if err != nil {
		return nil
	}
	return e.terminal(byte(n))
}

// image returns the durable image, nil for an empty terminal.
func (t *terminal) image() []byte {
	if t.lines == nil {
		return nil
	}
	a := secs2.NewAppender(nil)
	a.List(4)
	a.Bool(t.unread)
	a.Text(t.host)
	a.Encoded(secs2.I8(t.at.UnixNano()).Encoded())
	a.List(len(t.lines))
	for _, line := range t.lines {
		a.Encoded(line.Encoded())
	}
	return a.Bytes()
}

func parseTerminal(zone *time.Location, image []byte) (t terminal, err error) {
	if image == nil {
		return t, nil
	}
	it, err := secs2.Parse(image)
	if err != nil {
		return t, err
	}
	r := secs2.NewReader(it)
	r.Tuple(4)
	t.unread = r.Flag("unread")
	t.host = string(r.Text("host"))
	at := r.Item("time")
	r.Each("lines", func(r *secs2.Reader) { t.lines = append(t.lines, r.Item("TEXT")) })
	if r.Err() != nil || at.Format() != secs2.FormatI8 || at.Len() != 1 || len(t.lines) == 0 {
		return t, errImage
	}
	t.at = time.Unix(0, firstInt(at)).In(zone)
	return t, nil
}

func (t *terminal) snapshot() TerminalSnapshot {
	return TerminalSnapshot{TID: t.TID, Name: t.Name, Unread: t.unread, Host: t.host, At: t.at, Lines: t.lines}
}
