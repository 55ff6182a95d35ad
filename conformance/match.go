package conformance

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// memory is what a script remembers: items, counts and inspected values by
// $name, frames by the name after "as".
type memory struct {
	values map[string][]byte
	frames map[string]*frame
}

func newMemory() *memory {
	return &memory{values: map[string][]byte{}, frames: map[string]*frame{}}
}

// recall compares v with the value remembered as name; the first one is
// remembered and equals itself.
func (m *memory) recall(name string, v []byte) (want []byte, ok bool) {
	want, known := m.values[name]
	if !known {
		want = append([]byte{}, v...)
		m.values[name] = want
	}
	return want, bytes.Equal(want, v)
}

func (m *memory) frame(name string) (*frame, error) {
	f := m.frames[name]
	if f == nil {
		return nil, fmt.Errorf("no frame is named %q yet", name)
	}
	return f, nil
}

// match reports the first difference between the pattern and the item, which
// stands at path.
func (p pattern) match(it secs2.Item, m *memory, path string) error {
	at := func(err error) error {
		if err != nil {
			err = fmt.Errorf("item %s: %w", path+"/", err)
		}
		return err
	}
	if p.kind != anyItem && it.Format() != p.format {
		return at(fmt.Errorf("format %s, want %s", it.Format(), p.format))
	}
	if p.kind == fixedValue {
		if !it.Equal(p.fixed) {
			return at(fmt.Errorf("%s, want %s", sml.FormatItem(it), sml.FormatItem(p.fixed)))
		}
		return nil
	}
	if err := p.matchSize(it, m); err != nil {
		return at(err)
	}
	switch {
	case p.kind == listOf:
		return p.matchList(it, m, path)
	case p.kind == frameHeader:
		return at(p.matchHeader(it, m))
	case p.kind == prefixValue || p.kind == partValue:
		return at(p.matchText(it))
	case p.capture == "":
		return nil
	}
	if want, ok := m.recall(p.capture, it.Encoded()); !ok {
		return at(fmt.Errorf("%X, want $%s, %X", it.Encoded(), p.capture, want))
	}
	return nil
}

func (p pattern) matchHeader(it secs2.Item, m *memory) error {
	f, err := m.frame(p.frame)
	if err == nil && !bytes.Equal(it.Data(), f.header[:]) {
		err = fmt.Errorf("%X, want the header of %s, %X", it.Data(), p.frame, f.header[:])
	}
	return err
}

func (p pattern) matchText(it secs2.Item) error {
	matches, where := bytes.HasPrefix, "begin with"
	if p.kind == partValue {
		matches, where = bytes.Contains, "contain"
	}
	if !matches(it.Data(), p.fixed.Data()) {
		return fmt.Errorf("%s, want it to %s %s", sml.FormatItem(it), where, sml.FormatItem(p.fixed))
	}
	return nil
}

// matchSize compares the number of elements with [n] or with the one that is
// remembered.
func (p pattern) matchSize(it secs2.Item, m *memory) error {
	if err := p.size.check(it.Len()); err != nil {
		return err
	}
	if p.size.capture == "" {
		return nil
	}
	if want, ok := m.recall(p.size.capture, strconv.AppendInt(nil, int64(it.Len()), 10)); !ok {
		return fmt.Errorf("%d elements, want $%s, %s", it.Len(), p.size.capture, want)
	}
	return nil
}

// matchList compares element by element; ... leaves the rest open.
func (p pattern) matchList(it secs2.Item, m *memory, path string) error {
	if n := it.Len(); n < len(p.elems) || n > len(p.elems) && !p.open {
		return fmt.Errorf("item %s: %d elements, want %d", path+"/", n, len(p.elems))
	}
	i := 0
	for child := range it.All() {
		if i == len(p.elems) {
			return nil
		}
		if err := p.elems[i].match(child, m, path+"/"+strconv.Itoa(i)); err != nil {
			return err
		}
		i++
	}
	return nil
}

// build returns the item that the host sends for the pattern.
func (p pattern) build(m *memory) (secs2.Item, error) {
	switch p.kind {
	case fixedValue:
		return p.fixed, nil
	case frameHeader:
		f, err := m.frame(p.frame)
		if err != nil {
			return secs2.Item{}, err
		}
		return secs2.B(f.header[:]...), nil
	case listOf:
		return p.buildList(m)
	case anyItem, anyValue, prefixValue, partValue:
	}
	v, known := m.values[p.capture]
	if p.capture == "" || !known {
		return secs2.Item{}, fmt.Errorf("the host sends only what is known: _ and a new $name are not")
	}
	return secs2.Parse(v)
}

func (p pattern) buildList(m *memory) (secs2.Item, error) {
	if p.open {
		return secs2.Item{}, fmt.Errorf("the host sends only what is known: ... is not")
	}
	items := make([]secs2.Item, len(p.elems))
	for i, elem := range p.elems {
		item, err := elem.build(m)
		if err != nil {
			return item, err
		}
		items[i] = item
	}
	return secs2.L(items...), nil
}
