package model

import "github.com/secsd/secsd/secs2"

// moduleVariables are the data variables of module processes: what the run of a
// recipe at hand is like. RecID is also that of a process job.
func moduleVariables() []Variable {
	recID, parameters := ofProcessJob("RecID", secs2.ASCII), ofProcessJob("RecVariableList", secs2.List)
	return []Variable{
		{VID: 333, Name: "RecID", Format: secs2.ASCII, MaxLength: maxRecipeID, Append: func(m *Model, a *secs2.Appender) {
			if h := m.subject.Module; h != 0 {
				a.Text(m.modules[h-1].recipe)
				return
			}
			recID(m, a)
		}},
		moduleText(421, "ModuleID", func(x *module) string { return x.name }),
		moduleText(422, "StepID", func(x *module) string { return x.step }),
		moduleCode(423, "StepCount", func(x *module) uint8 { return x.count }),
		moduleCode(424, "StepNumber", func(x *module) uint8 { return x.number }),
		{VID: 425, Name: "RecipeParameters", Format: secs2.List, MaxLength: listLength, Append: func(m *Model, a *secs2.Appender) {
			if m.subject.Module == 0 {
				a.List(0)
				return
			}
			parameters(m, a)
		}},
		moduleCode(426, "ModuleProcessState", func(x *module) uint8 { return uint8(x.state) }),
	}
}

// ofProcessJob appends an attribute of the process job at hand.
func ofProcessJob(name string, f secs2.Format) func(*Model, *secs2.Appender) {
	return of(processJobType, name, f, func(s *Subject) uint32 { return s.ProcessJob })
}

func moduleText(vid uint32, name string, value func(*module) string) Variable {
	return Variable{VID: vid, Name: name, Format: secs2.ASCII, MaxLength: textLength, Append: func(m *Model, a *secs2.Appender) {
		if h := m.subject.Module; h != 0 {
			a.Text(value(&m.modules[h-1]))
			return
		}
		a.Text("")
	}}
}

// moduleCode is a variable of which 0 is no value.
func moduleCode(vid uint32, name string, value func(*module) uint8) Variable {
	return Variable{VID: vid, Name: name, Format: secs2.FormatU1, MaxLength: 1, Append: func(m *Model, a *secs2.Appender) {
		v := uint8(0)
		if h := m.subject.Module; h != 0 {
			v = value(&m.modules[h-1])
		}
		if v == 0 {
			noValue(a, secs2.FormatU1)
			return
		}
		a.U1(v)
	}}
}
