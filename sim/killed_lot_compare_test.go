package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is what may differ between a lot that was interrupted and the unbroken
// one: the rows of a start, and the detours, both object by object.

// entry is a row that an object took, or an event about it.
type entry struct {
	object string // as "SubstID FOUP-0401.01"
	name   string // of the event, which is that of its row
	data   string
	when   string // an event was raised
}

// subjects are the data that tell what the rows of each machine are about.
var subjects = func() map[string]string {
	names := map[string]string{}
	equipment := factory()
	for _, ev := range equipment.Material.Events() {
		if machine, _, isRow := strings.Cut(ev.Name, "SM"); isRow {
			names[machine] = ev.Data[0]
		}
	}
	return names
}()

// entryOf returns a row of material, jobs or modules; ok is false for others.
func entryOf(t gem.Transition) (x entry, ok bool) {
	subject, ok := subjects[t.Machine]
	name := fmt.Sprintf("%sSM%02d", t.Machine, t.Row)
	if t.Machine == model.ModuleProcess.String() {
		name += "_" + t.Object
	}
	return entry{object: subject + " " + t.Object, name: name, data: t.From + " > " + t.To}, ok
}

// row is the name without the module.
func (x entry) row() string {
	row, _, _ := strings.Cut(x.name, "_")
	return row
}

// restart stands where a start begins, which is with row 1 of the first port.
var restart = entry{name: "START"}

const (
	firstRow  = "LoadPortTransferSM01"
	firstPort = "PortID 1"
)

// byObject returns the entries of each object, with every start among them.
func (s scene) byObject(log []entry) map[string][]entry {
	objects, starts := map[string][]entry{}, 0
	for _, x := range log {
		begins := x.name == firstRow && x.object == firstPort
		if begins {
			for o := range objects {
				objects[o] = append(objects[o], restart)
			}
			starts++
		}
		x, counts := s.anyChamber(x)
		if !counts {
			continue
		}
		if objects[x.object] == nil {
			objects[x.object] = slices.Repeat([]entry{restart}, starts)
		}
		x.when = ""
		objects[x.object] = append(objects[x.object], x)
	}
	return objects
}

// anyChamber forgets, where there are two, which chamber and which arm an entry is
// about, since the time of a start decides that: what a chamber does is told of its
// wafer then, and what the places and the trackers do does not count.
func (s scene) anyChamber(x entry) (entry, bool) {
	if !s.has("CHAMBER-B") {
		return x, true
	}
	x.data, x.name = eitherPlace.Replace(x.data), x.row()
	subject, id, _ := strings.Cut(x.object, " ")
	switch subject {
	case "ModuleID":
		i := strings.Index(x.data, lotCarrier+".")
		if i < 0 || x.name == "ModuleProcessSM01" {
			return x, false
		}
		x.object = "ModuleID of " + x.data[i:i+len(lotCarrier)+3]
	case "EPTElementName":
		return x, false
	case "SubstLocID":
		return x, strings.HasPrefix(id, lotCarrier)
	}
	return x, true
}

var eitherPlace = strings.NewReplacer("CHAMBER-B", "CHAMBER-A", "ROBOT.B", "ROBOT.A")

// withoutStartRows takes out the rows that a start tells of an object: exactly these.
func withoutStartRows(object string, list []entry) (out []entry) {
	for i := 0; i < len(list); i++ {
		out = append(out, list[i])
		if list[i] != restart {
			continue
		}
		want := startRows(object, out)
		if n := i + 1 + len(want); n <= len(list) && named(list[i+1:n], want) {
			i += len(want)
		}
	}
	return out
}

func named(list []entry, rows []string) bool {
	return slices.EqualFunc(list, rows, func(x entry, row string) bool { return x.row() == row })
}

// startRows are those of a start, which depend on what was before.
func startRows(object string, before []entry) []string {
	last := func(machine string, rows ...string) string {
		for _, x := range slices.Backward(before) {
			if row, ok := strings.CutPrefix(x.row(), machine+"SM"); ok && slices.Contains(rows, row) {
				return row
			}
		}
		return ""
	}
	switch subject, id, _ := strings.Cut(object, " "); {
	case subject == "PortID":
		rows := []string{firstRow, "LoadPortTransferSM04"}
		if r := last("LoadPortTransfer", "05", "06", "07", "08", "09"); r != "06" && r != "07" {
			rows = append(rows, "LoadPortTransferSM05")
		}
		rows = append(rows, "AccessModeSM01")
		if last("PortAssociation", "02", "03") == "02" {
			rows = append(rows, "PortAssociationSM02")
		}
		return rows
	case subject == "EPTElementName":
		return []string{"EPTSM01"}
	case subject == "ModuleID" && !strings.HasPrefix(id, "of "):
		if r := last("ModuleProcess", "01", "02", "03", "04", "05", "06"); r == "" || r == "01" || r == "03" || r == "04" {
			return []string{"ModuleProcessSM01"}
		}
	}
	return nil
}

// detour is what an object may do once more because of a start: some rows lead back,
// then those before the start come again, the same.
type detour struct {
	again, back []string
	at          string // where, "" anywhere
}

// detours are all that there are, but for the recipe: see withoutFailedRun.
var detours = []detour{
	// A carrier that was being put down, or lifted, has not been: LoadFailed,
	// UnloadFailed.
	{again: []string{"LoadPortTransferSM06"}, back: []string{"LoadPortTransferSM10", "LoadPortTransferSM05"}},
	{again: []string{"LoadPortTransferSM07"}, back: []string{"LoadPortTransferSM10", "LoadPortTransferSM05"}},
	// A task that was under way ends, and begins again.
	{again: []string{"EPTSM02"}, back: []string{"EPTSM03"}},
	// The last wafer has left a carrier: the tool tells it again.
	{again: []string{stateless}},
	// A wafer that lay on an arm is aligned again, and the robot waits for that.
	{again: []string{"SubstrateSM04", "SubstrateSM04"}, at: "ALIGNER"},
	{again: []string{"SubstLocSM01", "SubstLocSM02"}, at: "ALIGNER"},
	{again: []string{"SubstLocSM01"}, back: []string{"SubstLocSM02"}, at: "ROBOT.A"},
	{again: []string{"EPTSM02"}, back: []string{"EPTSM03", "EPTSM02", "EPTSM03"}, at: "EFEM"},
}

// stateless is the one event of the tool that changes nothing: with plain delivery it
// is not on disk.
const stateless = "CarrierApproachingComplete"

// straight tells whether entries are those that are wanted, but for detours.
func straight(got, want []entry) bool {
	start := slices.Index(got, restart)
	if start < 0 {
		return slices.Equal(got, want)
	}
	for _, shorter := range withoutDetour(got, start) {
		if straight(shorter, want) {
			return true
		}
	}
	return straight(slices.Delete(slices.Clone(got), start, start+1), want)
}

// withoutDetour takes out what may be a detour because of that start.
func withoutDetour(list []entry, start int) (shorter [][]entry) {
	if run := withoutFailedRun(list, start); run != nil {
		shorter = append(shorter, run)
	}
	for _, d := range detours {
		n := start - len(d.again)
		if n < 0 || !named(list[n:start], d.again) || !strings.Contains(list[n].object+list[n].data, d.at) {
			continue
		}
		back, behind, end := len(d.back), []entry(nil), start
		for ; end < len(list) && len(behind) < back+len(d.again); end++ {
			if list[end] != restart {
				behind = append(behind, list[end])
			}
		}
		if len(behind) == back+len(d.again) && named(behind[:back], d.back) && slices.Equal(behind[back:], list[n:start]) {
			shorter = append(shorter, slices.Concat(list[:start], list[end:]))
		}
	}
	return shorter
}

// withoutFailedRun takes out the run of a recipe in a module that a start has ended:
// it failed, as row 4 tells, and the recipe begins again with row 2.
func withoutFailedRun(list []entry, start int) []entry {
	first := start - 1
	for first >= 0 && (list[first] == restart || list[first].row() == "ModuleProcessSM05" || list[first].row() == "ModuleProcessSM06") {
		first--
	}
	end := start
	for end < len(list) && list[end] == restart {
		end++
	}
	if first < 0 || end == len(list) || list[first].row() != "ModuleProcessSM02" || list[end].row() != "ModuleProcessSM04" {
		return nil
	}
	return slices.Concat(list[:first], list[end+1:])
}

// alike compares a lot that was interrupted with the unbroken one.
func (s scene) alike(t *testing.T, what string, got, unbroken history) {
	t.Helper()
	s.logsAlike(t, what+", on disk", got.rows, unbroken.rows)
	s.heardAlike(t, what, got.told, unbroken)
	got.standing.alike(t, what+", before it leaves", unbroken.standing)
	got.end.alike(t, what+", at the end", unbroken.end)
}

func (s scene) heardAlike(t *testing.T, what string, told []entry, unbroken history) {
	t.Helper()
	s.logsAlike(t, what+", as the host hears it", told, unbroken.told)
}

func (s scene) logsAlike(t *testing.T, what string, got, want []entry) {
	t.Helper()
	objects, wanted := s.byObject(got), s.byObject(want)
	for object, list := range objects {
		if wanted[object] == nil && len(withoutStartRows(object, list)) > len(slices.DeleteFunc(slices.Clone(list), func(x entry) bool { return x != restart })) {
			t.Errorf("%s: %s: %s, there is none in the unbroken lot", what, object, rowsText(list))
		}
	}
	for object, list := range wanted {
		direct := slices.DeleteFunc(withoutStartRows(object, list), func(x entry) bool { return x == restart })
		if !straight(withoutStartRows(object, objects[object]), direct) {
			t.Errorf("%s: %s:\n%s\nwant\n%s", what, object, rowsText(objects[object]), rowsText(list))
		}
	}
}

// rowsText is for people.
func rowsText(list []entry) string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = x.name
	}
	return strings.Join(names, " ")
}

// joined are the events that a host was told before and after a start. Those that
// come again are the last ones before it, the same, in their order: all of them that
// changed anything, from one on that was not settled.
func joined(t *testing.T, before []entry, settled int, after []entry) []entry {
	t.Helper()
	if len(after) == 0 {
		return before
	}
	first := slices.Index(before, after[0])
	if first < 0 {
		return slices.Concat(before, after)
	}
	if first < settled {
		t.Errorf("%s is told again after %d others", before[first].name, settled-first)
	}
	again := slices.DeleteFunc(slices.Clone(before[first:]), func(x entry) bool { return x.name == stateless })
	n := min(len(again), len(after))
	if !slices.Equal(again[:n], after[:n]) {
		t.Errorf("told again %s, first it was %s", rowsText(after[:n]), rowsText(again[:n]))
	}
	return slices.Concat(before, after[n:])
}
