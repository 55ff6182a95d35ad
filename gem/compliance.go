package gem

import "strings"

// ComplianceRow is a row of the GEM compliance statement (E30 8.3).
type ComplianceRow struct {
	ID          string   `json:"id"` // F1 to F8 fundamental, A1 to A15 additional
	Name        string   `json:"name"`
	Sections    string   `json:"sections"`
	Implemented bool     `json:"implemented"`
	Compliant   bool     `json:"compliant"`
	Missing     string   `json:"missing,omitempty"` // why it is not compliant
	Scripts     []string `json:"scripts"`           // parts of the checklist whose scripts show it
}

// gap is what a row of the statement lacks.
type gap struct {
	absent string // why it is not implemented
	lacks  string // why what is implemented is not compliant
}

// join puts two texts into one list.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// complianceRow is a row of the table: its parts of the checklist and what it
// lacks in this configuration, nil for a row that every configuration has.
type complianceRow struct {
	id, name, sections, scripts string

	gap func(*Equipment) gap
}

func complianceRows() []complianceRow {
	return []complianceRow{
		{"F1", "State Models", "3.0, 3.1, 3.3", "GEM-COM GEM-CTL", nil},
		{"F2", "Equipment Processing States", "3.4", "GEM-PRC", (*Equipment).gapProcessing},
		{"F3", "Host-Initiated S1,F13/F14 Scenario", "4.1.5.1", "GEM-COM", nil},
		{"F4", "Event Notification", "4.2.1.1", "GEM-EVT", nil},
		{"F5", "On-Line Identification", "4.2.6", "GEM-IDN", nil},
		{"F6", "Error Messages", "4.9", "GEM-ERR", nil},
		{"F7", "Documentation", "8.4", "GEM-DOC", nil},
		{"F8", "Control (Operator-Initiated)", "4.12", "GEM-CTL", (*Equipment).gapOperator},
		{"A1", "Establish Communications", "4.1, 3.2", "GEM-COM", nil},
		{"A2", "Dynamic Event Report Configuration", "4.2.1.2", "GEM-RPT GEM-EVT", nil},
		{"A3", "Variable Data Collection", "4.2.2", "GEM-EVT GEM-RPT", nil},
		{"A4", "Trace Data Collection", "4.2.3", "GEM-TRC", (*Equipment).gapTraces},
		{"A5", "Status Data Collection", "4.2.5", "GEM-SVD", nil},
		{"A6", "Alarm Management", "4.3", "GEM-ALM", (*Equipment).gapAlarms},
		{"A7", "Remote Control", "4.4", "GEM-RCM", (*Equipment).gapRemote},
		{"A8", "Equipment Constants", "4.5", "GEM-ECV", (*Equipment).gapConstants},
		{"A9", "Process Program Management", "4.6", "GEM-PPM", (*Equipment).gapPrograms},
		{"A10", "Material Movement", "4.7", "GEM-MAT", (*Equipment).gapMaterial},
		{"A11", "Equipment Terminal Services", "4.8", "GEM-TRM", (*Equipment).gapTerminals},
		{"A12", "Clock", "4.10", "GEM-CLK", nil},
		{"A13", "Limits Monitoring", "4.2.4", "GEM-LIM", (*Equipment).gapLimits},
		{"A14", "Spooling", "4.11", "GEM-SPL", nil},
		{"A15", "Control (Host-Initiated)", "4.12", "GEM-CTL", nil},
	}
}

// compliance computes the statement from the configuration.
func (e *Equipment) compliance() []ComplianceRow {
	return statement(func(r complianceRow) gap {
		if r.gap == nil {
			return gap{}
		}
		return r.gap(e)
	})
}

// statement fills the table. One fundamental row that is not compliant makes
// every row not compliant.
func statement(of func(complianceRow) gap) []ComplianceRow {
	var rows []ComplianceRow
	var fundamental []string
	for _, r := range complianceRows() {
		g := of(r)
		missing := join(g.absent, g.lacks)
		if r.id[0] == 'F' && missing != "" {
			fundamental = append(fundamental, r.id)
		}
		rows = append(rows, ComplianceRow{
			ID: r.id, Name: r.name, Sections: r.sections, Implemented: g.absent == "", Missing: missing, Scripts: strings.Fields(r.scripts),
		})
	}
	for i := range rows {
		if fundamental != nil && rows[i].Missing == "" {
			rows[i].Missing = "a fundamental requirement: " + strings.Join(fundamental, ", ")
		}
		rows[i].Compliant = rows[i].Missing == ""
	}
	return rows
}
