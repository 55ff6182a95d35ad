package gem

import (
	"slices"
	"testing"

	"github.com/secsd/secsd/model"
)

// TestAlarmsOfPorts: the alarms of an equipment with one port, with two, and with
// an entry of its own for one of the second port.
func TestAlarmsOfPorts(t *testing.T) {
	named := func(ports int, own ...Alarm) map[uint32]string {
		cfg := Config{MDLN: "M", SOFTREV: "1", Hosts: []HostConfig{{Name: "mes"}}, Alarms: own, Material: model.Config{Ports: make([]model.Port, ports)}}
		e, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		var out Output
		e.Step(t0, Start{}, &out)
		e.Step(t0, Material{model.PortFault{Port: ports, Kind: model.CarrierDockFailure, Change: model.AlarmRaised}}, &out)
		all := map[uint32]string{}
		for _, al := range e.alarms.list {
			all[al.ALID] = al.Name
			if al.state == AlarmSet {
				all[al.ALID] += " set"
			}
		}
		return all
	}
	one := named(1)
	if len(one) != 13 || one[901] != "PIOFailure" || one[909] != "CarrierDockFailure set" || one[914] != "SubstrateIDConflict" || one[912] != "" {
		t.Errorf("one port: %v", one)
	}
	two := named(2)
	if len(two) != 13+12 || two[909] != "CarrierDockFailure" || two[529] != "CarrierDockFailure_2 set" || two[521] != "PIOFailure_2" || two[533] != "CarrierRemovalError_2" {
		t.Errorf("two ports: %v", two)
	}
	moved := named(2, Alarm{ALID: 77, Name: "CarrierDockFailure_2", Text: "LP2 DOCK"})
	if len(moved) != 13+12 || moved[77] != "CarrierDockFailure_2 set" || moved[529] != "" {
		t.Errorf("moved: %v", moved)
	}
}

// TestTextsOfAlarms: the number of the port is not cut off.
func TestTextsOfAlarms(t *testing.T) {
	c := model.Config{Ports: make([]model.Port, 20), Buffer: []string{"BUF1"}}
	var texts []string
	for _, a := range c.Alarms() {
		if len(a.Text) > defaultALTXMax || slices.Contains(texts, a.Text) {
			t.Errorf("%s: %q", a.Name, a.Text)
		}
		texts = append(texts, a.Text)
	}
}
