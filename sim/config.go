package sim

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// Config says how the simulated tool moves the variables of an equipment. The
// zero value is a tool that stands still.
type Config struct {
	// Speed is how many simulated seconds pass in one second; 0.01 to 1000,
	// default 1.
	Speed float64
	// Rate is the number of steps per second; 1 to 10, default 2. All variables
	// that a step moves are told to the daemon in one call.
	Rate float64
	// Seed starts the random numbers: the same seed gives the same values.
	Seed uint64
	// Motions move variables, one each.
	Motions []Motion
	// Wafers is how many wafers of a carrier one START processes; 1 to 25,
	// default 2.
	Wafers int
	// Recipes are the process programs that the first start stores; the
	// equipment must have ProcessCommands then. With any, the tool handles
	// carriers and jobs and obeys the remote commands: the equipment must have
	// load ports, a robot, a chamber, and the variables and events that tell of
	// them. Without, carriers never come, and it refuses all commands.
	Recipes []Recipe
	// Carriers says when carriers come and go.
	Carriers Carriers
	// Lots says who creates the jobs.
	Lots Lots
	// Failures is what goes wrong with material.
	Failures Failures
	// Alarms are raised now and then.
	Alarms Alarms
}

// Carriers says, in simulated time, when carriers come and go.
type Carriers struct {
	// Arrive is how long a port is READY TO LOAD before a carrier comes; default
	// 10 s. Leave is how long a carrier stands on a port that is READY TO UNLOAD;
	// default 5 s.
	Arrive, Leave time.Duration
	// By says whether they come and go after these times at all.
	By Calling
}

// Calling says what makes carriers come and go.
type Calling uint8

// The choices. The commands SIM-DELIVER and SIM-REMOVE work with both.
const (
	ByTimer Calling = iota
	ByCommand
)

// Lots says who creates the jobs.
type Lots uint8

// The choices.
const (
	// HostLots: hosts do, and the operator for the command START.
	HostLots Lots = iota
	// EndlessLots: the operator does for each carrier; hosts still may.
	EndlessLots
)

// Kind is the way in which a variable moves.
type Kind uint8

// The kinds of motion.
const (
	// Walk goes up or down by at most Step per simulated second, between Low
	// and High.
	Walk Kind = iota + 1
	// Ramp rises from Low to High in Period, then starts again.
	Ramp
	// Sine swings between Low and High once in Period.
	Sine
	// Count adds Step, 1 if 0, every Period, and goes back to Low above High.
	Count
	// Choose takes one of Values at random every Period.
	Choose
)

var kindNames = [...]string{"", "walk", "ramp", "sine", "count", "choose"}

func (k Kind) String() string { return kindNames[k] }

// Motion moves one variable.
type Motion struct {
	// Variable is the name of a variable of the equipment. Numbers of one value
	// move in every way, all others by Choose.
	Variable string
	Kind     Kind
	// Low and High bound the value. The variable's format must hold both.
	Low, High float64
	// Step is for Walk and Count.
	Step float64
	// Period is simulated time, for all but Walk.
	Period time.Duration
	// Values is for Choose: items of the variable's format.
	Values []secs2.Item
}

// ConfigError is one value that the configuration may not have.
type ConfigError struct {
	Key  string // as in the configuration file: "motions[0].period"
	Got  string
	Want string
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("sim: %s: got %s, want %s", e.Key, e.Got, e.Want)
}

func (c Config) withDefaults() Config {
	if c.Speed == 0 {
		c.Speed = 1
	}
	if c.Rate == 0 {
		c.Rate = 2
	}
	if c.Wafers == 0 {
		c.Wafers = 2
	}
	if c.Carriers.Arrive == 0 {
		c.Carriers.Arrive = 10 * time.Second
	}
	if c.Carriers.Leave == 0 {
		c.Carriers.Leave = 5 * time.Second
	}
	c.Alarms = c.Alarms.withDefaults()
	return c
}

// Validate returns every problem of the configuration for this equipment,
// joined; each is a *ConfigError.
func (c Config) Validate(equipment gem.Config) error {
	c = c.withDefaults()
	var p problems
	p.number("speed", c.Speed, 0.01, 1000)
	p.number("rate", c.Rate, 1, 10)
	variables := map[string]gem.Variable{}
	for _, v := range equipment.Variables {
		variables[v.Name] = v
	}
	moved := map[string]bool{}
	for i, m := range c.Motions {
		key := fmt.Sprintf("motions[%d]", i)
		v, known := variables[m.Variable]
		if !known || moved[m.Variable] {
			p.add(key+".variable", fmt.Sprintf("%q", m.Variable), "the name of a variable that no other motion moves")
		}
		moved[m.Variable] = true
		if known {
			p.motion(key, m, v)
		}
	}
	p.number("wafers", float64(c.Wafers), 1, 25)
	p.seconds("carriers.arrive", c.Carriers.Arrive)
	p.seconds("carriers.leave", c.Carriers.Leave)
	p.failures(c.Failures, equipment)
	p.alarms(c.Alarms, equipment)
	p.recipes(c.Recipes)
	if c.Lots == EndlessLots && len(c.Recipes) == 0 {
		p.add("lots", "forever", "host, for there are no recipes")
	}
	if len(c.Recipes) > 0 {
		p.layout(equipment.Material)
		p.vocabulary(equipment)
	}
	return errors.Join(p...)
}

type problems []error

func (p *problems) add(key, got, want string) {
	*p = append(*p, &ConfigError{Key: key, Got: got, Want: want})
}

func (p *problems) seconds(key string, d time.Duration) {
	if d <= 0 {
		p.add(key, d.String(), "more than 0 seconds")
	}
}

func (p *problems) number(key string, v, low, high float64) {
	if !(v >= low && v <= high) {
		p.add(key, fmt.Sprint(v), fmt.Sprintf("%v to %v", low, high))
	}
}

func printable(s string, most int) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return len(s) >= 1 && len(s) <= most
}

func (p *problems) motion(key string, m Motion, v gem.Variable) {
	if m.Kind < Walk || m.Kind > Choose {
		p.add(key+".kind", "nothing", "walk, ramp, sine, count or choose")
		return
	}
	if m.Kind != Walk && m.Period <= 0 {
		p.add(key+".period", m.Period.String(), "more than 0 seconds")
	}
	if m.Kind == Choose {
		p.values(key+".values", m, v)
		return
	}
	low, high, ok := numberRange(v.Format)
	if !ok {
		p.add(key+".kind", m.Kind.String(), fmt.Sprintf("choose, the one motion of %v", v.Format))
		return
	}
	p.number(key+".low", m.Low, low, high)
	p.number(key+".high", m.High, low, high)
	if m.Low > m.High {
		p.add(key+".high", fmt.Sprint(m.High), fmt.Sprintf("at least low, %v", m.Low))
	}
	if m.Kind == Walk && !(m.Step > 0) || m.Step < 0 {
		p.add(key+".step", fmt.Sprint(m.Step), "more than 0")
	}
}

func (p *problems) values(key string, m Motion, v gem.Variable) {
	if len(m.Values) == 0 {
		p.add(key, "none", "at least one value")
	}
	for i, value := range m.Values {
		at := fmt.Sprintf("%s[%d]", key, i)
		switch {
		case value.Format() != v.Format:
			p.add(at, value.Format().String(), v.Format.String())
		case v.Fits(value) != nil:
			p.add(at, fmt.Sprintf("%v of %d", value.Format(), value.Len()), "a value that "+v.Name+" takes")
		}
	}
}

// numberRange returns what a number format holds; for F4, F8, I8 and U8 what a
// float64 can tell apart of it.
func numberRange(f secs2.Format) (low, high float64, ok bool) {
	const exact = 1 << 53
	bits := 8 * f.Size()
	switch {
	case f == secs2.FormatF4:
		return -math.MaxFloat32, math.MaxFloat32, true
	case f == secs2.FormatF8:
		return -math.MaxFloat64, math.MaxFloat64, true
	case f.Signed():
		return max(-exact, -math.Exp2(float64(bits-1))), min(exact, math.Exp2(float64(bits-1))-1), true
	case f.Unsigned():
		return 0, min(exact, math.Exp2(float64(bits))-1), true
	}
	return 0, 0, false
}
