package model

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// TestTrackers follows a module and the equipment through every row of E116.
func TestTrackers(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.startModules()
	r.hears("MOD#1 PM-A", "MOD#1 PM-B", "EPT#1 TOOL1", "EPT#1 PM-A", "EPT#1 PM-B", "EPT#1 EFEM")
	r.refuses(TaskEnded{"PM-A"}, ErrNotNow)
	r.refuses(ModuleUnblocked{"PM-A"}, ErrNotNow)
	for _, step := range []struct {
		fact Fact
		want []string
	}{
		{TaskStarted{"PM-A", "ETCH_A", ProcessTask}, []string{"EPT#2 PM-A", "EPT#2 TOOL1"}},
		{TaskStarted{"PM-A", "ETCH_A", ProcessTask}, []string{"EPT#4 PM-A"}},
		{TaskStarted{"PM-B", "CLEAN", MaintenanceTask}, []string{"EPT#2 PM-B"}},
		{ModuleBlocked{"PM-A", ErrorCondition, "Fault: arm"}, []string{"EPT#5 PM-A"}},
		{ModuleBlocked{"PM-A", ErrorCondition, "Fault: arm"}, nil},
		{TaskEnded{"PM-B"}, []string{"EPT#3 PM-B", "EPT#5 TOOL1"}},
		{ModuleBlocked{"PM-A", PauseReason, "Pause: operator"}, []string{"EPT#9 PM-A"}},
		{ModuleUnblocked{"PM-A"}, []string{"EPT#6 PM-A", "EPT#6 TOOL1"}},
		{ModuleBlocked{"PM-A", ErrorCondition, ""}, []string{"EPT#5 PM-A", "EPT#5 TOOL1"}},
		{TaskEnded{"PM-A"}, []string{"EPT#9 PM-A"}},
		{TaskStarted{"PM-A", "ETCH_B", ProcessTask}, []string{"EPT#6 PM-A", "EPT#6 TOOL1"}},
		{TaskEnded{"PM-A"}, []string{"EPT#3 PM-A", "EPT#3 TOOL1"}},
		{ModuleBlocked{"PM-B", SafetyThreshold, ""}, []string{"EPT#8 PM-B", "EPT#8 TOOL1"}},
		{ModuleUnblocked{"PM-B"}, []string{"EPT#7 PM-B", "EPT#7 TOOL1"}},
		{TaskStarted{"EFEM", "MAP", SupportTask}, []string{"EPT#2 EFEM"}},
		{ModuleBlocked{"EFEM", ErrorCondition, ""}, []string{"EPT#5 EFEM"}},
	} {
		r.tells(step.fact)
		r.hears(step.want...)
	}
	for _, f := range []Fact{
		TaskStarted{"TOOL1", "X", ProcessTask}, TaskStarted{"PM-C", "X", ProcessTask}, TaskEnded{"ROBOT.A"}, ModuleBlocked{"TOOL1", PauseReason, ""},
		ModuleUnblocked{"PM-C"},
	} {
		r.refuses(f, ErrUnknown)
	}
	for _, f := range []Fact{
		TaskStarted{"PM-A", "X", NoTask}, TaskStarted{"PM-A", "X", WaitingTask + 1}, TaskStarted{"PM-A", strings.Repeat("X", 81), ProcessTask},
		ModuleBlocked{"PM-A", NotBlocked, ""}, ModuleBlocked{"PM-A", PauseReason + 1, ""}, ModuleBlocked{"PM-A", PauseReason, strings.Repeat("X", 81)},
	} {
		r.refuses(f, ErrValue)
	}
	for _, row := range trackerTable.Rows() {
		if want := "EPT#" + string(rune('0'+row.Number)); !r.seen[want] {
			t.Errorf("%s was not taken", want)
		}
	}
}

// TestTrackerValues: the values of an event are those right after its row.
func TestTrackerValues(t *testing.T) {
	r := newRecorder(t, toolConfig())
	values := []string(nil)
	r.look = func() {
		if r.subject.Tracker == 0 {
			return
		}
		values = values[:0]
		for _, v := range r.cfg.DataVariables() {
			if v.VID >= 401 && v.VID <= 412 {
				a := secs2.NewAppender(nil)
				v.Append(r.Model, &a)
				it, _ := secs2.Parse(a.Bytes())
				text := string(it.Data())
				if it.Format() != secs2.ASCII {
					n, _ := it.Number()
					text = strings.Repeat("|", int(n)) // a tally
				}
				values = append(values, text)
			}
		}
	}
	check := func(want ...string) {
		t.Helper()
		if !slices.Equal(values, want) {
			t.Errorf("values\n%q, want\n%q", values, want)
		}
	}
	r.startModules()
	check("EFEM", "||", "", "|||", "", "", "", "", "", "", "", "2026030112000000")
	r.waits(5900 * time.Millisecond)
	r.tells(TaskStarted{"EFEM", "MAP", SupportTask})
	check("EFEM", "||", "|", "", "|||||", "MAP", "|||", "", "", "", "", "2026030112000590")
	r.waits(3 * time.Second)
	r.tells(ModuleBlocked{"EFEM", ErrorCondition, "Fault: arm"})
	check("EFEM", "||", "||", "|", "|||", "MAP", "|||", "MAP", "|||", "|||", "Fault: arm", "2026030112000890")
	if want := []ModuleSnapshot{
		{Name: "PM-A", State: "NOT EXECUTING"}, {Name: "PM-B", State: "NOT EXECUTING"}, {Name: "EFEM", Blocked: ErrorCondition, BlockedText: "Fault: arm"},
	}; !slices.Equal(r.Snapshot().Modules, want) {
		t.Errorf("modules %+v, want %+v", r.Snapshot().Modules, want)
	}
	r.tells(ModuleUnblocked{"EFEM"}).tells(TaskEnded{"EFEM"})
	check("EFEM", "||", "", "|", "", "", "", "MAP", "|||", "", "", "2026030112000890")
}

// TestModules follows a module through every row of E157.
func TestModules(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.startModules()
	r.registerSubstrates(stands(r, "FOUP01", "33"))
	r.tells(SubstrateMoved{"FOUP01.01", "PM-A"})
	r.heard = nil
	about := func(recipe, substrate, step string) func() {
		return func() {
			t.Helper()
			if r.subject.Module == 0 {
				return
			}
			x := &r.modules[r.subject.Module-1]
			id := ""
			if s := r.subject.Substrate; s != 0 {
				id = r.substrateID(s)
			}
			if x.recipe != recipe || id != substrate || x.step != step {
				t.Errorf("%s runs %q on %q, step %q; want %q on %q, step %q", x.name, x.recipe, id, x.step, recipe, substrate, step)
			}
		}
	}
	for _, step := range []struct {
		fact Fact
		look func()
		want []string
	}{
		{ModuleStarted{"PM-A", "ETCH_A", ""}, about("ETCH_A", "FOUP01.01", ""), []string{"MOD#2 PM-A", "EPT#2 PM-A", "EPT#2 TOOL1"}},
		{ModuleStep{"PM-A", 1, "HEAT"}, about("ETCH_A", "FOUP01.01", "HEAT"), []string{"MOD#5 PM-A"}},
		{ModuleStepEnded{"PM-A"}, about("ETCH_A", "FOUP01.01", "HEAT"), []string{"MOD#6 PM-A"}},
		{ModuleStep{"PM-A", 2, "ETCH"}, about("ETCH_A", "FOUP01.01", "ETCH"), []string{"MOD#5 PM-A"}},
		{ModuleStepFailed{"PM-A"}, about("ETCH_A", "FOUP01.01", "ETCH"), []string{"MOD#7 PM-A"}},
		{ModuleEnded{"PM-A"}, about("ETCH_A", "FOUP01.01", ""), []string{"MOD#3 PM-A", "EPT#3 PM-A", "EPT#3 TOOL1"}},
		{TaskStarted{"PM-B", "RUN", ProcessTask}, nil, []string{"EPT#2 PM-B", "EPT#2 TOOL1"}},
		{ModuleStarted{"PM-B", "ETCH_B", "FOUP01.01"}, about("ETCH_B", "FOUP01.01", ""), []string{"MOD#2 PM-B"}},
		{ModuleStep{"PM-B", 255, "X"}, nil, []string{"MOD#5 PM-B"}},
		{SubstrateIsLost{"FOUP01.01"}, nil, []string{"SUB#14 FOUP01.01", "SUB#9 FOUP01.01", "LOC#2 PM-A"}},
		{ModuleFailed{"PM-B"}, about("ETCH_B", "", ""), []string{"MOD#4 PM-B"}},
		{TaskEnded{"PM-B"}, nil, []string{"EPT#3 PM-B", "EPT#3 TOOL1"}},
		{ModuleStarted{"PM-B", "ETCH_B", ""}, about("ETCH_B", "", ""), []string{"MOD#2 PM-B", "EPT#2 PM-B", "EPT#2 TOOL1"}},
		{ModuleBlocked{"PM-B", ErrorCondition, "Fault: RF"}, nil, []string{"EPT#5 PM-B", "EPT#5 TOOL1"}},
		{ModuleFailed{"PM-B"}, nil, []string{"MOD#4 PM-B", "EPT#9 PM-B"}},
		{ModuleUnblocked{"PM-B"}, nil, []string{"EPT#7 PM-B", "EPT#7 TOOL1"}},
	} {
		r.look = step.look
		r.tells(step.fact)
		r.hears(step.want...)
	}
	r.look = nil
	for _, row := range moduleTable.Rows() {
		if want := "MOD#" + string(rune('0'+row.Number)); !r.seen[want] {
			t.Errorf("%s was not taken", want)
		}
	}
	r.refuses(ModuleStep{"PM-A", 1, "HEAT"}, ErrNotNow)
	r.refuses(ModuleEnded{"PM-A"}, ErrNotNow)
	r.refuses(ModuleStarted{"EFEM", "ETCH_A", ""}, ErrUnknown)
	r.refuses(ModuleStarted{"PM-A", "ETCH_A", "W9"}, ErrUnknown)
	r.refuses(ModuleStarted{"PM-A", strings.Repeat("X", 121), ""}, ErrValue)
	r.tells(ModuleStarted{"PM-A", "ETCH_A", "FOUP01.02"})
	r.hears("MOD#2 PM-A", "EPT#2 PM-A", "EPT#2 TOOL1")
	r.refuses(ModuleStepEnded{"PM-A"}, ErrNotNow)
	r.refuses(ModuleStep{"PM-A", 0, "HEAT"}, ErrValue)
	r.refuses(ModuleStep{"PM-A", 256, "HEAT"}, ErrValue)
	r.refuses(ModuleStep{"PM-A", 1, strings.Repeat("X", 81)}, ErrValue)

	// The equipment stops and starts: the run goes on, and the tool finds it.
	r.tells(ModuleStep{"PM-A", 1, "HEAT"})
	r.hears("MOD#5 PM-A")
	n := r.restarted()
	n.startModules()
	if got, want := n.Snapshot().Modules[0], (ModuleSnapshot{Name: "PM-A", State: "STEP ACTIVE", Recipe: "ETCH_A", Substrate: "FOUP01.02", Step: "HEAT"}); got != want {
		t.Errorf("found %+v, want %+v", got, want)
	}
	n.refuses(ModuleStarted{"PM-A", "ETCH_A", ""}, ErrNotNow)
	n.hears("MOD#1 PM-B", "EPT#1 TOOL1", "EPT#1 PM-A", "EPT#1 PM-B", "EPT#1 EFEM")
	n.tells(ModuleEnded{"PM-A"})
	n.hears("MOD#3 PM-A", "EPT#3 PM-A", "EPT#3 TOOL1")
}

func TestClock(t *testing.T) {
	r := newRecorder(t, toolConfig())
	zone := time.FixedZone("", 2*3600)
	r.At(time.Date(2026, 3, 1, 12, 0, 0, 123_000_000, zone))
	values := func() (list []string) {
		for _, at := range clockType.Attributes {
			a := secs2.NewAppender(nil)
			at.value(r.Model, 1, &a)
			it, _ := secs2.Parse(a.Bytes())
			list = append(list, string(it.AppendCanonical(nil)[2:]))
		}
		return list
	}
	if got := values(); got[2] != "2026-03-01T12:00:00.123+02:00   " || got[3] != "\x00" || got[4] != "" || got[6] != "" {
		t.Errorf("free clock: %q", got)
	}
	r.tells(ClockState{Source: "ntp.fab", Offset: -1500 * time.Millisecond, LastSync: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)})
	if got := values(); got[3] == "\x00" || got[4] != "ntp.fab" || got[5] != string(secs2.F8(-1.5).Data()) || got[6] != "2026-03-01T11:00:00.000+02:00   " {
		t.Errorf("synchronized clock: %q", got)
	}
	if clockType.find(r.Model, "Clock") != 1 || clockType.find(r.Model, "X") != 0 {
		t.Error("the clock is not found by its ObjID")
	}
	if err := r.Tell(ModuleEnded{"Clock"}); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}
