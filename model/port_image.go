package model

import (
	"fmt"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// portShelf keeps load ports:
//
//	L[11] {U1 number, U1 PortTransferState, U1 AccessMode, U1 LoadPortReservationState,
//	       U1 stage, U1 unread, U1 flags, U2 alarms, A double, L[n] {A CarrierID},
//	       L[3] {U1 state, U1 signals, U8 due}}
//
// stage, unread and flags are those of port.go, alarms a bit for each AlarmKind;
// the list are the carriers that wait for their CarrierOut, the last one is the
// handoff of E84. Before its first start a port has no record.
var portShelf = shelf{image: (*Model).portImage, put: (*Model).putPort}

func (m *Model) portImage(id string, buf []byte) ([]byte, bool) {
	p, err := m.portNamed(id)
	if err != nil || !p.stored {
		return buf, false
	}
	a := secs2.NewAppender(buf)
	a.List(11)
	a.U1(p.number)
	a.U1(uint8(p.settled()))
	a.U1(uint8(p.access))
	a.U1(uint8(p.reservation))
	a.U1(uint8(p.stage))
	a.U1(uint8(p.unread))
	a.U1(uint8(p.flags))
	a.U2(p.alarms)
	a.Text(p.double)
	a.List(len(p.outs))
	for _, id := range p.outs {
		a.Text(id)
	}
	a.List(3)
	a.U1(uint8(p.pio.state))
	a.U1(p.pio.signals)
	a.U8(uint64(p.pio.due))
	return a.Bytes(), true
}

func (m *Model) portNamed(id string) (*port, error) {
	n, err := strconv.Atoi(id)
	if err != nil {
		return nil, fmt.Errorf("%w: load port %q", ErrUnknown, id)
	}
	return m.port(n)
}

// stageIn returns the stage in the image of a port.
func stageIn(image []byte) (stage, error) {
	r, err := openImage(image, 11)
	if err != nil {
		return 0, err
	}
	for _, name := range []string{"number", "PortTransferState", "AccessMode", "LoadPortReservationState"} {
		r.Item(name)
	}
	at := stage(r.Uint("stage"))
	if err := r.Err(); err != nil {
		return 0, err
	}
	if int(at) >= len(stageNames) {
		return 0, fmt.Errorf("%w: stage %d of a load port", ErrValue, at)
	}
	return at, nil
}

// putUnconfigured is the image of a port that the configuration does not have: it
// may be gone while nothing stands on it.
func (m *Model) putUnconfigured(id string, image []byte) error {
	if image == nil {
		return nil
	}
	if err := Leftover(KindPort, id, image); err != nil {
		return err
	}
	return m.unused(KindPort, id)
}

func (m *Model) putPort(id string, image []byte) error {
	p, err := m.portNamed(id)
	if err != nil {
		return m.putUnconfigured(id, image)
	}
	first := m.firstPort(int(p.number) - 1)
	if image == nil {
		*p = first
		return nil
	}
	it, err := secs2.Parse(image)
	if err != nil {
		return err
	}
	r := secs2.NewReader(it)
	r.Tuple(11)
	x := first
	x.stored = true
	r.Uint("number")
	x.transfer = TransferState(r.Uint("PortTransferState"))
	x.access = AccessMode(r.Uint("AccessMode"))
	x.reservation = ReservationState(r.Uint("LoadPortReservationState"))
	x.stage = stage(r.Uint("stage"))
	x.unread = unread(r.Uint("unread"))
	x.flags = portFlags(r.Uint("flags"))
	x.alarms = uint16(r.Uint("alarms"))
	x.double = string(r.Text("double"))
	r.Each("outs", func(r *secs2.Reader) { x.outs = append(x.outs, string(r.Text("CarrierID"))) })
	r.Tuple(3)
	x.pio = pio{state: pioState(r.Uint("state")), signals: uint8(r.Uint("signals")), due: int64(r.Uint("due"))}
	if err := r.Err(); err != nil {
		return err
	}
	if x.transfer > ReadyToUnload || x.access > Auto || x.reservation > Reserved || int(x.stage) >= len(stageNames) || x.pio.state > pioFailed {
		return fmt.Errorf("%w: state of load port %d", ErrValue, p.number)
	}
	*p = x
	return nil
}
