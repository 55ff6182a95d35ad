package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// Run measures all that cfg asks for and tells progress of each row. With an
// error, the Report holds what was measured before.
func Run(ctx context.Context, cfg Config, progress io.Writer) (report *Report, err error) {
	report = new(Report)
	if err := cfg.Validate(); err != nil {
		return report, err
	}
	cfg.DataDir, report.FileSystem, err = newFolder(cfg.DataDir)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(cfg.DataDir)) }()
	m := &measuring{cfg: cfg, report: report, progress: progress}
	for _, kind := range []hostKind{windowedHost, waitingHost} {
		if err := withRig(ctx, setup{cfg: cfg, kind: kind}, m.measureAll); err != nil {
			return report, err
		}
	}
	if err := m.measureDurable(ctx); err != nil {
		return report, err
	}
	report.sort()
	fmt.Fprintln(progress, "memory")
	report.Memory, err = measureMemory(ctx, cfg)
	return report, err
}

// measureAll adds the rows of the rig's host to the report.
func (m *measuring) measureAll(ctx context.Context, r *rig) error {
	list, err := r.scenarios(ctx)
	if err != nil {
		return err
	}
	for _, s := range list {
		fmt.Fprintf(m.progress, "%s, host %s: %d operations\n", s.row, r.kind, s.ops)
		row, err := r.measure(ctx, s)
		if err != nil {
			return err
		}
		m.report.Rows = append(m.report.Rows, row)
	}
	return nil
}
