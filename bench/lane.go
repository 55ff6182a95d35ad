package bench

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"
)

// lane is one of the things that are measured in turns, so that a noisy minute
// is every lane's.
type lane struct {
	row  string
	kind hostKind
	ops  int
	// run does n operations; samples may stay empty.
	run func(ctx context.Context, n int, samples *histogram) error
	// after, if set, follows each run and is not measured.
	after func(ctx context.Context) error

	used    usage
	samples histogram
}

// usage is what a lane has used so far.
type usage struct {
	ops     int
	elapsed time.Duration
	cpu     time.Duration
	mallocs uint64
	rates   []float64 // of each block
}

func (u *usage) rate() float64 { return float64(u.ops) / u.elapsed.Seconds() }

// over returns how fast this is beside another that was measured in turns with
// it: the median of the blocks, for one stall of a disk outlasts many of them.
func (u *usage) over(other *usage) float64 {
	if len(u.rates) == 0 || len(u.rates) != len(other.rates) {
		return u.rate() / other.rate()
	}
	ratios := make([]float64, len(u.rates))
	for i := range ratios {
		ratios[i] = u.rates[i] / other.rates[i]
	}
	return median(ratios)
}

func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// add measures n operations.
func (u *usage) add(n int, run func() error) error {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, start := processTime(), time.Now()
	err := run()
	took := time.Since(start)
	u.elapsed += took
	u.rates = append(u.rates, float64(n)/took.Seconds())
	u.cpu += processTime() - cpu
	runtime.ReadMemStats(&after)
	u.mallocs += after.Mallocs - before.Mallocs
	u.ops += n
	return err
}

// measure adds n operations to what the lane has used.
func (l *lane) measure(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	err := l.used.add(n, func() error { return l.run(ctx, n, &l.samples) })
	return l.over(ctx, err)
}

// over ends a run that returned err.
func (l *lane) over(ctx context.Context, err error) error {
	if err == nil && l.after != nil {
		err = l.after(ctx)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", l.row, err)
	}
	return nil
}

// part is how many of n operations are in block i of so many.
func part(n, i, blocks int) int { return n*(i+1)/blocks - n*i/blocks }

// alternate measures lanes in turns, in so many blocks; a limit above 0 ends it
// with the block in which it passes.
func alternate(ctx context.Context, blocks int, limit time.Duration, lanes ...*lane) error {
	start := time.Now()
	for i := range blocks {
		for j := range lanes {
			l := lanes[(i+j)%len(lanes)]
			if err := l.measure(ctx, part(l.ops, i, blocks)); err != nil {
				return err
			}
		}
		if limit > 0 && time.Since(start) > limit {
			break
		}
	}
	return nil
}

// warm runs every lane and forgets it.
func warm(ctx context.Context, n int, lanes ...*lane) error {
	for _, l := range lanes {
		if err := l.over(ctx, l.run(ctx, min(n, l.ops), new(histogram))); err != nil {
			return err
		}
	}
	return nil
}

// announce tells what is about to be measured.
func announce(progress io.Writer, lanes ...*lane) {
	for _, l := range lanes {
		fmt.Fprintf(progress, "%s, host %s: %d operations\n", l.row, l.kind, l.ops)
	}
}
