package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file is the outgoing gate: the one way out for every primary. It
// decides by communications and control state whether a message goes, waits
// or is dropped.

// verdict is what the gate says about a primary.
type verdict uint8

const (
	sendInOrder verdict = iota // into the queue, behind what waits there
	sendAtOnce                 // past the queue: communications are being established
	hold                       // into the queue until S1F13 is answered
	intoSpool                  // into the queue, and from there into the spool
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
	case p == s1f1Question:
		return sendInOrder
	case h.ctl.state.onLine(), p == offLineReport:
		return h.gateSpool(sf, sendInOrder)
	case sf.Stream == 9 && servedOffLine(concerns):
		return sendInOrder
	}
	return drop
}

// gateSpool is the gate for a primary that could go or wait, as otherwise says:
// the spool takes what is selected. Stream 9 that is not is sent, the rest is
// dropped.
func (h *Host) gateSpool(sf secs2.SF, otherwise verdict) verdict {
	switch {
	case !h.spooling() || sf.Stream == 1:
		return otherwise
	case h.spool.selected.has(sf):
		return intoSpool
	case sf.Stream == 9:
		return otherwise
	}
	return drop
}

func (h *Host) gateNotCommunicating(sf secs2.SF, concerns secs2.Header) verdict {
	switch {
	case h.linked && sf.Stream == 9 && isEstablish(concerns):
		return sendAtOnce
	case sf.Stream != 1 && h.ctl.state.onLine() && h.spooling():
		if h.spool.selected.has(sf) {
			return intoSpool
		}
		return drop
	case !h.linked:
		return drop
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
	switch v := h.gate(x.msg.sf(), x.purpose, x.concerns); v {
	case drop:
		h.discardUnsent(x.msg.sf())
		h.eq.recycle(x)
	case sendAtOnce:
		h.transmit(x)
	default:
		if h.replay(); len(h.replays) > 0 && h.repeats() {
			h.queueBehindReplays(x)
			return
		}
		if h.queue.full() {
			if v == intoSpool {
				h.spool.discarded++
			}
			h.discard(x, "queue full")
			h.fail(fmt.Sprintf("queue full: %d messages, %d bytes; at most %d, %d", h.queue.len(), h.queue.bytes, maxQueued, maxQueuedBytes))
			return
		}
		if h.records(x) {
			h.record(x)
		}
		x.spoolBound = v == intoSpool
		x.need = h.eq.needOf(x)
		if !x.spoolBound && h.queue.len() == 0 && x.need <= h.eq.durable && h.mayLeave(x) {
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
