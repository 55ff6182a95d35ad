package gem

// The names of the events that the state models raise.
const (
	equipmentOffLineName   = "EquipmentOFFLINE"
	controlStateLocalName  = "ControlStateLOCAL"
	controlStateRemoteName = "ControlStateREMOTE"

	spoolActivatedName       = "SpoolingActivated"
	spoolDeactivatedName     = "SpoolingDeactivated"
	spoolTransmitFailureName = "SpoolTransmitFailure"

	messageRecognitionName = "MessageRecognition"
)

// ownEvents are the events that a tool cannot trigger, by name.
var ownEvents = map[string]bool{
	equipmentOffLineName: true, controlStateLocalName: true, controlStateRemoteName: true,
	spoolActivatedName: true, spoolDeactivatedName: true, spoolTransmitFailureName: true,
	messageRecognitionName: true,
}

// standardEvents returns the collection events that GEM defines, as far as
// this equipment has what they tell: those of the control and the spool state
// model, which the equipment raises, and those of processing and material, which the tool
// triggers. Identifiers are ours and can be moved.
func standardEvents(c *Config) []Event {
	list := []Event{
		{CEID: 1, Name: equipmentOffLineName},
		{CEID: 2, Name: controlStateLocalName},
		{CEID: 3, Name: controlStateRemoteName},
		{CEID: 10, Name: "ProcessingStarted"},
		{CEID: 11, Name: "ProcessingCompleted"},
		{CEID: 12, Name: "ProcessingStopped"},
		{CEID: 13, Name: "ProcessingStateChange"},
		{CEID: 31, Name: "ProcessProgramSelected"},
		{CEID: 40, Name: "MaterialReceived"},
		{CEID: 41, Name: "MaterialRemoved"},
		{CEID: 50, Name: spoolActivatedName},
		{CEID: 51, Name: spoolDeactivatedName},
		{CEID: 52, Name: spoolTransmitFailureName},
		{CEID: 60, Name: messageRecognitionName},
	}
	for i := range list {
		if ceid, moved := c.MoveCEIDs[list[i].Name]; moved {
			list[i].CEID = ceid
		}
	}
	return list
}
