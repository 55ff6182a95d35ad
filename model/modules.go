package model

import "github.com/secsd/secsd/secs2"

// tracker is an EPTTracker (E116); module a process module as E157 sees it.
type (
	tracker struct{ name string }
	module  struct{ name string }
)

func (m *Model) newModules()   {}
func (m *Model) startModules() {}

func (m *Model) tellModule(Fact) error { return ErrUnknown }

// moduleVariables are the data variables of module processes: what the run of a
// recipe at hand is like.
func moduleVariables() []Variable {
	none := func(f secs2.Format) func(*Model, *secs2.Appender) {
		return func(_ *Model, a *secs2.Appender) { noValue(a, f) }
	}
	return []Variable{
		{VID: 421, Name: "ModuleID", Format: secs2.ASCII, MaxLength: textLength, Append: none(secs2.ASCII)},
		{VID: 422, Name: "StepID", Format: secs2.ASCII, MaxLength: textLength, Append: none(secs2.ASCII)},
		{VID: 423, Name: "StepCount", Format: secs2.FormatU1, MaxLength: 1, Append: none(secs2.FormatU1)},
		{VID: 424, Name: "StepNumber", Format: secs2.FormatU1, MaxLength: 1, Append: none(secs2.FormatU1)},
		{VID: 425, Name: "RecipeParameters", Format: secs2.List, MaxLength: listLength, Append: none(secs2.List)},
		{VID: 426, Name: "ModuleProcessState", Format: secs2.FormatU1, MaxLength: 1, Append: none(secs2.FormatU1)},
	}
}

func (c *Config) trackerVariables() []Variable { return nil }

// moduleName returns the name of a production module.
func (m *Model) moduleName(h uint32) string {
	if h == 0 {
		return ""
	}
	return m.modules[h-1].name
}
