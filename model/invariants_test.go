package model

import (
	"bytes"

	"pgregory.net/rapid"
)

// checkPorts checks what must hold of ports and carriers after every Step.
func checkPorts(t rapid.TB, m *Model) {
	t.Helper()
	for i := range m.ports {
		p := &m.ports[i]
		switch {
		case p.transfer == ReadyToLoad && p.stage != vacant:
			t.Fatalf("port %d is READY TO LOAD and %v", p.number, p.stage)
		case p.transfer == ReadyToUnload && (p.stage != standing || !p.has(released)):
			t.Fatalf("port %d is READY TO UNLOAD and %v", p.number, p.stage)
		case p.transfer > ReadyToUnload:
			t.Fatalf("port %d is still %v", p.number, p.transfer)
		case p.stage == vacant && p.flags&^stay != 0:
			t.Fatalf("port %d is vacant and has flags %b", p.number, p.flags)
		case p.has(opened) && m.opens(p) == 0 && p.stage != unloading && p.stage != lifted:
			t.Fatalf("port %d is open and has nothing to open", p.number)
		case p.reservation == Reserved && p.stage != vacant && p.stage != loading && p.stage != movingOut:
			t.Fatalf("port %d is RESERVED and %v", p.number, p.stage)
		case p.has(leaving) && p.has(released|held):
			t.Fatalf("port %d: the carrier leaves and is released, or held", p.number)
		case p.unread != notUnread && p.carrier != 0:
			t.Fatalf("port %d has an unread carrier and an object for it", p.number)
		}
	}
	checkAssociations(t, m)
	checkCarriers(t, m)
	if v := m.Violations(); len(v) > 0 {
		t.Fatal(v)
	}
}

// checkAssociations: ASSOCIATED if and only if exactly one carrier names the port.
func checkAssociations(t rapid.TB, m *Model) {
	t.Helper()
	named := map[uint8]int{}
	for h, c := range m.carriers.all() {
		if c.port != 0 {
			named[c.port]++
			if m.ports[c.port-1].carrier != h {
				t.Fatalf("carrier %s names port %d, which has another", c.id, c.port)
			}
		}
	}
	for i := range m.ports {
		p := &m.ports[i]
		if want := min(1, int(p.carrier)); named[p.number] != want {
			t.Fatalf("port %d is %v, %d carriers name it", p.number, p.association(), named[p.number])
		}
		if p.inside != 0 && m.carriers.at(p.inside).place != p.dock {
			t.Fatalf("port %d: the carrier inside is at %s", p.number, m.locationName(m.carriers.at(p.inside).place))
		}
	}
}

// checkCarriers: one object for each CarrierID, one place for each carrier, and what
// must not be before the ID or the slot map is accepted.
func checkCarriers(t rapid.TB, m *Model) {
	t.Helper()
	ids, places, accessed := map[string]bool{}, map[uint8]bool{}, 0
	for h, c := range m.carriers.all() {
		switch {
		case ids[c.id]:
			t.Fatalf("two carriers %s", c.id)
		case c.place != 0 && places[c.place]:
			t.Fatalf("two carriers at %s", m.locationName(c.place))
		case c.place == 0 && c.idStatus != IDNotRead:
			t.Fatalf("carrier %s is nowhere and %v", c.id, c.idStatus)
		case c.slotMap != SlotMapNotRead && c.idStatus != IDVerificationOK:
			t.Fatalf("carrier %s is %v and %v", c.id, c.idStatus, c.slotMap)
		case c.access != NotAccessed && c.slotMap != SlotMapVerificationOK:
			t.Fatalf("carrier %s is %v and %v", c.id, c.slotMap, c.access)
		case c.content != nil && len(c.slots()) != int(c.capacity):
			t.Fatalf("carrier %s has %d slots of %d", c.id, len(c.slots()), c.capacity)
		case m.dockAt(c.place) != nil && c.idStatus != IDVerificationOK:
			t.Fatalf("carrier %s is docked and %v", c.id, c.idStatus)
		}
		ids[c.id], places[c.place] = true, true
		if c.access == InAccess {
			accessed++
		}
		if m.carriers.find(c.id) != h {
			t.Fatalf("carrier %s is not found", c.id)
		}
	}
	if accessed != m.inAccess {
		t.Fatalf("%d carriers are IN ACCESS, %d counted", accessed, m.inAccess)
	}
}

// checkEqual checks that the images of ports and carriers make an equal model.
func checkEqual(t rapid.TB, r *recorder) {
	t.Helper()
	n := r.restarted()
	checkPorts(t, n.Model)
	for _, k := range []Kind{KindPort, KindCarrier} {
		for x, image := range r.disk {
			if x.kind == k && !bytes.Equal(image, n.Image(k, x.id)) {
				t.Fatalf("%v %q: %X after a restart, %X before", k, x.id, n.Image(k, x.id), image)
			}
		}
	}
	for i := range r.ports {
		if !bytes.Equal(r.Image(KindPort, r.ports[i].id()), n.Image(KindPort, r.ports[i].id())) {
			t.Fatalf("port %d differs after a restart", i+1)
		}
	}
	var before, after []string
	for _, c := range r.carriers.all() {
		before = append(before, c.id)
	}
	for _, c := range n.carriers.all() {
		after = append(after, c.id)
	}
	if len(before) != len(after) {
		t.Fatalf("carriers %q, after a restart %q", before, after)
	}
	for i := range before {
		if before[i] != after[i] {
			t.Fatalf("carriers %q, after a restart %q", before, after)
		}
	}
}

// service carries out a service of S3F17 and tells how it is answered.
func (r *recorder) service(action, carrier string, port int, given ...Setting) CarrierAnswer {
	r.t.Helper()
	q := &CarrierRequest{Action: action, Carrier: carrier, Port: port, Properties: given}
	touched := len(r.before)
	x := r.CheckCarrier(q)
	if len(r.before) > touched {
		r.t.Fatalf("the check of %s changes something", action)
	}
	if x.Accepted() {
		r.DoCarrier(q)
	}
	return x
}

// serves checks that a service is accepted.
func (r *recorder) serves(action, carrier string, port int, given ...Setting) *recorder {
	r.t.Helper()
	if x := r.service(action, carrier, port, given...); !x.Accepted() {
		r.t.Errorf("%s %q port %d: %v %v", action, carrier, port, x.Code, x.Faults)
	}
	return r
}

// carrierActions returns the names of the services of S3F17.
func carrierActions() (names []string) {
	for _, s := range carrierServices {
		names = append(names, s.name)
	}
	return names
}
