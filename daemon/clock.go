package daemon

import "time"

// clock tells the Steps the time. Reading the wall clock takes longer than many
// a Step, so it is read every clockPeriod at most; the monotonic clock carries
// it on in between. Time never goes back, although a connection's time of
// receipt may be older than the last Step.
type clock struct {
	read   time.Time // the wall clock, read last
	latest time.Time
}

// clockPeriod is how late a change of the wall clock may be noticed.
const clockPeriod = 10 * time.Millisecond

func (k *clock) now() time.Time {
	passed := time.Since(k.read)
	if passed >= clockPeriod {
		k.read, passed = time.Now(), 0
	}
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
