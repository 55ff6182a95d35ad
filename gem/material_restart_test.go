package gem

import (
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/model"
)

// TestPortGone: a load port may go from the configuration while nothing stands on
// it.
func TestPortGone(t *testing.T) {
	cfg := Config{MDLN: "M", SOFTREV: "1", Hosts: []HostConfig{{Name: "mes"}}}
	tests := []struct {
		what  string
		facts []model.Fact
		fails string
	}{
		{"empty", nil, ""},
		{"a carrier stands on it", []model.Fact{model.CarrierPlaced{Port: 2}}, "load port"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			two, one := cfg, cfg
			two.Material, one.Material = model.Config{Ports: make([]model.Port, 2)}, model.Config{Ports: make([]model.Port, 1)}
			disk := newTestDisk()
			e, err := New(two)
			if err != nil {
				t.Fatal(err)
			}
			var out Output
			inputs := []Input{Start{}}
			for _, f := range tt.facts {
				inputs = append(inputs, Material{f})
			}
			for _, in := range inputs {
				if e.Step(time.Unix(1, 0), in, &out); out.Err != nil {
					t.Fatal(out.Err)
				}
				disk.take(&out)
				disk.durable(out.Commit.Seq)
			}
			if e, err = New(one); err != nil {
				t.Fatal(err)
			}
			for _, in := range disk.restored() {
				if e.Step(time.Unix(2, 0), in, &out); out.Err != nil {
					break
				}
			}
			if got := out.Err; (got == nil) != (tt.fails == "") || got != nil && !strings.Contains(got.Error(), tt.fails) {
				t.Errorf("start: %v, want %q", got, tt.fails)
			}
		})
	}
}
