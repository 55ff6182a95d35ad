package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// OperatorConstants is the operator changing equipment constants: all of them
// or, with Output.Err, none. Hosts get one event for each that changed.
type OperatorConstants struct{ Values []Value }

func (OperatorConstants) input() {}

func (OperatorConstants) occurrence() {}

// maxAnnounced bounds the constants that change with an event each in one
// message or action: the events wait in the hosts' queues together.
const maxAnnounced = 200

// operatorSets changes constants for the operator.
func (e *Equipment) operatorSets(in *OperatorConstants) error {
	if len(in.Values) > maxAnnounced {
		return fmt.Errorf("%w: %d constants at once, at most %d", ErrValue, len(in.Values), maxAnnounced)
	}
	var values []newValue
	for _, x := range in.Values {
		v := e.variables.byID.get(x.VID)
		if v == nil || v.class != constant {
			return fmt.Errorf("%w: constant %d", ErrUnknown, x.VID)
		}
		accepted, ok := v.accept(x.Item)
		if !ok {
			return fmt.Errorf("%w: constant %d (%s): got %s, want %s", ErrValue, x.VID, v.name, itemText(x.Item), v.wanted())
		}
		values = append(values, newValue{v, accepted})
	}
	for _, n := range values {
		switch {
		case n.v.rule.operator == LockedInRemote && e.remote():
			return fmt.Errorf("%w: constant %d (%s) is locked in REMOTE", ErrNotNow, n.v.vid, n.v.name)
		case e.unsafe(n.v):
			return fmt.Errorf("%w: constant %d (%s) does not change in %s", ErrNotNow, n.v.vid, n.v.name, e.process.state.Name)
		}
	}
	if e.storageFailed || e.backlogged() {
		return ErrStorage
	}
	if encodedSize(values) > maxCommit {
		return fmt.Errorf("%w: more than %d bytes at once", ErrValue, maxCommit)
	}
	e.announce(e.storeConstants(values))
	return nil
}

// unsafe tells whether the processing state is none in which the constant may
// change.
func (e *Equipment) unsafe(v *variable) bool {
	return len(v.rule.safe) > 0 && !e.process.is(v.rule.safe)
}

// announce raises OperatorEquipmentConstantChange for each of the constants.
func (e *Equipment) announce(changed []*variable) {
	for _, v := range changed {
		e.data.ecidChanged.setData(secs2.U4(v.vid))
		for _, h := range e.hosts {
			h.raiseFor(e.events.operatorConstant, ownReport)
		}
	}
}
