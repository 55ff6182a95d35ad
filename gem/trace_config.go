package gem

import "time"

// Traces configures trace data collection (E30 4.2.3).
type Traces struct {
	// MinPeriod is the shortest DSPER; 10 ms to 1 h in whole centiseconds,
	// default 100 ms.
	MinPeriod time.Duration
	// Max is the number of traces that one host may have at one time; 4 to
	// 1000, default 16.
	Max int
	// MaxSVIDs is the number of variables in one trace; 1 to 4096, default 256.
	MaxSVIDs int
	// FirstSample says when a trace takes its first sample.
	FirstSample FirstSample
	// Remainder says what becomes of samples at the end that are no full group.
	Remainder Remainder
	// Variables says which variables can be traced.
	Variables TraceVariables
	// OffLine says what traces do while the host is OFF-LINE.
	OffLine TraceOffLine
}

// FirstSample is when a trace takes its first sample.
type FirstSample uint8

// FirstAfterPeriod is one period after S2F24, FirstAtOnce with it.
const (
	FirstAfterPeriod FirstSample = iota
	FirstAtOnce
)

func (f FirstSample) String() string {
	return [...]string{"one period after S2F24", "with S2F24"}[f]
}

// Remainder is what becomes of the samples at the end of a trace that are fewer
// than REPGSZ.
type Remainder uint8

// SendRemainder sends a short last report, RejectRemainder refuses such a trace
// with TIAACK 5, DropRemainder sends only full groups.
const (
	SendRemainder Remainder = iota
	RejectRemainder
	DropRemainder
)

func (r Remainder) String() string {
	return [...]string{"a short last report", "refused with TIAACK 5", "dropped"}[r]
}

// TraceVariables are the variables that can be traced.
type TraceVariables uint8

// TraceStatusVariables is what E30 allows, TraceAnyVariable takes data variables
// and constants too.
const (
	TraceStatusVariables TraceVariables = iota
	TraceAnyVariable
)

// TraceOffLine is what traces do while the host is OFF-LINE.
type TraceOffLine uint8

// KeepTraces samples on and drops the reports, StopTraces forgets the traces.
const (
	KeepTraces TraceOffLine = iota
	StopTraces
)

func (o TraceOffLine) String() string {
	return [...]string{"samples go on, reports are dropped", "traces end"}[o]
}

func (t Traces) withDefaults() Traces {
	setDefault(&t.MinPeriod, 100*time.Millisecond)
	setDefault(&t.Max, 16)
	setDefault(&t.MaxSVIDs, 256)
	return t
}

func (p *problems) traces(t Traces) {
	if d := t.MinPeriod; d < centisecond || d > time.Hour || d%centisecond != 0 {
		p.add("trace.min_period", d, "whole centiseconds from 10ms to 1h")
	}
	p.number("trace.max", t.Max, 4, 1000)
	p.number("trace.max_svids", t.MaxSVIDs, 1, 4096)
}
