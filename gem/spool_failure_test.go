package gem

import (
	"errors"
	"testing"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// TestAskedBehindLostPurge: the operator asks for the time while the spool seems
// purged, and the disk loses the purge. S2F17 is not sent past the spool, which is
// active again, and whoever asked is told.
func TestAskedBehindLostPurge(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newSpoolWorld(rt, testConfig())
		w.down()
		w.trigger(0)
		w.settle()
		w.up()
		w.settle()
		w.host("S6F23", secs2.U1(1))
		w.step(AskTime{Host: 0})
		id := w.out.Asked
		if w.out.Err != nil || id == 0 {
			rt.Fatalf("asked %d, %v", id, w.out.Err)
		}
		w.wire = nil
		w.fail()
		outcomes := w.out.Outcomes
		w.settle()
		for _, m := range append(w.wire, w.asked...) {
			if m.sf() == (secs2.SF{Stream: 2, Function: 17}) {
				rt.Fatal("S2F17 went past the spool")
			}
		}
		if len(outcomes) != 1 || outcomes[0].ID != id || !errors.Is(outcomes[0].Err, ErrNoReply) {
			rt.Fatalf("outcomes %+v", outcomes)
		}
	})
}
