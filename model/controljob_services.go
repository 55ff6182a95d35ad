package model

// This file is the services of control jobs (E94).

// CheckControlJob returns why the job cannot be created.
func (m *Model) CheckControlJob(*ControlJobSpec) []Fault { return nil }

// CreateControlJob is CJ#1. It copies what it keeps.
func (m *Model) CreateControlJob(*ControlJobSpec) {}

// CheckCJCommand returns why the command cannot be (S16F27). NoAction is a
// missing Action.
func (m *Model) CheckCJCommand(string, CJCommand, CtrlJobAction) *Fault { return nil }

// DoCJCommand carries the command out.
func (m *Model) DoCJCommand(string, CJCommand, CtrlJobAction) {}
