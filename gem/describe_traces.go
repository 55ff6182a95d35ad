package gem

// TraceDescription bounds what hosts may trace (E30 4.2.3).
type TraceDescription struct {
	DSPER         []string `json:"dsper_formats"`
	MinimumPeriod float64  `json:"minimum_period_s"`
	Resolution    float64  `json:"resolution_s"`
	MaxTraces     int      `json:"max_traces"` // of each host
	MaxSVIDs      int      `json:"max_svids"`  // of one trace
	FirstSample   string   `json:"first_sample"`
	Remainder     string   `json:"remainder"` // what TOTSMP leaves that is no full group
	OffLine       string   `json:"off_line"`
}

func (e *Equipment) describeTraces() *TraceDescription {
	t := &e.cfg.Traces
	return &TraceDescription{
		DSPER: []string{"hhmmss", "hhmmsscc"}, MinimumPeriod: t.MinPeriod.Seconds(), Resolution: centisecond.Seconds(),
		MaxTraces: t.Max, MaxSVIDs: t.MaxSVIDs, FirstSample: t.FirstSample.String(), Remainder: t.Remainder.String(), OffLine: t.OffLine.String(),
	}
}

// gapTraces is row A4.
func (e *Equipment) gapTraces() gap { return gap{} }
