package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// minimal is the least that is valid, on four lines.
const minimal = `equipment: {mdln: M, softrev: "1"}
hosts:
  - name: mes
    hsms: {port: 0}
`

// problemsOf loads text and returns the problems as lines without the file.
func problemsOf(t *testing.T, text string, over ...Override) []string {
	t.Helper()
	_, err := Load(Source{Name: "f", Data: []byte(text), Overrides: over})
	if err == nil {
		return nil
	}
	var all *InvalidError
	if !errors.As(err, &all) {
		t.Fatalf("Load returned a %T: %v", err, err)
	}
	var lines []string
	for _, l := range all.Lines() {
		lines = append(lines, strings.TrimPrefix(l, "f:"))
	}
	return lines
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("problems:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("problem %q, want %q …", got[i], want[i])
		}
	}
}

func TestMinimal(t *testing.T) { expect(t, problemsOf(t, minimal)) }

// TestOneProblem appends one line to the minimal file; it is line 5.
func TestOneProblem(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`comm: {default: enabled}`, `5:17: comm.default: got text "enabled", want ENABLED or DISABLED`},
		{`comm: {default: true}`, `5:17: comm.default: got boolean true, want ENABLED or DISABLED`},
		{`comm: {hold_maks: 5}`, `5:8: comm.hold_maks: got an unknown key, want a known one: did you mean "hold_max"?`},
		{`comm: {Default: ENABLED}`, `5:8: comm.Default: got an unknown key, want a known one: did you mean "default"?`},
		{`comm: {t3: 45}`, `5:8: comm.t3: got an unknown key, want it where it belongs: did you mean hosts[].hsms.t3?`},
		{`comm: {hold_max: 0}`, `5:18: comm.hold_max: got 0, want 1 to 1000`},
		{`comm: {hold_max: 1001}`, `5:18: comm.hold_max: got 1001, want 1 to 1000`},
		{`comm: {hold_max: -1}`, `5:18: comm.hold_max: got -1, want 1 to 1000`},
		{`comm: {hold_max: 10.0}`, `5:18: comm.hold_max: got number 10.0, want a whole number`},
		{`comm: {hold_max: "10"}`, `5:18: comm.hold_max: got text "10", want a whole number: without quotes`},
		{`comm: {hold_max: 0100}`, `5:18: comm.hold_max: got number 0100, want a whole number, decimal without leading zeros`},
		{`comm: {hold_max: 1_0}`, `5:18: comm.hold_max: got number 1_0, want a whole number, decimal without leading zeros`},
		{`comm: {hold_max: 99999999999999999999}`, `5:18: comm.hold_max: got number 99999999999999999999, want a whole number`},
		{`comm: {establish_timeout: 0}`, `5:27: comm.establish_timeout: got 0, want seconds, 1 to 3600`},
		{`comm: {establish_timeout: 1.5}`, `5:27: comm.establish_timeout: got 1.5s, want whole seconds`},
		{`comm: {establish_timeout: 10s}`, `5:27: comm.establish_timeout: got text "10s", want seconds as a number`},
		{`comm: {establish_timeout: 1e300}`, `5:27: comm.establish_timeout: got 1e300, want seconds`},
		{`comm: {establish_timeout: .nan}`, `5:27: comm.establish_timeout: got number .nan, want seconds as a number`},
		{`comm: {establish_timeout: -1}`, `5:27: comm.establish_timeout: got -1, want seconds`},
		{`comm: {lenient_s1f13: yes}`, `5:23: comm.lenient_s1f13: got text "yes", want true or false`},
		{`comm: {lenient_s1f13: 1}`, `5:23: comm.lenient_s1f13: got number 1, want true or false`},
		{`comm: {lenient_s1f13: TRUE}`, `5:23: comm.lenient_s1f13: got boolean TRUE, want true or false`},
		{`comm: {hold_max: 2, hold_max: 3}`, `5:21: comm.hold_max: got the key again, want it once, as in line 5`},
		{`comm: []`, `5:7: comm: got a list, want a section`},
		{`comm: 5`, `5:7: comm: got number 5, want a section`},
		{`comm: !x {}`, `5:7: comm: got a tag !x, want a section`},
		{`? [comm]`, `5:3: ?: got an unknown key`},
		{`1: 2`, `5:1: 1: got an unknown key`},
		{`hosts: []`, `5:1: hosts: got the key again, want it once, as in line 2`},
		{`spool: {max_bytes: 5}`, `5:20: spool.max_bytes: got 5, want 65536 to 1040384`},
		{`data_dir: 2024-01-01`, `5:11: data_dir: got date 2024-01-01, want text: put it in quotes, "2024-01-01"`},
		{`data_dir: 0123`, `5:11: data_dir: got number 0123, want text: put it in quotes, "0123"`},
		{`data_dir: true`, `5:11: data_dir: got boolean true, want text: put it in quotes, "true"`},
		{`data_dir:`, `5:10: data_dir: got nothing, want text`},
		{`data_dir: ""`, `5:11: data_dir: got an empty text, want the path of a folder`},
		{`data_dir: !!binary aGk=`, `5:11: data_dir: got !!binary "aGk=", want text`},
		{`data_dir: [x]`, `5:11: data_dir: got a list, want text`},
		{`data_dir: {x: y}`, `5:11: data_dir: got a section, want text`},
		{`data_dir: &a x`, `5:11: data_dir: got a YAML anchor or alias, want the value written out`},
		{`api: {address: localhost}`, `5:16: api.address: got "localhost", want HOST:PORT`},
		{`clock: {time_zone: Mars/Olympus}`, `5:20: clock.time_zone: got "Mars/Olympus", want a name of the tz database`},
		{`clock: {time_zone: ../../etc/passwd}`, `5:20: clock.time_zone: got "../../etc/passwd"`},
		{`ids: {format: U3}`, `5:15: ids.format: got text "U3", want U4, U1, U2 or U8`},
		{`vids: [{name: Clok, id: 5}]`, `5:15: vids[0].name: got Clok, want`},
		{`vids: [{name: Clock, id: 102}]`, `5:26: vids[0].id: got 102, want an identifier that ControlState does not have`},
		{`vids: [{name: Clock, id: 5}, {name: Clock, id: 6}]`, `5:37: vids[1].name: got "Clock" again`},
		{`variables: [{id: 102, name: X, format: U1}]`, `5:18: variables[0].id: got 102, want an identifier that ControlState does not have`},
		{`variables: [{id: 1, name: X, format: U1}, {id: 1, name: Y, format: U1}]`, `5:48: variables[1].id: got 1, want an identifier that X does not have`},
		{`variables: [{id: 1, name: X, format: U1}, {id: 2, name: X, format: U1}]`, `5:57: variables[1].name: got X, want a name that variables[0] does not have`},
		{`variables: [{id: -1, name: X, format: U1}]`, `5:18: variables[0].id: got -1, want 0 to 4294967295`},
		{`variables: [{id: 1, name: X, format: u1}]`, `5:38: variables[0].format: got "u1", want L, B,`},
		{`variables: [{id: 1, format: U1}]`, `5:13: variables[0].name: got nothing, want a value: the key is required`},
		{`variables: [{id: 1, name: X, format: U1, initial: *a}]`, `5:51: `},
		{`variables: [null]`, `5:13: variables[0]: got nothing, want an entry`},
		{`variables: [7]`, `5:13: variables[0]: got number 7, want a section`},
		{`variables: {a: b}`, `5:12: variables: got a section, want a list`},
		{`sim: {speed: 0}`, `5:14: sim.speed: got 0, want 0.01 to 1000`},
		{`sim: {speed: .inf}`, `5:14: sim.speed: got number .inf, want a number`},
		{`sim: {rate: 11}`, `5:13: sim.rate: got 11, want 1 to 10`},
		{`sim: {seed: -1}`, `5:13: sim.seed: got -1, want 0 to 18446744073709551615`},
		{`sim: {motions: [{variable: X, kind: walk}]}`, `5:28: sim.motions[0].variable: got "X", want the name of a variable`},
		{`log: {level: trace}`, `5:14: log.level: got text "trace", want info, debug, warn or error`},
	} {
		t.Run(c.line, func(t *testing.T) {
			text := minimal + c.line
			if strings.Contains(c.line, "*a") {
				text = strings.Replace(text, "port: 0", "port: &a 0", 1)
				expect(t, problemsOf(t, text), `4:18: hosts[0].hsms.port: got a YAML anchor`, c.want)
				return
			}
			expect(t, problemsOf(t, text), c.want)
		})
	}
}

// TestHostProblems puts one line into the hsms section of the one host.
func TestHostProblems(t *testing.T) {
	for _, c := range []struct{ keys, want string }{
		{`t3: 0`, `2:36: hosts[0].hsms.t3: got 0, want seconds, 1 to 120`},
		{`t3: -1`, `2:36: hosts[0].hsms.t3: got -1, want seconds, 1 to 120`},
		{`t7: 1e-10`, `2:36: hosts[0].hsms.t7: got 1e-10, want seconds, 1 to 240`},
		{`linktest_interval: 1e-10`, `2:51: hosts[0].hsms.linktest_interval: got 1e-10, want seconds, 0 or at least a nanosecond`},
		{`allow_from: []`, `2:44: hosts[0].hsms.allow_from: got an empty list, want networks or addresses`},
		{`T3: 45`, `2:32: hosts[0].hsms.T3: got an unknown key, want a known one: did you mean "t3"?`},
		{`t9: 45`, `2:32: hosts[0].hsms.t9: got an unknown key`},
		{`port: 65536`, `2:38: hosts[0].hsms.port: got 65536, want 0 to 65535`},
		{`address: "10.0.0.1:5000"`, `2:41: hosts[0].hsms.address: got "10.0.0.1:5000", want a host name or IP address`},
		{`address: ""`, `2:41: hosts[0].hsms.address: got "", want`},
		{`allow_from: [10.0.0.0/8, here]`, `2:57: hosts[0].hsms.allow_from[1]: got "here", want a network`},
		{`allow_from: 10.0.0.0/8`, `2:44: hosts[0].hsms.allow_from: got text "10.0.0.0/8", want a list`},
		{`max_open_out: 1001`, `2:46: hosts[0].hsms.max_open_out: got 1001, want 1 to 1000`},
		{`max_frame: 10`, `2:`},
		{`linktest_max_misses: 0`, `2:53: hosts[0].hsms.linktest_max_misses: got 0, want 1 or more`},
		{`second_connection: ignore`, `2:51: hosts[0].hsms.second_connection: got text "ignore", want refuse-select, refuse-select-1, close or replace`},
		{`system_bytes_start: 0`, `2:52: hosts[0].hsms.system_bytes_start: got number 0, want random-high or random, or 1 to 4294967295`},
		{`system_bytes_start: high`, `2:52: hosts[0].hsms.system_bytes_start: got text "high", want random-high or random, or 1 to 4294967295`},
		{`mode: gs`, `2:32: hosts[0].hsms.mode: got an unknown key`},
	} {
		t.Run(c.keys, func(t *testing.T) {
			text := "equipment: {mdln: M, softrev: \"1\"}\nhosts: [{name: mes,     hsms: {" + c.keys + "}}]"
			expect(t, problemsOf(t, text), c.want)
		})
	}
}

func TestHostsAgainstEachOther(t *testing.T) {
	const head = "equipment: {mdln: M, softrev: \"1\"}\nhosts:\n"
	for _, c := range []struct{ hosts, want string }{
		{"- {name: a}\n- {name: b, hsms: {port: 5001}}", ""},
		{"- {name: a}\n- {name: b}", `4:3: hosts[1].hsms.port: got 127.0.0.1:5000, want another one than hosts[0]`},
		{"- {name: a}\n- {name: b, hsms: {address: 0.0.0.0}}", `4:19: hosts[1].hsms.port: got 0.0.0.0:5000, want another one than hosts[0]`},
		{"- {name: a}\n- {name: b, hsms: {address: 10.0.0.1}}", ""},
		{"- {name: a}\n- {name: b, hsms: {connect: active}}", ""},
		{"- {name: a, hsms: {port: 0}}\n- {name: b, hsms: {port: 0}}", ""},
		{"- {name: a}\n- {name: a, hsms: {port: 1}}", `4:10: hosts[1].name: got a, want a name that no other host has`},
		{"- {name: a, device_id: 32768}", `3:24: hosts[0].device_id: got 32768, want 0 to 32767`},
		{"- {name: a, device_id: [1, 2, 70000]}", `3:31: hosts[0].device_id[2]: got 70000, want 0 to 32767`},
		{"- {name: a, device_id: -1}", `3:24: hosts[0].device_id: got -1, want 0 to 32767`},
		{"- {name: a, device_id: []}", `3:24: hosts[0].device_id: got an empty list, want a device ID`},
		{"- {name: a, device_id: [0, 1, 0x0]}", `3:31: hosts[0].device_id[2]: got 0x0 again, want each device ID once`},
		{"- {name: a, device_id: [1, 2]}", ""},
		{"- {name: a, device_id: 0123}", `3:24: hosts[0].device_id: got number 0123, want a whole number`},
		{"", `2:7: hosts: got none, want at least one host`},
	} {
		t.Run(c.hosts, func(t *testing.T) {
			if c.want == "" {
				expect(t, problemsOf(t, head+c.hosts))
				return
			}
			expect(t, problemsOf(t, head+c.hosts), c.want)
		})
	}
}

// TestAllAtOnce wants every problem of a file, in its order, from all stages.
func TestAllAtOnce(t *testing.T) {
	expect(t, problemsOf(t, `equipment: {mdln: 300, softrev: ""}
hosts:
  - name: mes
    hsms: {t3: 45s}
  - name: mes
    hsms: {port: 0}
colour: blue
variables:
  - {id: 101, name: X, format: U4}
  - {id: 1001, name: Y, format: U1, initial: 256}
`),
		`1:19: equipment.mdln: got number 300`,
		`1:33: equipment.softrev: got "", want 1 to 20`,
		`4:16: hosts[0].hsms.t3: got text "45s"`,
		`5:11: hosts[1].name: got mes`,
		`7:1: colour: got an unknown key`,
		`9:10: variables[0].id: got 101`,
		`10:46: variables[1].initial: got number 256, want U1: 0 to 255`)
}

func TestNoText(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", `1:1: got an empty file`},
		"blanks":        {" \n\n", `1:1: got an empty file`},
		"only comments": {"# nothing\n# here\n", `1:1: got an empty file`},
		"document mark": {"---\n", `1:1: got an empty file`},
		"null":          {"~\n", `1:1: got an empty file`},
		"scalar":        {"hello", `1:1: got text "hello", want a section`},
		"list":          {"- a\n- b", `1:1: got a list, want a section`},
		"NUL":           {"equipment: {mdln: a\x00b}\n", `1:20: got byte 0x00, want UTF-8 text`},
		"latin-1":       {"equipment:\n  name: \xC4tzer\n", `2:9: got byte 0xC4, want UTF-8 text`},
		"UTF-16":        {"\xFF\xFEe\x00q\x00", `1:1: got UTF-16 text, want UTF-8 text`},
		"ELF":           {"\x7FELF\x02\x01\x01\x00", `1:5: got byte 0x02`},
		"DEL":           {"a: b\nc: \x7F\n", `2:1: got text that is not YAML (control characters`},
		"tab":           {"equipment:\n\tmdln: X\n", `2:1: got a tab in the indentation, want blanks`},
		"two documents": {minimal + "---\nequipment: {}\n", `5:1: got a second YAML document`},
		"unclosed":      {"equipment: {mdln: X\nhosts: []\n", `1:1: got text that is not YAML`},
		"bad indent":    {"equipment:\n  mdln: X\n softrev: Y\n", `3:2: got text that is not YAML`},
		"two colons":    {"equipment:\n  mdln: X: Y\n", `2:3: got text that is not YAML (mapping values are not allowed`},
		"bad quote":     {"equipment:\n  mdln: X\n  softrev: \"1\n", `3:3: got text that is not YAML`},
		"unknown alias": {"equipment:\n  mdln: *x\n", `2:3: got text that is not YAML (unknown anchor`},
		"alias":         {"equipment: &e {mdln: X, softrev: Y}\nhosts: *e\n", `1:12: equipment: got a YAML anchor`},
	} {
		t.Run(name, func(t *testing.T) {
			got := problemsOf(t, c.text)
			if len(got) == 0 || !strings.HasPrefix(got[0], c.want) {
				t.Errorf("problems %q, want %q first", got, c.want)
			}
		})
	}
}

func TestByteOrderMark(t *testing.T) { expect(t, problemsOf(t, "\xEF\xBB\xBF"+minimal)) }

func TestCarriageReturns(t *testing.T) {
	expect(t, problemsOf(t, strings.ReplaceAll(minimal, "\n", "\r\n")))
}

// TestEmptySections have only comments left below them.
func TestEmptySections(t *testing.T) {
	expect(t, problemsOf(t, minimal+"comm:\n  # default: DISABLED\nvariables:\nsim:\n"))
}

func TestAliasBomb(t *testing.T) {
	text := "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 12; i++ {
		text += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9))
	}
	begin := time.Now()
	if got := problemsOf(t, text); len(got) == 0 {
		t.Error("taken")
	}
	if d := time.Since(begin); d > time.Second {
		t.Errorf("took %v", d)
	}
}

func TestManyProblemsAreCut(t *testing.T) {
	var text strings.Builder
	for i := range 5 * maxProblems {
		fmt.Fprintf(&text, "key%d: x\n", i)
	}
	got := problemsOf(t, text.String())
	last := got[len(got)-1]
	if len(got) > maxProblems+1 || !strings.Contains(last, "more problems") {
		t.Errorf("%d problems, the last is %q", len(got), last)
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.yaml")
	if err := os.WriteFile(big, make([]byte, maxFile+1), 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := ReadFile(big)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(src); err == nil || !strings.Contains(err.Error(), "want at most 2097152 bytes") {
		t.Errorf("big file: %v", err)
	}
	if _, err := ReadFile(dir); err == nil || !strings.Contains(err.Error(), dir+": is a directory") {
		t.Errorf("directory: %v", err)
	}
	if _, err := ReadFile(filepath.Join(dir, "none.yaml")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}
