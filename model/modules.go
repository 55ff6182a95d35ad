package model

import "fmt"

// module is a production module as E157 sees it: it runs recipes.
type module struct {
	name      string
	state     moduleState
	recipe    string
	substrate string // SubstID of what it runs the recipe on, "" for none
	step      string // StepID of the step at hand
	number    uint8  // StepNumber of the step at hand, 0: none
	count     uint8  // StepCount: the steps of this run so far
}

// Longest texts of a module process.
const (
	maxStepID   = 80
	maxRecipeID = 120 // as E5 PPID
)

func (m *Model) newModules() {
	for _, name := range m.cfg.ProductionModules() {
		m.modules = append(m.modules, module{name: name})
	}
	m.newTrackers()
}

// startModules takes row 1 of the modules that did not run a recipe when the
// equipment stopped: of those that did, the tool tells how it goes on.
func (m *Model) startModules() {
	for i := range m.modules {
		if x := &m.modules[i]; x.state <= notExecuting {
			m.touch(KindModule, x.name)
			x.state = moduleNoState
			m.execute(uint32(i+1), initialized)
		}
	}
	m.startTrackers()
}

func (m *Model) tellModule(f Fact) error {
	switch f := f.(type) {
	case ModuleStarted:
		return m.moduleStarted(f)
	case ModuleStep:
		return m.moduleStep(f)
	case ModuleStepEnded:
		return m.moduleGoes(f.Module, stepCompletes)
	case ModuleStepFailed:
		return m.moduleGoes(f.Module, stepFails)
	case ModuleEnded:
		return m.moduleGoes(f.Module, executionCompletes)
	case ModuleFailed:
		return m.moduleGoes(f.Module, executionFails)
	case TaskStarted:
		return m.taskStarted(f)
	case TaskEnded:
		return m.taskEnded(f)
	case ModuleBlocked:
		return m.moduleBlocked(f)
	case ModuleUnblocked:
		return m.moduleUnblocked(f)
	case ClockState:
		m.clock = f
		return nil
	}
	return ErrUnknown
}

// moduleNamed is the production module that a fact names; it has the row.
func (m *Model) moduleNamed(name string, on execution) (uint32, *module, error) {
	h := m.findModule(name)
	if h == 0 {
		return 0, nil, fmt.Errorf("%w: no production module %q", ErrUnknown, name)
	}
	x := &m.modules[h-1]
	if _, ok := moduleTable.Next(x.state, on); !ok {
		return 0, nil, fmt.Errorf("%w: %s is %v", ErrNotNow, name, x.state)
	}
	return h, x, nil
}

// findModule returns the production module with that ModuleID, 0 if there is none.
func (m *Model) findModule(name string) uint32 {
	for i := range m.modules {
		if m.modules[i].name == name {
			return uint32(i + 1)
		}
	}
	return 0
}

// moduleStarted begins the run of a recipe. It is the module's task, unless the
// tool has told one.
func (m *Model) moduleStarted(f ModuleStarted) error {
	h, x, err := m.moduleNamed(f.Module, executionStarts)
	switch {
	case err != nil:
		return err
	case len(f.Recipe) > maxRecipeID:
		return fmt.Errorf("%w: a recipe of %d characters", ErrValue, len(f.Recipe))
	case f.Substrate != "" && m.findSubstrate(f.Substrate) == 0:
		return fmt.Errorf("%w: no substrate %q", ErrUnknown, f.Substrate)
	}
	if f.Substrate == "" {
		if s := m.occupant(m.findPlace(x.name)); s != 0 {
			f.Substrate = m.substrateID(s)
		}
	}
	m.touch(KindModule, x.name)
	x.recipe, x.substrate, x.count = f.Recipe, f.Substrate, 0
	m.execute(h, executionStarts)
	if t := m.findTracker(x.name); m.trackers[t-1].state != eptBusy {
		m.performModule(t, taskBegins, task{f.Recipe, ProcessTask, recipeTask}, hindrance{})
	}
	return nil
}

func (m *Model) moduleStep(f ModuleStep) error {
	h, x, err := m.moduleNamed(f.Module, stepStarts)
	switch {
	case err != nil:
		return err
	case f.Number < 1 || f.Number > 255:
		return fmt.Errorf("%w: step number %d", ErrValue, f.Number)
	case len(f.Step) > maxStepID:
		return fmt.Errorf("%w: a step of %d characters", ErrValue, len(f.Step))
	}
	m.touch(KindModule, x.name)
	x.step, x.number = f.Step, uint8(f.Number)
	if x.count < 255 {
		x.count++
	}
	m.execute(h, stepStarts)
	return nil
}

// moduleGoes ends a step or the run. The end of the run ends the task that it
// stood for.
func (m *Model) moduleGoes(name string, on execution) error {
	h, x, err := m.moduleNamed(name, on)
	if err != nil {
		return err
	}
	m.touch(KindModule, x.name)
	if on == executionCompletes || on == executionFails {
		x.step, x.number = "", 0
	}
	m.execute(h, on)
	x.step, x.number = "", 0
	if x.state != notExecuting {
		return nil
	}
	x.recipe, x.substrate, x.count = "", "", 0
	if t := m.findTracker(name); m.trackers[t-1].task.origin == recipeTask {
		m.endTask(t)
	}
	return nil
}

// execute takes a row of a module process, of its substrate and the job that has
// it.
func (m *Model) execute(h uint32, on execution) {
	x := &m.modules[h-1]
	from := x.state
	row, ok := moduleTable.Next(from, on)
	if !ok {
		panic("model: module " + x.name + ": " + from.String() + " has no row for " + on.String())
	}
	x.state = row.To
	about := Subject{Module: h, Substrate: m.findSubstrate(x.substrate)}
	if about.Substrate != 0 {
		about.ProcessJob = m.jobOf(about.Substrate)
		about.ControlJob = m.controlJobOf(about.ProcessJob)
	}
	m.took(about, ModuleProcess, row.Number, from.String(), row.To.String(), on.String())
}

// moduleName returns the name of a production module.
func (m *Model) moduleName(h uint32) string {
	if h == 0 {
		return ""
	}
	return m.modules[h-1].name
}
