package conformance_test

import (
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// monitoringKeys are those of traces and limits.
func monitoringKeys() map[string]setter {
	return map[string]setter{
		"trace.min_period": duration(func(c *daemon.Config) *time.Duration { return &c.Equipment.Traces.MinPeriod }),
		"trace.max":        number(func(c *daemon.Config) *int { return &c.Equipment.Traces.Max }),
		"trace.max_svids":  number(func(c *daemon.Config) *int { return &c.Equipment.Traces.MaxSVIDs }),
		"trace.first_sample": word(func(c *daemon.Config) *gem.FirstSample { return &c.Equipment.Traces.FirstSample },
			map[string]gem.FirstSample{"period": gem.FirstAfterPeriod, "now": gem.FirstAtOnce}),
		"trace.remainder": word(func(c *daemon.Config) *gem.Remainder { return &c.Equipment.Traces.Remainder },
			map[string]gem.Remainder{"send": gem.SendRemainder, "reject": gem.RejectRemainder, "drop": gem.DropRemainder}),
		"trace.allow_any_vid": word(func(c *daemon.Config) *gem.TraceVariables { return &c.Equipment.Traces.Variables },
			map[string]gem.TraceVariables{"false": gem.TraceStatusVariables, "true": gem.TraceAnyVariable}),
		"trace.on_offline": word(func(c *daemon.Config) *gem.TraceOffLine { return &c.Equipment.Traces.OffLine },
			map[string]gem.TraceOffLine{"drop": gem.KeepTraces, "stop": gem.StopTraces}),
	}
}
