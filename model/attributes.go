package model

// The types whose tables are not filled yet.
var (
	carrierType    = &ObjectType{Name: "Carrier"}
	processJobType = &ObjectType{Name: "ProcessJob"}
	controlJobType = &ObjectType{Name: "ControlJob"}
	loadPortType   = &ObjectType{Name: "LoadPort"}
)
