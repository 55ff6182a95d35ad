package bench

import (
	"context"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// establish waits for the session and establishes communications.
func (l *link) establish(ctx context.Context) error {
	if err := l.connected(ctx); err != nil {
		return err
	}
	reply, err := l.ask(ctx, secs2.SF{Stream: 1, Function: 13}, secs2.L())
	if err != nil {
		return err
	}
	body := secs2.NewReader(reply)
	body.Tuple(2)
	if code := body.Code("COMMACK"); code != 0 || body.Err() != nil {
		return fmt.Errorf("bench: S1F14 says %d, %w", code, body.Err())
	}
	return nil
}

// define makes the report of the measured event and enables the event, by the
// messages that any host would send.
func (l *link) define(ctx context.Context) error {
	vids := secs2.L(secs2.U4(firstDVID), secs2.U4(firstDVID+1), secs2.U4(firstDVID+2))
	for _, m := range []struct {
		function byte
		body     secs2.Item
	}{
		{33, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(rptid), vids)))},
		{35, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(eventCEID), secs2.L(secs2.U4(rptid)))))},
		{37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(eventCEID)))},
	} {
		if err := l.order(ctx, secs2.SF{Stream: 2, Function: m.function}, m.body); err != nil {
			return err
		}
	}
	return nil
}

// set gives an equipment constant a value.
func (l *link) set(ctx context.Context, ecid uint32, value secs2.Item) error {
	return l.order(ctx, secs2.SF{Stream: 2, Function: 15}, constants(ecid, value))
}

// constants returns the body of an S2F15 for one of them.
func constants(ecid uint32, value secs2.Item) secs2.Item {
	return secs2.L(secs2.L(secs2.U4(ecid), value))
}

// setWBit has the host say whether S6F11 shall have a reply.
func (l *link) setWBit(ctx context.Context, want bool) error {
	return l.set(ctx, wBitS6, secs2.Bool(want))
}

// order sends a message whose reply is a code, which must be 0.
func (l *link) order(ctx context.Context, sf secs2.SF, body secs2.Item) error {
	code, err := l.code(ctx, sf, body)
	if err == nil && code != 0 {
		err = fmt.Errorf("bench: the reply to %v is %d", sf, code)
	}
	return err
}

// code sends a message whose reply is, or begins with, a code.
func (l *link) code(ctx context.Context, sf secs2.SF, body secs2.Item) (byte, error) {
	reply, err := l.ask(ctx, sf, body)
	if err != nil {
		return 0, fmt.Errorf("bench: %v: %w", sf, err)
	}
	read := secs2.NewReader(reply)
	if reply.Format() == secs2.List {
		read.Tuple(reply.Len())
	}
	code := read.Code("acknowledge code")
	return code, read.Err()
}
