package manual

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/secsd/secsd/gem"
)

// This file draws a state model: nested boxes one below the other, and beside
// them an arrow in a lane of its own for each row. All lengths are pixels.

const (
	rowHeight  = 26 // of a state without arrows
	slotHeight = 13 // between two arrows at a state
	laneWidth  = 24
	inset      = 14 // of a state in the one it is part of
	boxWidth   = 250
	margin     = 10
	dotWidth   = 16
	gap        = 5 // below the last part of a state
)

// diagram is a drawing of a state model.
type diagram struct {
	Width, Height int
	Boxes         []box
	Arrows        []arrow
	DOT           string
}

// box is a state; Dot marks the start.
type box struct {
	X, Y, W, H, TextY int
	Name              string
	Dot               bool
}

// arrow runs from a state to the right, along its lane, and back to a state.
type arrow struct {
	Number, X1, Y1, Lane, Y2, X2, LabelY int
}

// edge is an arrow before it has a place. From and to are indices of states.
type edge struct {
	number, from, to, lane int
}

// draw lays a state model out.
func draw(states []gem.StateDescription, rows []gem.TransitionDescription) diagram {
	names, depth := order(states, rows)
	edges := edgesOf(states, rows, names)
	lanes := assignLanes(edges)
	d := diagram{DOT: dot(states, rows)}
	slots := slotsOf(edges, len(names))
	maxDepth := slices.Max(append([]int{0}, depth...))
	y := margin
	tops := make([]int, len(names))
	for i, name := range names {
		tops[i] = y
		b := box{X: margin + depth[i]*inset, Y: y, W: boxWidth + 2*(maxDepth-depth[i])*inset, Name: name, Dot: i == 0 && depth[0] < 0}
		if b.Dot {
			b.X, b.W = margin, dotWidth
		}
		y += max(rowHeight, len(slots[i])*slotHeight+8)
		b.H, b.TextY = y-b.Y-4, b.Y+17
		if i+1 < len(names) {
			y += gap * max(0, depth[i]-depth[i+1])
		}
		d.Boxes = append(d.Boxes, b)
	}
	d.Height = y + closeBoxes(d.Boxes, depth) + margin
	right := margin + boxWidth + 2*maxDepth*inset
	d.Width = right + (lanes+1)*laneWidth + margin
	for n, e := range edges {
		y1, y2 := slotY(slots[e.from], tops[e.from], n, false), slotY(slots[e.to], tops[e.to], n, true)
		d.Arrows = append(d.Arrows, arrow{
			Number: e.number, X1: edgeX(d.Boxes[e.from]), Y1: y1, Lane: right + (e.lane+1)*laneWidth, Y2: y2, X2: edgeX(d.Boxes[e.to]), LabelY: (y1 + y2) / 2,
		})
	}
	return d
}

// edgeX is where arrows meet a box.
func edgeX(b box) int { return b.X + b.W }

// closeBoxes makes each box enclose those that are part of it, and returns by
// how much the last ones grew beyond the rows.
func closeBoxes(boxes []box, depth []int) int {
	grown := 0
	for i := range boxes {
		if boxes[i].Dot {
			continue
		}
		last := i
		for last+1 < len(boxes) && depth[last+1] > depth[i] {
			last++
		}
		if last > i {
			boxes[i].H = boxes[last].Y + boxes[last].H - boxes[i].Y + gap*(depth[last]-depth[i])
			if last == len(boxes)-1 {
				grown = max(grown, gap*(depth[last]-depth[i]))
			}
		}
	}
	return grown
}

// order lists the states, each behind the one that it is part of, and how deep
// they are. A start that is no state comes first, with depth -1, an end that is
// none (history) behind the state that leads there.
func order(states []gem.StateDescription, rows []gem.TransitionDescription) (names []string, depth []int) {
	known := map[string]bool{}
	for _, s := range states {
		known[s.Name] = true
	}
	for _, r := range rows {
		if !known[r.From] && len(names) == 0 {
			names, depth = append(names, r.From), append(depth, -1)
		}
	}
	var below func(parent string, deep int)
	below = func(parent string, deep int) {
		for _, s := range states {
			if s.Parent == parent {
				names, depth = append(names, s.Name), append(depth, deep)
				below(s.Name, deep+1)
			}
		}
	}
	below("", 0)
	for _, r := range rows {
		if !slices.Contains(names, r.To) { // history
			i := slices.Index(names, r.From)
			names, depth = slices.Insert(names, i+1, r.To), slices.Insert(depth, i+1, depth[max(i, 0)])
		}
	}
	return names, depth
}

// edgesOf returns one edge for each number, state left and state entered. A row
// that leaves all parts of a state leaves that state.
func edgesOf(states []gem.StateDescription, rows []gem.TransitionDescription, names []string) []edge {
	type key struct {
		number int
		to     string
	}
	var keys []key
	from := map[key][]string{}
	for _, r := range rows {
		k := key{r.Row, r.To}
		if from[k] == nil {
			keys = append(keys, k)
		}
		if !slices.Contains(from[k], r.From) {
			from[k] = append(from[k], r.From)
		}
	}
	var out []edge
	for _, k := range keys {
		for _, name := range gather(states, from[k]) {
			out = append(out, edge{number: k.number, from: slices.Index(names, name), to: slices.Index(names, k.to)})
		}
	}
	return slices.DeleteFunc(out, func(e edge) bool { return e.from < 0 || e.to < 0 })
}

// gather replaces all parts of a state by that state.
func gather(states []gem.StateDescription, set []string) []string {
	for i := len(states) - 1; i >= 0; i-- {
		var parts []string
		for _, s := range states {
			if s.Parent == states[i].Name {
				parts = append(parts, s.Name)
			}
		}
		all := !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(set, p) })
		if len(parts) > 1 && all {
			set = slices.DeleteFunc(set, func(s string) bool { return slices.Contains(parts, s) })
			set = append(set, states[i].Name)
		}
	}
	return set
}

// assignLanes gives short arrows the inner lanes, and returns how many lanes
// there are. Arrows that share a lane have no state in common.
func assignLanes(edges []edge) (lanes int) {
	byLength := make([]int, len(edges))
	for i := range byLength {
		byLength[i] = i
	}
	length := func(e edge) int { return max(e.from, e.to) - min(e.from, e.to) }
	slices.SortStableFunc(byLength, func(a, b int) int { return cmp.Compare(length(edges[a]), length(edges[b])) })
	var taken [][]edge
	for _, i := range byLength {
		e := &edges[i]
		overlaps := func(o edge) bool {
			return max(o.from, o.to) >= min(e.from, e.to) && min(o.from, o.to) <= max(e.from, e.to)
		}
		e.lane = 0
		for e.lane < len(taken) && slices.ContainsFunc(taken[e.lane], overlaps) {
			e.lane++
		}
		if e.lane == len(taken) {
			taken = append(taken, nil)
		}
		taken[e.lane] = append(taken[e.lane], *e)
	}
	return len(taken)
}

// slot is one end of an arrow at a state; end is its head.
type slot struct {
	edge int
	end  bool
	rank int
}

// slotsOf orders the ends at each state so that arrows cross little: those that
// come from above on top, the inner lanes outside.
func slotsOf(edges []edge, states int) [][]slot {
	slots := make([][]slot, states)
	for n, e := range edges {
		up, down := e.lane-1000, 1000-e.lane
		first, second := up, down
		if e.from < e.to {
			first, second = down, up
		}
		if e.from == e.to {
			second = first + 1
		}
		slots[e.from] = append(slots[e.from], slot{n, false, first})
		slots[e.to] = append(slots[e.to], slot{n, true, second})
	}
	for _, list := range slots {
		slices.SortStableFunc(list, func(a, b slot) int { return cmp.Compare(a.rank, b.rank) })
	}
	return slots
}

func slotY(list []slot, top, edge int, end bool) int {
	i := slices.IndexFunc(list, func(s slot) bool { return s.edge == edge && s.end == end })
	return top + 9 + i*slotHeight
}

// Path is the line of an arrow.
func (a arrow) Path() string { return fmt.Sprintf("M%d %dH%dV%dH%d", a.X1, a.Y1, a.Lane, a.Y2, a.X2+5) }

// Head is its point.
func (a arrow) Head() string {
	return fmt.Sprintf("M%d %dl7 -3.5v7z", a.X2, a.Y2)
}
