package gem

import (
	"fmt"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is stream 9: what the equipment says about messages that it cannot
// handle. No handler builds one; the pipeline does.
//
//	S9F1, F3, F5, F7, F11 <B [10] MHEAD>.
//	S9F9 <B [10] SHEAD>.
//	S9F13 <L [2] <A MEXP> EDID>.

// The functions of stream 9 that carry the header of a message.
const (
	s9f1  byte = 1  // unrecognized device ID
	s9f3  byte = 3  // unrecognized stream
	s9f5  byte = 5  // unrecognized function
	s9f7  byte = 7  // illegal data
	s9f9  byte = 9  // transaction timer timeout
	s9f11 byte = 11 // data too long
)

// s9 tells the host about its message; SxF0 may follow by configuration.
func (h *Host) s9(function byte, about secs2.Header) {
	h.sendS9(function, about)
	if h.eq.cfg.Errors.AfterS9 == S9AndF0 && about.Primary() && about.W() && servedOrOnLine(h, about) {
		h.queueAbort(about)
	}
}

func servedOrOnLine(h *Host, about secs2.Header) bool {
	return h.ctl.state.onLine() || servedOffLine(about)
}

func (h *Host) sendS9(function byte, about secs2.Header) {
	sf := secs2.SF{Stream: 9, Function: function}
	if !h.s9Rate.allow(h.eq.now, h.eq.cfg.Errors.S9PerSecond) {
		h.note(Warn, "message discarded", about, sf.String()+": too many in one second")
		return
	}
	h.stats.S9[function]++
	h.note(Warn, "message in error", about, sf.String())
	a := secs2.NewAppender(nil)
	a.Data(secs2.Binary, about[:])
	x := h.primary(sf, secs2.NoReply, ordinary, a.Bytes())
	x.concerns = about
	h.post(x)
}

// illegal is S9F7, with the reason in the log.
func (h *Host) illegal(about secs2.Header, fault error) {
	h.note(Warn, "illegal data", about, about.SF()+": "+fault.Error())
	h.s9(s9f7, about)
}

// sendS9F9 reports a reply that did not come, where that is an error: the
// attempts to establish communications and to go ON-LINE are not.
func (h *Host) sendS9F9(x *entry, sent secs2.Header) {
	if h.communicating() && (x.purpose != s1f1Question) {
		h.sendS9(s9f9, sent)
	}
}

// noteSession logs a session ID that is not ours, raw and without bit 15.
func (h *Host) noteSession(header secs2.Header) {
	session := header.Session()
	h.note(Warn, "unknown device", header, fmt.Sprintf("session ID %d, without bit 15 %d, want %s", session, session&0x7FFF, strings.Trim(fmt.Sprint(h.cfg.DeviceIDs), "[]")))
}
