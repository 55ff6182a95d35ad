package model

import "github.com/secsd/secsd/internal/fsm"

// moduleState is ModuleProcessState (E157).
type moduleState uint8

const (
	moduleNoState moduleState = iota
	notExecuting
	generalExecution
	stepActive
)

var moduleStateNames = [...]string{"no state", "NOT EXECUTING", "GENERAL EXECUTION", "STEP ACTIVE"}

func (s moduleState) String() string { return moduleStateNames[s] }

// execution is a trigger of a module process.
type execution uint8

const (
	initialized execution = iota
	executionStarts
	executionCompletes
	executionFails
	stepStarts
	stepCompletes
	stepFails
)

var executionNames = [...]string{
	"initialized", "execution started", "execution completed", "execution failed", "step started", "step completed", "step failed",
}

func (x execution) String() string { return executionNames[x] }

var executionRow = fsm.Row[moduleState, execution]

var moduleTable = fsm.NewTable("Module process (E157)",
	executionRow(1, moduleNoState, initialized, notExecuting),
	executionRow(2, notExecuting, executionStarts, generalExecution),
	executionRow(3, generalExecution, executionCompletes, notExecuting),
	executionRow(3, stepActive, executionCompletes, notExecuting),
	executionRow(4, generalExecution, executionFails, notExecuting),
	executionRow(4, stepActive, executionFails, notExecuting),
	executionRow(5, generalExecution, stepStarts, stepActive),
	executionRow(6, stepActive, stepCompletes, generalExecution),
	executionRow(7, stepActive, stepFails, generalExecution),
)
