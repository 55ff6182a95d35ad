package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// sendS16F7 sends Process Job Alert Notify: a milestone of the process job at
// hand, and what there is to say against it.
//
//	S16F7 W <L [4] <A TIMESTAMP> <A PRJOBID> <U1 PRJOBMILESTONE>
//	  <L [2] <BOOLEAN ACKA> <L [n] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//	S16F8.
//
// ACKA is FALSE with an ERRCODE where a job goes that was aborted, stopped or
// cancelled.
func (e *Equipment) sendS16F7(milestone int, faults []model.Fault) {
	e.tellJobs(7, func(ctx *valueContext, a *secs2.Appender) {
		a.List(4)
		appendStamp(a, e.time())
		e.material.styles.id.appendValue(ctx, a)
		a.U1(uint8(milestone))
		a.List(2)
		a.Bool(len(faults) == 0)
		appendFaults(a, faults)
	})
}
