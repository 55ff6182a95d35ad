package model

import "fmt"

// This file is the processing of substrates: what the tool tells of it, and how
// jobs end it.

// processingBegun takes SUB#11. Substrates that a further job processes, or a
// further module, are beyond that row already.
func (m *Model) processingBegun(f ProcessingBegun) error {
	h, err := m.substrateNamed(f.Substrate)
	if err != nil {
		return err
	}
	s := m.substrates.at(h)
	if s.process != NeedsProcessing {
		return m.processedFurther(h, f.Substrate)
	}
	m.touchSubstrate(h)
	m.treat(h, processingBegins)
	return nil
}

// processedFurther tells whether a substrate may be processed without a row: it is
// IN PROCESS, or a further job has it after another one.
func (m *Model) processedFurther(h uint32, id string) error {
	s := m.substrates.at(h)
	if s.process == InProcess || m.awaited(h) {
		return nil
	}
	return fmt.Errorf("%w: %s is %v", ErrNotNow, id, s.process)
}

// processingEnded takes SUB#12.
func (m *Model) processingEnded(f ProcessingEnded) error {
	h, err := m.substrateNamed(f.Substrate)
	if err != nil {
		return err
	}
	switch f.Outcome {
	case SubstProcessed, SubstAborted, SubstStopped, SubstRejected:
	default:
		return fmt.Errorf("%w: %v is no outcome of processing", ErrValue, f.Outcome)
	}
	s := m.substrates.at(h)
	if s.process == NeedsProcessing {
		return fmt.Errorf("%w: %s is %v", ErrNotNow, f.Substrate, s.process)
	}
	if err := m.processedFurther(h, f.Substrate); err != nil {
		return err
	}
	m.touchSubstrate(h)
	if f.MaterialStatus != 0 {
		s.material = f.MaterialStatus
	}
	if s.process == InProcess {
		m.treat(h, treatmentTo[f.Outcome])
	}
	m.substrateDone(h)
	return nil
}

// skipSubstrate says that a substrate will not be processed: SUB#14 if it is NEEDS
// PROCESSING.
func (m *Model) skipSubstrate(h uint32) {
	if m.substrates.at(h).process == NeedsProcessing {
		m.touchSubstrate(h)
		m.treat(h, endsSkipped)
	}
}

// abortSubstrate ends the processing of a substrate: SUB#12 if it is IN PROCESS.
func (m *Model) abortSubstrate(h uint32) {
	if m.substrates.at(h).process == InProcess {
		m.touchSubstrate(h)
		m.treat(h, endsAborted)
	}
}

// substrateLost takes a substrate out that is not there any more: it ends LOST
// unless its processing is over, and is extinct.
func (m *Model) substrateLost(f SubstrateIsLost) error {
	h, err := m.substrateNamed(f.Substrate)
	if err != nil {
		return err
	}
	m.lose(h)
	return nil
}

func (m *Model) lose(h uint32) {
	m.touchSubstrate(h)
	if !m.substrates.at(h).process.Final() {
		m.treat(h, endsLost)
		m.substrateDone(h)
	}
	m.takeAway(h)
}

// treat takes a row of the processing states. Row 10 is that of a new substrate.
func (m *Model) treat(h uint32, on treatment) {
	s := m.substrates.at(h)
	from := s.process
	if on == substrateCreated {
		from = NoProcessing
	}
	row, ok := treatmentTable.Next(from, on)
	if !ok {
		panic("model: substrate " + m.substrateID(h) + ": " + from.String() + " has no row for " + on.String())
	}
	s.process = row.To
	m.took(Subject{Substrate: h}, SubstrateModel, row.Number, from.String(), row.To.String(), on.String())
}
