package gem

import (
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// s6f23 answers Request Spooled Data: 0 begins to send the spool, 1 empties it.
//
//	S6F23 W <U1 RSDC>.
//	S6F24 <B RSDA>.
//
// The reply goes before the first spooled message. A spool that is active and
// empty becomes inactive.
func s6f23(c *call) {
	n := c.Uint("RSDC")
	if c.Err() == nil && n > uint64(secs2.RSDCPurge) {
		c.wrongShape("RSDC 0 or 1")
		return
	}
	if c.Err() != nil {
		c.illegal()
		return
	}
	rsdc := secs2.RSDC(n)
	rsda := c.host.unloadAsked(rsdc)
	if rsda != secs2.RSDAOK {
		c.refused(rsda)
	}
	c.begin().B(byte(rsda))
	c.reply()
	if rsda == secs2.RSDAOK && rsdc == secs2.RSDCPurge {
		c.host.raiseFor(c.eq.events.spoolDeactivated, ownReport)
	}
}

// unloadAsked is rows 4, with 3 behind it, and 5.
func (h *Host) unloadAsked(rsdc secs2.RSDC) secs2.RSDA {
	s := &h.spool
	switch {
	case !s.model.Active():
		return secs2.RSDANoSpooledData
	case s.model.Unload() != spool.NoOutput:
		return secs2.RSDABusy
	case rsdc == secs2.RSDCPurge:
		h.purge()
	default:
		s.sent = 0
		h.fireSpool(spool.TransmitAsked)
		h.putSpool(func(*spool.Record) {})
	}
	return secs2.RSDAOK
}

// purge deletes everything; the caller raises the event.
func (h *Host) purge() {
	h.note(Warn, "spool purged", secs2.Header{}, "")
	h.fireSpool(spool.PurgeAsked)
	h.closeSpool()
}
