package model

import (
	"slices"
	"strings"
)

// This file says in words what the variables tell, for the manual.

// meaningOf returns what a variable tells; forms of one port or place, as in
// AccessMode_1, tell the same of it.
func meaningOf(name string) string { return meanings[baseName(name)] }

// baseName is a name without the number of the port or place behind it.
func baseName(name string) string {
	if i := strings.LastIndexByte(name, '_'); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		return name[:i]
	}
	return name
}

var meanings = map[string]string{
	"PortID": "Number of the load port.", "LocationID": "Where the carrier rests.", "Reason": "Why the slot map waits for the host.",
	"PortStateInfo":     "PortAssociationState and PortTransferState.",
	"PortTransferState": "Whether a carrier can be brought to the load port, or taken away.", "AccessMode": "Who brings carriers to the load port and takes them away.",
	"LoadPortReservationState": "Whether the load port is kept for a carrier.", "PortAssociationState": "Whether a carrier belongs to the load port.",

	"CarrierID": "The carrier.", "CarrierIDStatus": "How far the carrier ID is verified.", "SlotMapStatus": "How far the slot map is verified.",
	"CarrierAccessingStatus": "Whether substrates of the carrier have been taken out, and how that ended.",
	"SlotMap":                "U1 of each slot: 0 UNDEFINED, 1 EMPTY, 2 NOT EMPTY, 3 CORRECTLY OCCUPIED, 4 DOUBLE SLOTTED, 5 CROSS SLOTTED.",
	"Capacity":               "Number of slots.", "ContentMap": "LotID and SubstID of each slot, zero-length for an empty one.",
	"SubstrateCount": "Number of substrates in the carrier; of one that leaves, what it takes along.", "Usage": "What is in the carrier, in words of the host.",

	"PRJobID": "The process job.", "PRJobState": "State of the process job.", "RecID": "The recipe.", "RecVariableList": "Name and value of each recipe variable that the job sets.",
	"PRMtlNameList": "Carriers with their slots, or substrates, in the order of processing.", "PRMtlType": "What PRMtlNameList names: 0D carriers, 0E substrates.",
	"PRProcessStart": "TRUE: the job begins by itself once its material is ready. FALSE: it waits for START.",
	"PRRecipeMethod": "How the recipe is used.", "PauseEvent": "CEIDs that pause the process job.",

	"CtrlJobID": "The control job.", "CtrlJobState": "State of the control job.", "CtrlJobAction": "What CJCancel, CJStop or CJAbort does with the process jobs that have not begun.",
	"CarrierInputSpec": "Carriers that the control job needs.", "CurrentPRJob": "Process jobs of the control job that are active.",
	"DataCollectionPlan": "A name that the host has given.", "MtrlOutSpec": "Where substrates go, by carrier and slot.",
	"MtrlOutByStatus": "Where substrates go, by MaterialStatus.", "CtrlJobPauseEvent": "CEIDs that pause the control job.",
	"PRJobStatusList": "PRJobID and PRJobState of each process job of the control job.", "ProcessingCtrlSpec": "Process jobs of the control job, with rules.",
	"ProcessOrderMgmt": "In which order process jobs begin.", "StartMethod": "TRUE: the control job begins by itself once its material is ready. FALSE: it waits for CJStart.",

	"SubstID": "The substrate.", "SubstLotID": "Its lot.", "SubstSubstLocID": "Where the substrate is.", "SubstState": "Whether it has left its source.",
	"SubstProcState": "How far it is processed.", "SubstSource": "The location that it came from.", "SubstDestination": "Where it goes; zero-length if to its source.",
	"SubstHistory": "SubstLocID, TimeIn and TimeOut of each location that it has been at.", "SubstType": "What the substrate is.", "SubstUsage": "What the substrate is for.",
	"SubstMtrlStatus": "Quality that the equipment has found, in its own codes.", "AcquiredID": "What the substrate reader has read.", "SubstIDStatus": "How far the SubstID is verified.",
	"SubstLocID": "The substrate location.", "SubstLocState": "Whether a substrate is there.", "SubstLocSubstID": "The substrate that is there, zero-length if none.",

	"EPTElementName": "The equipment or module whose performance is told.", "EPTElementType": "What that is.", "EPTState": "State of the tracker.",
	"PreviousEPTState": "State that the tracker has left.", "EPTStateTime": "Time spent in the state that it has left.", "TaskName": "What the module does.",
	"TaskType": "Of what kind that is.", "PreviousTaskName": "What it did before.", "PreviousTaskType": "Of what kind that was.",
	"BlockedReason": "Why it cannot go on.", "BlockedReasonText": "The same in words.", "EPTClock": "When that was.",

	"ModuleID": "The production module.", "StepID": "The recipe step.", "StepCount": "Number of steps of the recipe.", "StepNumber": "Number of the step, from 1.",
	"RecipeParameters": "Name and value of each recipe variable that the job sets.", "ModuleProcessState": "What the module does.",
}

// Code is a value that stands for something.
type Code struct {
	Value uint8
	Means string
}

// Codes returns what the values of a variable stand for; nil if they are no codes.
func Codes(name string) []Code {
	switch name = baseName(name); name {
	case "PreviousEPTState":
		name = "EPTState"
	case "PreviousTaskType":
		name = "TaskType"
	}
	return slices.Clone(variableCodes[name])
}

// variableCodes are those of all variables.
var variableCodes = func() map[string][]Code {
	all := map[string][]Code{}
	for name, x := range otherCodes {
		for i, means := range x.means {
			all[name] = append(all[name], Code{x.first + uint8(i), means})
		}
	}
	for _, m := range StateModels() {
		if m.Variable == "" {
			continue
		}
		all[m.Variable] = nil
		for _, s := range m.States {
			if s.Code != nil {
				all[m.Variable] = append(all[m.Variable], Code{*s.Code, s.Name})
			}
		}
	}
	return all
}()

// otherCodes are those that are no states, with the value of the first.
var otherCodes = map[string]struct {
	first uint8
	means []string
}{
	"Reason":           {0, []string{"verification needed", "verification unsuccessful", "slot map could not be read", "improper position of a substrate"}},
	"PRRecipeMethod":   {1, []string{"recipe only", "recipe with variables"}},
	"CtrlJobAction":    {0, []string{"SAVEJOBS", "REMOVEJOBS"}},
	"ProcessOrderMgmt": {1, []string{"ARRIVAL", "OPTIMIZE", "LIST"}},
	"SubstUsage":       {0, []string{"product", "test", "filler"}},
	"SubstType":        {0, []string{"wafer", "flat panel", "CD", "mask or reticle"}},
	"EPTElementType":   {0, []string{"equipment", "production module", "EFEM or load port module"}},
	"TaskType":         {0, []string{"no task", "unspecified", "process", "support", "maintenance", "diagnostics", "waiting"}},
	"BlockedReason":    {0, []string{"not blocked", "unknown", "safety threshold", "error condition", "parametric exception", "abort", "pause"}},
}
