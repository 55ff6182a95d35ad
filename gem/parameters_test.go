package gem

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// listCommand has lists of every kind.
func listCommand() Command {
	return Command{Name: "LOAD", Effect: Benign, Parameters: []Parameter{
		{Name: "SLOTS", Format: secs2.List, Element: secs2.FormatU1, Min: secs2.U1(1), Max: secs2.U1(25)},
		{Name: "ANY", Format: secs2.List},
		{Name: "WAFER", Format: secs2.List, Members: []Parameter{
			{Name: "ID", Format: secs2.ASCII, Need: Required}, {Name: "ANGLE", Format: secs2.FormatF4}, {Name: "STEPS", Format: secs2.List, Element: secs2.FormatU2},
		}},
	}}
}

func TestListParameters(t *testing.T) {
	cmd := listCommand()
	for i := range cmd.Parameters {
		cmd.Parameters[i] = cmd.Parameters[i].withDefaults()
	}
	for _, tt := range []struct{ name, given, want string }{
		{"SLOTS", `<L <U4 1> <U1 25>>`, `<L [2] <U1 [1] 1> <U1 [1] 25>>`},
		{"SLOTS", `<L>`, `<L [0]>`},
		{"SLOTS", `<L <U1 1> <U1 26> <A "1">>`, `2: <L [3] <U1 [1] 0> <U1 [1] 2> <U1 [1] 3>>`},
		{"SLOTS", `<U1 1>`, `3`},
		{"SLOTS", `<L <L <U1 1>>>`, `3: <L [1] <U1 [1] 3>>`},
		{"ANY", `<L <A "a"> <A "b">>`, `<L [2] <A [1] "a"> <A [1] "b">>`},
		{"ANY", `<L <A "a"> <U1 1>>`, `3: <L [2] <U1 [1] 0> <U1 [1] 3>>`},
		{"ANY", `<L <L <A "X"> <L <L <A "Y"> <U1 1>>>>>`, `<L [1] <L [2] <A [1] "X"> <L [1] <L [2] <A [1] "Y"> <U1 [1] 1>>>>>`},
		{"ANY", `<L <L <A "X"> <L <U1 1> <U2 1>>> <U1 1>>`, `3: <L [2] <L [2] <A [1] "X"> <L [2] <U1 [1] 0> <U1 [1] 3>>> <L [2] <A [0] ""> <U1 [1] 3>>>`},
		{"ANY", `<L <L <U1 1> <U1 2>>>`, `3: <L [1] <U1 [1] 3>>`},
		{"WAFER", `<L <L <A "ID"> <A "W1">> <L <A "ANGLE"> <U1 90>>>`, `<L [2] <L [2] <A [2] "ID"> <A [2] "W1">> <L [2] <A [5] "ANGLE"> <F4 [1] 90>>>`},
		{"WAFER", `<L <L <A "ANGLE"> <F4 1>>>`, `2: <L [2] <L [2] <A [5] "ANGLE"> <U1 [1] 0>> <L [2] <A [2] "ID"> <U1 [1] 2>>>`},
		{"WAFER", `<L <L <A "ID"> <A "W1">> <L <A "ID"> <A "W2">>>`, `2: <L [2] <L [2] <A [2] "ID"> <U1 [1] 0>> <L [2] <A [2] "ID"> <U1 [1] 2>>>`},
		{"WAFER", `<L <L <A "ID"> <A "W1">> <L <A "NO"> <A "W2">>>`, `1: <L [2] <L [2] <A [2] "ID"> <U1 [1] 0>> <L [2] <A [2] "NO"> <U1 [1] 1>>>`},
		{"WAFER", `<L <L <A "ID"> <A "W1">> <L <A "STEPS"> <L <U2 1> <A "2">>>>`,
			`3: <L [2] <L [2] <A [2] "ID"> <U1 [1] 0>> <L [2] <A [5] "STEPS"> <L [2] <U1 [1] 0> <U1 [1] 3>>>>`},
	} {
		item, err := sml.ParseItem(tt.given)
		if err != nil {
			t.Fatal(err)
		}
		args, bad := cmd.judge([]Argument{{tt.name, item}})
		got := ""
		switch {
		case len(args) == 1 && len(bad) == 0:
			got = flat(args[0].Value)
		case len(bad) == 1 && bad[0].mirror == nil:
			got = fmt.Sprint(byte(bad[0].Code))
		case len(bad) == 1:
			mirror, err := secs2.Parse(bad[0].mirror)
			if err != nil {
				t.Fatal(err)
			}
			got = fmt.Sprintf("%d: %s", bad[0].Code, flat(mirror))
		}
		if got != tt.want {
			t.Errorf("%s %s:\n%s\nwant\n%s", tt.name, tt.given, got, tt.want)
		}
	}
}

// flat is an item in one line.
func flat(it secs2.Item) string {
	text := bytes.Join(bytes.Fields([]byte(sml.FormatItem(it))), []byte(" "))
	return string(bytes.ReplaceAll(text, []byte(" >"), []byte(">")))
}

// TestLongestCommands: the largest that are served, and those that are too large,
// cost no more than a Step may.
func TestLongestCommands(t *testing.T) {
	many := func(n int, it secs2.Item) secs2.Item { return secs2.L(slices.Repeat([]secs2.Item{it}, n)...) }
	nested := func(levels int, it secs2.Item) secs2.Item {
		for range levels {
			it = secs2.L(secs2.L(secs2.A("X"), it))
		}
		return it
	}
	for name, parameters := range map[string]secs2.Item{
		"unknown names":  many(1300, secs2.L(secs2.A("NOPE"), secs2.U1(1))),
		"one name":       many(1300, secs2.L(secs2.A("ANY"), secs2.L())),
		"long list":      secs2.L(secs2.L(secs2.A("SLOTS"), many(3900, secs2.U4(3)))),
		"bad list":       secs2.L(secs2.L(secs2.A("SLOTS"), many(3900, secs2.A("x")))),
		"deep":           secs2.L(secs2.L(secs2.A("ANY"), nested(30, secs2.U1(1)))),
		"deep and long":  secs2.L(secs2.L(secs2.A("ANY"), nested(4, many(3800, secs2.U1(1))))),
		"deep and bad":   secs2.L(secs2.L(secs2.A("SLOTS"), nested(4, many(3800, secs2.A("x"))))),
		"bad below":      secs2.L(secs2.L(secs2.A("ANY"), nested(3, secs2.L(many(3800, secs2.U1(1)), secs2.U1(1))))),
		"far too many":   many(300_000, secs2.L(secs2.A("NOPE"), secs2.U1(1))),
		"far too long":   secs2.L(secs2.L(secs2.A("SLOTS"), many(900_000, secs2.U1(3)))),
		"very long text": secs2.L(secs2.L(secs2.A("ANY"), secs2.L(secs2.A(string(make([]byte, 1<<20)))))),
	} {
		cfg := testConfig()
		cfg.Commands = []Command{listCommand()}
		e, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		var out Output
		for _, in := range []Input{Start{}, LinkUp{0}, Primary{Header: secs2.DataHeader(0, 1, 13, secs2.WantReply, 1), Body: secs2.L()}} {
			e.Step(t0, in, &out)
		}
		for system, sf := range []byte{41, 49} {
			body := secs2.L(secs2.A("LOAD"), parameters)
			if sf == 49 {
				body = secs2.L(secs2.U4(1), secs2.A(""), secs2.A("LOAD"), parameters)
			}
			body, err := secs2.ParseBody(body.Encoded())
			if err != nil {
				t.Fatal(err)
			}
			in := Primary{Header: secs2.DataHeader(0, 2, sf, secs2.WantReply, uint32(system+2)), Body: body}
			began := time.Now()
			e.Step(t0, in, &out)
			took := time.Since(began)
			for _, n := range out.Notes {
				if n.Severity == Fault {
					t.Fatalf("%s: %s", name, n.Detail)
				}
			}
			if len(out.Messages)+len(out.Questions) != 1 {
				t.Errorf("%s: S2F%d has %d answers", name, sf, len(out.Messages)+len(out.Questions))
			}
			t.Logf("%s: S2F%d took %v", name, sf, took)
		}
	}
}

// FuzzCommands: no body makes a command that panics, or an answer that is none.
func FuzzCommands(f *testing.F) {
	for _, text := range []string{
		`<L <A "LOAD"> <L <L <A "SLOTS"> <L <U1 1> <U1 99>>>>>`, `<L <A "LOAD"> <L <L <A "WAFER"> <L <L <A "ID"> <A "W">>>>>>`,
		`<L <U4 1> <A> <A "LOAD"> <L <L <A "ANY"> <L <L <A "X"> <L <U1 1>>>>>>>`, `<A "LOAD">`,
	} {
		item, err := sml.ParseItem(text)
		if err != nil {
			f.Fatal(err)
		}
		for _, function := range []byte{21, 41, 49} {
			f.Add(function, item.Encoded())
		}
	}
	cfg := testConfig()
	cfg.Commands = []Command{listCommand()}
	f.Fuzz(func(t *testing.T, function byte, bytes []byte) {
		if function != 21 && function != 41 && function != 49 {
			return
		}
		e, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		var out Output
		for _, in := range []Input{Start{}, LinkUp{0}, Primary{Header: secs2.DataHeader(0, 1, 13, secs2.WantReply, 1), Body: secs2.L()}} {
			e.Step(t0, in, &out)
		}
		body, fault := secs2.ParseBody(bytes)
		e.Step(t0, Primary{Header: secs2.DataHeader(0, 2, function, secs2.WantReply, 2), Body: body, Fault: fault}, &out)
		for _, n := range out.Notes {
			if n.Severity == Fault {
				t.Fatal(n.Detail)
			}
		}
		if len(out.Messages)+len(out.Questions) != 1 {
			t.Fatalf("%d messages, %d questions", len(out.Messages), len(out.Questions))
		}
		for _, m := range out.Messages {
			if _, err := secs2.ParseBody(m.Body); err != nil {
				t.Fatal(err)
			}
		}
	})
}
