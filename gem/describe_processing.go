package gem

// ProcessingDescription is the processing state model (E30 3.4).
type ProcessingDescription struct {
	States      []StateDescription      `json:"states"`
	Transitions []TransitionDescription `json:"transitions"`
}

// describeProcessing returns nil where there is no model.
func (e *Equipment) describeProcessing() *ProcessingDescription { return nil }

// gapProcessing is row F2: an event for every transition, ProcessState and
// PreviousProcessState.
func (e *Equipment) gapProcessing() gap {
	return gap{absent: "not in this version: the tool may tell ProcessState and its events, the state model is not there"}
}
