package config

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/sim"
)

// TestEtcher holds the demo equipment to what a demo must show.
func TestEtcher(t *testing.T) {
	c := load(t, "../../configs/etcher.yaml")
	formats := map[secs2.Format]int{}
	units := 0
	for _, v := range c.Equipment.Variables {
		formats[v.Format]++
		if v.VID < 1001 {
			t.Errorf("%s has VID %d, those below 1001 are GEM's", v.Name, v.VID)
		}
		if v.Initial.IsZero() {
			t.Errorf("%s has no initial value", v.Name)
		}
		if v.Units != "" {
			units++
		}
	}
	if n := len(c.Equipment.Variables); n < 40 || units < n/3 {
		t.Errorf("%d variables, %d with units", n, units)
	}
	if len(formats) != 16 {
		t.Errorf("%d of 16 formats: %v", len(formats), formats)
	}
	if e := c.Equipment; e.Control.Default != gem.StartOnLine || e.Control.Switch != gem.SwitchRemote ||
		e.Communications.Default != gem.StartEnabled {
		t.Errorf("starts as %+v %+v", e.Control, e.Communications)
	}
	if _, err := sim.New(c.Sim, c.Equipment); err != nil || len(c.Sim.Motions) < 30 {
		t.Errorf("%d motions, %v", len(c.Sim.Motions), err)
	}
}

// TestEtcherCommands holds the demo's events, constants and commands to the
// same, and its recipes to what PP-SELECT takes.
func TestEtcherCommands(t *testing.T) {
	c := load(t, "../../configs/etcher.yaml")
	e := c.Equipment
	withLimits := 0
	for _, ec := range e.Constants {
		if !ec.Min.IsZero() && !ec.Max.IsZero() {
			withLimits++
		}
	}
	if len(e.Constants) < 8 || withLimits < 6 || len(e.Events) < 30 || len(e.DataVariables) < 12 {
		t.Errorf("%d constants, %d with limits; %d events, %d data variables", len(e.Constants), withLimits, len(e.Events), len(e.DataVariables))
	}
	for _, ev := range e.Events {
		if ev.CEID < 5001 {
			t.Errorf("%s has CEID %d", ev.Name, ev.CEID)
		}
	}
	commands := map[string]gem.Command{}
	for _, cmd := range e.Commands {
		commands[cmd.Name] = cmd
	}
	for _, name := range []string{"START", "STOP", "PAUSE", "RESUME", "ABORT", "PP-SELECT", "SIM-DELIVER", "SIM-REMOVE", "SIM-FAIL"} {
		if _, ok := commands[name]; !ok {
			t.Errorf("no command %s", name)
		}
	}
	kinds := map[string]bool{}
	for _, v := range commands["SIM-FAIL"].Parameters[0].Values {
		kinds[string(v.Data())] = true
	}
	all := []sim.Failure{sim.SlotMapFailure, sim.SlotMapUnreadFailure, sim.CarrierIDFailure, sim.CarrierUnreadFailure, sim.WaferLost, sim.ChamberAlarm}
	for _, kind := range all {
		if !kinds[kind.String()] || len(kinds) != len(all) {
			t.Errorf("SIM-FAIL takes %v, want %v among %d", kinds, kind, len(all))
		}
	}
	ppid := commands["PP-SELECT"].Parameters[0]
	if len(c.Sim.Recipes) != 3 || len(ppid.Values) != 0 {
		t.Errorf("%d recipes, PP-SELECT takes %d, want any program", len(c.Sim.Recipes), len(ppid.Values))
	}
	if diff := cmp.Diff(sim.ProcessCommands(), e.Programs.Commands, cmp.Comparer(secs2.Item.Equal)); diff != "" {
		t.Errorf("the process commands are not those of the tool:\n%s", diff)
	}
}

// TestEtcherWithLargestMaterial: the most ports, places, locations that process
// and modules have identifiers that nothing else has, without moving any.
func TestEtcherWithLargestMaterial(t *testing.T) {
	e := load(t, "../../configs/etcher.yaml").Equipment
	m := &e.Material
	m.Ports, m.Locations, m.Modules = nil, nil, nil
	for i := range 20 {
		m.Ports = append(m.Ports, model.Port{Location: fmt.Sprint("LP", i), Dock: fmt.Sprint("FIMS", i)})
		m.Modules = append(m.Modules, fmt.Sprint("MODULE", i))
	}
	for i := range 60 {
		m.Locations = append(m.Locations, model.Location{Name: fmt.Sprint("CHAMBER", i), Use: model.ProductionModule})
	}
	for i := range 200 {
		m.Buffer = append(m.Buffer, fmt.Sprint("BUF", i))
	}
	if _, err := gem.New(e); err != nil {
		t.Error(err)
	}
	m.Buffer = append(m.Buffer, "ONE-MORE")
	if _, err := gem.New(e); err == nil || !strings.Contains(err.Error(), "gem300.buffer") {
		t.Errorf("201 places of the buffer: %v", err)
	}
}

// TestEtcherWithAThirdPort: what the tool tells of a port needs variables and
// events, and the error has them as they are to be written.
func TestEtcherWithAThirdPort(t *testing.T) {
	file, err := os.ReadFile("../../configs/etcher.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const second = "    - {location: LP2, dock: FIMS2}\n"
	_, err = Load(Source{Name: "etcher.yaml", Data: bytes.Replace(file, []byte(second), []byte(second+"    - {location: LP3, dock: FIMS3}\n"), 1)})
	for _, want := range []string{
		"sim.recipes: got no status variable Port3CarrierID, want {id: …, name: Port3CarrierID, format: A, max_length: 80} in variables, for lots",
		"sim.recipes: got no status variable Port3Clamped, want {id: …, name: Port3Clamped, format: BOOLEAN} in variables, for lots",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
