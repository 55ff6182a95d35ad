package gem

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// FuzzMonitoring: no body of S2F23, S2F45, S2F47 or S2F63 breaks anything, and a
// refusal changes nothing.
func FuzzMonitoring(f *testing.F) {
	limits := secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(1010), secs2.L(secs2.L(secs2.B(1), secs2.L(secs2.I2(8), secs2.I2(-3))), secs2.L(secs2.B(7), secs2.L())))))
	trace := secs2.L(secs2.U4(1), secs2.A("00000050"), secs2.U4(5), secs2.U4(2), secs2.L(secs2.U4(1010), secs2.U4(101), secs2.U4(1004)))
	for _, it := range []secs2.Item{
		limits, trace, secs2.L(), secs2.L(secs2.U4(1), secs2.L()), secs2.L(secs2.U4(1010), secs2.A("x")), secs2.U4(1010, 1010),
		secs2.L(secs2.A("T"), secs2.A("99000000"), secs2.U8(1<<63), secs2.U8(1<<20), secs2.U4(1010)),
		secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(9), secs2.L()), secs2.L(secs2.U4(1010), secs2.L(secs2.L(secs2.B(8), secs2.L(secs2.A("1"), secs2.B(0))))))),
	} {
		f.Add(it.Encoded())
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		e, out := communicating(t, limitedConfig())
		it, fault := secs2.ParseBody(bytes.Clone(body))
		now := t0
		for _, function := range []byte{45, 23, 47, 63, 45, 23} {
			now = now.Add(700 * time.Millisecond)
			before := e.monitoringState()
			e.Step(now, Primary{Header: secs2.DataHeader(0, 2, function, secs2.WantReply, 1), Body: it, Fault: fault}, out)
			if out.Commit.Seq != 0 {
				e.Step(now, Durable{out.Commit.Seq}, out)
			}
			if refused(out, function) && e.monitoringState() != before {
				t.Fatalf("S2F%d refused with %q, and changed", function, sent(out))
			}
			for range 3 {
				for i := range out.Messages {
					if _, err := secs2.ParseBody(out.Messages[i].Body); err != nil {
						t.Fatal(err)
					}
				}
				for _, n := range out.Notes {
					if n.Severity == Fault {
						t.Fatalf("S2F%d: %+v", function, n)
					}
				}
				e.Step(now, SetVariables{[]Value{{1010, secs2.I2(int16(now.Second()))}}}, out)
				now = now.Add(300 * time.Millisecond)
				e.Step(now, Tick{}, out)
			}
		}
	})
}

// refused tells whether S2F23 or S2F45 was not accepted.
func refused(out *Output, function byte) bool {
	if function != 23 && function != 45 {
		return false
	}
	code := map[byte]int{23: 2, 45: 4}[function]
	return len(out.Messages) == 0 || out.Messages[0].Function != function+1 || out.Messages[0].Body[code] != 0
}

// monitoringState is what the first host has defined.
func (e *Equipment) monitoringState() string {
	h := e.hosts[0]
	var text bytes.Buffer
	for _, x := range h.traces.list {
		fmt.Fprintf(&text, "%x %d %d|", x.entry, x.slot, x.taken)
	}
	for i, set := range h.limits {
		if set != nil {
			fmt.Fprintf(&text, "%d %+v|", i, *set)
		}
	}
	return text.String()
}
