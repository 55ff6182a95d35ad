package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file is the process programs of the tool: formatted ones, a command STEP
// for each step. What is stored counts: recipes are only the programs of the first
// start.

// ProcessCommands are those of the tool's programs, for gem.Programs.
func ProcessCommands() []gem.ProcessCommand {
	return []gem.ProcessCommand{{
		CCODE: stepCode, Name: "STEP", Description: "A step of the process, in both chambers.",
		Parameters: []gem.ProcessParameter{
			{Name: "Name", Description: "what the step is called", Format: secs2.ASCII, MaxLength: maxStepName},
			{Name: "Time", Description: "how long it takes", Units: "s", Format: secs2.FormatF4, Min: secs2.F4(0.001), Max: secs2.F4(float32(maxStepTime.Seconds()))},
			{Name: "Pressure", Description: "in the chamber", Units: "mTorr", Format: secs2.FormatF4, Min: secs2.F4(0), Max: secs2.F4(maxPressure)},
			{Name: "RFPower", Description: "at the electrode", Units: "W", Format: secs2.FormatU2, Min: secs2.U2(0), Max: secs2.U2(maxRFPower)},
		},
	}}
}

const stepCode = 1

// programs is where the tool's programs are stored.
type programs interface {
	FirstPrograms() bool
	OpenProgram(ppid string) (*daemon.Program, error)
	SelectProgram(ctx context.Context, ppid string) error
}

// Programs are the recipes, as the tool's maker would deliver them.
func (t *Tool) Programs() []daemon.SuppliedProgram {
	var list []daemon.SuppliedProgram
	for _, r := range t.config.Recipes {
		list = append(list, daemon.SuppliedProgram{PPID: r.Name, Format: gem.Formatted, Content: r.program(t.mdln, t.softrev)})
	}
	return list
}

// program returns the recipe as the content of a formatted program.
func (r *Recipe) program(mdln, softrev string) []byte {
	a := secs2.NewAppender(nil)
	a.Text(mdln)
	a.Text(softrev)
	a.List(len(r.Steps))
	for _, s := range r.Steps {
		a.List(2)
		a.U2(stepCode)
		a.List(4)
		a.Text(s.Name)
		a.F4(float32(s.Time.Seconds()))
		a.F4(float32(s.Pressure))
		a.U2(s.RFPower)
	}
	return a.Bytes()
}

var errNoRecipe = errors.New("sim: this is no program of steps")

// loadRecipe reads a stored program: the copy that is executed.
func loadRecipe(p programs, ppid string) (Recipe, error) {
	r := Recipe{Name: ppid}
	opened, err := p.OpenProgram(ppid)
	if err != nil {
		return r, err
	}
	defer opened.Close()
	if opened.Format != gem.Formatted || opened.Size > maxProgram {
		return r, errNoRecipe
	}
	content, err := io.ReadAll(opened)
	if err != nil {
		return r, err
	}
	r.Steps, err = parseSteps(content)
	if err == nil && (len(r.Steps) == 0 || len(r.Steps) > maxSteps) {
		err = fmt.Errorf("%w: %d steps, want 1 to %d", errNoRecipe, len(r.Steps), maxSteps)
	}
	return r, err
}

// maxProgram bounds what is read of a program: maxSteps of them are shorter.
const maxProgram = 64 << 10

func parseSteps(content []byte) (steps []Step, err error) {
	a := secs2.NewAppender(nil)
	a.List(3)
	a.Encoded(content)
	body, err := secs2.Parse(a.Bytes())
	if err != nil {
		return nil, err
	}
	in := secs2.NewReader(body)
	in.Tuple(3)
	in.Text("MDLN")
	in.Text("SOFTREV")
	in.Each("commands", func(in *secs2.Reader) {
		in.Tuple(2)
		if in.Uint("CCODE") != stepCode {
			err = errNoRecipe
		}
		in.Tuple(4)
		s := Step{Name: string(in.Text("Name"))}
		seconds, _ := in.Item("Time").Number()
		s.Time = time.Duration(seconds * float64(time.Second))
		s.Pressure, _ = in.Item("Pressure").Number()
		s.RFPower = uint16(in.Uint("RFPower"))
		steps = append(steps, s)
	})
	return steps, errors.Join(err, in.Err())
}
