package sim

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// mover is one Motion under way.
type mover struct {
	Motion
	vid    uint32
	format secs2.Format
	random *rand.Rand
	start  float64       // the value at the start, within Low and High
	value  float64       // of Walk and Count
	passed time.Duration // simulated time since the start
	told   secs2.Item    // the last value told to the daemon
}

// newMover starts from the initial value of v, or from Low where that is out of
// bounds.
func newMover(m Motion, v gem.Variable, random *rand.Rand) *mover {
	start, ok := v.Initial.Number()
	if !ok || !(start >= m.Low && start <= m.High) {
		start = m.Low
	}
	return &mover{
		Motion: m, vid: v.VID, format: v.Format, random: random,
		start: start, value: start, told: v.Initial,
	}
}

// step lets simulated time pass; changed says whether the value is another one
// than before.
func (m *mover) step(passed time.Duration) (value secs2.Item, changed bool) {
	before := m.passed
	m.passed += passed
	switch m.Kind {
	case Walk:
		reach := min(m.Step*passed.Seconds(), m.High-m.Low)
		m.value = reflectInto(m.value+(2*m.random.Float64()-1)*reach, m.Low, m.High)
		value = encode(m.format, m.value)
	case Ramp:
		value = encode(m.format, m.Low+m.span()*math.Mod(m.offset()+m.turns(), 1))
	case Sine:
		middle, phase := m.Low+m.span()/2, math.Asin(2*m.offset()-1)
		value = encode(m.format, middle+m.span()/2*math.Sin(phase+2*math.Pi*m.turns()))
	case Count:
		m.count(int64(m.passed/m.Period) - int64(before/m.Period))
		value = encode(m.format, m.value)
	case Choose:
		if m.passed/m.Period == before/m.Period {
			return m.told, false
		}
		value = m.Values[m.random.IntN(len(m.Values))]
	}
	if value.Equal(m.told) {
		return value, false
	}
	m.told = value
	return value, true
}

// count adds Step n times and goes back to Low above High.
func (m *mover) count(n int64) {
	step := m.Step
	if step == 0 {
		step = 1
	}
	m.value += float64(n) * step
	if m.value > m.High {
		m.value = m.Low + math.Mod(m.value-m.Low, m.span()+step)
	}
	m.value = min(m.value, m.High)
}

func (m *mover) span() float64 { return m.High - m.Low }

// offset is where between Low and High the motion started, 0 to 1.
func (m *mover) offset() float64 {
	if m.span() == 0 {
		return 0
	}
	return (m.start - m.Low) / m.span()
}

// turns is the number of periods since the start.
func (m *mover) turns() float64 { return m.passed.Seconds() / m.Period.Seconds() }

// reflectInto mirrors v at the bounds; it is off them by less than their span.
func reflectInto(v, low, high float64) float64 {
	switch {
	case v < low:
		v = 2*low - v
	case v > high:
		v = 2*high - v
	}
	return min(max(v, low), high)
}

// encode returns v as an item of a number format, which holds it.
func encode(f secs2.Format, v float64) secs2.Item {
	whole := math.Round(v)
	switch f {
	case secs2.FormatF4:
		return secs2.F4(float32(v))
	case secs2.FormatF8:
		return secs2.F8(v)
	case secs2.FormatI1:
		return secs2.I1(int8(whole))
	case secs2.FormatI2:
		return secs2.I2(int16(whole))
	case secs2.FormatI4:
		return secs2.I4(int32(whole))
	case secs2.FormatI8:
		return secs2.I8(int64(whole))
	case secs2.FormatU1:
		return secs2.U1(uint8(whole))
	case secs2.FormatU2:
		return secs2.U2(uint16(whole))
	case secs2.FormatU4:
		return secs2.U4(uint32(whole))
	default:
		return secs2.U8(uint64(whole))
	}
}
