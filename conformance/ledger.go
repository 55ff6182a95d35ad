package conformance

import (
	"fmt"
	"slices"
)

// ledger holds the open transactions of one connection, both ways. It is how
// the runner knows which system bytes an answer must carry, and that those of
// a new request are new.
type ledger struct {
	host      []*frame // requests of the host without an answer yet
	equipment []*frame // requests of the equipment without an answer yet
	completed []uint32 // system bytes of the equipment's last completed request
}

// sent notes a frame of the host.
func (l *ledger) sent(f *frame) {
	switch {
	case f.header.opens():
		l.host = append(l.host, f)
	case f.header.answer() || f.header.stype() == rejectReq:
		l.completeEquipment(f.header.system())
	}
}

// received notes a frame of the equipment.
func (l *ledger) received(f *frame) {
	switch {
	case f.header.opens():
		l.equipment = append(l.equipment, f)
	case f.header.answer() || f.header.stype() == rejectReq:
		l.closeHost(f.header.system())
	case f.header.stype() == data && f.header.stream() == 9:
		l.closeNamed(f.text)
	}
}

// closeNamed ends the transaction whose header a stream 9 message carries.
func (l *ledger) closeNamed(text []byte) {
	const itemHeader = 2 // B item of ten bytes
	if len(text) != itemHeader+headerSize {
		return
	}
	named := header(text[itemHeader:])
	isNamed := func(f *frame) bool { return f.header == named }
	if slices.ContainsFunc(l.equipment, isNamed) {
		l.completeEquipment(named.system())
	}
	l.host = slices.DeleteFunc(l.host, isNamed)
}

func (l *ledger) closeHost(system uint32) {
	i := slices.IndexFunc(l.host, func(f *frame) bool { return f.header.system() == system })
	if i >= 0 {
		l.host = slices.Delete(l.host, i, i+1)
	}
}

// completeEquipment ends a request of the equipment. Its system bytes must not
// come again in the next one.
func (l *ledger) completeEquipment(system uint32) {
	i := slices.IndexFunc(l.equipment, func(f *frame) bool { return f.header.system() == system })
	if i >= 0 {
		l.equipment = slices.Delete(l.equipment, i, i+1)
		l.completed = []uint32{system}
	}
}

// hostRequest returns the oldest request of the host that a frame of type h
// can answer.
func (l *ledger) hostRequest(h header) (*frame, error) {
	for _, f := range l.host {
		if h.answers(f.header) {
			return f, nil
		}
	}
	return nil, fmt.Errorf("no request of the host is open that this could answer")
}

// equipmentRequest returns the one request of the equipment that a frame of
// type h can answer.
func (l *ledger) equipmentRequest(h header) (*frame, error) {
	var found *frame
	for _, f := range l.equipment {
		if !h.answers(f.header) {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("several requests of the equipment are open: name the one with \"to\"")
		}
		found = f
	}
	if found == nil {
		return nil, fmt.Errorf("no request of the equipment is open that this could answer")
	}
	return found, nil
}

// checkNew reports system bytes that a new request of the equipment must not
// have: those of its open requests and of the one completed last.
func (l *ledger) checkNew(system uint32) error {
	for _, f := range l.equipment {
		if f.header.system() == system {
			return fmt.Errorf("system bytes 0x%08X are those of the open %s", system, f.header)
		}
	}
	if slices.Contains(l.completed, system) {
		return fmt.Errorf("system bytes 0x%08X are those of the request completed last", system)
	}
	return nil
}
