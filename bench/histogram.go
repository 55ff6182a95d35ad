package bench

import (
	"math"
	"math/bits"
	"time"
)

// histogram counts latencies in buckets that are all less than one percent
// wide: subBuckets for each power of two of nanoseconds.
type histogram struct {
	counts [buckets]uint64
	n      uint64
}

const (
	subBits    = 7
	subBuckets = 1 << subBits
	maxBits    = 40 // about 18 minutes; longer ones count as that
	buckets    = (maxBits - subBits + 1) * subBuckets
)

func (h *histogram) record(d time.Duration) {
	h.counts[bucket(uint64(max(d, 0)))]++
	h.n++
}

func bucket(ns uint64) int {
	ns = min(ns, 1<<maxBits-1)
	if ns < subBuckets {
		return int(ns)
	}
	shift := bits.Len64(ns) - subBits - 1
	return shift<<subBits + int(ns>>shift)
}

// upper returns the largest value that bucket i counts.
func upper(i int) time.Duration {
	if i < 2*subBuckets {
		return time.Duration(i)
	}
	shift := i>>subBits - 1
	return time.Duration((i-shift<<subBits+1)<<shift - 1)
}

// quantile returns the value that a share q of the samples does not exceed;
// 0 when there are none.
func (h *histogram) quantile(q float64) time.Duration {
	rank := uint64(math.Ceil(q * float64(h.n)))
	seen := uint64(0)
	for i, c := range h.counts {
		seen += c
		if c > 0 && seen >= rank {
			return upper(i)
		}
	}
	return 0
}

// add counts the samples of another histogram.
func (h *histogram) add(o *histogram) {
	for i, c := range o.counts {
		h.counts[i] += c
	}
	h.n += o.n
}
