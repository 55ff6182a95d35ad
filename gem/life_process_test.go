package gem

import (
	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// This file is what processing and commands with rules add to a life.

func lifeCommands() []Command {
	return []Command{
		{Name: "STOP", Effect: Affects, States: []string{"SETUP", "READY", "EXECUTING", "PAUSE"}, Already: []string{"IDLE"}},
		{Name: "CLEAN", Effect: Starts, Code: 77, Operator: LockedInRemote, Objects: []string{"OBJ"}, Parameters: []Parameter{
			{Name: "SLOTS", Format: secs2.List, Element: secs2.FormatU1},
		}},
	}
}

// processes is the tool moving its state, where to it can move or not.
func (l *life) processes() {
	before := l.e.process.state.Name
	on := rapid.SampledFrom([]string{
		processInitialized, processSetup, processReady, processStart, processCompleted, processStop, processAbort, processFault, processPause, processResume, "dance",
	}).Draw(l.rt, "trigger")
	l.step(Process{Trigger: on, Values: []Value{{1002, secs2.U4(5)}}})
	_, known := processTable.Next(before, on)
	if now := l.e.process.state.Name; l.out.Err != nil && now != before || l.out.Err == nil && !known {
		l.fatalf("%s in %s: %s, %v", on, before, now, l.out.Err)
	}
}
