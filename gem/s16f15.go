package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s16f15 answers PRJobMultiCreate: several jobs, each for itself.
//
//	S16F15 W <L [2] <U4 DATAID> <L [p] <L [6] <A PRJOBID> <B MF> material
//	  <L [3] <U1 PRRECIPEMETHOD> <A RCPSPEC> <L [m] <L [2] <A RCPPARNM> RCPPARVAL> …>>
//	  <BOOLEAN PRPROCESSSTART> <L [k] <U4 CEID> …>> …>>.
//	S16F16 <L [2] <L [m] <A PRJOBID> …> <L [2] <BOOLEAN ACKA> <L [q] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The reply lists the jobs that were created; ACKA is FALSE if one was not, and
// each such job has one error that names it.
func s16f15(c *call) {
	if c.absurd() {
		return
	}
	var specs []model.ProcessJobSpec
	c.Tuple(2)
	c.Name("DATAID")
	c.Each("jobs", func(r *secs2.Reader) {
		r.Tuple(6)
		specs = append(specs, readJob(r))
	})
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.host.arrived()
	if f := c.barred(); f != nil {
		c.answerJobs(nil, f)
		return
	}
	c.reserve()
	created, faults := c.createJobs(specs)
	c.answerJobs(created, faults)
}

// createJobs creates the jobs that can be, and returns them and one fault for each
// that cannot.
func (c *call) createJobs(specs []model.ProcessJobSpec) (created []string, faults []model.Fault) {
	for i, why := range c.eq.material.model.CreateProcessJobs(specs) {
		id := specs[i].ID
		if len(why) == 0 {
			created = append(created, id)
			continue
		}
		faults = append(faults, why[0].Of(id))
	}
	return created, faults
}
