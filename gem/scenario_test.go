package gem

import (
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

var update = flag.Bool("update", false, "rewrite the scenarios' outputs")

// TestScenarios runs testdata/*.txt. A line that begins with ">" is an input;
// the lines behind it are everything that the Step put out.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := runScenario(t, string(want))
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(got, want) && !*update {
				t.Errorf("%s:\n%s", file, firstDifference(string(got), string(want)))
			}
		})
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) || i < len(w); i++ {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d: got %q, want %q\nall:\n%s", i+1, at(g, i), at(w, i), got)
		}
	}
	return ""
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// scenario is an equipment with a clock and what it last sent.
type scenario struct {
	t      *testing.T
	cfg    Config
	e      *Equipment
	now    time.Time
	out    Output
	system uint32
	disk   *testDisk
	last   Message // the last primary of the equipment with W=1
	text   bytes.Buffer
}

func testConfig() Config {
	return Config{
		MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []HostConfig{{Name: "mes"}},
		Control: Control{Default: StartOnLine},
		Variables: []Variable{
			{VID: 1001, Name: "ChamberPressure", Units: "mTorr", Format: secs2.FormatF4},
			{VID: 1002, Name: "WaferCount", Format: secs2.FormatU4, Initial: secs2.U4(7)},
			{VID: 1003, Name: "LotID", Format: secs2.ASCII, MaxLength: 8},
			{VID: 1004, Name: "Ports", Format: secs2.List},
		},
		DataVariables: []Variable{
			{VID: 3001, Name: "WaferID", Format: secs2.ASCII, MaxLength: 12},
			{VID: 3002, Name: "Slot", Format: secs2.FormatU1},
		},
		Constants: []Constant{
			{ECID: 4001, Name: "BasePressure", Units: "mTorr", Format: secs2.FormatF4, Min: secs2.F4(0.5), Max: secs2.F4(100), Default: secs2.F4(5)},
			{ECID: 4002, Name: "MaxWafers", Format: secs2.FormatU2, Min: secs2.U2(1), Max: secs2.U2(25), Default: secs2.U2(25)},
			{ECID: 4003, Name: "Recipe", Format: secs2.ASCII, MaxLength: 4, Default: secs2.A("STD")},
			{ECID: 4004, Name: "Purge", Format: secs2.Boolean},
			{ECID: 4005, Name: "Offset", Format: secs2.FormatI2, Default: secs2.I2(-3)},
		},
		Events: []Event{
			{CEID: 5001, Name: "WaferStarted", DataVariables: []uint32{3001, 3002}},
			{CEID: 5002, Name: "WaferDone"},
		},
		Commands: []Command{
			{Name: "START"},
			{Name: "PP-SELECT", Effect: Benign, Parameters: []Parameter{
				{Name: "PPID", Format: secs2.ASCII, Need: Required, Values: []secs2.Item{secs2.A("OXIDE"), secs2.A("POLY")}},
				{Name: "COUNT", Format: secs2.FormatU1, Min: secs2.U1(1), Max: secs2.U1(25)},
			}},
		},
	}
}

func runScenario(t *testing.T, text string) []byte {
	s := &scenario{t: t, cfg: testConfig(), disk: newTestDisk(), now: time.Date(2026, 1, 2, 3, 4, 5, 670_000_000, time.UTC)}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "#") || line == "":
			s.text.WriteString(line + "\n")
		case strings.HasPrefix(line, "> "):
			s.text.WriteString(line + "\n")
			s.command(line[2:])
		}
	}
	return s.text.Bytes()
}

func (s *scenario) command(line string) {
	verb, arg, _ := strings.Cut(line, " ")
	if verb == "config" {
		s.configure(arg)
		return
	}
	if s.e == nil {
		var err error
		if s.e, err = New(s.cfg); err != nil {
			s.t.Fatal(err)
		}
	}
	switch verb {
	case "wait":
		s.wait(arg)
	case "late":
		s.late(arg)
	case "restart":
		s.restart()
	default:
		s.step(s.input(verb, arg))
	}
}

// restart is a power cut: what was not durable is gone.
func (s *scenario) restart() {
	var err error
	if s.e, err = New(s.cfg); err != nil {
		s.t.Fatal(err)
	}
	for _, in := range s.disk.restored() {
		s.step(in)
	}
}

func (s *scenario) configure(arg string) {
	key, value, _ := strings.Cut(arg, " ")
	switch key {
	case "control":
		s.cfg.Control.Default = map[string]ControlDefault{"attempt": StartAttemptOnLine, "equipment": StartEquipmentOffLine,
			"host": StartHostOffLine, "on-line": StartOnLine}[value]
	case "fail":
		s.cfg.Control.OnAttemptFail = map[string]AttemptFail{"equipment": FailToEquipmentOffLine}[value]
	case "disabled":
		s.cfg.Communications.Default = StartDisabled
	case "host-only":
		s.cfg.Communications.Initiate = HostInitiates
	case "f0-after-s9":
		s.cfg.Errors.AfterS9 = S9AndF0
	case "window":
		s.cfg.Hosts[0].Window, _ = strconv.Atoi(value)
	case "spool":
		s.cfg.Spool.MaxBytes, _ = strconv.Atoi(value)
	case "strict":
		s.cfg.Delivery = StrictDelivery
	case "without":
		id, _ := strconv.Atoi(value)
		s.cfg.Variables = slices.DeleteFunc(s.cfg.Variables, func(v Variable) bool { return int(v.VID) == id })
		s.cfg.Events = slices.DeleteFunc(s.cfg.Events, func(ev Event) bool { return int(ev.CEID) == id })
		s.cfg.Constants = slices.DeleteFunc(s.cfg.Constants, func(c Constant) bool { return int(c.ECID) == id })
	case "narrower":
		s.cfg.Constants[1].Max, s.cfg.Constants[1].Default = secs2.U2(9), secs2.U2(3)
		s.cfg.Constants[2].MaxLength, s.cfg.Constants[2].Default = 2, secs2.A("ST")
	case "rename-host":
		s.cfg.Hosts[0].Name = value
	case "conversation":
		s.cfg.Errors.ConversationTimeout = 30 * time.Second
	case "capacity":
		s.cfg.Reports = Reports{Max: 2, MaxVIDs: 5, MaxLinks: 3}
	case "two-hosts":
		s.cfg.Hosts = append(s.cfg.Hosts, HostConfig{Name: "fdc", DeviceIDs: []uint16{5}})
	default:
		s.t.Fatalf("unknown configuration %q", key)
	}
}

func (s *scenario) input(verb, arg string) Input {
	host := 0
	if rest, ok := strings.CutPrefix(arg, "2: "); ok {
		host, arg = 1, rest
	}
	switch verb {
	case "start":
		return Start{}
	case "stop":
		return Stop{}
	case "up":
		return LinkUp{host}
	case "down":
		return LinkDown{host, arg}
	case "host":
		return s.primary(host, 0, arg)
	case "session":
		id, rest, _ := strings.Cut(arg, " ")
		n, _ := strconv.Atoi(id)
		return s.primary(host, uint16(n), rest)
	case "undecodable":
		p := s.primary(host, 0, arg)
		_, p.Fault = secs2.Parse([]byte{0x41, 0x05, 0x53})
		return p
	case "oversize":
		p := s.primary(host, 0, arg)
		p.Fault = ErrTooLong
		return p
	case "reply":
		m := s.message(arg)
		return Reply{Host: host, Token: s.last.Token, Header: secs2.DataHeader(0, m.Stream, m.Function, m.W, 1), Body: m.Body}
	case "stray":
		m := s.message(arg)
		return Stray{host, secs2.DataHeader(0, m.Stream, m.Function, m.W, 99)}
	case "failed":
		cause := map[string]Cause{"T3": T3Expired, "rejected": Rejected}[arg]
		return Failed{Host: host, Token: s.last.Token, Cause: cause,
			Header: secs2.DataHeader(0, s.last.Stream, s.last.Function, s.last.W, 0x80000001)}
	case "operator":
		a, ok := ActionOf(arg)
		if !ok {
			s.t.Fatalf("no action %q", arg)
		}
		return Operator{AllHosts, a}
	case "set":
		vid, text, _ := strings.Cut(arg, " ")
		n, _ := strconv.Atoi(vid)
		return SetVariables{[]Value{{uint32(n), s.message("S1F1 " + text + ".").Body}}}
	case "trigger":
		ceid, rest, _ := strings.Cut(arg, " ")
		n, _ := strconv.Atoi(ceid)
		in := Trigger{CEID: uint32(n)}
		for rest != "" {
			var one string
			one, rest, _ = strings.Cut(rest, "; ")
			vid, text, _ := strings.Cut(one, " ")
			v, _ := strconv.Atoi(vid)
			in.Values = append(in.Values, Value{uint32(v), s.message("S1F1 " + text + ".").Body})
		}
		return in
	case "answer":
		var a Answer
		var name string
		var code byte
		n, _ := fmt.Sscan(arg, &a.ID, &a.HCACK, &name, &code)
		if n == 4 {
			a.Bad = []BadParameter{{name, secs2.CPACK(code)}}
		}
		return a
	case "durable":
		s.disk.durable(s.e.seq)
		return Durable{s.e.seq}
	case "storage-failed":
		s.disk.failed(s.e.durable + 1)
		return StorageFailed{s.e.durable + 1, "EIO"}
	case "storage-back":
		return StorageBack{}
	case "restored":
		k, image, _ := strings.Cut(arg, " ")
		b, _ := hex.DecodeString(image)
		return Restored{Record{Kind: k, Image: b}}
	}
	s.t.Fatalf("unknown input %q", verb)
	return nil
}

func (s *scenario) message(text string) secs2.Message {
	m, _, err := sml.Parse(text)
	if err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	return m.Message
}

func (s *scenario) primary(host int, session uint16, text string) Primary {
	m := s.message(text)
	s.system++
	if host == 1 {
		session = 5
	}
	return Primary{Host: host, Header: secs2.DataHeader(session, m.Stream, m.Function, m.W, s.system), Body: m.Body}
}

// wait lets time pass; the equipment is stepped at each of its deadlines.
func (s *scenario) wait(arg string) {
	d, err := time.ParseDuration(arg)
	if err != nil {
		s.t.Fatal(err)
	}
	end := s.now.Add(d)
	for !s.out.Deadline.IsZero() && !s.out.Deadline.After(end) {
		passed := s.out.Deadline.Sub(s.now)
		s.now = s.out.Deadline
		fmt.Fprintf(&s.text, "after %v\n", passed)
		s.step(Tick{})
	}
	s.now = end
}

// late lets time pass in which nobody steps the equipment.
func (s *scenario) late(arg string) {
	d, err := time.ParseDuration(arg)
	if err != nil {
		s.t.Fatal(err)
	}
	s.now = s.now.Add(d)
	s.step(Tick{})
}

func (s *scenario) step(in Input) {
	s.e.Step(s.now, in, &s.out)
	w := &s.text
	if s.out.Err != nil {
		fmt.Fprintf(w, "refused: %v\n", s.out.Err)
	}
	for _, t := range s.out.Transitions {
		fmt.Fprintf(w, "%s %s row %d: %s -> %s (%s)\n", t.Host, t.Machine, t.Row, t.From, t.To, t.On)
	}
	for _, n := range s.out.Notes {
		fmt.Fprintf(w, "note %s: %s\n", n.Message, strings.SplitN(strings.TrimSpace(n.Detail), "\n", 2)[0])
	}
	if s.out.Commit.Seq != 0 {
		fmt.Fprintf(w, "commit %d:", s.out.Commit.Seq)
		for _, r := range s.out.Commit.Records {
			fmt.Fprintf(w, " %s %q=%x", r.Kind, r.ID, r.Image)
		}
		for _, x := range s.out.Commit.Writes {
			fmt.Fprintf(w, " segment %s/%d at %d: %d bytes", x.Host, x.Segment, x.Offset, len(x.Data))
		}
		fmt.Fprintln(w)
	}
	for _, f := range s.out.Fetches {
		fmt.Fprintf(w, "fetch %s/%d\n", f.Host, f.Segment)
	}
	s.disk.take(&s.out)
	for _, q := range s.out.Questions {
		fmt.Fprintf(w, "question %d from %s: %s", q.ID, q.Host, q.Command)
		for _, p := range q.Parameters {
			fmt.Fprintf(w, " %s=%s", p.Name, sml.FormatItem(p.Value))
		}
		fmt.Fprintln(w)
	}
	for _, l := range s.out.Links {
		fmt.Fprintf(w, "link %s %s\n", s.cfg.Hosts[l.Host].Name, [...]string{"enable", "disable", "reset"}[l.Do])
	}
	for _, m := range s.out.Messages {
		s.sent(m)
	}
	if len(s.disk.fetches) > 0 {
		s.step(s.disk.fetched())
	} else if s.out.More {
		s.step(Continue{})
	}
}

func (s *scenario) sent(m Message) {
	sf := m.sf()
	body, err := secs2.ParseBody(m.Body)
	if err != nil {
		s.t.Errorf("%v sent with an undecodable body: %v", sf, err)
	}
	if m.W != secs2.NoReply {
		s.last = m
	}
	text := sml.Format(secs2.Message{Stream: sf.Stream, Function: sf.Function, W: m.W, Body: body})
	fmt.Fprintf(&s.text, "%s <- %s\n", s.cfg.Hosts[m.Host].Name, strings.Join(strings.Fields(text), " "))
}
