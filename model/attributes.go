package model

// The types whose tables are not filled yet.
var (
	processJobType = &ObjectType{Name: "ProcessJob"}
	controlJobType = &ObjectType{Name: "ControlJob"}
)
