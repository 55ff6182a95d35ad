package conformance_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/secsd/secsd/conformance"
)

// TestTool_FaultsFail makes sure that a script about the tool can fail.
func TestTool_FaultsFail(t *testing.T) {
	const start = `H> S2F41 W <L <A "START"> <L>>` + "\n"
	// What is wrong shows before the restart or in it.
	const end = "restart\nE> Separate.req\nE> closes\nestablish\ntool set 1001 <U4 1>\n"
	tests := []struct{ name, body, want string }{
		{"not named", start, "the tool got START, which the script does not expect"},
		{"another one", start + "tool gets STOP\n", "the tool got START, want STOP"},
		{"another parameter", start + "tool gets START PPID <A \"POLY\">\n", "the tool got START, want START PPID"},
		{"none", "tool gets START\n", "the tool got no command"},
		{"answer to none", "tool answers 0\n", "no command to answer"},
		{"answer twice", start + "tool gets START\ntool answers 0\nE> S2F42 _\ntool answers 0\n", "no command to answer"},
		{"other HCACK", start + "tool gets START\ntool answers 4\nE> S2F42 <L <B 0> <L>>\n", "want <B [1] 0x00>"},
		{"event refused", "tool trigger 9999\n", "unknown identifier"},
		{"event taken", "tool refused trigger 5001\n", "the equipment took it"},
		{"no such action", "tool refused dance\n", "dance"},
		{"no item", "tool set 1001 <U4 x>\n", "number"},
		{"no pair", "tool set 1001\n", "pairs"},
		{"event not expected", "H> S2F37 W <L <BOOLEAN TRUE> <L>>\nE> S2F38 <B 0>\ntool trigger 5001\nquiet 1s\n", "nothing expected"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			script, err := conformance.Parse("t.txt", "number: T-1\ntitle: t\nneeds: tool, restart\nestablish\n"+tt.body+end)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				err = script.Run(t.Context(), newInProcess())
			})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
}
