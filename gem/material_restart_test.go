package gem

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/model"
)

// changedTool starts an equipment with the material of before, tells it facts, and
// returns how a start with the material of after on the same data ends.
func changedTool(t *testing.T, before, after model.Config, facts ...model.Fact) (notes []string, err error) {
	t.Helper()
	cfg := Config{MDLN: "M", SOFTREV: "1", Hosts: []HostConfig{{Name: "mes"}}}
	disk := newTestDisk()
	cfg.Material = before
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var out Output
	inputs := []Input{Start{}}
	for _, f := range facts {
		inputs = append(inputs, Material{f})
	}
	for _, in := range inputs {
		if e.Step(time.Unix(1, 0), in, &out); out.Err != nil {
			t.Fatalf("%v: %v", in, out.Err)
		}
		disk.take(&out)
		disk.durable(out.Commit.Seq)
	}
	cfg.Material = after
	if e, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	for _, in := range disk.restored() {
		e.Step(time.Unix(2, 0), in, &out)
		for _, n := range out.Notes {
			if n.Message == "record unused" {
				notes = append(notes, n.Detail)
			}
		}
		if out.Err != nil {
			return notes, out.Err
		}
	}
	return notes, nil
}

func etcher() model.Config {
	return model.Config{
		Name: "ETCH-07", Ports: []model.Port{{Location: "LP1", Dock: "FIMS1"}, {Location: "LP2", Dock: "FIMS2"}}, Modules: []string{"EFEM"},
		Locations: []model.Location{{Name: "ROBOT", Reader: model.HasSubstrateReader}, {Name: "PM-A", Use: model.ProductionModule}},
	}
}

// TestMaterialUnconfigured: what has nothing in it may go from the configuration;
// else the start says what is where, and what to do.
func TestMaterialUnconfigured(t *testing.T) {
	opened := func(port int, id string) []model.Fact {
		return []model.Fact{
			model.CarrierPlaced{Port: port}, model.CarrierIDRead{Port: port, ID: id}, model.OperatorProceeds{Carrier: id, Port: port},
			model.CarrierIsDocked{Port: port}, model.CarrierIsOpened{Port: port}, model.SlotMapRead{Port: port, Map: append([]byte{3}, make([]byte, 24)...)},
			model.OperatorProceeds{Carrier: id, Port: port},
		}
	}
	tests := []struct {
		what        string
		facts       []model.Fact
		change      func(*model.Config)
		notes       string
		fails, hint string
	}{
		{
			"an empty port", nil, func(c *model.Config) { c.Ports = c.Ports[:1] }, "load port 2 is not configured", "", "",
		},
		{
			"all ports", nil, func(c *model.Config) { *c = model.Config{} }, "load port 1 is not configured", "", "",
		},
		{
			"a carrier stands on a port", []model.Fact{model.CarrierPlaced{Port: 2}}, func(c *model.Config) { c.Ports = c.Ports[:1] }, "",
			"a carrier is at load port 2 (standing), which the configuration does not have", "configure port 2 in gem300.ports again until the carrier is taken away",
		},
		{
			"of all ports one has a carrier", []model.Fact{model.CarrierPlaced{Port: 2}}, func(c *model.Config) { *c = model.Config{} }, "",
			"a carrier is at load port 2 (standing), which the configuration does not have", "configure port 2 in gem300.ports again until",
		},
		{
			"the place of a carrier", opened(1, "FOUP01")[:4], func(c *model.Config) { c.Ports[0].Dock = "DOCK1" }, "",
			"carrier FOUP01 is at FIMS1, which the configuration does not have",
			"configure FIMS1 in gem300.buffer, or as location or dock in gem300.ports, again until the carrier has left it",
		},
		{
			"a location", []model.Fact{model.SubstrateReaderChange{Location: "ROBOT", State: model.ReaderUnavailable}},
			func(c *model.Config) { c.Locations = c.Locations[1:] }, "substrate location ROBOT is not configured", "", "",
		},
		{
			"a location with a substrate", append(opened(1, "FOUP01"), model.SubstrateMoved{From: "FOUP01.01", To: "ROBOT"}),
			func(c *model.Config) { c.Locations = c.Locations[1:] }, "",
			"substrate FOUP01.01 is at ROBOT, which the configuration does not have", "configure ROBOT in gem300.locations again until the substrate has left it",
		},
		{
			"a production module", []model.Fact{model.ModuleStarted{Module: "PM-A", Recipe: "CLEAN"}},
			func(c *model.Config) { c.Locations = c.Locations[:1] }, "module PM-A is not configured", "", "",
		},
		{
			"one that is a plain location now", []model.Fact{model.ModuleStarted{Module: "PM-A", Recipe: "CLEAN"}},
			func(c *model.Config) { c.Locations[1].Use = model.PlainLocation }, "module PM-A is not configured", "", "",
		},
		{
			"another module", []model.Fact{model.TaskStarted{Module: "EFEM", Task: "PUMP", Type: model.ProcessTask}}, func(c *model.Config) { c.Modules = nil }, "tracker EFEM is not configured", "", "",
		},
		{
			"the name of the equipment", nil, func(c *model.Config) { c.Name = "ETCH-08" }, "tracker ETCH-07 is not configured", "", "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			after := etcher()
			tt.change(&after)
			notes, err := changedTool(t, etcher(), after, tt.facts...)
			if tt.fails == "" {
				if err != nil || !strings.Contains(strings.Join(notes, "\n"), tt.notes) {
					t.Errorf("start: %v; notes %q, want %q", err, notes, tt.notes)
				}
				return
			}
			var hinted interface{ Hint() string }
			if err == nil || !strings.Contains(err.Error(), tt.fails) || !errors.As(err, &hinted) || !strings.HasPrefix(hinted.Hint(), tt.hint) {
				t.Errorf("start: %v, want %q", err, tt.fails)
			}
		})
	}
}
