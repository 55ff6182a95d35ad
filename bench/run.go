package bench

import (
	"context"
	"fmt"
	"io"
)

// Run measures all that cfg asks for and tells progress of each row. With an
// error, the Report holds what was measured before.
func Run(ctx context.Context, cfg Config, progress io.Writer) (*Report, error) {
	report := new(Report)
	if err := cfg.Validate(); err != nil {
		return report, err
	}
	for _, kind := range []hostKind{windowedHost, waitingHost} {
		err := withRig(ctx, cfg, kind, func(ctx context.Context, r *rig) error {
			return r.measureAll(ctx, report, progress)
		})
		if err != nil {
			return report, err
		}
	}
	report.sort()
	fmt.Fprintln(progress, "memory")
	var err error
	report.Memory, err = measureMemory(ctx)
	return report, err
}

// measureAll adds the rows of the rig's host to the report.
func (r *rig) measureAll(ctx context.Context, report *Report, progress io.Writer) error {
	list, err := r.scenarios(ctx)
	if err != nil {
		return err
	}
	for _, s := range list {
		fmt.Fprintf(progress, "%s, host %s: %d operations\n", s.row, r.kind, s.ops)
		row, err := r.measure(ctx, s)
		if err != nil {
			return err
		}
		report.Rows = append(report.Rows, row)
	}
	return nil
}
