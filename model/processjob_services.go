package model

import (
	"fmt"
	"iter"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is the services of process jobs (E40).

// CreateProcessJob is PJ#1. It copies what it keeps.
func (m *Model) CreateProcessJob(s *ProcessJobSpec) {
	m.createProcessJob(s)
	m.run()
}

// CreateProcessJobs creates those of the list that nothing speaks against, each
// checked against those before it, and returns the faults of each: PJ#1 of all of
// them comes before what follows from them.
func (m *Model) CreateProcessJobs(list []ProcessJobSpec) [][]Fault {
	faults := make([][]Fault, len(list))
	for i := range list {
		if faults[i] = m.CheckProcessJob(&list[i]); len(faults[i]) == 0 {
			m.createProcessJob(&list[i])
		}
	}
	m.run()
	return faults
}

func (m *Model) createProcessJob(s *ProcessJobSpec) {
	m.touch(KindProcessJob, s.ID)
	j := processJob{
		id: s.ID, recipe: m.names.use(s.Recipe), sequence: m.next(), state: Pooled, resume: NoJob, method: s.Method, materialType: s.MaterialType,
	}
	if s.Start == AutoStart {
		j.flags = jobAuto
	}
	m.keepCarriers(&j, s.Carriers)
	if len(s.Substrates) > 0 {
		j.more().substrates = slices.Clone(s.Substrates)
	}
	if len(s.Variables) > 0 {
		j.more().variables = encodeSettings(s.Variables)
	}
	if len(s.PauseEvents) > 0 {
		j.more().pauses = unique(s.PauseEvents)
	}
	h := m.jobs.add(j)
	m.list(h)
	m.took(Subject{ProcessJob: h}, ProcessJobModel, 1, NoJob.String(), Pooled.String(), jobCreated.String())
}

// unique returns a list without what comes again.
func unique(list []uint32) (once []uint32) {
	for _, x := range list {
		if !slices.Contains(once, x) {
			once = append(once, x)
		}
	}
	return once
}

// encodeSettings encodes RecVariableList.
func encodeSettings(list []RecipeSetting) []byte {
	var a secs2.Appender
	a.List(len(list))
	for _, x := range list {
		a.List(2)
		a.Text(x.Name)
		a.Item(x.Value)
	}
	return slices.Clip(a.Bytes())
}

// settings returns the recipe variables of a job.
func (j *processJob) settings() (list []RecipeSetting) {
	if j.rare == nil || j.rare.variables == nil {
		return nil
	}
	r := secs2.NewReader(encoded(j.rare.variables))
	r.Each("variables", func(r *secs2.Reader) {
		r.Tuple(2)
		list = append(list, RecipeSetting{string(r.Text("RCPPARNM")), r.Item("RCPPARVAL")})
	})
	return list
}

// NewProcessJobID returns an identifier that no job has (S16F3).
func (m *Model) NewProcessJobID() string {
	for n := 1; ; n++ {
		if id := fmt.Sprintf("PJ-%s-%d", m.now.Format("20060102150405"), n); m.jobs.find(id) == 0 {
			return id
		}
	}
}

// prTriggers are the triggers of commands; START is one only in WAITING FOR START.
var prTriggers = [...]jobTrigger{PRStart: jobStarted, PRPause: jobPause, PRResume: jobResume, PRStop: jobStop, PRAbort: jobAbort, PRCancel: jobCancel}

// CheckPRCommand returns why the command cannot be (S16F5).
func (m *Model) CheckPRCommand(id string, c PRCommand) *Fault {
	h := m.jobs.find(id)
	switch {
	case h == 0:
		return &Fault{ErrUnknownObject, Clip(id)}
	case c < PRStart || c > PRCancel:
		return &Fault{ErrUnsupported, "PRCMDNAME is unknown"}
	}
	state := m.jobs.at(h).state
	if c == PRStart && (state == Pooled || state == SettingUp) {
		return nil
	}
	if _, ok := processJobTable.Next(state, prTriggers[c]); !ok {
		f := fault(ErrWrongState, "%v not valid in %v", c, state)
		return &f
	}
	return nil
}

// DoPRCommand carries the command out.
func (m *Model) DoPRCommand(id string, c PRCommand) {
	m.doPRCommand(id, c)
	m.run()
}

func (m *Model) doPRCommand(id string, c PRCommand) {
	h := m.jobs.find(id)
	if j := m.jobs.at(h); c == PRStart && j.state != WaitingForStart {
		m.setStart(j, AutoStart)
		return
	}
	m.takeJob(h, prTriggers[c])
}

// setStart sets PRProcessStart.
func (m *Model) setStart(j *processJob, s StartMethod) {
	m.touch(KindProcessJob, j.id)
	j.flags &^= jobAuto
	if s == AutoStart {
		j.flags |= jobAuto
	}
}

// checkPooled returns why a job is not one of the pool.
func (m *Model) checkPooled(id string) *Fault {
	h := m.jobs.find(id)
	switch {
	case h == 0:
		return &Fault{ErrUnknownObject, Clip(id)}
	case m.jobs.at(h).state != Pooled:
		f := fault(ErrWrongState, "%s is %v", id, m.jobs.at(h).state)
		return &f
	}
	return nil
}

// DequeueJobs takes PJ#18 of those of the list that are QUEUED (S16F17), and returns
// them and why the others do not go. What follows comes when all are gone: none of
// them begins because another has left.
func (m *Model) DequeueJobs(ids []string) (done []string, faults []Fault) {
	return m.eachPooled(ids, func(h uint32) { m.takeJob(h, jobDequeued) })
}

// eachPooled does it for each job of a list that is QUEUED, and returns those, and
// what is wrong with the others.
func (m *Model) eachPooled(ids []string, do func(h uint32)) (done []string, faults []Fault) {
	for _, id := range ids {
		if f := m.checkPooled(id); f != nil {
			faults = append(faults, *f)
			continue
		}
		do(m.jobs.find(id))
		done = append(done, id)
	}
	m.run()
	return done, faults
}

// UnfinishedJobs ranges over the jobs that are not POST ACTIVE, in the order of
// their creation.
func (m *Model) UnfinishedJobs() iter.Seq2[string, PRState] {
	return func(yield func(string, PRState) bool) {
		for _, j := range m.jobs.all() {
			if !j.state.PostActive() && !yield(j.id, j.state) {
				return
			}
		}
	}
}

// ProcessJobSpace returns how many process jobs can still be created.
func (m *Model) ProcessJobSpace() int { return max(0, m.cfg.Jobs.MaxProcessJobs-m.jobs.count) }

// CheckRecipeVariables returns why the variables cannot be set (S16F23).
func (m *Model) CheckRecipeVariables(id string, v []RecipeSetting) []Fault {
	h := m.jobs.find(id)
	if h == 0 {
		return []Fault{{ErrUnknownObject, Clip(id)}}
	}
	j := m.jobs.at(h)
	switch {
	case j.state != Pooled && j.state != SettingUp && j.state != WaitingForStart:
		return []Fault{fault(ErrWrongState, "%s is %v", id, j.state)}
	case j.method == recipeOnly:
		return []Fault{fault(ErrUnsupported, "%s: no variables with PRRECIPEMETHOD %d", id, recipeOnly)}
	}
	var faults []Fault
	m.checkVariables(v, complains(&faults))
	return faults
}

// SetRecipeVariables sets them; those not named stay.
func (m *Model) SetRecipeVariables(id string, v []RecipeSetting) {
	j := m.jobs.at(m.jobs.find(id))
	m.touch(KindProcessJob, j.id)
	list := j.settings()
	for _, x := range v {
		if i := slices.IndexFunc(list, func(y RecipeSetting) bool { return y.Name == x.Name }); i >= 0 {
			list[i] = x
			continue
		}
		list = append(list, x)
	}
	if len(list) > 0 {
		j.more().variables = encodeSettings(list)
	}
	m.run()
}

// SetStartMethods sets PRProcessStart of those of the list that are QUEUED (S16F25),
// and returns them and why the others stay as they are.
func (m *Model) SetStartMethods(ids []string, s StartMethod) (done []string, faults []Fault) {
	return m.eachPooled(ids, func(h uint32) { m.setStart(m.jobs.at(h), s) })
}

// SetMaterialOrder sets the order in which the tool takes the material of a job
// that no control job rules (S16F29), and reports whether there is such an order.
func (m *Model) SetMaterialOrder(order uint8) bool {
	if order < OrderArrival || order > OrderList {
		return false
	}
	m.touch(KindProcessJob, poolID)
	m.lines.order = order
	return true
}
