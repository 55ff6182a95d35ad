package model

import "github.com/secsd/secsd/internal/fsm"

// This file is the three parts of the substrate's state model (E90); they share
// one numbering. Row 15 is not used, row 16 has no event.

// transport is a trigger of the transport states.
type transport uint8

const (
	substrateRegistered transport = iota
	takenFromSource
	putToSource
	movedInside
	putToDestination
	takenFromDestination
	removedNormally
	foundAtSource
	removedOtherwise
)

var transportNames = [...]string{
	"registered", "taken from source", "moved to source", "moved in the equipment", "moved to destination", "taken from destination",
	"removed in the normal way", "found at source", "removed otherwise",
}

func (t transport) String() string { return transportNames[t] }

var moveRow = fsm.Row[SubstState, transport]

var transportTable = fsm.NewTable("Substrate transport (E90)",
	moveRow(1, NoSubstrate, substrateRegistered, AtSource),
	moveRow(2, AtSource, takenFromSource, AtWork),
	moveRow(3, AtWork, putToSource, AtSource),
	moveRow(4, AtWork, movedInside, AtWork),
	moveRow(5, AtWork, putToDestination, AtDestination),
	moveRow(6, AtDestination, takenFromDestination, AtWork),
	moveRow(7, AtDestination, removedNormally, NoSubstrate),
	moveRow(8, AtDestination, foundAtSource, AtSource),
	moveRow(9, AtSource, removedOtherwise, NoSubstrate),
	moveRow(9, AtWork, removedOtherwise, NoSubstrate),
	moveRow(9, AtDestination, removedOtherwise, NoSubstrate),
)

// treatment is a trigger of the processing states.
type treatment uint8

const (
	substrateCreated treatment = iota
	processingBegins
	endsProcessed
	endsAborted
	endsStopped
	endsRejected
	endsLost
	endsSkipped
	needsAgain
)

var treatmentNames = [...]string{
	"created", "processing begins", "processed", "aborted", "stopped", "rejected", "lost", "skipped", "to be processed again",
}

func (t treatment) String() string { return treatmentNames[t] }

var treatmentRow = fsm.Row[SubstProcState, treatment]

var treatmentTable = fsm.NewTable("Substrate processing (E90)",
	treatmentRow(10, NoProcessing, substrateCreated, NeedsProcessing),
	treatmentRow(11, NeedsProcessing, processingBegins, InProcess),
	treatmentRow(12, InProcess, endsProcessed, SubstProcessed),
	treatmentRow(12, InProcess, endsAborted, SubstAborted),
	treatmentRow(12, InProcess, endsStopped, SubstStopped),
	treatmentRow(12, InProcess, endsRejected, SubstRejected),
	treatmentRow(12, InProcess, endsLost, SubstLost),
	treatmentRow(12, InProcess, endsSkipped, SubstSkipped),
	treatmentRow(13, InProcess, needsAgain, NeedsProcessing),
	treatmentRow(14, NeedsProcessing, endsLost, SubstLost),
	treatmentRow(14, NeedsProcessing, endsSkipped, SubstSkipped),
)

// treatmentTo is the trigger that leads to a state.
var treatmentTo = [...]treatment{
	NeedsProcessing: needsAgain, InProcess: processingBegins, SubstProcessed: endsProcessed, SubstAborted: endsAborted, SubstStopped: endsStopped,
	SubstRejected: endsRejected, SubstLost: endsLost, SubstSkipped: endsSkipped,
}

// substIDStatus is SubstIDStatus of equipment with a substrate reader.
type substIDStatus uint8

// The states.
const (
	idNotConfirmed substIDStatus = iota
	idWaiting
	idConfirmed
	idFailed
	noIDStatus substIDStatus = 255
)

var substIDStatusNames = [...]string{"NOT CONFIRMED", "WAITING FOR HOST", "CONFIRMED", "CONFIRMATION FAILED"}

func (s substIDStatus) String() string {
	if int(s) < len(substIDStatusNames) {
		return substIDStatusNames[s]
	}
	return "no state"
}

// verdict is a trigger of the ID states.
type verdict uint8

const (
	idEnrolled verdict = iota
	idReadEqual
	idReadFailed
	idReadDifferent
	idProceed
	idCancel
)

var verdictNames = [...]string{"created", "read and equal", "reading failed", "read but different", "ProceedWithSubstrate", "CancelSubstrate"}

func (v verdict) String() string { return verdictNames[v] }

var verdictRow = fsm.Row[substIDStatus, verdict]

var verdictTable = fsm.NewTable("Substrate ID (E90)",
	verdictRow(16, noIDStatus, idEnrolled, idNotConfirmed),
	verdictRow(17, idNotConfirmed, idReadEqual, idConfirmed),
	verdictRow(18, idNotConfirmed, idReadFailed, idWaiting),
	verdictRow(19, idNotConfirmed, idReadDifferent, idWaiting),
	verdictRow(20, idWaiting, idProceed, idConfirmed),
	verdictRow(21, idWaiting, idCancel, idFailed),
)
