package model

// awaited tells whether an ACTIVE job has still to process the substrate.
func (m *Model) awaited(uint32) bool { return false }

// substrateDone is told that the processing of a substrate ended, for the job that
// has it.
func (m *Model) substrateDone(uint32) {}

// controlJobOf returns the control job of a process job, 0 for none.
func (m *Model) controlJobOf(uint32) uint32 { return 0 }

// carrierNeeded tells whether a job still needs the carrier with that CarrierID.
func (m *Model) carrierNeeded(string) bool { return true }

// carrierEnd returns how the access to a carrier ends.
func (m *Model) carrierEnd(uint32) accessEnd { return endNormal }

// materialLeft tells that the substrates of a carrier have left with it.
func (m *Model) materialLeft(string) {}

// slotsMissing tells that the slot map of a carrier is accepted.
func (m *Model) slotsMissing(uint32) {}
