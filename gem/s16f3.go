package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s16f3 answers Process Job Create Request: a job whose PRJOBID the equipment
// makes up.
//
//	S16F3 W <L [5] <U4 DATAID> <B MF> <L [n] <A MID> …>
//	  <L [3] <U1 PRRECIPEMETHOD> <A RCPSPEC> <L [m] <L [2] <A RCPPARNM> RCPPARVAL> …>> <BOOLEAN PRPROCESSSTART>>.
//	S16F4 <L [2] <A PRJOBID> <L [2] <BOOLEAN ACKA> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// MID is a CARRIERID where MF is 13, with all its substrates. PRJOBID is empty if
// there is no job.
func s16f3(c *call) {
	if c.absurd() {
		return
	}
	var s model.ProcessJobSpec
	c.Tuple(5)
	c.Name("DATAID")
	s.MaterialType = readMaterialType(&c.Reader)
	c.Each("material", func(r *secs2.Reader) {
		id := r.Name("MID")
		if s.MaterialType == model.MaterialCarriers {
			s.Carriers = append(s.Carriers, model.CarrierSlots{Carrier: id})
		} else {
			s.Substrates = append(s.Substrates, id)
		}
	})
	readRecipe(&c.Reader, &s)
	s.Start = readStart(&c.Reader)
	if c.Err() != nil {
		c.illegal()
		return
	}
	s.ID = c.eq.material.model.NewProcessJobID()
	c.createJob(&s, "")
}
