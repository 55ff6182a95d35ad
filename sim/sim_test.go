package sim

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
)

func etcher() gem.Config {
	return gem.Config{Variables: []gem.Variable{
		{VID: 1001, Name: "Pressure", Format: secs2.FormatF8, Initial: secs2.F8(12)},
		{VID: 1002, Name: "Flow", Format: secs2.FormatF4, Initial: secs2.F4(45)},
		{VID: 1003, Name: "Power", Format: secs2.FormatU2, Initial: secs2.U2(650)},
		{VID: 1004, Name: "Wafers", Format: secs2.FormatU8, Initial: secs2.U8(100)},
		{VID: 1005, Name: "State", Format: secs2.ASCII, Initial: secs2.A("IDLE")},
		{VID: 1006, Name: "Depth", Format: secs2.FormatI8},
	}}
}

func motions() Config {
	return Config{Seed: 7, Motions: []Motion{
		{Variable: "Pressure", Kind: Walk, Low: 10, High: 14, Step: 0.5},
		{Variable: "Flow", Kind: Sine, Low: 40, High: 50, Period: 60 * time.Second},
		{Variable: "Power", Kind: Walk, Low: 640, High: 660, Step: 5},
		{Variable: "Wafers", Kind: Count, Low: 100, High: 1e9, Period: 10 * time.Second},
		{Variable: "State", Kind: Choose, Period: 5 * time.Second, Values: []secs2.Item{secs2.A("IDLE"), secs2.A("BUSY")}},
		{Variable: "Depth", Kind: Ramp, Low: 0, High: 1000, Period: 20 * time.Second},
	}}
}

// recorder is a daemon that keeps what it is told.
type recorder struct {
	shelf
	calls []call
	err   error
}

type call struct {
	at     time.Time
	values []gem.Value
}

func (r *recorder) Set(values ...gem.Value) error {
	r.calls = append(r.calls, call{time.Now(), values})
	return r.err
}

func (r *recorder) Describe() daemon.Description { return daemon.Description{} }

func (r *recorder) Trigger(context.Context, uint32, ...gem.Value) error { return r.err }

func (r *recorder) Alarm(context.Context, uint32, gem.AlarmState, ...gem.Value) error { return r.err }
func (r *recorder) Process(context.Context, string, ...gem.Value) error               { return nil }
func (r *recorder) Tell(context.Context, model.Fact) error                            { return nil }
func (r *recorder) Material() model.Snapshot                                          { return model.Snapshot{} }

// shelf is a store in memory.
type shelf struct{ *persist.MemoryPrograms }

func newShelf() shelf { return shelf{persist.NewMemoryPrograms()} }

func (s shelf) FirstPrograms() bool { return s.First() }

func (s shelf) OpenProgram(ppid string) (*daemon.Program, error) {
	p, err := s.Open(ppid)
	if err != nil {
		return nil, err
	}
	return &daemon.Program{PPID: p.Name, Format: gem.ProgramFormat(p.Format), Size: p.Size, ReadCloser: p}, nil
}

func (s shelf) SelectProgram(context.Context, string) error { return nil }

// record runs a tool for d of simulated clock.
func record(t *testing.T, c Config, d time.Duration) (*recorder, error) {
	t.Helper()
	tool, err := New(c, etcher())
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{shelf: newShelf()}
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	return r, tool.run(ctx, r)
}

func TestOneCallPerStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := motions()
		c.Rate = 4
		begin := time.Now()
		r, err := record(t, c, 10*time.Second+time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.calls) != 40 {
			t.Fatalf("%d calls in 10 s at 4 Hz, want 40", len(r.calls))
		}
		for i, c := range r.calls {
			if want := begin.Add(time.Duration(i+1) * 250 * time.Millisecond); !c.at.Equal(want) {
				t.Fatalf("call %d at %v, want %v", i, c.at.Sub(begin), want.Sub(begin))
			}
		}
	})
}

func TestSameSeedSameValues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := record(t, motions(), 30*time.Second)
		b, _ := record(t, motions(), 30*time.Second)
		other := motions()
		other.Seed++
		c, _ := record(t, other, 30*time.Second)
		if !equalCalls(a, b) {
			t.Error("the same seed gave other values")
		}
		if equalCalls(a, c) {
			t.Error("another seed gave the same values")
		}
	})
}

func equalCalls(a, b *recorder) bool {
	if len(a.calls) != len(b.calls) {
		return false
	}
	for i := range a.calls {
		if len(a.calls[i].values) != len(b.calls[i].values) {
			return false
		}
		for j, v := range a.calls[i].values {
			if w := b.calls[i].values[j]; v.VID != w.VID || !v.Item.Equal(w.Item) {
				return false
			}
		}
	}
	return true
}

// TestSpeed lets a day pass in a simulated minute and a half.
func TestSpeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := motions()
		c.Speed = 960
		r, _ := record(t, c, 90*time.Second+time.Millisecond)
		var wafers float64
		for _, c := range r.calls {
			for _, v := range c.values {
				if v.VID == 1004 {
					wafers, _ = v.Item.Number()
				}
			}
		}
		if want := 100 + 86400/10.0; wafers != want {
			t.Errorf("%v wafers after a day, want %v", wafers, want)
		}
	})
}

func TestStorageFailureIsNotTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ set, want error }{
			{gem.ErrStorage, nil},
			{gem.ErrValue, gem.ErrValue},
		} {
			tool, err := New(motions(), etcher())
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			if err := tool.run(ctx, &recorder{err: c.set}); !errors.Is(err, c.want) {
				t.Errorf("Set returned %v: run returned %v, want %v", c.set, err, c.want)
			}
			cancel()
		}
	})
}

func TestNoMotionsStandStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := record(t, Config{}, time.Hour)
		if err != nil || len(r.calls) != 0 {
			t.Errorf("run returned %v after %d calls", err, len(r.calls))
		}
	})
}

// TestMotionsStayInBounds moves every number format in every way.
func TestMotionsStayInBounds(t *testing.T) {
	formats := []secs2.Format{
		secs2.FormatI1, secs2.FormatI2, secs2.FormatI4, secs2.FormatI8, secs2.FormatU1,
		secs2.FormatU2, secs2.FormatU4, secs2.FormatU8, secs2.FormatF4, secs2.FormatF8,
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(formats).Draw(t, "format")
		low, high, _ := numberRange(f)
		low, high = max(low, -1e12), min(high, 1e12)
		m := Motion{
			Variable: "v",
			Kind:     rapid.SampledFrom([]Kind{Walk, Ramp, Sine, Count}).Draw(t, "kind"),
			Low:      math.Trunc(rapid.Float64Range(low, high).Draw(t, "low")),
			Step:     rapid.Float64Range(0.001, 1e6).Draw(t, "step"),
			Period:   time.Duration(rapid.Int64Range(1, 3600e9).Draw(t, "period")),
		}
		m.High = math.Trunc(rapid.Float64Range(m.Low, high).Draw(t, "high"))
		c := Config{
			Seed: rapid.Uint64().Draw(t, "seed"), Speed: rapid.Float64Range(0.01, 1000).Draw(t, "speed"),
			Motions: []Motion{m},
		}
		equipment := gem.Config{Variables: []gem.Variable{{VID: 1, Name: "v", Format: f}}}
		tool, err := New(c, equipment)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			for _, v := range tool.step(time.Duration(c.Speed * 5e8)) {
				got, ok := v.Item.Number()
				if slack := math.Abs(got) * 1e-6; !ok || v.Item.Format() != f || got < m.Low-slack || got > m.High+slack {
					t.Fatalf("%v %v: %v is not from %v to %v", f, m.Kind, got, m.Low, m.High)
				}
			}
		}
	})
}

func TestMotionStartsAtInitialValue(t *testing.T) {
	for _, kind := range []Kind{Walk, Ramp, Sine, Count} {
		m := newMover(Motion{Kind: kind, Low: 0, High: 1000, Step: 1, Period: time.Hour},
			gem.Variable{Format: secs2.FormatF8, Initial: secs2.F8(250)}, newRandom(1, 1))
		it, _ := m.step(time.Millisecond)
		if v, _ := it.Number(); math.Abs(v-250) > 1 {
			t.Errorf("%v: %v after 1 ms, want about the initial 250", kind, v)
		}
	}
}

func TestValidate(t *testing.T) {
	ok := Motion{Variable: "Pressure", Kind: Walk, Low: 1, High: 2, Step: 1}
	with := func(change func(*Motion)) Config {
		m := ok
		change(&m)
		return Config{Motions: []Motion{m}}
	}
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Motions: []Motion{ok}}, ""},
		{Config{Speed: -1}, "speed"},
		{Config{Rate: 11}, "rate"},
		{Config{Motions: []Motion{ok, ok}}, "motions[1].variable"},
		{with(func(m *Motion) { m.Variable = "pressure" }), "motions[0].variable"},
		{with(func(m *Motion) { m.Kind = 0 }), "motions[0].kind"},
		{with(func(m *Motion) { m.Kind = Ramp }), "motions[0].period"},
		{with(func(m *Motion) { m.Kind = Choose; m.Period = 1 }), "motions[0].values"},
		{with(func(m *Motion) { m.Kind = Choose; m.Period = 1; m.Values = []secs2.Item{secs2.A("x")} }), "motions[0].values[0]"},
		{with(func(m *Motion) { m.Step = 0 }), "motions[0].step"},
		{with(func(m *Motion) { m.Low = 3 }), "motions[0].high"},
		{with(func(m *Motion) { m.Low = math.NaN() }), "motions[0].low"},
		{with(func(m *Motion) { m.Variable = "Power"; m.High = 65536 }), "motions[0].high"},
		{with(func(m *Motion) { m.Variable = "State" }), "motions[0].kind"},
	} {
		err := c.config.Validate(etcher())
		if c.want == "" {
			if err != nil {
				t.Errorf("%+v: %v", c.config, err)
			}
			continue
		}
		var problem *ConfigError
		if !errors.As(err, &problem) || problem.Key != c.want || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want one problem of %s", c.config, err, c.want)
		}
		if _, err := New(c.config, etcher()); err == nil {
			t.Errorf("New took %+v", c.config)
		}
	}
}
