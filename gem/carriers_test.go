package gem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// carrierTool is an equipment with two ports, in the hands of one host.
type carrierTool struct {
	t   *testing.T
	e   *Equipment
	out Output
}

func newCarrierTool(t *testing.T) *carrierTool {
	t.Helper()
	cfg := Config{MDLN: "M", SOFTREV: "1", Hosts: []HostConfig{{Name: "mes", Window: 1000}}, Control: Control{Default: StartOnLine}}
	cfg.Material = model.Config{Name: "TOOL1", Ports: []model.Port{{Dock: "FIMS1"}, {Dock: "FIMS2"}}}
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	x := &carrierTool{t: t, e: e}
	x.step(Start{})
	x.step(LinkUp{})
	x.step(ofHost(1, 13, secs2.L()))
	x.step(ofHost(2, 37, secs2.L(secs2.Bool(true), secs2.L())))
	return x
}

// step takes an input, then what it wrote is durable. It returns what the host gets:
// replies in SML, events as "E CEID".
func (x *carrierTool) step(in Input) []string {
	x.t.Helper()
	x.e.Step(time.Unix(1, 0), in, &x.out)
	if x.out.Err != nil {
		x.t.Errorf("%T: %v", in, x.out.Err)
	}
	got := x.heard()
	if seq := x.out.Commit.Seq; seq != 0 {
		x.e.Step(time.Unix(1, 0), Durable{Seq: seq}, &x.out)
		got = append(got, x.heard()...)
	}
	return got
}

func (x *carrierTool) heard() (lines []string) {
	for _, m := range x.out.Messages {
		body, _ := secs2.ParseBody(m.Body)
		if m.Stream == 6 && m.Function == 11 {
			i := 0
			for it := range body.All() {
				if i++; i == 2 {
					n, _ := it.Number()
					lines = append(lines, fmt.Sprintf("E %v", n))
				}
			}
			continue
		}
		text := string(bytes.Join(bytes.Fields([]byte(sml.FormatItem(body))), []byte(" ")))
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("S%dF%d %s", max(m.Stream, m.Primary.Stream()), m.Function, text)))
	}
	return lines
}

func carrierAction(action, carrier string, ptn secs2.Item, given ...secs2.Item) Input {
	return ofHost(3, 17, secs2.L(secs2.U4(1), secs2.A(action), secs2.A(carrier), ptn, secs2.L(given...)))
}

func named(name string, value secs2.Item) secs2.Item { return secs2.L(secs2.A(name), value) }

// TestStream3 takes each message of E87 in its forms: the reply comes before the
// events.
func TestStream3(t *testing.T) {
	const accepted = `<L [2] <U1 [1] 0> <L [0]> >`
	no := func(code, err int, text string) string {
		return fmt.Sprintf(`<L [2] <U1 [1] %d> <L [1] <L [2] <U4 [1] %d> <A [%d] "%s"> > > >`, code, err, len(text), text)
	}
	any1 := secs2.U1()
	x := newCarrierTool(t)
	for _, tc := range []struct {
		in   Input
		want []string
	}{
		{ofHost(3, 15, secs2.L(secs2.U4(1), secs2.U4(1000))), []string{"S3F16 <B [1] 0x00>"}},
		{carrierAction("Bind", "FOUP01", secs2.B(1)), []string{"S3F18 " + accepted, "E 342", "E 332", "E 322"}},
		{carrierAction("Bind", "FOUP02", secs2.U1(9)), []string{"S3F18 " + no(3, 48, "port 9")}},
		{carrierAction("CANCELBIND", "Carrier:FOUP01>", any1), []string{"S3F18 " + accepted, "E 333", "E 323", "E 361"}},
		{carrierAction("CarrierNotification", "FOUP02", secs2.A(""), named("Usage", secs2.A("TEST"))), []string{"S3F18 " + accepted, "E 342"}},
		{carrierAction("Fly", "", any1), []string{"S3F18 " + no(1, 14, "CARRIERACTION Fly")}},
		{ofHost(3, 19, secs2.Item{}), []string{"S3F20 " + no(1, 14, "no internal buffer")}},
		{ofHost(3, 21, secs2.L(secs2.A("G"), secs2.U1(0), secs2.L(secs2.U1(1)))), []string{"S3F22 " + no(1, 14, "port groups")}},
		{ofHost(3, 23, secs2.L(secs2.A("Delete"), secs2.A("G"), secs2.L())), []string{"S3F24 " + no(1, 14, "port groups")}},
		{ofHost(3, 25, secs2.L(secs2.A("ReserveAtPort"), secs2.U1(1), secs2.L())), []string{"S3F26 " + accepted, "E 322"}},
		{ofHost(3, 25, secs2.L(secs2.A("ReserveAtPort"), secs2.U1(1), secs2.L())), []string{"S3F26 " + no(5, 49, "port 1 is reserved")}},
		{ofHost(3, 25, secs2.L(secs2.A("ChangeAccess"), secs2.U1(2), secs2.L(named("AccessMode", secs2.U1(1))))), []string{"S3F26 " + accepted, "E 312"}},
		{ofHost(3, 27, secs2.L(secs2.U1(0), secs2.L())), []string{"S3F28 " + accepted, "E 313"}},
		{
			ofHost(3, 27, secs2.L(secs2.U1(1), secs2.L(secs2.B(1), secs2.B(2)))),
			[]string{`S3F28 <L [2] <U1 [1] 6> <L [1] <L [3] <U1 [1] 1> <U4 [1] 17> <A [18] "port 1 is reserved"> > > >`, "E 312"},
		},
		{ofHost(3, 29, secs2.L(secs2.A("LP1"), secs2.A(""), secs2.A(""), secs2.U4())), []string{`S3F30 <L [2] <A [0] ""> ` + no(2, 17, "LP1 has no carrier that is known") + ` >`}},
		{Material{model.CarrierPlaced{Port: 1}}, []string{"E 306", "E 323"}},
		{Material{model.CarrierIDRead{Port: 1, ID: "FOUP01"}}, []string{"E 343", "E 332"}},
		{ofHost(3, 31, secs2.L(secs2.A(""), secs2.A("Carrier:FOUP01"), secs2.A("LOT"), secs2.U4(2), secs2.A("L7"))), []string{"S3F32 " + accepted}},
		{ofHost(3, 29, secs2.L(secs2.A("LP1"), secs2.A(""), secs2.A("LOT"), secs2.U4())), []string{`S3F30 <L [2] <A [2] "L7"> ` + accepted + ` >`}},
		{carrierAction("CancelCarrier", "FOUP01", any1), []string{"S3F18 <L [2] <U1 [1] 4> <L [0]> >", "E 349", "E 309"}},
	} {
		if got := x.step(tc.in); !slices.Equal(got, tc.want) {
			t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(tc.want, "\n\t"))
		}
	}
}

// TestStream3Refused: nothing is done in LOCAL, and nothing lasts that the disk
// refuses.
func TestStream3Refused(t *testing.T) {
	x := newCarrierTool(t)
	messages := []Input{
		carrierAction("Bind", "FOUP01", secs2.U1(1)),
		ofHost(3, 25, secs2.L(secs2.A("ReserveAtPort"), secs2.U1(1), secs2.L())),
		ofHost(3, 27, secs2.L(secs2.U1(1), secs2.L(secs2.U1(1)))),
		ofHost(3, 31, secs2.L(secs2.A("LP1"), secs2.A(""), secs2.A(""), secs2.U4(), secs2.A("L7"))),
	}
	refuses := func(text string) {
		t.Helper()
		for _, in := range messages {
			if got := x.step(in); len(got) != 1 || !strings.Contains(got[0], "<U1 [1] 2>") || !strings.Contains(got[0], text) {
				t.Errorf("got %q, want CAACK 2 and %q", got, text)
			}
		}
	}
	x.step(Operator{Action: Local})
	refuses("the equipment is LOCAL")
	x.step(Operator{Action: Remote})
	x.e.Step(time.Unix(1, 0), messages[0], &x.out)
	x.e.Step(time.Unix(1, 0), StorageFailed{Seq: x.out.Commit.Seq}, &x.out)
	if got := x.heard(); len(got) != 1 || !strings.Contains(got[0], "storage refuses") {
		t.Errorf("got %q", got)
	}
	refuses("storage refuses")
	x.step(StorageBack{})
	if got := x.step(messages[0]); len(got) != 4 {
		t.Errorf("the same again: %q", got)
	}
}

// TestStream3PortsOfARefusal: S3F28 names the ports that were asked for, whether the
// disk refuses this change or refuses already.
func TestStream3PortsOfARefusal(t *testing.T) {
	x := newCarrierTool(t)
	fault := func(port int) string {
		return fmt.Sprintf(`<L [3] <U1 [1] %d> <U4 [1] 15> <A [15] "storage refuses"> >`, port)
	}
	refused := func(faults ...string) []string {
		return []string{fmt.Sprintf("S3F28 <L [2] <U1 [1] 2> <L [%d] %s > >", len(faults), strings.Join(faults, " "))}
	}
	second, all := ofHost(3, 27, secs2.L(secs2.U1(1), secs2.L(secs2.U1(2)))), ofHost(3, 27, secs2.L(secs2.U1(1), secs2.L()))
	x.e.Step(time.Unix(1, 0), second, &x.out)
	x.e.Step(time.Unix(1, 0), StorageFailed{Seq: x.out.Commit.Seq}, &x.out)
	if got := x.heard(); !slices.Equal(got, refused(fault(2))) {
		t.Errorf("while it fails: %q", got)
	}
	if got := x.step(second); !slices.Equal(got, refused(fault(2))) {
		t.Errorf("port 2: %q", got)
	}
	for _, in := range []Input{all, ofHost(3, 27, secs2.U1(1)), ofHost(3, 27, secs2.L(secs2.U1(1), secs2.L(slices.Repeat([]secs2.Item{secs2.U1(9)}, 1000)...)))} {
		if got := x.step(in); !slices.Equal(got, refused(fault(1), fault(2))) {
			t.Errorf("all ports: %q", got)
		}
	}
}

// TestStream3Malformed: what is not what the message defines gets S9F7.
func TestStream3Malformed(t *testing.T) {
	four := secs2.L(secs2.A(""), secs2.A(""), secs2.A(""), secs2.A("1"))
	for _, in := range []Input{
		ofHost(3, 15, secs2.L(secs2.U4(1))),
		ofHost(3, 17, secs2.L(secs2.U4(1), secs2.A("Bind"), secs2.A("FOUP01"), secs2.U1(1))),
		carrierAction("Bind", "FOUP01", secs2.L()),
		carrierAction("Bind", "FOUP01", secs2.A("one")),
		carrierAction("Bind", "FOUP01", secs2.U1(1), secs2.A("Capacity")),
		ofHost(3, 19, secs2.U1(1)),
		ofHost(3, 21, secs2.L(secs2.A("G"))),
		ofHost(3, 23, secs2.A("G")),
		ofHost(3, 25, secs2.L(secs2.A("ReserveAtPort"), secs2.U1(1))),
		ofHost(3, 27, secs2.L(secs2.U1(1))),
		ofHost(3, 29, secs2.L(secs2.A(""))),
		ofHost(3, 31, four),
	} {
		if got := newCarrierTool(t).step(in); len(got) != 1 || !strings.HasPrefix(got[0], "S9F7") {
			t.Errorf("%v: got %q", in, got)
		}
	}
	if got := newCarrierTool(t).step(ofHost(3, 33, secs2.Item{})); len(got) != 1 || !strings.HasPrefix(got[0], "S9F5") {
		t.Errorf("S3F33: got %q", got)
	}
}
