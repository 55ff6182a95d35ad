package gem

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// TestS14F19 follows a substrate through its services: the reply comes before the
// events, nothing is done in LOCAL, nothing lasts that the disk refuses.
func TestS14F19(t *testing.T) {
	cfg := Config{MDLN: "M", SOFTREV: "1", Hosts: []HostConfig{{Name: "mes"}}, Control: Control{Default: StartOnLine}}
	cfg.Material = model.Config{Ports: []model.Port{{}}, Locations: []model.Location{{Name: "ROBOT"}, {Name: "PM", Use: model.ProductionModule}}}
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var out Output
	heard := func() (lines []string) {
		for _, m := range out.Messages {
			body, _ := secs2.ParseBody(m.Body)
			text := bytes.Join(bytes.Fields([]byte(sml.FormatItem(body))), []byte(" "))
			lines = append(lines, fmt.Sprintf("S%dF%d %s", max(m.Stream, m.Primary.Stream()), m.Function, text))
		}
		return lines
	}
	enable := secs2.L(secs2.Bool(true), secs2.L(secs2.U4(502), secs2.U4(511)))
	for _, in := range []Input{Start{}, LinkUp{}, ofHost(1, 13, secs2.L()), ofHost(2, 37, enable), ofHost(14, 9, newSubstrate("W1", "ROBOT"))} {
		e.Step(time.Unix(1, 0), in, &out)
		if seq := out.Commit.Seq; seq != 0 {
			e.Step(time.Unix(1, 0), Durable{Seq: seq}, &out)
		}
	}
	update := ofHost(14, 19, serviceCall("UpdateSubstrateObject", "W1", "SubstType", secs2.U1(0), "SubstState", secs2.U1(1), "SubstLocID", secs2.A("PM")))
	done := `S14F20 <L [4] <B [1] 0x00> <U4 [1] 0> <L [3] <L [2] <A [7] "SubstID"> <A [2] "W1"> > <L [2] <A [9] "SubstType"> <U1 [1] 0> > ` +
		`<L [2] <A [10] "SubstState"> <U1 [1] 1> > > <L [2] <B [1] 0x00> <L [0]> > >`
	refused := func(ack, code int, text string) string {
		return fmt.Sprintf(`S14F20 <L [4] <B [1] 0x%02X> <U4 [1] 0> <L [0]> <L [2] <B [1] 0x%02X> <L [1] <L [2] <U4 [1] %d> <A [%d] "%s"> > > > >`, ack, ack, code, len(text), text)
	}
	event := `S6F11 <L [3] <U4 [1] 2> <U4 [1] 502> <L [0]> >`
	for _, tt := range []struct {
		what string
		do   []Input
		want []string
	}{
		{"the operator takes over", []Input{Operator{Action: Local}, update}, []string{refused(2, 17, "the equipment is LOCAL")}},
		{"the disk refuses", []Input{Operator{Action: Remote}, update, StorageFailed{}}, []string{refused(2, 15, "storage refuses")}},
		{"it works", []Input{StorageBack{}, update, Durable{}}, []string{done, event}},
		{"once more", []Input{update}, []string{refused(5, 17, "W1 is AT WORK and NEEDS PROCESSING")}},
		{"four elements", []Input{ofHost(14, 19, secs2.L(secs2.U4(1), secs2.U4(0), secs2.A(""), secs2.A("X")))}, []string{"S9F7"}},
	} {
		var seq uint64
		for _, in := range tt.do {
			switch in.(type) {
			case StorageFailed:
				in = StorageFailed{Seq: seq}
			case Durable:
				in = Durable{Seq: seq}
			}
			e.Step(time.Unix(2, 0), in, &out)
			if out.Commit.Seq != 0 {
				seq = out.Commit.Seq
			}
			if _, ok := in.(Operator); ok && seq != 0 {
				e.Step(time.Unix(2, 0), Durable{Seq: seq}, &out)
				seq = 0
			}
		}
		got := heard()
		if len(got) != len(tt.want) {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
			continue
		}
		for i, want := range tt.want {
			if got[i] != want && (want != "S9F7" || got[i][:4] != want) {
				t.Errorf("%s:\n%s\nwant\n%s", tt.what, got[i], want)
			}
		}
	}
}

func newSubstrate(id, location string) secs2.Item {
	pair := func(name, value string) secs2.Item { return secs2.L(secs2.A(name), secs2.A(value)) }
	return secs2.L(secs2.A(""), secs2.A("Substrate"), secs2.L(pair("ObjID", id), pair("SubstLocID", location)))
}

// serviceCall is the body of S14F19 with pairs of SPNAME and SPVAL.
func serviceCall(service, id string, pairs ...any) secs2.Item {
	list := []secs2.Item{secs2.L(secs2.A("SubstID"), secs2.A(id))}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, secs2.L(secs2.A(pairs[i].(string)), pairs[i+1].(secs2.Item)))
	}
	return secs2.L(secs2.U4(1), secs2.U4(0), secs2.A("Substrate:"+id+">"), secs2.A(service), secs2.L(list...))
}
