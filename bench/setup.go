package bench

import (
	"context"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// prepare brings the session into the state that the scenarios need, by the
// messages that any host would send.
func (r *rig) prepare(ctx context.Context) error {
	if err := r.link.connected(ctx); err != nil {
		return err
	}
	reply, err := r.link.ask(ctx, secs2.SF{Stream: 1, Function: 13}, secs2.L())
	if err != nil {
		return err
	}
	body := secs2.NewReader(reply)
	body.Tuple(2)
	if code := body.Code("COMMACK"); code != 0 || body.Err() != nil {
		return fmt.Errorf("bench: S1F14 says %d, %w", code, body.Err())
	}
	vids := secs2.L(secs2.U4(firstDVID), secs2.U4(firstDVID+1), secs2.U4(firstDVID+2))
	for _, m := range []struct {
		function byte
		body     secs2.Item
	}{
		{33, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(rptid), vids)))},
		{35, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(eventCEID), secs2.L(secs2.U4(rptid)))))},
		{37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(eventCEID)))},
	} {
		if err := r.order(ctx, m.function, m.body); err != nil {
			return err
		}
	}
	return nil
}

// setWBit has the host say whether S6F11 shall have a reply.
func (r *rig) setWBit(ctx context.Context, want bool) error {
	return r.order(ctx, 15, secs2.L(secs2.L(secs2.U4(wBitS6), secs2.Bool(want))))
}

// order sends a message of stream 2 whose reply is a code, which must be 0.
func (r *rig) order(ctx context.Context, function byte, body secs2.Item) error {
	sf := secs2.SF{Stream: 2, Function: function}
	reply, err := r.link.ask(ctx, sf, body)
	if err != nil {
		return fmt.Errorf("bench: %v: %w", sf, err)
	}
	read := secs2.NewReader(reply)
	if code := read.Code("acknowledge code"); code != 0 || read.Err() != nil {
		return fmt.Errorf("bench: the reply to %v is %d, %w", sf, code, read.Err())
	}
	return nil
}
