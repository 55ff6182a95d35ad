package sml

import (
	"math"
	"strconv"
)

// size is what stands behind the format of an item: how many elements it has.
type size struct {
	at       int // in the text
	given    bool
	plain    bool // one number, not a range
	min, max int
}

func (s size) String() string {
	switch {
	case s.plain:
		return strconv.Itoa(s.min)
	case s.max == math.MaxInt:
		return strconv.Itoa(s.min) + " or more"
	}
	return strconv.Itoa(s.min) + " to " + strconv.Itoa(s.max)
}

// size reads a number of elements in brackets or behind a comma, and then a
// name in brackets; all of it may be missing.
func (p *parser) size() size {
	s := size{at: p.pos}
	switch {
	case p.take("["):
		p.gap()
		s = p.sizeSpec(s)
		p.gap()
		if !p.take("]") {
			s.given = false
		}
	case !p.opt.Strict && p.take(","):
		p.gap()
		s = p.count(s)
	default:
		return s
	}
	if !s.given {
		p.fail(BadSize, s.at, "a number of elements expected, or a range of them")
		return s
	}
	p.gap()
	p.fieldName()
	return s
}

// sizeSpec reads n, n..m, n.., ..m, n,m or MAX n. The size is not given if none
// of them is there.
func (p *parser) sizeSpec(s size) size {
	s = p.count(s)
	if p.opt.Strict {
		return s
	}
	low, open := s, false // open: a range may lack its maximum
	switch {
	case !low.given && p.take("MAX"):
		p.gap()
	case p.take(".."):
		open = low.given
	case low.given:
		p.gap()
		if !p.take(",") {
			return low
		}
		p.gap()
	default:
		return s
	}
	s = p.count(s)
	s.plain, s.min = false, low.min // low is 0 where only the maximum is given
	if !s.given && open {
		s.given, s.max = true, math.MaxInt
	}
	return s
}

// count reads a number as a plain size.
func (p *parser) count(s size) size {
	n, end := p.uint(p.pos)
	s.given = end > p.pos
	s.plain, s.min, s.max = s.given, n, n
	p.pos = end
	return s
}

// fieldName passes over [NAME], the data item that a value belongs to.
func (p *parser) fieldName() {
	if p.peek() != '[' {
		return
	}
	end := p.nameEnd(p.pos + 1)
	if end == p.pos+1 || p.byteAt(end) != ']' {
		p.fail(BadSize, p.pos, "a name in [ ] expected behind the size")
		return
	}
	p.pos = end + 1
}
