package sim

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/secsd/secsd/model"
)

// This file is the carriers that come: which one is next, and what is in it. A
// carrier's content follows from its ID, so that it is the same after a start.

const (
	carrierPrefix = "FOUP-"
	firstCarrier  = 401
)

// carrierNumber is that of a carrier of ours, 0 of others.
func carrierNumber(id string) int {
	digits, ours := strings.CutPrefix(id, carrierPrefix)
	n, err := strconv.Atoi(digits)
	if !ours || err != nil || n < 0 || carrierID(n) != id {
		return 0
	}
	return n
}

func carrierID(n int) string { return fmt.Sprintf("%s%04d", carrierPrefix, n) }

// leastNumber is that of the next carrier after a start, as far as the carriers that
// are here do not tell it: if a port has none of ours, one with a higher number may
// have left it. So a later start counts on from the time, which has passed faster
// than carriers come; in seconds, in a fast tool in tenths or less.
func (p *plant) leastNumber(now time.Time) int {
	if p.eq.FirstPrograms() || !slices.ContainsFunc(p.ports, func(x *port) bool { return x.latest == 0 }) {
		return firstCarrier
	}
	passed := now.Sub(time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC))
	unit := time.Second
	for speed := p.config.Speed; speed > 1; speed /= 10 {
		unit /= 10
	}
	return firstCarrier + int(max(0, passed/unit))
}

// nextCarrier returns the ID of the carrier that comes to a port: the one that is
// bound to it, else one that was notified, else a new one, which counts on from
// what the equipment and the tool know of.
func (p *plant) nextCarrier(v *view, port int) string {
	if bound := v.Ports[port-1].Carrier; bound != "" {
		return bound
	}
	last := p.least - 1
	for _, x := range p.ports {
		last = max(last, carrierNumber(x.tag), x.latest)
	}
	for i := range v.Carriers {
		c := &v.Carriers[i]
		if c.Port == 0 && c.Location == "" && !p.underWay(c.ID) {
			return c.ID
		}
		last = max(last, carrierNumber(c.ID))
	}
	return carrierID(last + 1)
}

// underWay tells whether a carrier is at a port, bound to it or not.
func (p *plant) underWay(id string) bool {
	return slices.ContainsFunc(p.ports, func(x *port) bool { return x.tag == id })
}

// slotMap returns what is in the slots of a carrier: what was demanded, else what
// the host expects, where it does, else what the carrier has come with.
func (x *port) slotMap(c *model.CarrierSnapshot) []byte {
	capacity := x.layout.ports[x.number-1].Capacity
	if c.Capacity > 0 {
		capacity = c.Capacity
	}
	if x.content != nil {
		slots := bytes.Repeat([]byte{model.SlotEmpty}, capacity)
		copy(slots, x.content)
		return slots
	}
	slots := x.filling(c.ID, capacity)
	for i := range c.SlotMap {
		switch c.SlotMap[i] {
		case model.SlotEmpty, model.SlotCorrectlyOccupied:
			slots[i] = c.SlotMap[i]
		case model.SlotNotEmpty:
			slots[i] = model.SlotCorrectlyOccupied
		}
	}
	return slots
}

// filling is what a carrier comes with: most are full.
func (p *plant) filling(id string, capacity int) []byte {
	random := p.randomOf(id, 0)
	slots := make([]byte, capacity)
	full := random.IntN(3) > 0
	for i := range slots {
		slots[i] = model.SlotCorrectlyOccupied
		if !full && i > 0 && random.IntN(2) == 0 {
			slots[i] = model.SlotEmpty
		}
	}
	return slots
}

// randomOf returns random numbers of something of that name alone.
func (p *plant) randomOf(name string, i int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", name, i)
	return rand.New(rand.NewPCG(p.config.Seed, h.Sum64()))
}

// spoil makes a slot map one that nobody can agree with: the last wafer is missing
// where a host has told what it expects, else it lies across two slots.
func spoil(slots, expected []byte) {
	last := len(slots) - 1
	for last > 0 && slots[last] != model.SlotCorrectlyOccupied {
		last--
	}
	slots[last] = model.SlotCrossSlotted
	if slices.ContainsFunc(expected, func(code byte) bool { return code != model.SlotUndefined }) {
		slots[last] = model.SlotEmpty
	}
}

// lotOf is the lot of a carrier of which nobody has told another one.
func lotOf(carrier string) string {
	lot := "LOT-" + strings.TrimPrefix(carrier, carrierPrefix)
	return lot[:min(len(lot), maxLotID)]
}

// maxLotID is the longest LotID that START takes.
const maxLotID = 28
