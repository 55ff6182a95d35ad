package gem

import "fmt"

// AlarmDescription is an alarm (E30 4.3).
type AlarmDescription struct {
	ID            uint32   `json:"id"`
	Name          string   `json:"name"`
	Text          string   `json:"text"` // ALTX
	Category      uint8    `json:"category"`
	CategoryName  string   `json:"category_name"`
	SetEvent      uint32   `json:"set_event"`
	ClearedEvent  uint32   `json:"cleared_event"`
	DataVariables []uint32 `json:"data_variables"` // valid at both events
	Description   string   `json:"description,omitempty"`
	Trigger       string   `json:"trigger,omitempty"` // what sets it
	Reset         string   `json:"reset,omitempty"`   // how it is cleared
	Affects       []string `json:"affects,omitempty"` // operator, equipment, material
}

// categoryNames are the categories of alarms (E5 ALCD).
var categoryNames = [...]string{
	"none", "personal safety", "equipment safety", "parameter control warning", "parameter control error",
	"irrecoverable error", "equipment status warning", "attention flags", "data integrity",
}

// describeAlarms lists the alarms in the order of their ALIDs.
func (e *Equipment) describeAlarms() []AlarmDescription {
	out := []AlarmDescription{}
	for _, al := range e.alarms.list {
		d := AlarmDescription{
			ID: al.ALID, Name: al.Name, Text: e.cfg.Alarming.cut(al.Text), Category: al.Category, CategoryName: fmt.Sprintf("the tool's own, %d", al.Category),
			SetEvent: al.SetEvent, ClearedEvent: al.ClearEvent, DataVariables: []uint32{},
			Description: al.Description, Trigger: al.Trigger, Reset: al.Reset,
		}
		if int(al.Category) < len(categoryNames) {
			d.CategoryName = categoryNames[al.Category]
		}
		for _, v := range al.events[AlarmSet].data {
			d.DataVariables = append(d.DataVariables, v.vid)
		}
		for _, x := range al.Affects {
			d.Affects = append(d.Affects, x.String())
		}
		out = append(out, d)
	}
	return out
}

// gapAlarms is row A6: two events for each alarm, AlarmsEnabled and AlarmsSet,
// which every configuration with alarms has.
func (e *Equipment) gapAlarms() gap {
	if len(e.alarms.list) == 0 {
		return gap{absent: "no alarm is configured"}
	}
	return gap{}
}
