package gem

// The names of the events that the state models raise.
const (
	equipmentOffLineName   = "EquipmentOFFLINE"
	controlStateLocalName  = "ControlStateLOCAL"
	controlStateRemoteName = "ControlStateREMOTE"

	programChangeName   = "ProcessProgramChange"
	programSelectedName = "ProcessProgramSelected"
	programVerifiedName = "PPVerified"
	programFailedName   = "PPVerificationFailed"

	spoolActivatedName       = "SpoolingActivated"
	spoolDeactivatedName     = "SpoolingDeactivated"
	spoolTransmitFailureName = "SpoolTransmitFailure"

	messageRecognitionName    = "MessageRecognition"
	processingStartedName     = "ProcessingStarted"
	processingCompletedName   = "ProcessingCompleted"
	processingStoppedName     = "ProcessingStopped"
	processingStateChangeName = "ProcessingStateChange"

	operatorCommandIssuedName  = "OperatorCommandIssued"
	operatorConstantChangeName = "OperatorEquipmentConstantChange"
)

// ownEvents are the events that a tool cannot trigger, by name.
var ownEvents = map[string]bool{
	equipmentOffLineName: true, controlStateLocalName: true, controlStateRemoteName: true,
	programChangeName: true, programSelectedName: true, programVerifiedName: true, programFailedName: true,
	spoolActivatedName: true, spoolDeactivatedName: true, spoolTransmitFailureName: true,
	messageRecognitionName: true,
	processingStartedName:  true, processingCompletedName: true, processingStoppedName: true, processingStateChangeName: true,
	operatorCommandIssuedName: true, operatorConstantChangeName: true,
}

// processEvents are those that a row of one's own processing state model may
// raise.
var processEvents = map[string]bool{processingStartedName: true, processingCompletedName: true, processingStoppedName: true}

// standardEvents returns the collection events that GEM defines, as far as
// this equipment has what they tell: those of its state models and of the
// operator, which it raises itself, and those of material, which the tool
// triggers. Identifiers are ours and can be moved.
func standardEvents(c *Config) []Event {
	list := []Event{
		{CEID: 1, Name: equipmentOffLineName},
		{CEID: 2, Name: controlStateLocalName},
		{CEID: 3, Name: controlStateRemoteName},
		{CEID: 4, Name: operatorCommandIssuedName, DataVariables: []uint32{c.dataID(operatorCommandName, 205)}},
		{CEID: 10, Name: processingStartedName},
		{CEID: 11, Name: processingCompletedName},
		{CEID: 12, Name: processingStoppedName},
		{CEID: 13, Name: processingStateChangeName},
		{CEID: 20, Name: operatorConstantChangeName, DataVariables: []uint32{c.dataID(ecidChangedName, 208)}},
		{CEID: 30, Name: programChangeName, DataVariables: []uint32{c.dataID(ppChangeNameName, 206), c.dataID(ppChangeStatusName, 207)}},
		{CEID: 31, Name: programSelectedName},
		{CEID: 36, Name: programVerifiedName},
		{CEID: 37, Name: programFailedName},
		{CEID: 40, Name: "MaterialReceived"},
		{CEID: 41, Name: "MaterialRemoved"},
		{CEID: 50, Name: spoolActivatedName},
		{CEID: 51, Name: spoolDeactivatedName},
		{CEID: 52, Name: spoolTransmitFailureName},
		{CEID: 60, Name: messageRecognitionName},
	}
	list = append(list, materialEvents(c)...)
	for i := range list {
		if ceid, moved := c.MoveCEIDs[list[i].Name]; moved {
			list[i].CEID = ceid
		}
	}
	return list
}

// dataID returns the identifier of a data variable that GEM defines: vid, unless
// the configuration moved it.
func (c *Config) dataID(name string, vid uint32) uint32 {
	if moved, ok := c.MoveVIDs[name]; ok {
		return moved
	}
	return vid
}
