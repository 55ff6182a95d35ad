package persisttest

import (
	"fmt"
	"math/rand/v2"
)

// Sector is what a disk writes whole, if it does.
const Sector = 512

// Outcome is a Choice with a name for failure messages.
type Outcome struct {
	Name   string
	Choice Choice
}

// Outcomes lists what power loss now may leave behind: nothing and all of what
// is pending; each operation alone, each missing; all up to each, all from each;
// each write torn, with the others there and without; and as many random ones
// as asked for, which the seed decides.
func (d *Disk) Outcomes(seed uint64, random int) []Outcome {
	list := d.Pending()
	all := []Outcome{{"nothing", each(func(Pending) bool { return false })}}
	if len(list) == 0 {
		return all
	}
	all = append(all, Outcome{"all", each(func(Pending) bool { return true })})
	for _, p := range list {
		all = append(all,
			Outcome{"only " + p.String(), each(func(o Pending) bool { return o.Index == p.Index })},
			Outcome{"all but " + p.String(), each(func(o Pending) bool { return o.Index != p.Index })},
			Outcome{"up to " + p.String(), each(func(o Pending) bool { return o.Index <= p.Index })},
			Outcome{"from " + p.String(), each(func(o Pending) bool { return o.Index >= p.Index })})
		for _, tear := range tears(p) {
			all = append(all,
				Outcome{"all, torn " + tear.name + " " + p.String(), torn(p, tear.keep, All)},
				Outcome{"only, torn " + tear.name + " " + p.String(), torn(p, tear.keep, nil)})
		}
	}
	for i := range random {
		all = append(all, Outcome{fmt.Sprintf("random %d/%d", seed, i), chance(len(list), rand.New(rand.NewPCG(seed, uint64(i))))})
	}
	return all
}

// each keeps whole operations.
func each(kept func(Pending) bool) Choice {
	return func(p Pending) Keep {
		if kept(p) {
			return All
		}
		return nil
	}
}

type tear struct {
	name string
	keep Keep
}

// tears are the ways to tear p: at bytes, and at sectors.
func tears(p Pending) []tear {
	if p.Kind < Length || p.End-p.Offset < 2 {
		return nil
	}
	before := func(end int) Keep { return func(at int) bool { return at < end } }
	list := []tear{
		{"behind 1 byte", before(p.Offset + 1)},
		{"in the middle", before((p.Offset + p.End) / 2)},
		{"1 byte short", before(p.End - 1)},
	}
	if p.Kind == Data {
		list = append(list, tear{"without its first byte", func(at int) bool { return at != p.Offset }},
			tear{"without a byte inside", func(at int) bool { return at != (p.Offset+p.End)/2 }})
	}
	first, last := p.Offset/Sector, (p.End-1)/Sector
	if first == last {
		return list
	}
	list = append(list, tear{"behind its first sector", before((first + 1) * Sector)}, tear{"before its last sector", before(last * Sector)})
	if p.Kind == Data {
		list = append(list, tear{"without its first sector", func(at int) bool { return at/Sector != first }},
			tear{"without a sector inside", func(at int) bool { return at/Sector != (first+last+1)/2 }})
	}
	return list
}

// torn keeps a part of p and rest of all others; of the length of the same write
// all, when p is its data and the rest is lost.
func torn(p Pending, part, rest Keep) Choice {
	return func(o Pending) Keep {
		switch {
		case o.Index == p.Index:
			return part
		case p.Kind == Data && o.Kind == Length && o.Name == p.Name && o.Offset == p.Offset:
			return All
		default:
			return rest
		}
	}
}

// chance decides by lot: a few operations are lost or nearly all, data is kept
// by sector or by byte.
func chance(n int, r *rand.Rand) Choice {
	kept := make([]Keep, n)
	level := r.Float64()
	for i := range kept {
		if r.Float64() < level {
			continue
		}
		grain, salt := 1+r.IntN(2)*(Sector-1), r.Uint64()
		part := r.Float64()
		kept[i] = func(at int) bool {
			return part < 0.5 || rand.New(rand.NewPCG(salt, uint64(at/grain))).Float64() < part
		}
	}
	return func(p Pending) Keep { return kept[p.Index] }
}
