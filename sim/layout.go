package sim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/secsd/secsd/model"
)

// This file is what the tool makes of the places that the equipment has: a
// production module is a chamber, a place with ALIGN in its name a pre-aligner,
// every other one an arm of the robot.

// layout is the places of the tool.
type layout struct {
	ports                    []model.Port
	arms, aligners, chambers []string
	readers                  map[string]bool // places with a substrate reader
	tracker                  string          // the module of performance tracking of the robot, "" for none
}

func newLayout(c model.Config) layout {
	l := layout{ports: slices.Clone(c.Ports), readers: map[string]bool{}}
	for i := range l.ports {
		if l.ports[i].Capacity == 0 {
			l.ports[i].Capacity = maxSlots
		}
	}
	for _, place := range c.Locations {
		switch {
		case place.Use == model.ProductionModule:
			l.chambers = append(l.chambers, place.Name)
		case strings.Contains(strings.ToUpper(place.Name), "ALIGN"):
			l.aligners = append(l.aligners, place.Name)
		default:
			l.arms = append(l.arms, place.Name)
		}
		l.readers[place.Name] = place.Reader == model.HasSubstrateReader
	}
	if len(c.Modules) > 0 {
		l.tracker = c.Modules[0]
	}
	return l
}

// maxChambers is the number of letters, maxSlots that of slots of a carrier.
const (
	maxChambers = 26
	maxSlots    = 25
)

// layout reports what the equipment lacks.
func (p *problems) layout(c model.Config) {
	l := newLayout(c)
	if len(l.ports) == 0 || len(c.Buffer) > 0 {
		p.add("recipes", fmt.Sprintf("%d load ports, %d places of a buffer", len(l.ports), len(c.Buffer)), "gem300 with load ports and without a buffer, for lots")
	}
	if len(l.arms) == 0 {
		p.add("recipes", "no arm of a robot", "a place in gem300.locations that is no module and no aligner, for lots")
	}
	if n := len(l.chambers); n == 0 || n > maxChambers {
		p.add("recipes", fmt.Sprintf("%d chambers", n), fmt.Sprintf("1 to %d places in gem300.locations that are modules, for lots", maxChambers))
	}
}

// chamberName is what the variables and events of a chamber begin with.
func chamberName(i int) string { return "Chamber" + string(rune('A'+i)) }

// portName is what the variables of a load port begin with.
func portName(number int) string { return fmt.Sprintf("Port%d", number) }
