package gem

import (
	"fmt"
	"strconv"
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file is what the tool or the operator asks a host: a primary of ours
// whose reply somebody waits for.

// Outcome is what became of such a primary, told once.
type Outcome struct {
	ID   uint64     // as in Output.Asked
	Item secs2.Item // of the reply; dies with the Step
	// Err says why there is no reply: it wraps ErrNoReply, ErrSpooled, ErrValue
	// or ErrStorage.
	Err error
	// Commit is what has to be durable before anybody may rely on it; 0: nothing.
	Commit uint64
}

// ask sends a primary that somebody waits for.
func (h *Host) ask(sf secs2.SF, w secs2.WBit, body []byte) error {
	if err := h.reaches(sf); err != nil {
		return err
	}
	e := h.eq
	e.askedID++
	x := h.primary(sf, w, ordinary, body)
	x.asked = e.askedID
	e.out.Asked = x.asked
	h.post(x)
	return nil
}

// tell ends the wait for a primary, if anybody waits for it.
func (e *Equipment) tell(x *entry, o Outcome) {
	if x.asked == 0 {
		return
	}
	o.ID, x.asked = x.asked, 0
	e.out.Outcomes = append(e.out.Outcomes, o)
}

// unanswered ends the wait for a primary that is over without a word.
func (e *Equipment) unanswered(x *entry) {
	if x.spoolBound {
		e.tell(x, Outcome{Err: ErrSpooled})
		return
	}
	e.tell(x, lost("it was not sent"))
}

// lost is the outcome of a primary that came to nothing.
func lost(why string) Outcome { return Outcome{Err: fmt.Errorf("%w: %s", ErrNoReply, why)} }

// AskTime is the operator's wish that the clock be set by a host. Output.Asked
// is its number; the Outcome has no item.
type AskTime struct{ Host int }

func (AskTime) input()      {}
func (AskTime) occurrence() {}

// askTime sends Date and Time Request.
//
//	S2F17 W.
func (e *Equipment) askTime(in AskTime) error {
	return e.hosts[in.Host].ask(secs2.SF{Stream: 2, Function: 17}, secs2.WantReply, nil)
}

// s2f18Received takes the host's time, of this moment, as that of the
// equipment.
//
//	S2F18 <A TIME>.
func (h *Host) s2f18Received(r Reply) (o Outcome) {
	e, body := h.eq, secs2.NewReader(r.Body)
	text := string(body.Text("TIME"))
	if err := body.Err(); err != nil {
		h.illegal(r.Header, err)
		return lost("S2F18 is none")
	}
	t, ok := e.parseTime(text)
	switch {
	case text == "":
		o = lost("the host has no time")
	case !ok || !e.reachable(t):
		o.Err = fmt.Errorf("%w: the host says that it is %q", ErrValue, text)
	case e.storageFailed || e.backlogged():
		o.Err = ErrStorage
	default:
		e.setClock(t)
		h.note(Info, "clock set", r.Header, text)
		o.Commit = e.need()
		return o
	}
	h.note(Warn, "clock not set", r.Header, strconv.Quote(text))
	return o
}

// reachable tells whether the clock can stand at t: it is no further away than
// a Duration goes.
func (e *Equipment) reachable(t time.Time) bool { return e.now.Add(t.Sub(e.now)).Equal(t) }

// setClock makes t the present time.
func (e *Equipment) setClock(t time.Time) {
	e.put(kindClock, "", secs2.I8(int64(t.Sub(e.now))).Encoded())
	e.lastStamp = time.Time{}
}
