package model

// The types whose tables are not filled yet.
var (
	carrierType    = &ObjectType{Name: "Carrier"}
	substrateType  = &ObjectType{Name: "Substrate"}
	substLocType   = &ObjectType{Name: "SubstLoc"}
	processJobType = &ObjectType{Name: "ProcessJob"}
	controlJobType = &ObjectType{Name: "ControlJob"}
	trackerType    = &ObjectType{Name: "EPTTracker"}
	loadPortType   = &ObjectType{Name: "LoadPort"}
	clockType      = &ObjectType{Name: "TSClock"}
)
