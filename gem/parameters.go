package gem

import (
	"bytes"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file judges the parameters of remote commands.

// badParameter is a parameter with its code and, for a list, the codes of its
// elements: a CEPACK of the same shape.
type badParameter struct {
	BadParameter
	mirror []byte // encoded; nil: the code alone
}

// judge checks the parameters of a command against those that it knows.
func (cmd *Command) judge(given []Argument) (args []Argument, bad []badParameter) {
	seen := make([]bool, len(cmd.Parameters))
	for _, g := range given {
		i := parameterIndex(cmd.Parameters, g.Name)
		v := judged(cmd.Parameters, seen, i, g.Value)
		if v.code != 0 {
			bad = append(bad, badParameter{BadParameter{g.Name, v.code}, v.mirror})
			continue
		}
		args = append(args, Argument{g.Name, v.value.Clone()})
	}
	for i, p := range cmd.Parameters {
		if p.Need == Required && !seen[i] {
			bad = append(bad, badParameter{BadParameter{p.Name, secs2.CPACKIllegalValue}, nil})
		}
	}
	return args, bad
}

func parameterIndex(list []Parameter, name string) int {
	return slices.IndexFunc(list, func(p Parameter) bool { return p.Name == name })
}

// judgement is what becomes of a value: itself in the parameter's format, or what
// is wrong with it.
type judgement struct {
	value  secs2.Item
	code   secs2.CPACK
	mirror []byte
}

// judged judges the value of the parameter at i, -1 for none, and notes that
// it was there. Twice is once too often.
func judged(list []Parameter, seen []bool, i int, it secs2.Item) judgement {
	switch {
	case i < 0:
		return judgement{code: secs2.CPACKUnknownCPNAME}
	case seen[i]:
		return judgement{code: secs2.CPACKIllegalValue}
	}
	seen[i] = true
	return list[i].accept(it)
}

// accept returns the value in the parameter's format. Where only some texts are
// allowed, blanks and NULs behind one do not count.
func (p *Parameter) accept(it secs2.Item) judgement {
	if p.Format == secs2.List {
		return p.acceptList(it)
	}
	if p.Format == secs2.ASCII {
		it = p.asText(it)
	}
	value, ok := convert(it, p.Format)
	if !ok {
		if integer(p.Format) && integer(it.Format()) || p.Format.Float() && numeric(it.Format()) {
			return judgement{code: secs2.CPACKIllegalValue}
		}
		return judgement{code: secs2.CPACKIllegalFormat}
	}
	v := variable{format: p.Format, maxLength: p.MaxLength, rule: &constantRule{min: p.Min, max: p.Max}}
	if value, ok = v.accept(value); !ok || len(p.Values) > 0 && !slices.ContainsFunc(p.Values, value.Equal) {
		return judgement{code: secs2.CPACKIllegalValue}
	}
	return judgement{value: value}
}

// acceptList returns a list value with its elements in their format, or a mirror
// with the code of each.
func (p *Parameter) acceptList(it secs2.Item) judgement {
	if it.Format() != secs2.List {
		return judgement{code: secs2.CPACKIllegalFormat}
	}
	elements := make([]judgement, 0, it.Len())
	names := make([]string, 0, it.Len()) // of pairs
	pairs := len(p.Members) > 0
	seen := make([]bool, len(p.Members))
	var first secs2.Format
	for child := range it.All() {
		name, value, paired := pair(child)
		if len(elements) == 0 {
			pairs = pairs || p.Element == secs2.List && paired
			first = child.Format()
		}
		var v judgement
		switch {
		case pairs && !paired:
			v.code, name = secs2.CPACKIllegalFormat, ""
		case len(p.Members) > 0:
			v = judged(p.Members, seen, parameterIndex(p.Members, name), value)
		case pairs:
			v = (&Parameter{Format: value.Format(), MaxLength: maxMaxLength}).acceptFree(value)
		case p.Element != secs2.List:
			element := Parameter{Name: p.Name, Format: p.Element, MaxLength: p.MaxLength, Values: p.Values, Min: p.Min, Max: p.Max}
			v = element.accept(child)
		case child.Format() == secs2.List || child.Format() != first:
			v.code = secs2.CPACKIllegalFormat
		default:
			v.value = child
		}
		elements, names = append(elements, v), append(names, name)
	}
	for i, m := range p.Members {
		if m.Need == Required && !seen[i] {
			elements, names = append(elements, judgement{code: secs2.CPACKIllegalValue}), append(names, m.Name)
		}
	}
	j := listJudgement(elements, names, pairing(pairs))
	switch {
	case j.code != 0:
		return j
	case len(p.Members) == 0 && p.Element == secs2.List:
		return judgement{value: it} // nothing in it was converted
	}
	return listOf(elements, names, pairing(pairs))
}

// acceptFree takes a value of which the command says nothing: any item, or a list
// as CEPVAL has them.
func (p *Parameter) acceptFree(it secs2.Item) judgement {
	if it.Format() == secs2.List {
		return p.acceptList(it)
	}
	return judgement{value: it}
}

// listJudgement is the code of the first element that has one, with the mirror of
// all.
func listJudgement(elements []judgement, names []string, pairs pairing) judgement {
	i := slices.IndexFunc(elements, func(v judgement) bool { return v.code != 0 })
	if i < 0 {
		return judgement{}
	}
	a := secs2.NewAppender(nil)
	pairs.list(&a, names, func(i int) {
		if v := elements[i]; v.mirror != nil {
			a.Encoded(v.mirror)
		} else {
			a.U1(uint8(v.code))
		}
	})
	return judgement{code: elements[i].code, mirror: a.Bytes()}
}

// listOf is the list of the values of good elements.
func listOf(elements []judgement, names []string, pairs pairing) judgement {
	a := secs2.NewAppender(nil)
	pairs.list(&a, names, func(i int) { a.Item(elements[i].value) })
	it, err := secs2.Parse(a.Bytes())
	if err != nil {
		panic("gem: a list of good elements does not parse: " + err.Error())
	}
	return judgement{value: it}
}

// pairing says whether the elements of a list have names.
type pairing bool

// list appends the list with what element appends for each of them.
func (p pairing) list(a *secs2.Appender, names []string, element func(i int)) {
	a.List(len(names))
	for i, name := range names {
		if p {
			a.List(2)
			a.Text(name)
		}
		element(i)
	}
}

// pair returns the two parts of L[2] {CPNAME, CEPVAL}.
func pair(it secs2.Item) (name string, value secs2.Item, ok bool) {
	if it.Format() != secs2.List || it.Len() != 2 {
		return "", value, false
	}
	for child := range it.All() {
		switch {
		case ok:
			value = child
		case child.Format() == secs2.ASCII || child.Format() == secs2.JIS8:
			name, ok = string(child.Data()), true
		default:
			return "", value, false
		}
	}
	return name, value, ok
}

// asText returns the text of A, J and W as ASCII, that of B too for the name
// of a process program; other formats as they are.
func (p *Parameter) asText(it secs2.Item) secs2.Item {
	if it.Format() == secs2.Binary && p.Name == "PPID" {
		it = secs2.Raw(secs2.ASCII, it.Data())
	}
	if !it.Format().Textual() {
		return it
	}
	r := secs2.NewReader(it)
	text := r.Text("CPVAL")
	if len(p.Values) > 0 {
		text = bytes.TrimRight(text, " \x00")
	}
	return secs2.Raw(secs2.ASCII, text)
}

func integer(f secs2.Format) bool { return f.Signed() || f.Unsigned() }

func (p Parameter) withDefaults() Parameter {
	if f := p.scalar(); p.MaxLength == 0 {
		p.MaxLength = 1
		if f.Textual() || f == secs2.Binary {
			p.MaxLength = defaultTextMax
		}
	}
	members := slices.Clone(p.Members)
	for i := range members {
		members[i] = members[i].withDefaults()
	}
	p.Members = members
	return p
}

// scalar is the format of a value, or of the elements of a list; List for a list
// whose elements are not declared.
func (p *Parameter) scalar() secs2.Format {
	if p.Format == secs2.List {
		return p.Element
	}
	return p.Format
}
