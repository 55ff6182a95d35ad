package gem

import "strings"

// ComplianceRow is a row of the GEM compliance statement (E30 8.3).
type ComplianceRow struct {
	ID          string `json:"id"` // F1 to F8 fundamental, A1 to A15 additional
	Name        string `json:"name"`
	Sections    string `json:"sections"`
	Implemented bool   `json:"implemented"`
	Compliant   bool   `json:"compliant"`
	Missing     string `json:"missing,omitempty"` // why it is not compliant
}

// compliance computes the statement from the configuration. One fundamental
// row that is not compliant makes every row not compliant.
func (e *Equipment) compliance() []ComplianceRow {
	const later = "not in this version"
	rows := []ComplianceRow{
		{ID: "F1", Name: "State Models", Sections: "3.0, 3.1, 3.3"},
		{ID: "F2", Name: "Equipment Processing States", Sections: "3.4", Missing: later + ": the tool may tell ProcessState and its events, the state model is not there"},
		{ID: "F3", Name: "Host-Initiated S1,F13/F14 Scenario", Sections: "4.1.5.1"},
		{ID: "F4", Name: "Event Notification", Sections: "4.2.1.1"},
		{ID: "F5", Name: "On-Line Identification", Sections: "4.2.6"},
		{ID: "F6", Name: "Error Messages", Sections: "4.9"},
		{ID: "F7", Name: "Documentation", Sections: "8.4", Missing: "the manual has no alarms, processing states and scenarios yet"},
		{ID: "F8", Name: "Control (Operator-Initiated)", Sections: "4.12", Missing: "operator commands raise no event yet"},
		{ID: "A1", Name: "Establish Communications", Sections: "4.1, 3.2"},
		{ID: "A2", Name: "Dynamic Event Report Configuration", Sections: "4.2.1.2"},
		{ID: "A3", Name: "Variable Data Collection", Sections: "4.2.2"},
		{ID: "A4", Name: "Trace Data Collection", Sections: "4.2.3", Missing: later},
		{ID: "A5", Name: "Status Data Collection", Sections: "4.2.5"},
		{ID: "A6", Name: "Alarm Management", Sections: "4.3", Missing: later},
		{ID: "A7", Name: "Remote Control", Sections: "4.4", Missing: e.missingCommands()},
		{ID: "A8", Name: "Equipment Constants", Sections: "4.5", Missing: "the operator cannot change them"},
		{ID: "A9", Name: "Process Program Management", Sections: "4.6", Missing: later},
		{ID: "A10", Name: "Material Movement", Sections: "4.7"},
		{ID: "A11", Name: "Equipment Terminal Services", Sections: "4.8", Missing: later},
		{ID: "A12", Name: "Clock", Sections: "4.10"},
		{ID: "A13", Name: "Limits Monitoring", Sections: "4.2.4", Missing: later},
		{ID: "A14", Name: "Spooling", Sections: "4.11"},
		{ID: "A15", Name: "Control (Host-Initiated)", Sections: "4.12"},
	}
	var gaps []string
	for i := range rows {
		rows[i].Implemented = !strings.HasPrefix(rows[i].Missing, later)
		if rows[i].ID[0] == 'F' && rows[i].Missing != "" {
			gaps = append(gaps, rows[i].ID)
		}
	}
	for i := range rows {
		if gaps != nil && rows[i].Missing == "" {
			rows[i].Missing = "a fundamental requirement: " + strings.Join(gaps, ", ")
		}
		rows[i].Compliant = rows[i].Missing == ""
	}
	return rows
}

// missingCommands names the commands that GEM demands and the tool lacks.
func (e *Equipment) missingCommands() string {
	var missing []string
	for _, name := range []string{"START", "STOP"} {
		if e.command(name) == nil {
			missing = append(missing, name)
		}
	}
	if missing == nil {
		return ""
	}
	return "no command " + strings.Join(missing, ", ")
}
