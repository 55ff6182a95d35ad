package gem

// ClockDescription is what a host must know of the times it gets (E30 4.10).
type ClockDescription struct {
	Resolution   float64   `json:"resolution_s"`
	Formats      []Meaning `json:"formats"` // by TimeFormat
	Default      uint64    `json:"default_format"`
	TimeZone     string    `json:"time_zone"` // of the forms without a zone
	Unresolvable string    `json:"unresolvable"`
	Setting      string    `json:"setting"`
}

func (e *Equipment) describeClock() ClockDescription {
	return ClockDescription{
		Resolution: centisecond.Seconds(), Formats: meanings(timeFormatName), Default: firstUint(e.constants.timeFormat.rule.preset),
		TimeZone: e.cfg.Location.String(),
		Unresolvable: "Events that fall into one centisecond and tell Clock get stamps one centisecond apart, in their order, " +
			"at most 1 s ahead of the time; beyond that they share a stamp. The form with microseconds needs none of this.",
		Setting: "S2F31, and the host's answer to S2F17 when the operator asks for the time, set an offset of the equipment's own, " +
			"which survives a restart; traces and timers go on undisturbed.",
	}
}
