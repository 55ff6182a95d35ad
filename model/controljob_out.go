package model

import (
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is where the substrates of control jobs go at the end: by
// MtrlOutByStatus, else by MtrlOutSpec, else back to where they came from.

// outMaps returns MtrlOutSpec.
func (c *controlJob) outMaps() []OutMap {
	if c.rare == nil || c.rare.out == nil {
		return nil
	}
	var s ControlJobSpec
	s.set("MtrlOutSpec", encoded(c.rare.out))
	return s.Out
}

// statusMaps returns MtrlOutByStatus.
func (c *controlJob) statusMaps() []StatusMap {
	if c.rare == nil || c.rare.byStatus == nil {
		return nil
	}
	var s ControlJobSpec
	s.set("MtrlOutByStatus", encoded(c.rare.byStatus))
	return s.ByStatus
}

// encoded returns bytes that are one whole item as that.
func encoded(b []byte) secs2.Item {
	it, _ := secs2.Parse(b)
	return it
}

// controlOf returns the control job that rules where a substrate goes, 0 for none:
// that of the job that has it, or of the first that waits for it.
func (m *Model) controlOf(s uint32) uint32 {
	if h := m.jobOf(s); h != 0 && m.jobs.at(h).state.Active() {
		return m.jobs.at(h).control
	}
	if m.control.count == 0 {
		return 0
	}
	var first *processJob
	for _, j := range m.jobsOn(m.substrates.at(s).source.name()) {
		if j.control != 0 && j.state == Pooled && (first == nil || j.sequence < first.sequence) && m.namedBy(j, s) {
			first = j
		}
	}
	if first == nil {
		return 0
	}
	return first.control
}

// route sets the destination of a substrate.
func (m *Model) route(s uint32) {
	carrier, slot := "", uint8(0)
	if h := m.controlOf(s); h != 0 {
		carrier, slot = m.destination(m.control.at(h), s)
	}
	m.setDestination(s, carrier, slot)
}

// destination returns where a control job sends a substrate, "" for its source.
func (m *Model) destination(c *controlJob, s uint32) (carrier string, slot uint8) {
	if carrier, slot = m.outByStatus(c, s); carrier != "" {
		return carrier, slot
	}
	return m.outOf(c, s)
}

// routeJob sets the destinations of what a process job names and has not left its
// carrier.
func (m *Model) routeJob(j *processJob) {
	for s := range m.namedSubstrates(j) {
		if m.substrates.at(s).state == AtSource {
			m.route(s)
		}
	}
}

// outOf returns where MtrlOutSpec sends a substrate, "" if it does not. Without
// slots of the source its substrates go in ascending order, without slots of the
// destination each into the slot with the number of its own.
func (m *Model) outOf(c *controlJob, s uint32) (carrier string, slot uint8) {
	x := m.substrates.at(s)
	for _, o := range c.outMaps() {
		if m.names.find(o.From.Carrier) != x.source.name() || x.source.slot() == 0 {
			continue
		}
		own := uint8(x.source.slot())
		at := slices.Index(o.From.Slots, own)
		if len(o.From.Slots) == 0 {
			at = m.substratesBelow(o.From.Carrier, own)
		}
		switch {
		case at < 0 || len(o.To.Slots) > 0 && at >= len(o.To.Slots):
		case len(o.To.Slots) == 0:
			return o.To.Carrier, own
		default:
			return o.To.Carrier, o.To.Slots[at]
		}
	}
	return "", 0
}

// substratesBelow counts the substrates that came in the slots of a carrier below
// one, or were registered there since.
func (m *Model) substratesBelow(carrier string, slot uint8) (n int) {
	h := m.carriers.find(carrier)
	if h == 0 {
		return 0
	}
	slots := m.carriers.at(h).slots()
	for i := 1; i < int(slot) && i <= len(slots); i++ {
		if slots[i-1].holdsSubstrate() || m.substrateIn(h, i) != 0 {
			n++
		}
	}
	return n
}

// outByStatus returns where MtrlOutByStatus sends a substrate, "" if it does not:
// the first slot that is free and that no other one goes to.
func (m *Model) outByStatus(c *controlJob, s uint32) (carrier string, slot uint8) {
	status := m.substrates.at(s).material
	if status == 0 {
		return "", 0
	}
	for _, x := range c.statusMaps() {
		if x.Status != status {
			continue
		}
		to := m.carriers.find(x.To.Carrier)
		if to == 0 {
			continue
		}
		list := x.To.Slots
		for i := 1; len(x.To.Slots) == 0 && i <= int(m.carriers.at(to).capacity); i++ {
			list = append(list, uint8(i))
		}
		for _, slot := range list {
			if m.slotFree(to, slot, s) {
				return x.To.Carrier, slot
			}
		}
	}
	return "", 0
}

// slotFree tells whether a substrate can go to that slot.
func (m *Model) slotFree(carrier uint32, slot uint8, s uint32) bool {
	switch m.slotOccupied(carrier, int(slot)) {
	case slotUnknown, slotImproper:
		return false
	default:
	}
	if m.substrateAtSlot(carrier, int(slot)) != 0 {
		return false
	}
	name := m.names.find(m.carriers.at(carrier).id)
	for h, x := range m.substrates.all() {
		if home := x.home(); h != s && home.name() == name && home.slot() == int(slot) {
			return false
		}
	}
	return true
}

// targetsReady tells whether the carriers that a job's substrates may go to are
// ready for them.
func (m *Model) targetsReady(control uint32, j *processJob) bool {
	c := m.control.at(control)
	if c.rare == nil {
		return true
	}
	for _, o := range c.outMaps() {
		if _, ready := m.carrierReady(o.To.Carrier); !ready && m.sendsFrom(&o, j) {
			return false
		}
	}
	for _, x := range c.statusMaps() {
		if _, ready := m.carrierReady(x.To.Carrier); !ready {
			return false
		}
	}
	return true
}

// sendsFrom tells whether an element of MtrlOutSpec is about material of a job.
func (m *Model) sendsFrom(o *OutMap, j *processJob) bool {
	from, bits := m.names.find(o.From.Carrier), slotBits(o.From.Slots)
	for carrier, slots := range j.carriers() {
		if carrier == from && (slots == 0 || bits == 0 || slots&bits != 0) {
			return true
		}
	}
	for _, id := range j.substrates() {
		if s := m.findSubstrate(id); s != 0 {
			if x := m.substrates.at(s); x.source.name() == from && x.source.slot() != 0 && (bits == 0 || bits>>(x.source.slot()-1)&1 == 1) {
				return true
			}
		}
	}
	return false
}
