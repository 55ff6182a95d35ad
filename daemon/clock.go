package daemon

import "time"

// clock tells the Steps the time. Reading the wall clock takes longer than many
// a Step, so it is read every clockPeriod at most; the monotonic clock carries
// it on in between. Time never goes back, although a connection's time of
// receipt may be older than the last Step.
type clock struct {
	read   time.Time // the wall clock, read last
	latest time.Time
	told   time.Duration // since read, when latest was made from it
}

const (
	// clockPeriod is how late a change of the wall clock may be noticed.
	clockPeriod = 10 * time.Millisecond

	// clockStep is the least by which the time moves on.
	clockStep = 10 * time.Microsecond
)

func (k *clock) now() time.Time {
	passed := time.Since(k.read)
	if passed >= clockPeriod {
		k.read, passed = time.Now(), 0
	} else if passed > k.told && passed-k.told < clockStep {
		return k.latest
	}
	k.told = passed
	return k.at(k.read.Add(passed))
}

// at returns t, or the latest time that was told if t lies before it.
func (k *clock) at(t time.Time) time.Time {
	if t.Before(k.latest) {
		return k.latest
	}
	k.latest = t
	return t
}
