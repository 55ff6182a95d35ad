package gem

import (
	"math"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is what the messages of process jobs (stream 16) have in common.

// readRecipe reads L[3] {PRRECIPEMETHOD, RCPSPEC, L[m] {L[2] {RCPPARNM, RCPPARVAL}}}.
func readRecipe(r *secs2.Reader, s *model.ProcessJobSpec) {
	r.Tuple(3)
	s.Method = uint8(min(r.Uint("PRRECIPEMETHOD"), math.MaxUint8))
	s.Recipe = r.Name("RCPSPEC")
	s.Variables = readVariables(r)
}

// readVariables reads L[m] {L[2] {RCPPARNM, RCPPARVAL}}.
func readVariables(r *secs2.Reader) (list []model.RecipeSetting) {
	r.Each("variables", func(r *secs2.Reader) {
		r.Tuple(2)
		list = append(list, model.RecipeSetting{Name: string(r.Text("RCPPARNM")), Value: r.Item("RCPPARVAL")})
	})
	return list
}

// readMaterialType reads MF, a byte or digits; zero-length is none. What jobs do
// not take is none of their values.
func readMaterialType(r *secs2.Reader) byte {
	switch r.Name("MF") {
	case "":
		return 0
	case "\x0D", "13":
		return model.MaterialCarriers
	case "\x0E", "14":
		return model.MaterialSubstrates
	}
	return math.MaxUint8
}

// readMaterial reads the material of a job, of which MF says what it is.
//
//	MF 13: <L [n] <L [2] <A CARRIERID> <L [j] <U1 SLOTID> …>> …>, or <U1 [j] SLOTID …>
//	MF 14: <L [n] <A MID> …>
//
// With another MF it is only told apart from none.
func readMaterial(r *secs2.Reader, s *model.ProcessJobSpec) {
	r.Each("material", func(r *secs2.Reader) {
		switch s.MaterialType {
		case model.MaterialCarriers:
			s.Carriers = append(s.Carriers, model.ReadCarrierSlots(r))
		case model.MaterialSubstrates:
			s.Substrates = append(s.Substrates, r.Name("MID"))
		default:
			r.Item("material")
			s.Substrates = append(s.Substrates, "")
		}
	})
}

// readStart reads PRPROCESSSTART.
func readStart(r *secs2.Reader) model.StartMethod {
	if r.Flag("PRPROCESSSTART") {
		return model.AutoStart
	}
	return model.ManualStart
}

// readJob reads what S16F11 and S16F15 say of a job, from PRJOBID on.
func readJob(r *secs2.Reader) (s model.ProcessJobSpec) {
	s.ID = string(r.Text("PRJOBID"))
	s.MaterialType = readMaterialType(r)
	readMaterial(r, &s)
	readRecipe(r, &s)
	s.Start = readStart(r)
	s.PauseEvents = model.ReadPauseEvents(r)
	return s
}

// createJob creates a job, or answers why not, with L[2] {PRJOBID, L[2] {ACKA,
// errors}}; where it says so the refusal names no job.
func (c *call) createJob(s *model.ProcessJobSpec, refused string) {
	m := c.eq.material.model
	c.host.arrived()
	id, faults := s.ID, c.barred()
	if faults == nil {
		faults = m.CheckProcessJob(s)
	}
	if len(faults) == 0 {
		c.reserve()
		m.CreateProcessJob(s)
	} else {
		id = refused
	}
	a := c.begin()
	a.List(2)
	a.Text(id)
	c.appendJobStatus(a, faults)
	c.reply()
}

// appendJobStatus appends L[2] {ACKA, errors}; ACKA is FALSE if there is any.
func (c *call) appendJobStatus(a *secs2.Appender, faults []model.Fault) {
	a.List(2)
	a.Bool(len(faults) == 0)
	appendFaults(a, faults)
	c.faulty(faults)
}

// answerJobs answers with the jobs for which it was done, and why not for the
// others.
func (c *call) answerJobs(ids []string, faults []model.Fault) {
	a := c.begin()
	a.List(2)
	a.List(len(ids))
	for _, id := range ids {
		a.Text(id)
	}
	c.appendJobStatus(a, faults)
	c.reply()
}

// jobRefusal is S16F6 or S16F12 for what cannot be stored: it names the job of the
// message, of n items, if that is one's name at all.
func (c *call) jobRefusal(n int) refusal {
	body := secs2.NewReader(c.body)
	body.Tuple(n)
	body.Name("DATAID")
	id := body.Text("PRJOBID")
	if body.Err() != nil || len(id) > maxName {
		id = nil
	}
	return refusedJob(secs2.A(string(id)))
}

// unnamedJobRefusal is S16F4 for what cannot be stored.
var unnamedJobRefusal = refusedJob(secs2.A(""))

// refusedJob is a secondary of stream 16 whose change cannot be stored: what comes
// before L[2] {ACKA, errors}, and that with storageFault.
func refusedJob(before ...secs2.Item) refusal {
	return refusal(secs2.L(append(before, jobStatusItem)...).Encoded())
}

var jobStatusItem = secs2.L(secs2.Bool(false), secs2.L(faultItem(storageFault)))
