package model

// awaited tells whether an ACTIVE job has still to process the substrate.
func (m *Model) awaited(uint32) bool { return false }

// substrateDone is told that the processing of a substrate ended, for the job that
// has it.
func (m *Model) substrateDone(uint32) {}

// controlJobOf returns the control job of a process job, 0 for none.
func (m *Model) controlJobOf(uint32) uint32 { return 0 }
