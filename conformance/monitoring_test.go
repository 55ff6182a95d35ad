package conformance_test

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
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

		"limit": addLimits,
		"limits.eventlimit_always_list": word(func(c *daemon.Config) *gem.EventLimitForm { return &c.Equipment.Limits.EventLimit },
			map[string]gem.EventLimitForm{"false": gem.OneOrList, "true": gem.AlwaysList}),
	}
}

// addLimits reads "SVID MIN MAX".
func addLimits(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 3)
	if err != nil {
		return err
	}
	vid, err := th.id(0)
	if err != nil {
		return err
	}
	list := cfg.Equipment.Variables
	i := slices.IndexFunc(list, func(v gem.Variable) bool { return v.VID == vid })
	if i < 0 {
		return fmt.Errorf("no variable %d", vid)
	}
	bound := func(text string) (secs2.Item, error) {
		if list[i].Format == secs2.ASCII {
			return secs2.A(text), nil
		}
		format := list[i].Format
		if format == secs2.List {
			format = secs2.FormatU4 // the configuration is refused anyway
		}
		return sml.ParseItem(fmt.Sprintf("<%s %s>", format, text))
	}
	var errs [2]error
	list[i].Limits.Min, errs[0] = bound(th.words[1])
	list[i].Limits.Max, errs[1] = bound(th.words[2])
	return errors.Join(errs[:]...)
}
