package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// This file brings the spools back at start, and is their status variables and
// the operator's part.

// restoreSegment keeps a segment file until the state of its spool is known.
func (e *Equipment) restoreSegment(in RestoredSegment) error {
	h, _ := e.owner(in.Host)
	if h == nil {
		return &SpoolError{in.Host, spool.ErrNoHost}
	}
	if h.recorded == nil {
		h.recorded = map[uint64]bool{}
		for _, r := range e.restored {
			if of, number := e.eventOwner(r.ID); of == h && r.Kind == kindEvent.name {
				h.recorded[number] = true
			}
		}
		h.spool.store.Seek(h.recorded)
	}
	return h.spool.store.Restore(in.Number, in.Data)
}

// startSpool is POWER ON with its history: row 8. Row 6 follows once
// communications start, if the spool was being transmitted.
func (h *Host) startSpool() error {
	s := &h.spool
	found, err := s.store.Recover(max(s.record.Head, 1), s.record.Kept)
	if err != nil {
		return &SpoolError{h.cfg.Name, err}
	}
	lost, err := s.record.Check(found, s.store)
	if err != nil {
		return &SpoolError{h.cfg.Name, err}
	}
	if lost > 0 {
		h.note(Fault, "spool lost", secs2.Header{}, fmt.Sprintf("%d messages: no segment of this host is left", lost))
		s.unwritten = true
	}
	s.recovered, h.eq.spoolWork, s.counted = true, true, s.record.Discarded
	if found.Torn > 0 {
		h.note(Warn, "spool cut", secs2.Header{}, fmt.Sprintf("%d bytes of an append that did not end", found.Torn))
	}
	if found.Dropped > 0 {
		h.note(Warn, "spool cut", secs2.Header{}, fmt.Sprintf("%d segments of appends that did not end, or failed", found.Dropped))
	}
	if s.store.Bytes() > s.store.Capacity() {
		h.note(Warn, "spool over its bound", secs2.Header{}, fmt.Sprintf("%d bytes, spool.max_bytes allows %d: it takes nothing until enough is sent", s.store.Bytes(), s.store.Capacity()))
	}
	h.eq.eventNumber = max(h.eq.eventNumber, found.LastNumber)
	h.recorded = nil
	h.startReplays(found.Numbers)
	if !s.model.Active() {
		return nil
	}
	r, _ := spool.Table.Next(spool.PowerOff, spool.PowerRestored)
	h.took(spool.Table.Name(), r.Number, r.From, r.To, r.On)
	h.note(Warn, "spool active", secs2.Header{}, fmt.Sprintf("%d messages wait on disk until the host sends S6F23", s.count()))
	return nil
}

// operatorPurges deletes the spool without the host.
func (h *Host) operatorPurges() error {
	switch {
	case !h.spool.model.Active():
		return fmt.Errorf("%w: the spool of host %q is not active", ErrNotNow, h.cfg.Name)
	case h.spool.model.Unload() != spool.NoOutput:
		return fmt.Errorf("%w: the spool of host %q is being sent or purged", ErrNotNow, h.cfg.Name)
	case h.eq.storageFailed:
		return ErrStorage
	}
	h.purge()
	h.raiseFor(h.eq.events.spoolDeactivated, ownReport)
	return nil
}

// The names of the status variables of the spool.
const (
	spoolCountActualName = "SpoolCountActual"
	spoolCountTotalName  = "SpoolCountTotal"
	spoolStartTimeName   = "SpoolStartTime"
	spoolFullTimeName    = "SpoolFullTime"
	spoolStateName       = "SpoolState"
	spoolLoadName        = "SpoolLoadSubstate"
	spoolUnloadName      = "SpoolUnloadSubstate"
)

// The codes of the three state variables; E30 has none.
const (
	codeInactive     = 1
	codeActive       = 2
	codePurging      = 3
	codeTransmitting = 4
	codeNoOutput     = 5
	codeNotFull      = 6
	codeFull         = 7
)

func (s *hostSpool) stateCode() uint8 {
	if s.model.Active() {
		return codeActive
	}
	return codeInactive
}

func (s *hostSpool) loadCode() uint8 {
	if s.model.Full() {
		return codeFull
	}
	return codeNotFull
}

func (s *hostSpool) unloadCode() uint8 {
	switch s.model.Unload() {
	case spool.Transmitting:
		return codeTransmitting
	case spool.Purging:
		return codePurging
	default:
		return codeNoOutput
	}
}

func spoolCode(vid uint32, name string, code func(*hostSpool) uint8) *variable {
	return computed(vid, name, secs2.FormatU1, 1, func(ctx *valueContext, a *secs2.Appender) { a.U1(code(&ctx.host.spool)) })
}

func spoolCount(vid uint32, name string, count func(*hostSpool) uint64) *variable {
	return computed(vid, name, secs2.FormatU4, 1, func(ctx *valueContext, a *secs2.Appender) {
		a.U4(uint32(min(count(&ctx.host.spool), 1<<32-1)))
	})
}

// spoolTime is a variable with a time as TimeFormat asks for, empty for never.
func spoolTime(vid uint32, name string, at func(*hostSpool) int64) *variable {
	return computed(vid, name, secs2.ASCII, len(extendedLayout), func(ctx *valueContext, a *secs2.Appender) {
		if ns := at(&ctx.host.spool); ns != 0 {
			ctx.eq.appendTime(a, ctx.eq.recordedTime(ns))
			return
		}
		a.Text("")
	})
}
