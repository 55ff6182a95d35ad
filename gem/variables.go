package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// class says what kind of variable a VID names.
type class uint8

const (
	statusVariable class = iota
	dataVariable
	constant
)

// variable is a status variable, a data variable or an equipment constant: it
// is stored, with its value encoded and overwritten in place, or computed when
// it is read.
type variable struct {
	// What an event reads of each variable in its reports comes first: it is in one
	// line of the cache.
	compute func(ctx *valueContext, a *secs2.Appender)
	value   []byte
	tag     []byte // L[2] and the VID, for annotated reports
	class   class
	format  secs2.Format
	timed   bool // what it tells depends on the time
	own     bool // the equipment itself sets it, never the tool
	vid     uint32

	maxLength   int
	number      uint64 // value of a constant that is unsigned or BOOLEAN
	name, units string
	rule        *constantRule // of an equipment constant
	codes       []Meaning     // what its values mean, where the configuration says so
	limits      *limitRule    // of a status variable that can be monitored
	description string
}

// valueContext is what a computed variable may depend on besides the
// equipment.
type valueContext struct {
	eq    *Equipment
	host  *Host      // that gets the answer
	stamp clockStamp // the time that Clock tells
}

func (v *variable) appendValue(ctx *valueContext, a *secs2.Appender) {
	if v.compute != nil {
		v.compute(ctx, a)
		return
	}
	a.Encoded(v.value)
}

// item returns the stored value.
func (v *variable) item() secs2.Item {
	it, err := secs2.Parse(v.value)
	if err != nil {
		panic("gem: stored value of " + v.name + ": " + err.Error())
	}
	return it
}

// variables finds variables by identifier; the lists hold those of one class
// in the order of their identifiers.
type variables struct {
	byID idTable[variable]
	list [3][]*variable // by class
}

func newVariables(cfg *Config) variables {
	all := standardVariables(cfg)
	for _, c := range cfg.Variables {
		v := stored(c, statusVariable)
		v.value = cfg.appendForHosts(v.value[:0], c.Initial)
		all = append(all, v)
	}
	for _, c := range cfg.DataVariables {
		all = append(all, stored(c, dataVariable))
	}
	for _, c := range cfg.Constants {
		all = append(all, newConstant(c))
	}
	slices.SortFunc(all, func(a, b *variable) int { return int(int64(a.vid) - int64(b.vid)) })
	vs := variables{byID: newIDTable(all, func(v *variable) uint32 { return v.vid })}
	for _, v := range all {
		v.tag = cfg.IDFormat.tagOf(v.vid)
		vs.list[v.class] = append(vs.list[v.class], v)
	}
	return vs
}

func stored(c Variable, class class) *variable {
	return &variable{
		vid: c.VID, name: c.Name, units: c.Units, class: class, format: c.Format, maxLength: c.MaxLength,
		description: c.Description,
		value:       c.Initial.AppendCanonical(nil),
	}
}

// find returns the variable that id names, or nil.
func (vs *variables) find(id secs2.ID) *variable {
	n, ok := id.Uint()
	if !ok || n > 1<<32-1 {
		return nil
	}
	return vs.byID.get(uint32(n))
}

// findClass returns the variable of that class that id names, or nil.
func (vs *variables) findClass(id secs2.ID, c class) *variable {
	if v := vs.find(id); v != nil && v.class == c {
		return v
	}
	return nil
}

// setVariables stores all the values or, when one does not fit, none.
func (e *Equipment) setVariables(values []Value) error {
	for i := range values {
		if err := e.settable(&values[i]); err != nil {
			return err
		}
	}
	for _, x := range values {
		v := e.variables.byID.get(x.VID)
		v.value = e.cfg.appendForHosts(v.value[:0], x.Item)
	}
	return nil
}

// setData stores the value of a variable that the equipment itself sets.
func (v *variable) setData(it secs2.Item) { v.value = it.AppendCanonical(v.value[:0]) }

// settable tells why the tool may not give a variable that value.
func (e *Equipment) settable(x *Value) error {
	v := e.variables.byID.get(x.VID)
	if v == nil || v.compute != nil || v.class == constant || v.own {
		return fmt.Errorf("%w: variable %d", ErrUnknown, x.VID)
	}
	if v.class == dataVariable && x.Item.Format() == v.format && x.Item.Len() == 0 && !x.Item.IsZero() {
		return nil
	}
	if want := fits(x.Item, v.format, v.maxLength); want != "" {
		return fmt.Errorf("%w: variable %d (%s): got %v [%d], want %s",
			ErrValue, x.VID, v.name, x.Item.Format(), x.Item.Len(), want)
	}
	return nil
}

// Fits returns nil if the variable can have the value, else an error that wraps
// ErrValue.
func (v Variable) Fits(it secs2.Item) error {
	v = v.withDefaults()
	if want := fits(it, v.Format, v.MaxLength); want != "" {
		return fmt.Errorf("%w: got %v [%d], want %s", ErrValue, it.Format(), it.Len(), want)
	}
	return nil
}

// fits returns "" when a value has the format and length of its variable, else
// what is wanted.
func fits(it secs2.Item, f secs2.Format, maxLength int) string {
	if it.IsZero() || it.Format() != f {
		return wantedSize(f, maxLength)
	}
	length := it.Len()
	if f == secs2.List {
		length = len(it.Encoded())
	}
	if length > maxLength {
		return wantedSize(f, maxLength)
	}
	return ""
}

// zeroValue returns the value that a variable of format f has before the tool
// sets one.
func zeroValue(f secs2.Format) secs2.Item {
	if f == secs2.List || f.Textual() || f == secs2.Binary {
		return noValue(f)
	}
	return secs2.Raw(f, make([]byte, f.Size()))
}

// noValue returns the zero-length item of format f.
func noValue(f secs2.Format) secs2.Item {
	if f == secs2.List {
		return secs2.L()
	}
	return secs2.Raw(f, nil)
}

// appendID appends an identifier of ours in the configured format.
func (e *Equipment) appendID(a *secs2.Appender, id uint32) { e.cfg.IDFormat.appendID(a, id) }

func (f IDFormat) appendID(a *secs2.Appender, id uint32) {
	switch f {
	case IDU1:
		a.U1(uint8(id))
	case IDU2:
		a.U2(uint16(id))
	case IDU8:
		a.U8(uint64(id))
	case IDU4:
		a.U4(id)
	}
}

// size is the length of an identifier in bytes.
func (f IDFormat) size() int {
	switch f {
	case IDU1:
		return 1
	case IDU2:
		return 2
	case IDU8:
		return 8
	default:
		return 4
	}
}

// maxID is the largest identifier that a format holds.
func (f IDFormat) maxID() uint64 {
	switch f {
	case IDU1:
		return 1<<8 - 1
	case IDU2:
		return 1<<16 - 1
	default:
		return 1<<32 - 1
	}
}
