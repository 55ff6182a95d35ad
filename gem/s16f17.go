package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s16f17 answers PRJobDequeue: jobs that are QUEUED leave the pool.
//
//	S16F17 W <L [m] <A PRJOBID> …>.      m = 0: all that are QUEUED
//	S16F18 <L [2] <L [m] <A PRJOBID> …> <L [2] <BOOLEAN ACKA> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The reply lists the jobs that left.
func s16f17(c *call) {
	if c.exceeds(maxJobNames) {
		return
	}
	ids := c.names("PRJOBID")
	if c.Err() != nil {
		c.illegal()
		return
	}
	if f := c.barred(); f != nil {
		c.answerJobs(nil, f)
		return
	}
	m := c.eq.material.model
	if len(ids) == 0 {
		ids = pooledJobs(m)
	}
	c.reserve()
	c.answerJobs(eachJob(ids, m.CheckDequeue, m.Dequeue))
}

// maxJobNames bounds the jobs of one message: a Step of so many is long enough.
const maxJobNames = 2000

// pooledJobs returns the jobs that are QUEUED.
func pooledJobs(m *model.Model) (ids []string) {
	for id, s := range m.UnfinishedJobs() {
		if s == model.Pooled {
			ids = append(ids, id)
		}
	}
	return ids
}

// eachJob does it for each job for which check finds nothing against it.
func eachJob(ids []string, check func(id string) *model.Fault, do func(id string)) (done []string, faults []model.Fault) {
	for _, id := range ids {
		if f := check(id); f != nil {
			faults = append(faults, *f)
			continue
		}
		do(id)
		done = append(done, id)
	}
	return done, faults
}

// noJobsRefusal is S16F16, S16F18 or S16F26 for what cannot be stored.
var noJobsRefusal = refusedJob(secs2.L())
