package config

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

func TestValues(t *testing.T) {
	for _, c := range []struct{ format, value, encoded string }{
		{"A", `"0123"`, "410430313233"},
		{"A", `yes`, "4103796573"},
		{"A", `""`, "4100"},
		{"A", `[0x0D, 10]`, "41020d0a"},
		{"A", `é`, "4102c3a9"},
		{"J", `[0xB1, 0xB2]`, "4502b1b2"},
		{"J", `abc`, "4503616263"},
		{"W", `Temp`, "4906000254656d70"},
		{"W", `[0, 1, 0, 65]`, "490400010041"},
		{"B", `0x1F`, "21011f"},
		{"B", `[0, 255]`, "210200ff"},
		{"B", `[]`, "2100"},
		{"BOOLEAN", `true`, "250101"},
		{"BOOLEAN", `[true, false]`, "25020100"},
		{"U1", `255`, "a501ff"},
		{"U2", `[1, 0x0200]`, "a90400010200"},
		{"U4", `4294967295`, "b104ffffffff"},
		{"U8", `18446744073709551615`, "a108ffffffffffffffff"},
		{"I1", `-128`, "650180"},
		{"I2", `-0`, "69020000"},
		{"I4", `+7`, "710400000007"},
		{"I8", `-9223372036854775808`, "61088000000000000000"},
		{"F4", `1.5`, "91043fc00000"},
		{"F4", `[1, .inf, -.inf, .nan]`, "91103f8000007f800000ff8000007fc00000"},
		{"F8", `.nan`, "81087ff8000000000000"},
		{"F8", `2.4e-07`, "81083e901b2b29a4692b"},
		{"L", `[]`, "0100"},
		{"L", `[{U1: 5}, {A: x}, {L: [{BOOLEAN: false}]}]`, "0103a50105410178" + "0101250100"},
	} {
		text := fmt.Sprintf("%svariables: [{id: 1, name: x, format: %s, max_length: 40, initial: %s}]", minimal, c.format, c.value)
		got, err := Load(Source{Name: "f", Data: []byte(text)})
		if err != nil {
			t.Errorf("%s %s: %v", c.format, c.value, err)
			continue
		}
		if e := hex.EncodeToString(got.Equipment.Variables[0].Initial.Encoded()); e != c.encoded {
			t.Errorf("%s %s: %s, want %s", c.format, c.value, e, c.encoded)
		}
	}
}

func TestBadValues(t *testing.T) {
	deep := strings.Repeat("[{L: ", maxListDepth) + "[{U1: 1}]" + strings.Repeat("}]", maxListDepth)
	for _, c := range []struct{ format, value, want string }{
		{"A", `123`, `variables[0].initial: got number 123, want text in quotes, or a list of bytes`},
		{"A", `true`, `variables[0].initial: got boolean true, want text in quotes`},
		{"A", `2024-01-01`, `variables[0].initial: got date 2024-01-01`},
		{"A", `[65, 256]`, `variables[0].initial[1]: got number 256`},
		{"A", `[a]`, `variables[0].initial[0]: got text "a"`},
		{"A", `{A: x}`, `variables[0].initial: got a section`},
		{"A", `~`, `variables[0].initial: got nothing`},
		{"J", `"é"`, `variables[0].initial: got text "é", want text of ASCII characters, or a list of the JIS-8 bytes`},
		{"L", `[{J: é}]`, `variables[0].initial[0]: got text "é", want text of ASCII`},
		{"W", `[1]`, `variables[0].initial: got one byte`},
		{"U1", `256`, `variables[0].initial: got number 256, want U1: 0 to 255`},
		{"U1", `-1`, `variables[0].initial: got number -1, want U1: 0 to 255`},
		{"U1", `1.0`, `variables[0].initial: got number 1.0, want U1: 0 to 255`},
		{"U1", `"1"`, `variables[0].initial: got text "1", want U1: 0 to 255`},
		{"U4", `0123`, `variables[0].initial: got number 0123`},
		{"U8", `18446744073709551616`, `variables[0].initial: got number 18446744073709551616, want U8`},
		{"I1", `128`, `variables[0].initial: got number 128, want I1: -128 to 127`},
		{"I8", `-9223372036854775809`, `variables[0].initial: got number -9223372036854775809`},
		{"F4", `1e39`, `variables[0].initial: got number 1e39, want F4: a number that 32 bits hold`},
		{"F8", `1e309`, `variables[0].initial: got text "1e309", want a number`},
		{"F4", `[[1]]`, `variables[0].initial[0]: got a list, want a number`},
		{"BOOLEAN", `1`, `variables[0].initial: got number 1, want true or false`},
		{"L", `5`, `variables[0].initial: got number 5, want a list of sections`},
		{"L", `[5]`, `variables[0].initial[0]: got number 5, want a section with one key`},
		{"L", `[{U1: 1, U2: 2}]`, `variables[0].initial[0]: got a section, want a section with one key`},
		{"L", `[{u1: 1}]`, `variables[0].initial[0]: got format "u1", want L, B`},
		{"L", `[{U1: 1}, {U1: x}]`, `variables[0].initial[1]: got text "x"`},
		{"L", deep, `variables[0].initial[0]`},
		{"A", `"` + strings.Repeat("x", 41) + `"`, `variables[0].initial: got A [41], want A of at most 40 bytes`},
		{"U1", `[1, 2, 3]`, ``},
	} {
		text := fmt.Sprintf("%svariables: [{id: 1, name: x, format: %s, max_length: 40, initial: %s}]", minimal, c.format, c.value)
		got := problemsOf(t, text)
		if c.want == "" {
			expect(t, got)
			continue
		}
		if len(got) != 1 || !strings.Contains(got[0], ": "+c.want) {
			t.Errorf("%s %s: %q, want %q", c.format, c.value, got, c.want)
		}
	}
}
