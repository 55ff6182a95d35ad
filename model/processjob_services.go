package model

// This file is the services of process jobs (E40).

// CheckProcessJob returns why the job cannot be created.
func (m *Model) CheckProcessJob(*ProcessJobSpec) []Fault { return nil }

// CreateProcessJob is PJ#1. It copies what it keeps.
func (m *Model) CreateProcessJob(*ProcessJobSpec) {}

// CreateProcessJobs creates those of the list that nothing speaks against, each
// checked against those before it, and returns the faults of each: PJ#1 of all of
// them comes before what follows from them.
func (m *Model) CreateProcessJobs(list []ProcessJobSpec) [][]Fault { return make([][]Fault, len(list)) }

// NewProcessJobID returns an identifier that no job has (S16F3).
func (m *Model) NewProcessJobID() string { return "" }

// CheckPRCommand returns why the command cannot be (S16F5).
func (m *Model) CheckPRCommand(string, PRCommand) *Fault { return nil }

// DoPRCommand carries the command out.
func (m *Model) DoPRCommand(string, PRCommand) {}

// CheckDequeue returns why the job cannot leave the pool (S16F17).
func (m *Model) CheckDequeue(string) *Fault { return nil }

// Dequeue is PJ#18.
func (m *Model) Dequeue(string) {}

// PooledJobs returns the jobs that are QUEUED, in the order of their creation.
func (m *Model) PooledJobs() []string { return nil }

// UnfinishedJobs calls with every job that is not POST ACTIVE, in the order of
// their creation.
func (m *Model) UnfinishedJobs(func(id string, s PRState)) {}

// ProcessJobSpace returns how many process jobs can still be created.
func (m *Model) ProcessJobSpace() int { return 0 }

// CheckRecipeVariables returns why the variables cannot be set (S16F23).
func (m *Model) CheckRecipeVariables(string, []RecipeSetting) []Fault { return nil }

// SetRecipeVariables sets them; those not named stay.
func (m *Model) SetRecipeVariables(string, []RecipeSetting) {}

// CheckStartMethod returns why PRProcessStart cannot be set (S16F25).
func (m *Model) CheckStartMethod(string) *Fault { return nil }

// SetStartMethod sets it.
func (m *Model) SetStartMethod(string, StartMethod) {}

// SetMaterialOrder sets the order in which jobs without a control job begin
// (S16F29), and reports whether there is such an order.
func (m *Model) SetMaterialOrder(order uint8) bool {
	return order >= OrderArrival && order <= OrderList
}
