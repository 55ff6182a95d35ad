package gem

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// work does the work of a Step on a store that never fails.
func work(e *Equipment, out *Output) {
	for len(out.Works) > 0 && out.Works[0].Do != NoProgramWork {
		e.Step(t0, ProgramWorked{Task: out.Works[0].Task, Missing: out.Works[0].Do == OpenProgram}, out)
	}
}

// FuzzProgramRequests: no body of stream 7 does half of anything, and every one gets
// its reply or S9F7.
func FuzzProgramRequests(f *testing.F) {
	for _, v := range []string{
		"\x01\x02\x41\x02OX\xB1\x04\x00\x00\x00\x64", "\x01\x02\x41\x02OX\x21\x01\x01", "\x41\x02OX", "\x21\x02\x00\x01", "\x01\x01\x41\x02OX", "\x01\x00", "",
		"\x01\x04\x41\x02OX\x41\x05ETCH9\x41\x031.0\x01\x01\x01\x02\xA9\x02\x00\x0A\x01\x01\x91\x04\x40\xA0\x00\x00",
		"\x03\x00\x00\x02\x43\x00\x00\x02OX\x22\x00\x01\x01",
	} {
		f.Add([]byte(v))
	}
	cfg := testConfig()
	cfg.Control.Default = StartOnLine
	cfg.Programs.Max = 50
	cfg.Programs.Commands = []ProcessCommand{{CCODE: 10, Name: "RAMP", Parameters: []ProcessParameter{{Name: "T", Format: secs2.FormatF4, Min: secs2.F4(0)}}}}
	e, out := communicating(f, cfg)
	f.Fuzz(func(t *testing.T, body []byte) {
		it, fault := secs2.ParseBody(body)
		for _, function := range []byte{1, 3, 5, 17, 19, 21, 23, 25} {
			e.hosts[0].s9Rate = rate{}
			h := secs2.DataHeader(0, 7, function, secs2.WantReply, 1)
			e.Step(t0, Primary{Header: h, Body: it, Fault: fault}, out)
			if out.Work != 0 {
				work(e, out)
			}
			answer := sent(out)
			first, rest, _ := strings.Cut(answer, " ")
			if first != fmt.Sprintf("S7F%d", function+1) && answer != "S9F7" || rest != "" && rest != "S7F27" ||
				slices.ContainsFunc(out.Notes, func(n Note) bool { return strings.Contains(n.Message, "panicked") }) {
				t.Fatalf("S7F%d: sent %q, notes %v", function, answer, out.Notes)
			}
			for i := range out.Messages {
				m := &out.Messages[i]
				if _, err := secs2.ParseBody(m.Body); err != nil {
					t.Fatal(err)
				}
				if m.Token != 0 {
					token := m.Token
					e.Step(t0, Reply{Token: token, Header: secs2.DataHeader(0, 7, 28, secs2.NoReply, 3)}, out)
					break
				}
			}
		}
	})
}

// TestProgramStepsAreShort: with as many programs as there can be, and the longest
// program, no Step takes longer than the design allows. The least of several is
// taken, for the machine has other work.
func TestProgramStepsAreShort(t *testing.T) {
	cfg := testConfig()
	cfg.Control.Default = StartOnLine
	cfg.Programs.Max = maxPrograms
	cfg.Programs.Commands = []ProcessCommand{{CCODE: 10, Name: "RAMP", Parameters: []ProcessParameter{{Name: "T", Format: secs2.FormatF4}}}}
	e, out := communicating(t, cfg)
	var names []secs2.Item
	for i := range maxPrograms {
		name := fmt.Sprintf("%0120d", i*7919%maxPrograms)
		names = append(names, secs2.A(name))
		e.Step(t0, RestoredProgram{name, Unformatted, 1000}, out)
	}
	command := secs2.L(secs2.U2(10), secs2.L(secs2.F4(1)))
	commands := secs2.NewAppender(nil)
	commands.List(4)
	commands.Item(names[1])
	commands.Text(cfg.MDLN)
	commands.Text(cfg.SOFTREV)
	commands.List(190_000)
	for range 190_000 {
		commands.Item(command)
	}
	long, err := secs2.Parse(commands.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	ask := func(function byte, body secs2.Item) (asked, worked time.Duration) {
		asked, worked = time.Hour, time.Hour
		for range 7 {
			in := Primary{Header: secs2.DataHeader(0, 7, function, secs2.WantReply, 1), Body: body}
			in.Program = e.ProgramRules().Examine(in.Header, body) // by the reader
			began := time.Now()
			e.Step(t0, in, out)
			asked = min(asked, time.Since(began))
			if len(out.Works) > 0 && out.Works[0].Do != NoProgramWork {
				began := time.Now()
				e.Step(t0, ProgramWorked{Task: out.Works[0].Task, Fault: "no space"}, out)
				worked = min(worked, time.Since(began))
			}
		}
		return asked, worked
	}
	for _, x := range []struct {
		name     string
		function byte
		body     secs2.Item
	}{
		{"S7F19", 19, secs2.Item{}}, {"S7F17 of all", 17, secs2.L(names...)}, {"S7F17 of none named", 17, secs2.L()},
		{"S7F3 of 16 MiB", 3, secs2.L(names[0], secs2.B(make([]byte, secs2.MaxLength)...))}, {"S7F23 of 190,000 commands", 23, long},
		{"S7F17 of a million", 17, secs2.L(make([]secs2.Item, 999_000)...)},
	} {
		asked, worked := ask(x.function, x.body)
		t.Logf("%s: %v, its work %v", x.name, asked, worked)
		if worked == time.Hour {
			worked = 0
		}
		if max(asked, worked) > 20*time.Millisecond && !testing.Short() { // the design allows 2 ms; a busy machine takes more
			t.Errorf("%s took %v and %v", x.name, asked, worked)
		}
	}
}
