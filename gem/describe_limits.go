package gem

import "fmt"

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
func (e *Equipment) describeLimits() *LimitsDescription {
	if len(e.monitored) == 0 {
		return nil
	}
	delay := e.constants.limitsDelay
	d := &LimitsDescription{MaxLimits: maxLimits, SamplingPeriod: fmt.Sprintf("%s (ECID %d) seconds", delay.name, delay.vid)}
	for _, v := range e.monitored {
		d.Variables = append(d.Variables, LimitDescription{
			ID: v.vid, Name: v.name, Format: v.format.String(), Units: v.units,
			Min: plain(v.limits.min), Max: plain(v.limits.max), Event: v.limits.event.ceid,
		})
	}
	return d
}

// gapLimits is row A13: seven limits and one event for each variable.
func (e *Equipment) gapLimits() gap {
	if len(e.monitored) == 0 {
		return gap{absent: "no variable has limits"}
	}
	return gap{}
}
