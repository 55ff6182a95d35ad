package model

import "github.com/secsd/secsd/secs2"

// This file is the data variables: what the object of an event is like right
// after its transition. Outside an event they have no value.

// Lengths of variables.
const (
	textLength = maxID
	listLength = 64 << 10
)

// of returns what appends an attribute of the object that pick finds.
func of(t *ObjectType, name string, f secs2.Format, pick func(*Subject) uint32) func(*Model, *secs2.Appender) {
	var at *Attribute
	for i := range t.Attributes {
		if t.Attributes[i].Name == name {
			at = &t.Attributes[i]
		}
	}
	return func(m *Model, a *secs2.Appender) {
		if h := pick(&m.subject); h != 0 && at != nil {
			at.value(m, h, a)
			return
		}
		noValue(a, f)
	}
}

// noValue appends the zero-length item of a format.
func noValue(a *secs2.Appender, f secs2.Format) {
	if f == secs2.List {
		a.List(0)
		return
	}
	a.Encoded(secs2.Raw(f, nil).Encoded())
}

type dataRow struct {
	vid       uint32
	name      string
	format    secs2.Format
	attribute string
}

// dataTable is the data variables that are attributes of one type.
type dataTable struct {
	of   *ObjectType
	pick func(*Subject) uint32
	rows []dataRow
}

func dataTables() []dataTable { return append(materialData(), workData()...) }

// materialData is of ports, carriers and substrates.
func materialData() []dataTable {
	return []dataTable{
		{loadPortType, func(s *Subject) uint32 { return uint32(s.Port) }, []dataRow{
			{309, "PortTransferState", secs2.FormatU1, "PortTransferState"},
			{310, "AccessMode", secs2.FormatU1, "PortAccessMode"},
			{311, "LoadPortReservationState", secs2.FormatU1, "PortReservationState"},
			{312, "PortAssociationState", secs2.FormatU1, "PortAssociationState"},
		}},
		{carrierType, func(s *Subject) uint32 { return s.Carrier }, []dataRow{
			{302, "CarrierID", secs2.ASCII, "ObjID"},
			{304, "CarrierIDStatus", secs2.FormatU1, "CarrierIDStatus"},
			{305, "SlotMapStatus", secs2.FormatU1, "SlotMapStatus"},
			{306, "CarrierAccessingStatus", secs2.FormatU1, "CarrierAccessingStatus"},
			{307, "SlotMap", secs2.List, "SlotMap"},
			{314, "Capacity", secs2.FormatU1, "Capacity"},
			{315, "ContentMap", secs2.List, "ContentMap"},
			{316, "SubstrateCount", secs2.FormatU1, "SubstrateCount"},
			{317, "Usage", secs2.ASCII, "Usage"},
		}},
		{substrateType, func(s *Subject) uint32 { return s.Substrate }, []dataRow{
			{371, "SubstID", secs2.ASCII, "ObjID"},
			{372, "SubstLotID", secs2.ASCII, "LotID"},
			{373, "SubstSubstLocID", secs2.ASCII, "SubstLocID"},
			{374, "SubstState", secs2.FormatU1, "SubstState"},
			{375, "SubstProcState", secs2.FormatU1, "SubstProcState"},
			{376, "SubstSource", secs2.ASCII, "SubstSource"},
			{377, "SubstDestination", secs2.ASCII, "SubstDestination"},
			{378, "SubstHistory", secs2.List, "SubstHistory"},
			{379, "SubstType", secs2.FormatU1, "SubstType"},
			{380, "SubstUsage", secs2.FormatU1, "SubstUsage"},
			{381, "SubstMtrlStatus", secs2.FormatU1, "MaterialStatus"},
			{382, "AcquiredID", secs2.ASCII, "AcquiredID"},
			{383, "SubstIDStatus", secs2.FormatU1, "SubstIDStatus"},
		}},
		{substLocType, func(s *Subject) uint32 { return s.Location }, []dataRow{
			{391, "SubstLocID", secs2.ASCII, "ObjID"},
			{392, "SubstLocState", secs2.FormatU1, "SubstLocState"},
			{393, "SubstLocSubstID", secs2.ASCII, "SubstID"},
		}},
	}
}

// workData is of jobs and trackers.
func workData() []dataTable {
	return []dataTable{
		{processJobType, func(s *Subject) uint32 { return s.ProcessJob }, []dataRow{
			{331, "PRJobID", secs2.ASCII, "ObjID"},
			{332, "PRJobState", secs2.FormatU1, "PRJobState"},
			{334, "RecVariableList", secs2.List, "RecVariableList"},
			{335, "PRMtlNameList", secs2.List, "PRMtlNameList"},
			{336, "PRMtlType", secs2.Binary, "PRMtlType"},
			{337, "PRProcessStart", secs2.Boolean, "PRProcessStart"},
			{338, "PRRecipeMethod", secs2.FormatU1, "PRRecipeMethod"},
			{339, "PauseEvent", secs2.List, "PauseEvent"},
		}},
		{controlJobType, func(s *Subject) uint32 { return s.ControlJob }, []dataRow{
			{351, "CtrlJobID", secs2.ASCII, "ObjID"},
			{352, "CtrlJobState", secs2.FormatU1, "State"},
			{353, "CarrierInputSpec", secs2.List, "CarrierInputSpec"},
			{354, "CurrentPRJob", secs2.List, "CurrentPRJob"},
			{355, "DataCollectionPlan", secs2.ASCII, "DataCollectionPlan"},
			{356, "MtrlOutSpec", secs2.List, "MtrlOutSpec"},
			{357, "MtrlOutByStatus", secs2.List, "MtrlOutByStatus"},
			{358, "CtrlJobPauseEvent", secs2.List, "PauseEvent"},
			{359, "PRJobStatusList", secs2.List, "PRJobStatusList"},
			{360, "ProcessingCtrlSpec", secs2.List, "ProcessingCtrlSpec"},
			{361, "ProcessOrderMgmt", secs2.FormatU1, "ProcessOrderMgmt"},
			{362, "StartMethod", secs2.Boolean, "StartMethod"},
		}},
		{trackerType, func(s *Subject) uint32 { return s.Tracker }, []dataRow{
			{401, "EPTElementName", secs2.ASCII, "EPTElementName"},
			{402, "EPTElementType", secs2.FormatU1, "EPTElementType"},
			{403, "EPTState", secs2.FormatU1, "EPTState"},
			{404, "PreviousEPTState", secs2.FormatU1, "PreviousEPTState"},
			{405, "EPTStateTime", secs2.FormatU4, "EPTStateTime"},
			{406, "TaskName", secs2.ASCII, "TaskName"},
			{407, "TaskType", secs2.FormatU1, "TaskType"},
			{408, "PreviousTaskName", secs2.ASCII, "PreviousTaskName"},
			{409, "PreviousTaskType", secs2.FormatU1, "PreviousTaskType"},
			{410, "BlockedReason", secs2.FormatU1, "BlockedReason"},
			{411, "BlockedReasonText", secs2.ASCII, "BlockedReasonText"},
			{412, "EPTClock", secs2.ASCII, "EPTClock"},
		}},
	}
}

// DataVariables returns the data variables of the equipment.
func (c *Config) DataVariables() []Variable {
	if !c.Enabled() {
		return nil
	}
	list := []Variable{
		{VID: 301, Name: "PortID", Format: secs2.FormatU1, MaxLength: 1, Append: func(m *Model, a *secs2.Appender) {
			if m.subject.Port == 0 {
				noValue(a, secs2.FormatU1)
				return
			}
			a.U1(m.subject.Port)
		}},
		{VID: 303, Name: "LocationID", Format: secs2.ASCII, MaxLength: textLength, Append: func(m *Model, a *secs2.Appender) { a.Text(m.subject.CarrierLocation) }},
		{VID: 308, Name: "Reason", Format: secs2.FormatU1, MaxLength: 1, Append: func(m *Model, a *secs2.Appender) { oneLess(a, uint8(m.subject.Reason)) }},
		{VID: 313, Name: "PortStateInfo", Format: secs2.List, MaxLength: listLength, Append: func(m *Model, a *secs2.Appender) {
			if m.subject.Port == 0 {
				a.List(0)
				return
			}
			m.appendPortStateInfo(a, &m.ports[m.subject.Port-1])
		}},
		{VID: 363, Name: "CtrlJobAction", Format: secs2.FormatU1, MaxLength: 1, Append: func(m *Model, a *secs2.Appender) { oneLess(a, uint8(m.subject.Action)) }},
	}
	for _, t := range dataTables() {
		for _, r := range t.rows {
			v := Variable{VID: r.vid, Name: r.name, Format: r.format, MaxLength: 1, Append: of(t.of, r.attribute, r.format, t.pick)}
			if r.name == "SubstrateCount" {
				v.Append = ofWhatLeaves(v.Append)
			}
			switch r.format {
			case secs2.ASCII:
				v.MaxLength = longest(t.of, r.attribute)
			case secs2.List:
				v.MaxLength = listLength
			default:
			}
			if r.name == "EPTStateTime" {
				v.Units = "s"
			}
			list = append(list, v)
		}
	}
	list = append(list, moduleVariables()...)
	for i := range list {
		list[i].Meaning = meaningOf(list[i].Name)
	}
	return list
}

// longest is the length of a text.
func longest(t *ObjectType, attribute string) int {
	switch {
	case t == substLocType, t == substrateType && attribute != "LotID":
		return maxSubstID
	case attribute == "TaskName", attribute == "PreviousTaskName": // of a module that runs a recipe
		return maxRecipeID
	}
	return textLength
}

// ofWhatLeaves is SubstrateCount: of a carrier that leaves, what it takes along.
func ofWhatLeaves(count func(*Model, *secs2.Appender)) func(*Model, *secs2.Appender) {
	return func(m *Model, a *secs2.Appender) {
		if m.subject.TakenAlong != 0 {
			a.U1(m.subject.TakenAlong - 1)
			return
		}
		count(m, a)
	}
}

// oneLess appends a code that is kept one above it; 0 is no value.
func oneLess(a *secs2.Appender, code uint8) {
	if code == 0 {
		noValue(a, secs2.FormatU1)
		return
	}
	a.U1(code - 1)
}
