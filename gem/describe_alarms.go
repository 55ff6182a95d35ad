package gem

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

// describeAlarms lists the alarms in the order of their ALIDs.
func (e *Equipment) describeAlarms() []AlarmDescription { return []AlarmDescription{} }

// gapAlarms is row A6: two events for each alarm, AlarmsEnabled and AlarmsSet.
func (e *Equipment) gapAlarms() gap { return notImplemented }
