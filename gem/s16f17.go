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
	c.answerJobs(m.DequeueJobs(ids))
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

// noJobsRefusal is S16F16, S16F18 or S16F26 for what cannot be stored.
var noJobsRefusal = refusedJob(secs2.L())
