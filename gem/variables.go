package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// variable is a status variable: stored, with its value encoded and
// overwritten in place, or computed when it is read.
type variable struct {
	vid         uint32
	name, units string
	format      secs2.Format
	maxLength   int
	value       []byte
	compute     func(ctx valueContext, a *secs2.Appender)
}

// valueContext is what a computed variable may depend on besides the time.
type valueContext struct {
	eq   *Equipment
	host *Host // that gets the answer
}

func (v *variable) appendValue(ctx valueContext, a *secs2.Appender) {
	if v.compute != nil {
		v.compute(ctx, a)
		return
	}
	a.Encoded(v.value)
}

// variables finds variables by identifier; status holds them in the order of
// their SVIDs.
type variables struct {
	byID   map[uint32]*variable
	status []*variable
}

func newVariables(e *Equipment) variables {
	vs := variables{byID: make(map[uint32]*variable)}
	for _, v := range standardVariables(e.cfg) {
		vs.byID[v.vid] = v
	}
	for _, c := range e.cfg.Variables {
		vs.byID[c.VID] = &variable{
			vid: c.VID, name: c.Name, units: c.Units, format: c.Format, maxLength: c.MaxLength,
			value: c.Initial.AppendCanonical(nil),
		}
	}
	for _, v := range vs.byID {
		vs.status = append(vs.status, v)
	}
	slices.SortFunc(vs.status, func(a, b *variable) int { return int(int64(a.vid) - int64(b.vid)) })
	return vs
}

// statusVariable returns the status variable that id names, or nil.
func (vs *variables) statusVariable(id secs2.ID) *variable {
	n, ok := id.Uint()
	if !ok || n > 1<<32-1 {
		return nil
	}
	return vs.byID[uint32(n)]
}

// setVariables stores all the values or, when one does not fit, none.
func (e *Equipment) setVariables(values []Value) error {
	for _, x := range values {
		v := e.variables.byID[x.VID]
		if v == nil || v.compute != nil {
			return fmt.Errorf("%w: variable %d", ErrUnknown, x.VID)
		}
		if want := fits(x.Item, v.format, v.maxLength); want != "" {
			return fmt.Errorf("%w: variable %d (%s): got %v [%d], want %s",
				ErrValue, x.VID, v.name, x.Item.Format(), x.Item.Len(), want)
		}
	}
	for _, x := range values {
		v := e.variables.byID[x.VID]
		v.value = x.Item.AppendCanonical(v.value[:0])
	}
	return nil
}

// fits returns "" when a value has the format and length of its variable, else
// what is wanted.
func fits(it secs2.Item, f secs2.Format, maxLength int) string {
	length := it.Len()
	if f == secs2.List {
		length = len(it.Encoded())
	}
	if it.IsZero() || it.Format() != f || length > maxLength {
		return fmt.Sprintf("%v of at most %d", f, maxLength)
	}
	return ""
}

// zeroValue returns the value that a variable of format f has before the tool
// sets one.
func zeroValue(f secs2.Format) secs2.Item {
	switch {
	case f == secs2.List:
		return secs2.L()
	case f.Textual() || f == secs2.Binary:
		return secs2.Raw(f, nil)
	}
	return secs2.Raw(f, make([]byte, f.Size()))
}

// appendID appends an identifier of ours in the configured format.
func (e *Equipment) appendID(a *secs2.Appender, id uint32) {
	switch e.cfg.IDFormat {
	case IDU1:
		a.U1(uint8(id))
	case IDU2:
		a.U2(uint16(id))
	case IDU8:
		a.U8(uint64(id))
	default:
		a.U4(id)
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

func (p *problems) variables(c Config) {
	owner := map[uint32]string{}
	known := map[string]bool{}
	for _, v := range standardVariables(c) {
		known[v.name] = true
		p.vid("vids."+v.name, v.vid, v.name, owner, c.IDFormat)
	}
	for name := range c.MoveVIDs {
		if !known[name] {
			p.add("vids."+name, name, "the name of a GEM-defined variable")
		}
	}
	for i, v := range c.Variables {
		key := fmt.Sprintf("variables[%d]", i)
		p.text(key+".name", v.Name, 1, maxName)
		p.text(key+".units", v.Units, 0, maxName)
		p.vid(key+".id", v.VID, v.Name, owner, c.IDFormat)
		if v.Format.Size() == 0 {
			p.add(key+".format", uint8(v.Format), "a format of E5")
			continue
		}
		p.number(key+".max_length", v.MaxLength, 1, maxMaxLength)
		if want := fits(v.Initial, v.Format, v.MaxLength); want != "" {
			p.add(key+".initial", fmt.Sprintf("%v [%d]", v.Initial.Format(), v.Initial.Len()), want)
		}
	}
}

func (p *problems) vid(key string, vid uint32, name string, owner map[uint32]string, f IDFormat) {
	if other, taken := owner[vid]; taken {
		p.add(key, vid, "an identifier that "+other+" does not have")
		return
	}
	owner[vid] = name
	if uint64(vid) > f.maxID() {
		p.add(key, vid, fmt.Sprintf("at most %d, the largest in the configured format", f.maxID()))
	}
}
