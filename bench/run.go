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
	err := withRig(ctx, cfg, func(ctx context.Context, r *rig) error {
		list, err := r.scenarios(ctx)
		if err != nil {
			return err
		}
		for _, s := range list {
			fmt.Fprintf(progress, "%s, host %s: %d operations\n", s.row, s.host, s.ops)
			row, err := r.measure(ctx, s)
			if err != nil {
				return err
			}
			report.Rows = append(report.Rows, row)
		}
		return nil
	})
	if err != nil {
		return report, err
	}
	fmt.Fprintln(progress, "memory")
	report.Memory, err = measureMemory(ctx)
	return report, err
}
