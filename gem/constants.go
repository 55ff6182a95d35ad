package gem

import (
	"fmt"
	"math"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// constantRule is what an equipment constant may be besides its format.
type constantRule struct {
	min, max  secs2.Item // of a number, both included; zero is no bound
	preset    secs2.Item // the value until the host sets one
	permitted []uint64   // if not nil, the only values
	affects   bool       // the process: not in LOCAL while processing
	safe      []string   // processing states in which it may change; none are all
	operator  OperatorLock
}

func newConstant(c Constant) *variable {
	v := &variable{
		vid: c.ECID, name: c.Name, units: c.Units, class: constant, format: c.Format, maxLength: c.MaxLength,
		description: c.Description,
		rule: &constantRule{
			min: c.Min, max: c.Max, preset: c.Default.Clone(), affects: c.AffectsProcess, safe: c.SafeStates, operator: c.Operator,
		},
	}
	v.assign(c.Default)
	return v
}

// assign stores the value of a constant.
func (v *variable) assign(it secs2.Item) {
	v.value = it.AppendCanonical(v.value[:0])
	v.number = 0
	if v.format.Unsigned() || v.format == secs2.Boolean {
		for _, c := range it.Data() {
			v.number = v.number<<8 | uint64(c)
		}
	}
}

func (c Constant) withDefaults() Constant {
	if c.MaxLength == 0 {
		c.MaxLength = 1
		if c.Format.Textual() || c.Format == secs2.Binary {
			c.MaxLength = defaultTextMax
		}
	}
	if c.Default.IsZero() && c.Format != secs2.List && c.Format.Size() > 0 {
		c.Default = zeroValue(c.Format)
	}
	return c
}

// kindConstant is the value of an equipment constant, its id the ECID in
// decimal, its image the encoded item; without a record it has its default.
var kindConstant = &kind{
	name: "constant",
	ids:  constantIDs,
	image: func(e *Equipment, id string) []byte {
		v := e.constantByID(id)
		if v == nil || v.item().Equal(v.rule.preset) {
			return nil
		}
		return append([]byte(nil), v.value...)
	},
	apply: func(e *Equipment, id string, image []byte) error {
		v := e.constantByID(id)
		if v == nil {
			return fmt.Errorf("%w: constant %s", ErrUnknown, id)
		}
		value := v.rule.preset
		if image != nil {
			stored, err := secs2.Parse(image)
			if err != nil {
				return err
			}
			var ok bool
			if value, ok = v.accept(stored); !ok {
				return fmt.Errorf("%w: constant %s (%s): got %s, want %s", ErrValue, id, v.name, itemText(stored), v.wanted())
			}
		}
		v.assign(value)
		if v == e.constants.limitsDelay {
			e.paceLimits()
		}
		return nil
	},
	adapt: func(e *Equipment, id string, image []byte) []byte {
		v := e.constantByID(id)
		if v == nil {
			return nil
		}
		stored, err := secs2.Parse(image)
		if err != nil {
			return nil
		}
		if value, ok := v.clamp(stored); ok {
			return value.AppendCanonical(nil)
		}
		return nil
	},
}

// clamp returns the bound nearest to a number that is out of range, in the
// constant's format.
func (v *variable) clamp(it secs2.Item) (secs2.Item, bool) {
	it, ok := convert(it, v.format)
	if !ok || !numeric(v.format) || it.Len() != 1 {
		return it, false
	}
	switch {
	case !v.rule.min.IsZero() && less(it, v.rule.min):
		it = v.rule.min
	case !v.rule.max.IsZero() && less(v.rule.max, it):
		it = v.rule.max
	}
	return v.accept(it)
}

func (e *Equipment) constantByID(id string) *variable {
	n, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return nil
	}
	if v := e.variables.byID.get(uint32(n)); v != nil && v.class == constant {
		return v
	}
	return nil
}

// accept returns it in the constant's format, if that loses nothing and the
// value is permitted.
func (v *variable) accept(it secs2.Item) (secs2.Item, bool) {
	it, ok := convert(it, v.format)
	if !ok || fits(it, v.format, v.maxLength) != "" {
		return secs2.Item{}, false
	}
	if !numeric(v.format) {
		return it, v.format != secs2.Boolean || it.Len() == 1
	}
	if it.Len() != 1 || !v.rule.min.IsZero() && less(it, v.rule.min) || !v.rule.max.IsZero() && less(v.rule.max, it) {
		return secs2.Item{}, false
	}
	if v.rule.permitted == nil {
		return it, true
	}
	n := firstUint(it)
	for _, p := range v.rule.permitted {
		if n == p {
			return it, true
		}
	}
	return secs2.Item{}, false
}

func numeric(f secs2.Format) bool { return f.Signed() || f.Unsigned() || f.Float() }

func firstUint(it secs2.Item) uint64 {
	for v := range it.Uints() {
		return v
	}
	return 0
}

// convert returns a value in format f: an integer in another width, a number
// as a float, a truth value in any of its forms. It is false where that
// leaves the range of f; a float is rounded to its width.
func convert(it secs2.Item, f secs2.Format) (secs2.Item, bool) {
	from := it.Format()
	switch {
	case it.IsZero():
		return it, false
	case f == secs2.Boolean:
		ok := from == secs2.Boolean || from == secs2.Binary || from == secs2.FormatU1 || from == secs2.FormatI1
		if !ok || it.Len() != 1 {
			return it, false
		}
		return secs2.Bool(it.Data()[0] != 0), true
	case from == f && !f.Float():
		return it, true
	case f.Float() && it.Len() == 1:
		return convertFloat(it, f)
	case (f.Signed() || f.Unsigned()) && (from.Signed() || from.Unsigned()) && it.Len() == 1:
		return convertInteger(it, f)
	}
	return it, false
}

func convertFloat(it secs2.Item, f secs2.Format) (secs2.Item, bool) {
	x, ok := it.Number()
	if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
		return it, false
	}
	if f == secs2.FormatF8 {
		return secs2.F8(x), true
	}
	return secs2.F4(float32(x)), !math.IsInf(float64(float32(x)), 0)
}

func convertInteger(it secs2.Item, f secs2.Format) (secs2.Item, bool) {
	negative := false
	var bits uint64
	for v := range it.Ints() {
		negative, bits = v < 0, uint64(v)
	}
	for v := range it.Uints() {
		bits = v
	}
	size := f.Size()
	width := 8 * size
	switch {
	case f.Unsigned() && (negative || width < 64 && bits>>width != 0),
		f.Signed() && !negative && bits>>(width-1) != 0,
		f.Signed() && negative && int64(bits) < -1<<(width-1):
		return it, false
	}
	data := make([]byte, size)
	for i := range data {
		data[i] = byte(bits >> (8 * (size - 1 - i)))
	}
	return secs2.Raw(f, data), true
}

// less compares two numbers of one format.
func less(a, b secs2.Item) bool {
	switch f := a.Format(); {
	case f.Unsigned():
		return firstUint(a) < firstUint(b)
	case f.Signed():
		return firstInt(a) < firstInt(b)
	}
	x, _ := a.Number()
	y, _ := b.Number()
	return x < y
}

func firstInt(it secs2.Item) int64 {
	for v := range it.Ints() {
		return v
	}
	return 0
}
