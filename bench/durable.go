package bench

import (
	"context"
	"fmt"
	"io"
	"time"
)

// measuring is a run: what it is to measure and what it found.
type measuring struct {
	cfg      Config // its DataDir is the folder of this run
	report   *Report
	progress io.Writer
}

// How the rows that wait for the disk are measured.
const (
	durableBlocks = 20
	durableLimit  = 8 * time.Second // for rows measured together; a slow disk makes fewer operations
	leastDurable  = 40
	mostDurable   = 1_000
	// A block begins with a file of one commit and ends with committers that have
	// nothing left to do: it is long enough that neither counts.
	leastOfBlock = 15
)

// durable is how many operations a row does that waits for the disk each time, for
// each that commits.
func (c Config) durable() int { return min(max(c.Requests/500, leastDurable), mostDurable) }

// blocks is in how many blocks those operations are measured in turns with others.
func (c Config) blocks() int { return min(c.durable()/leastOfBlock, durableBlocks) }

// alternateDurable measures lanes in turns with their floor, and reports both;
// the first of lanes may be the floor itself.
func (m *measuring) alternateDurable(ctx context.Context, floor *lane, lanes ...*lane) error {
	announce(m.progress, lanes...)
	if err := warm(ctx, manyCommitters, lanes...); err != nil {
		return err
	}
	if err := alternate(ctx, m.cfg.blocks(), durableLimit, lanes...); err != nil {
		return err
	}
	for _, l := range lanes {
		m.report.Rows = append(m.report.Rows, newRow(l, floor))
	}
	return nil
}

// inTurns measures lanes in turns with the bare sequence, and reports them.
func (m *measuring) inTurns(ctx context.Context, b *bare, lanes ...*lane) error {
	files := b.lane(m.cfg.durable())
	all := append([]*lane{files}, lanes...)
	announce(m.progress, lanes...)
	if err := warm(ctx, manyCommitters, all...); err != nil {
		return err
	}
	if err := alternate(ctx, m.cfg.blocks(), durableLimit, all...); err != nil {
		return err
	}
	for _, l := range lanes {
		m.report.Rows = append(m.report.Rows, newRow(l, files))
	}
	return nil
}

// measureDurable measures the rows that are about the data folder.
func (m *measuring) measureDurable(ctx context.Context) error {
	if inMemory(m.report.FileSystem) {
		fmt.Fprintf(m.progress, "the data folder is on %s: the rows that wait for the disk say nothing\n", m.report.FileSystem)
	}
	for _, part := range []func(context.Context) error{
		m.measureCommits, m.measureInMemory, m.measureTransitions, m.measureBeside, m.measurePrograms, m.measureDelivery, m.measureSpool, m.measureRecovery,
	} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}
