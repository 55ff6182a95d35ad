package gem

import "github.com/secsd/secsd/secs2"

// reportAlarm sends Alarm Report Send with the present state of an alarm.
//
//	S5F1 W <L [3] <B ALCD> <U4 ALID> <A ALTX>>.
//
// Bit 8 of ALCD says that the alarm is set.
func (h *Host) reportAlarm(al *alarm) {
	sf := secs2.SF{Stream: 5, Function: 1}
	if h.gate(sf, ordinary, secs2.Header{}) == drop {
		h.discardUnsent(sf)
		return
	}
	w := secs2.NoReply
	if h.eq.constants.wBitS5.number != 0 {
		w = secs2.WantReply
	}
	x := h.primary(sf, w, ordinary, al.reports[al.state])
	x.behind = h.oldestQuestion()
	h.post(x)
}

// alcdSet is bit 8 of ALCD.
const alcdSet = 0x80

// encodeAlarm returns the entry for an alarm in that state: the body of S5F1, an
// element of S5F6 and S5F8.
func (e *Equipment) encodeAlarm(al *Alarm, s AlarmState) []byte {
	alcd := al.Category
	if s == AlarmSet {
		alcd |= alcdSet
	}
	a := secs2.NewAppender(nil)
	a.List(3)
	a.B(alcd)
	e.appendID(&a, al.ALID)
	a.Text(e.cfg.Alarming.cut(al.Text))
	return a.Bytes()
}
