package model

import "github.com/secsd/secsd/secs2"

// This file is the shapes of the services of process jobs (E40) and control jobs
// (E94). Each service has a Check, which changes nothing, and what does it, which
// may be called only if the Check found no fault.

// StartMethod is PRPROCESSSTART (E40) and StartMethod (E94).
type StartMethod uint8

// The methods.
const (
	ManualStart StartMethod = iota
	AutoStart
)

// The values of MF that process jobs take.
const (
	MaterialCarriers   = 13
	MaterialSubstrates = 14
)

// CarrierSlots are slots of a carrier; no slots are all occupied ones, or any.
type CarrierSlots struct {
	Carrier string
	Slots   []uint8
}

// RecipeSetting is a recipe variable with its value: RCPPARNM, RCPPARVAL.
type RecipeSetting struct {
	Name  string
	Value secs2.Item
}

// ProcessJobSpec is what a process job is created from (S16F11).
type ProcessJobSpec struct {
	ID           string
	MaterialType byte           // MF: 13, 14, 0 is none given
	Carriers     []CarrierSlots // for MF 13
	Substrates   []string       // for MF 14
	Method       uint8          // PRRECIPEMETHOD
	Recipe       string         // RCPSPEC
	Variables    []RecipeSetting
	Start        StartMethod
	PauseEvents  []uint32
}

// OutMap is an element of MtrlOutSpec: where substrates of a carrier go.
type OutMap struct{ From, To CarrierSlots }

// StatusMap is an element of MtrlOutByStatus.
type StatusMap struct {
	Status uint8 // MaterialStatus
	To     CarrierSlots
}

// ControlledJob is an element of ProcessingCtrlSpec. The rules are lists that are
// kept as they are.
type ControlledJob struct {
	ID                      string
	ControlRule, OutputRule secs2.Item
}

// The values of ProcessOrderMgmt and PRMTRLORDER.
const (
	OrderArrival uint8 = iota + 1
	OrderOptimize
	OrderList
)

// ControlJobSpec is what a control job is created from (S14F9).
type ControlJobSpec struct {
	ID                 string
	Carriers           []string // CarrierInputSpec
	Out                []OutMap
	ByStatus           []StatusMap
	PauseEvents        []uint32
	Jobs               []ControlledJob // ProcessingCtrlSpec
	Order              uint8           // ProcessOrderMgmt
	Start              StartMethod
	DataCollectionPlan string
}
