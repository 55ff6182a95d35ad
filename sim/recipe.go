package sim

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/model"
)

// Recipe is a process program of the tool.
type Recipe struct {
	Name  string // the PPID
	Steps []Step
}

// Step is a step of a recipe.
type Step struct {
	Name     string
	Time     time.Duration // simulated
	Pressure float64       // mTorr
	RFPower  uint16        // W
}

// The bounds of a recipe: the variables that tell of it have no room for more.
const (
	maxPPID = 80
	// maxProgramName is that of a program that a host has sent.
	maxProgramName = 120
	maxSteps       = 99
	maxStepName    = 20
	maxStepTime    = time.Hour
	maxPressure    = 1e6
	maxRFPower     = 60000
)

func (p *problems) recipes(recipes []Recipe) {
	names := map[string]bool{}
	for i, r := range recipes {
		key := fmt.Sprintf("recipes[%d]", i)
		if !printable(r.Name, maxPPID) || names[r.Name] {
			p.add(key+".name", fmt.Sprintf("%q", r.Name), fmt.Sprintf("1 to %d printable ASCII characters that no other recipe has", maxPPID))
		}
		names[r.Name] = true
		if len(r.Steps) < 1 || len(r.Steps) > maxSteps {
			p.add(key+".steps", fmt.Sprintf("%d steps", len(r.Steps)), fmt.Sprintf("1 to %d", maxSteps))
		}
		for j, s := range r.Steps {
			p.step(fmt.Sprintf("%s.steps[%d]", key, j), s)
		}
	}
}

func (p *problems) step(key string, s Step) {
	if !printable(s.Name, maxStepName) {
		p.add(key+".name", fmt.Sprintf("%q", s.Name), fmt.Sprintf("1 to %d printable ASCII characters", maxStepName))
	}
	if s.Time <= 0 || s.Time > maxStepTime {
		p.add(key+".time", s.Time.String(), fmt.Sprintf("more than 0, at most %v", maxStepTime))
	}
	p.number(key+".pressure", s.Pressure, 0, maxPressure)
	p.number(key+".rf_power", float64(s.RFPower), 0, maxRFPower)
}

func (r *Recipe) length() (d time.Duration) {
	for _, s := range r.Steps {
		d += s.Time
	}
	return d
}

// The recipe variables that the tool knows: they are those of the longest step.
// Others change nothing.
const (
	settingTime     = "Time" // in seconds
	settingPressure = "Pressure"
	settingRFPower  = "RFPower"
)

// tune puts the variables of a job into effect.
func (r *Recipe) tune(settings []model.RecipeSetting) {
	longest := &r.Steps[0]
	for i := range r.Steps {
		if r.Steps[i].Time > longest.Time {
			longest = &r.Steps[i]
		}
	}
	for _, x := range settings {
		v, ok := x.Value.Number()
		switch {
		case !ok:
		case x.Name == settingTime:
			longest.Time = time.Duration(min(max(v, 0.001), maxStepTime.Seconds()) * float64(time.Second))
		case x.Name == settingPressure:
			longest.Pressure = min(max(v, 0), maxPressure)
		case x.Name == settingRFPower:
			longest.RFPower = uint16(min(max(v, 0), maxRFPower))
		}
	}
}
