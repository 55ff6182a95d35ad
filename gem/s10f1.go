package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// OperatorText is a text of the operator for a host. It is refused with
// ErrNotNow where nothing may be sent to the host.
type OperatorText struct {
	Host int
	TID  byte // of the terminal where it was entered
	Text []byte
}

func (OperatorText) input()      {}
func (OperatorText) occurrence() {}

// operatorText sends Terminal Request. Whatever the host answers, that is all.
//
//	S10F1 [W] <L [2] <B TID> <A TEXT>>.
func (e *Equipment) operatorText(in OperatorText) error {
	h, sf := e.hosts[in.Host], secs2.SF{Stream: 10, Function: 1}
	switch {
	case e.terminal(in.TID) == nil:
		return fmt.Errorf("%w: terminal %d", ErrUnknown, in.TID)
	case len(in.Text) == 0 || len(in.Text) > maxEntry:
		return fmt.Errorf("%w: a text of %d bytes, want 1 to %d", ErrValue, len(in.Text), maxEntry)
	}
	if err := h.reaches(sf); err != nil {
		return err
	}
	a := secs2.NewAppender(nil)
	a.List(2)
	a.B(in.TID)
	a.Encoded(e.cfg.appendForHosts(nil, secs2.Raw(secs2.ASCII, in.Text)))
	h.post(h.primary(sf, wanted(e.constants.wBitS10), ordinary, a.Bytes()))
	return nil
}

// reaches returns why a primary that the operator or the tool asked for would
// not get to the host, not even later.
func (h *Host) reaches(sf secs2.SF) error {
	switch {
	case h.gate(sf, ordinary, secs2.Header{}) == drop:
		return fmt.Errorf("%w: host %q cannot be reached: %v, %v", ErrNotNow, h.cfg.Name, h.comm.state, h.ctl.state)
	case h.eq.storageFailed && (h.spooling() || h.eq.cfg.Delivery == StrictDelivery), h.queue.full():
		return ErrStorage
	}
	return nil
}

// wanted returns the W-bit that a constant asks for.
func wanted(v *variable) secs2.WBit {
	if v.number != 0 {
		return secs2.WantReply
	}
	return secs2.NoReply
}
