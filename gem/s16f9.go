package gem

import "github.com/secsd/secsd/secs2"

// The values of PREVENTID.
const (
	jobWaitingForMaterial = 1
	jobStateChange        = 2
)

// sendS16F9 sends Process Job Event Notify about the process job at hand, with the
// state that it is in.
//
//	S16F9 W <L [4] <U1 PREVENTID> <A TIMESTAMP> <A PRJOBID> <L [n] <L [2] <U4 VID> V> …>>.
//	S16F10.
func (e *Equipment) sendS16F9(event uint8) {
	state := e.material.styles.state
	e.tellJobs(9, func(ctx *valueContext, a *secs2.Appender) {
		a.List(4)
		a.U1(event)
		appendStamp(a, e.time())
		e.material.styles.id.appendValue(ctx, a)
		a.List(1)
		a.List(2)
		e.appendID(a, state.vid)
		state.appendValue(ctx, a)
	})
}
