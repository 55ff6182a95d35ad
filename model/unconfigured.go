package model

import "fmt"

// UnconfiguredError is something in the data at a place, or a port, that the
// configuration does not have any more: it is there, so that the equipment cannot
// start without it. What is only a state of such a place is left unused.
type UnconfiguredError struct {
	What  string // what is where: "substrate W1 is at PM-A"
	Key   string // what to configure again, with its key
	Until string // when that may go
}

func (e *UnconfiguredError) Error() string { return e.What + ", which the configuration does not have" }

// Hint says what a person can do.
func (e *UnconfiguredError) Hint() string {
	return fmt.Sprintf("configure %s again until %s; only if the tool is empty take another data folder", e.Key, e.Until)
}

// Unwrap makes it an ErrUnknown.
func (e *UnconfiguredError) Unwrap() error { return ErrUnknown }

// unused notes a record of what is not configured, and has nothing in it. It stays
// on disk for its return.
func (m *Model) unused(k Kind, id string) error {
	m.sink.Note("record unused", k.String()+" "+id+" is not configured")
	return nil
}

// Leftover says why the image of an object cannot be left unused where nothing of
// its kind is configured; nil: nothing is in it.
func Leftover(k Kind, id string, image []byte) error {
	switch k {
	case KindLocation, KindTracker, KindModule:
		return nil
	case KindPort:
		at, err := stageIn(image)
		if err != nil || at == vacant {
			return err
		}
		return &UnconfiguredError{
			What: fmt.Sprintf("a carrier is at load port %s (%v)", id, at), Key: "port " + id + " in gem300.ports", Until: "the carrier is taken away",
		}
	default:
		return &UnconfiguredError{What: fmt.Sprintf("%v %s is in an equipment with load ports", k, id), Key: "gem300.ports", Until: "it has gone"}
	}
}

func noPlaceFor(substrate, location string) error {
	if _, slot := cutSlotID(location); slot > 0 {
		return fmt.Errorf("%w: no carrier has slot %q", ErrUnknown, location)
	}
	return &UnconfiguredError{
		What: fmt.Sprintf("substrate %s is at %s", substrate, location), Key: location + " in gem300.locations",
		Until: "the substrate has left it, or the equipment",
	}
}

func noPlaceForCarrier(carrier, location string) error {
	return &UnconfiguredError{
		What: fmt.Sprintf("carrier %s is at %s", carrier, location), Key: location + " in gem300.buffer, or as location or dock in gem300.ports,",
		Until: "the carrier has left it, or the equipment",
	}
}

func noPortFor(carrier string, port uint8) error {
	return &UnconfiguredError{
		What: fmt.Sprintf("carrier %s is bound to load port %d", carrier, port), Key: fmt.Sprintf("gem300.ports[%d]", port-1),
		Until: "the carrier has come and gone, or CancelBind",
	}
}
