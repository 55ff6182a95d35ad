package gem

import "github.com/secsd/secsd/secs2"

// sendVerification sends Process Program Verification Send, once for each
// formatted program that came from the host. No entry is a program without faults.
//
//	S7F27 W <L [2] <A PPID> <L [n] <L [3] <U1 ACKC7A> <U2 SEQNUM> <A ERRW7>> …>>.
func (h *Host) sendVerification(ppid secs2.Item, faults []ProgramFault) {
	a := secs2.NewAppender(nil)
	a.List(2)
	a.Item(ppid)
	a.List(len(faults))
	for _, f := range faults {
		a.List(3)
		a.U1(uint8(f.Code))
		a.U2(f.SEQNUM)
		a.Text(f.Text)
	}
	h.post(h.primary(secs2.SF{Stream: 7, Function: 27}, secs2.WantReply, ordinary, a.Bytes()))
}
