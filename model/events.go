package model

import "fmt"

// This file is the collection events of GEM300: one for each row of the state
// models, but for those that the standards give none, and those that are no row.

// rows are the rows of a machine that have events, and the CEID that row 0 would
// have.
type rows struct {
	machine Machine
	base    uint32
	rows    []int
	data    []string
}

var (
	portData    = []string{"PortID", "PortTransferState", "AccessMode", "LoadPortReservationState", "PortAssociationState", "PortStateInfo", "CarrierID"}
	carrierData = []string{
		"CarrierID", "PortID", "LocationID", "CarrierIDStatus", "SlotMapStatus", "CarrierAccessingStatus", "SlotMap", "Reason", "Capacity",
		"ContentMap", "SubstrateCount", "Usage",
	}
	jobData = []string{
		"PRJobID", "PRJobState", "RecID", "RecVariableList", "PRMtlNameList", "PRMtlType", "PRProcessStart", "PRRecipeMethod", "PauseEvent", "CtrlJobID",
	}
	controlData = []string{
		"CtrlJobID", "CtrlJobState", "CarrierInputSpec", "CurrentPRJob", "DataCollectionPlan", "MtrlOutSpec", "MtrlOutByStatus", "CtrlJobPauseEvent",
		"PRJobStatusList", "ProcessingCtrlSpec", "ProcessOrderMgmt", "StartMethod", "CtrlJobAction",
	}
	substrateData = []string{
		"SubstID", "SubstLotID", "SubstSubstLocID", "SubstState", "SubstProcState", "SubstSource", "SubstDestination", "SubstHistory", "SubstType", "SubstUsage",
		"SubstMtrlStatus", "AcquiredID", "SubstIDStatus",
	}
	substLocData = []string{"SubstLocID", "SubstLocState", "SubstLocSubstID"}
	trackerData  = []string{
		"EPTElementName", "EPTElementType", "EPTState", "PreviousEPTState", "EPTStateTime", "TaskName", "TaskType", "PreviousTaskName",
		"PreviousTaskType", "BlockedReason", "BlockedReasonText", "EPTClock",
	}
	moduleData = []string{"ModuleID", "RecID", "PRJobID", "CtrlJobID", "SubstID", "StepID", "StepCount", "StepNumber", "RecipeParameters", "ModuleProcessState"}
)

func eventRows() []rows {
	return []rows{
		{LoadPortTransfer, 300, span(1, 10), portData},
		{AccessModeModel, 310, span(1, 3), portData},
		{LoadPortReservation, 320, span(2, 3), portData},
		{PortAssociation, 330, span(2, 4), portData},
		{CarrierModel, 340, append(append(span(2, 11), span(13, 16)...), span(18, 21)...), carrierData},
		{ProcessJobModel, 400, span(1, 18), jobData},
		{ControlJobModel, 440, span(1, 13), controlData},
		{SubstrateModel, 500, append(span(1, 14), span(17, 21)...), substrateData},
		{SubstLocModel, 530, span(1, 2), substLocData},
		{EPTModel, 540, span(1, 9), trackerData},
	}
}

func span(low, high int) (list []int) {
	for i := low; i <= high; i++ {
		list = append(list, i)
	}
	return list
}

// occasionIDs are the CEIDs of occasions.
var occasionIDs = [...]uint32{
	CarrierClamped: 371, CarrierUnclamped: 372, CarrierOpened: 373, CarrierClosed: 374, CarrierLocationChange: 375, CarrierIDReadFail: 376,
	IDReaderAvailable: 377, IDReaderUnavailable: 378, UnknownCarrierID: 379, DuplicateCarrierIDInProcess: 380, CarrierApproachingComplete: 381,
	BufferCapacityChanged: 382, WaitingForMaterial: 421, SubstrateIDReaderAvailable: 535, SubstrateIDReaderUnavailable: 536,
}

// The CEIDs and names of events that follow rows of the process job model.
const (
	PRJobStateChange = "PRJobStateChange"
	prStateChangeID  = 420
	firstMilestoneID = 431
)

// MilestoneNames are the events of PRJOBMILESTONE 1 to 5.
var MilestoneNames = [...]string{"PRJobSetup", "PRJobProcessing", "PRJobProcessingComplete", "PRJobComplete", "PRJobWaitingForStart"}

// EventName returns the name of the event of a row; module is that of
// ModuleProcess.
func EventName(machine Machine, row int, module string) string {
	name := fmt.Sprintf("%vSM%02d", machine, row)
	if machine == ModuleProcess {
		name += "_" + module
	}
	return name
}

// Events returns the collection events of the equipment.
func (c *Config) Events() []Event {
	if !c.Enabled() {
		return nil
	}
	var list []Event
	for _, r := range eventRows() {
		for _, n := range r.rows {
			list = append(list, Event{r.base + uint32(n), EventName(r.machine, n, ""), r.data, rowMeanings[rowKey{r.machine, n}]})
		}
	}
	for o := range Occasions {
		list = append(list, Event{occasionIDs[o], o.String(), occasionData(o), occasionWhen[o]})
	}
	list = append(list, Event{prStateChangeID, PRJobStateChange, jobData, "Any transition of the process job state model; sent behind its own event."})
	for i, name := range MilestoneNames {
		list = append(list, Event{firstMilestoneID + uint32(i), name, jobData, fmt.Sprintf("A process job reached milestone %d.", i+1)})
	}
	for i, module := range c.ProductionModules() {
		for n := 1; n <= 7; n++ {
			list = append(list, Event{
				spread(600 + 10*(i+1) + n), EventName(ModuleProcess, n, module), moduleData,
				module + ": " + rowMeanings[rowKey{ModuleProcess, n}],
			})
		}
	}
	return list
}

// ProductionModules returns the locations that process.
func (c *Config) ProductionModules() (list []string) {
	for _, l := range c.Locations {
		if l.Use == ProductionModule {
			list = append(list, l.Name)
		}
	}
	return list
}

func occasionData(o Occasion) []string {
	switch o {
	case CarrierIDReadFail, IDReaderAvailable, IDReaderUnavailable, UnknownCarrierID:
		return []string{"PortID"}
	case DuplicateCarrierIDInProcess, CarrierApproachingComplete:
		return []string{"CarrierID"}
	case WaitingForMaterial:
		return jobData
	case SubstrateIDReaderAvailable, SubstrateIDReaderUnavailable:
		return []string{"SubstLocID"}
	case BufferCapacityChanged:
		return nil
	default:
		return []string{"PortID", "CarrierID", "LocationID"}
	}
}

var occasionWhen = [...]string{
	CarrierClamped:               "The carrier is held on its port.",
	CarrierUnclamped:             "The carrier is free to be taken away.",
	CarrierOpened:                "The door of the carrier is off.",
	CarrierClosed:                "The door of the carrier is back on.",
	CarrierLocationChange:        "The carrier rests at another location.",
	CarrierIDReadFail:            "The carrier ID could not be read, and no carrier is bound to the port.",
	IDReaderAvailable:            "The carrier ID reader of the port works again.",
	IDReaderUnavailable:          "The carrier ID reader of the port does not work.",
	UnknownCarrierID:             "A carrier stands on a port without a reader, and none is bound to it.",
	DuplicateCarrierIDInProcess:  "A carrier came whose ID one has that is being processed.",
	CarrierApproachingComplete:   "The carrier will soon be done with.",
	BufferCapacityChanged:        "Another number of places of the internal buffer is free.",
	WaitingForMaterial:           "A process job is set up and its material is not there.",
	SubstrateIDReaderAvailable:   "The substrate reader works again.",
	SubstrateIDReaderUnavailable: "The substrate reader does not work.",
}
