package gem

import (
	"bytes"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// FuzzTerminals throws bodies of stream 10 at an equipment: each gets one answer,
// what is displayed is what the host sent, and is found again after a start.
func FuzzTerminals(f *testing.F) {
	for _, body := range []secs2.Item{
		secs2.L(secs2.B(0), secs2.A("LOT 7")), secs2.L(secs2.B(0), secs2.L(secs2.A("A"), secs2.A(""), secs2.Raw(secs2.JIS8, []byte{0xC3}))),
		secs2.A("ALL"), secs2.L(secs2.U1(9), secs2.Raw(secs2.Localized, []byte{0, 1, 0x30, 0x42})), secs2.L(secs2.B(0, 0), secs2.U2(7)),
	} {
		f.Add(byte(3), body.Encoded())
		f.Add(byte(5), body.Encoded())
		f.Add(byte(9), body.Encoded())
	}
	f.Fuzz(func(t *testing.T, function byte, text []byte) {
		e, out := communicatingEquipment(t)
		body, fault := secs2.ParseBody(text)
		e.Step(t0, Primary{Header: secs2.DataHeader(0, 10, function|1, secs2.WantReply, 5), Body: body, Fault: fault}, out)
		records := append([]Record(nil), out.Commit.Records...)
		if out.Commit.Seq != 0 {
			e.Step(t0, Durable{out.Commit.Seq}, out)
		}
		if len(out.Messages) != 1 {
			t.Fatalf("sent %q", sent(out))
		}
		before := e.Snapshot().Terminals
		if shown := before[0]; len(shown.Lines) > 0 {
			all := bytes.Join(encodedLines(shown.Lines), nil)
			if !shown.Unread || !bytes.Contains(body.AppendCanonical(nil), all) && !bytes.Contains(text, all) {
				t.Errorf("% X is shown of % X, unread %v", all, text, shown.Unread)
			}
			for _, it := range shown.Lines {
				TextOf(it)
			}
		}
		again, _ := twoHosts(t, records...)
		if a, b := before[0], again.Snapshot().Terminals[0]; a.Unread != b.Unread || !bytes.Equal(bytes.Join(encodedLines(a.Lines), nil), bytes.Join(encodedLines(b.Lines), nil)) {
			t.Errorf("after a start %v, before %v", b, a)
		}
	})
}

func encodedLines(lines []secs2.Item) (out [][]byte) {
	for _, it := range lines {
		out = append(out, it.Encoded())
	}
	return out
}
