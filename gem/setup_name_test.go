package gem

import (
	"testing"
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// TestSetUpName: what the host wrote there holds until the equipment is used in
// LOCAL or OFF-LINE, or a constant changes (E94).
func TestSetUpName(t *testing.T) {
	name := func() Input { return setConstants(471, secs2.A("ETCH 300")) }
	tests := []struct {
		what  string
		do    []Input
		holds bool
	}{
		{"written", []Input{name()}, true},
		{"written again", []Input{name(), name()}, true},
		{"LOCAL", []Input{name(), Operator{Action: Local}}, false},
		{"LOCAL before", []Input{Operator{Action: Local}, name()}, true},
		{"OFF-LINE", []Input{name(), Operator{Action: OffLine}}, false},
		{"a constant", []Input{name(), setConstants(472, secs2.Bool(true))}, false},
		{"a constant beside it", []Input{setConstants(472, secs2.Bool(true), 471, secs2.A("ETCH 300"))}, true},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			cfg := Config{MDLN: "M", SOFTREV: "1", Hosts: []HostConfig{{Name: "mes"}}, Control: Control{Default: StartOnLine}}
			cfg.Material = model.Config{Ports: []model.Port{{}}}
			e, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			var out Output
			for _, in := range append([]Input{Start{}, LinkUp{}, ofHost(1, 13, secs2.L())}, tt.do...) {
				e.Step(time.Unix(1, 0), in, &out)
				if out.Err != nil {
					t.Fatal(out.Err)
				}
				if seq := out.Commit.Seq; seq != 0 {
					e.Step(time.Unix(1, 0), Durable{Seq: seq}, &out)
				}
			}
			if holds := e.material.setUpName.item().Len() > 0; holds != tt.holds {
				t.Errorf("SetUpName holds: %v, want %v", holds, tt.holds)
			}
		})
	}
}

// ofHost is a primary of the host.
func ofHost(stream, function byte, body secs2.Item) Primary {
	return Primary{Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: body}
}

// setConstants is S2F15 with pairs of ECID and value.
func setConstants(pairs ...any) Input {
	var list []secs2.Item
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, secs2.L(secs2.U4(uint32(pairs[i].(int))), pairs[i+1].(secs2.Item)))
	}
	return ofHost(2, 15, secs2.L(list...))
}
