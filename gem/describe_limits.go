package gem

// LimitsDescription is what hosts may monitor (E30 4.2.4).
type LimitsDescription struct {
	MaxLimits      int                `json:"max_limits"` // of one variable: LIMITID 1 to this
	SamplingPeriod string             `json:"sampling_period"`
	Variables      []LimitDescription `json:"variables"`
}

// LimitDescription is a variable that can be monitored.
type LimitDescription struct {
	ID     uint32 `json:"id"` // its VID
	Name   string `json:"name"`
	Format string `json:"format"`
	Units  string `json:"units"`
	Min    any    `json:"min"`   // LIMITMIN
	Max    any    `json:"max"`   // LIMITMAX
	Event  uint32 `json:"event"` // CEID of both directions
}

// describeLimits returns nil where no variable can be monitored.
func (e *Equipment) describeLimits() *LimitsDescription { return nil }

// gapLimits is row A13: seven limits and one event for each variable.
func (e *Equipment) gapLimits() gap { return notImplemented }
