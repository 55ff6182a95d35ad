package gem

import "github.com/secsd/secsd/secs2"

// This file is the outgoing gate: the one way out for every primary. It
// decides by communications and control state whether a message goes, waits
// or is dropped.

// verdict is what the gate says about a primary.
type verdict uint8

const (
	sendInOrder verdict = iota // into the queue, behind what waits there
	sendAtOnce                 // past the queue: communications are being established
	hold                       // into the queue until S1F13 is answered
	drop
)

// gate judges a primary of ours. concerns is, for stream 9, the message it is
// about.
func (h *Host) gate(sf secs2.SF, p purpose, concerns secs2.Header) verdict {
	switch {
	case h.comm.state == CommunicationDisabled || h.comm.state == CommunicationStart:
		return drop
	case p == s1f13Question:
		return sendAtOnce
	case !h.communicating():
		return h.gateNotCommunicating(sf, concerns)
	case h.ctl.state.onLine() || p == s1f1Question:
		return sendInOrder
	case p == offLineReport, sf.Stream == 9 && servedOffLine(concerns):
		return sendInOrder
	}
	return drop
}

func (h *Host) gateNotCommunicating(sf secs2.SF, concerns secs2.Header) verdict {
	switch {
	case !h.linked:
		return drop
	case sf.Stream == 9 && isEstablish(concerns):
		return sendAtOnce
	case sf.Stream != 9 && h.ctl.state.onLine() && h.comm.state == WaitCRA && h.queue.len() < h.eq.cfg.Communications.HoldMax:
		return hold
	}
	return drop
}

// isEstablish reports whether the header is that of S1F13 or S1F14.
func isEstablish(header secs2.Header) bool {
	return header.Stream() == 1 && (header.Function() == 13 || header.Function() == 14)
}

// servedOffLine reports whether the header is of a message that OFF-LINE
// serves: S1F13 with its reply, and S1F17.
func servedOffLine(header secs2.Header) bool {
	return isEstablish(header) || header.Stream() == 1 && header.Function() == 17
}

// post gives a primary of ours to the gate.
func (h *Host) post(x *entry) {
	switch h.gate(x.msg.sf(), x.purpose, x.concerns) {
	case drop:
		h.discardUnsent(x.msg.sf())
		h.eq.recycle(x)
	case sendAtOnce:
		h.transmit(x)
	default:
		if h.queue.full() {
			h.discard(x, "queue full")
			h.fail("queue full")
			return
		}
		x.need = h.eq.need()
		if h.queue.len() == 0 && x.need <= h.eq.durable && h.mayLeave(x) {
			h.transmit(x) // nothing waits that it would pass
			return
		}
		h.queue.push(x)
	}
}

// fail is a communication failure that the core itself finds.
func (h *Host) fail(reason string) {
	h.note(Warn, "communication failure", secs2.Header{}, reason)
	h.eq.out.Links = append(h.eq.out.Links, LinkOrder{h.index, ResetLink})
	h.linkDown(reason)
}

// primary returns an entry for a primary of ours.
func (h *Host) primary(sf secs2.SF, w secs2.WBit, p purpose, body []byte) *entry {
	x := h.eq.newEntry(body)
	x.purpose = p
	x.msg.Session = h.cfg.DeviceIDs[0]
	x.msg.Stream, x.msg.Function, x.msg.W = sf.Stream, sf.Function, w
	return x
}
