package secs2_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// item reads SML and parses the bytes, as a body that came in.
func item(t testing.TB, text string) secs2.Item {
	t.Helper()
	if text == "" {
		return secs2.Item{}
	}
	it, err := sml.ParseItem(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return it
}

// report is one report of S2F33.
type report struct {
	id   uint64
	vids []uint64
}

func readS2F33(r *secs2.Reader) (dataID uint64, reports []report) {
	r.Tuple(2)
	dataID = r.Uint("DATAID")
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		rep := report{id: r.Uint("RPTID")}
		r.Each("VID", func(r *secs2.Reader) { rep.vids = append(rep.vids, r.Uint("VID")) })
		reports = append(reports, rep)
	})
	return dataID, reports
}

func TestReader_Shapes(t *testing.T) {
	r := secs2.NewReader(item(t, `<L <U1 7> <L <L <U4 10> <L <U2 1> <A "2"> <I8 3>>> <L <A "11"> <L>>>>`))
	dataID, reports := readS2F33(&r)
	if r.Err() != nil || dataID != 7 || len(reports) != 2 || reports[0].id != 10 || reports[1].id != 11 ||
		!slices.Equal(reports[0].vids, []uint64{1, 2, 3}) || reports[1].vids != nil {
		t.Error(dataID, reports, r.Err())
	}
}

func TestReader_Errors(t *testing.T) {
	for _, tc := range []struct{ body, want string }{
		{``, `shape at byte 0, item /: list expected, got no item`},
		{`<U4 1>`, `shape at byte 0, item /: list of 2 expected, got U4 [1]`},
		{`<L <U4 1>>`, `shape at byte 0, item /: list of 2 expected, got L [1]`},
		{`<L <F4 1> <L>>`, `shape at byte 2, item /DATAID: one identifier expected, got F4 [1]`},
		{`<L <U1 1 2> <L>>`, `shape at byte 2, item /DATAID: one identifier expected, got U1 [2]`},
		{`<L <I1 -1> <L>>`, `shape at byte 2, item /DATAID: integer of 0 or more expected, got I1 "-1"`},
		{`<L <U1 1> <A "x">>`, `shape at byte 5, item /reports: list expected, got A [1]`},
		{`<L <U1 1> <L <U1 2>>>`, `shape at byte 7, item /reports[0]: list of 2 expected, got U1 [1]`},
		{`<L <U1 1> <L <L <U1 2> <L>> <L <U1 2> <L <U1 3> <W 1 "">>>>>`,
			`shape at byte 24, item /reports[1]/VID[1]: one identifier expected, got W [0]`},
		{`<L <U1 1> <L <L <A "x"> <L>>>>`, `shape at byte 9, item /reports[0]/RPTID: integer of 0 or more expected, got A "x"`},
	} {
		r := secs2.NewReader(item(t, tc.body))
		readS2F33(&r)
		if err := r.Err(); err == nil || err.Error() != "secs2: "+tc.want {
			t.Errorf("%s: %v\nwant secs2: %s", tc.body, err, tc.want)
		}
	}
}

func TestReader_FirstErrorSticks(t *testing.T) {
	r := secs2.NewReader(item(t, `<L <A "x"> <B 1> <A "t"> <L <U1 1>>>`))
	r.Tuple(4)
	r.Uint("first")
	if r.Uint("a") != 0 || r.Code("b") != 0 || r.Flag("c") || r.Text("d") != nil || !r.Item("e").IsZero() ||
		r.Each("f", nil) != 0 || r.IDs("g", nil) != 0 || r.TupleOrEmpty(1) {
		t.Error("a value came after the error")
	}
	r.Tuple(1)
	if id, _ := r.ID("h").Uint(); id != 0 {
		t.Error(id)
	}
	var syntax *secs2.SyntaxError
	if !errors.As(r.Err(), &syntax) || syntax.Path != "/first" || syntax.Class != secs2.Shape || syntax.Offset != 2 {
		t.Error(r.Err())
	}
}

func TestReader_TupleOrEmpty(t *testing.T) {
	r := secs2.NewReader(item(t, `<L <L> <L <U1 1>>>`))
	r.Tuple(2)
	if r.TupleOrEmpty(1) || !r.TupleOrEmpty(1) || r.Uint("x") != 1 || r.Err() != nil {
		t.Error(r.Err())
	}
	r = secs2.NewReader(item(t, `<L <U1 1>>`))
	if r.TupleOrEmpty(2) || r.Err() == nil {
		t.Error("a list of 1 taken for a list of 2")
	}
}

func TestReader_Item(t *testing.T) {
	body := item(t, `<L <L <U1 1> <L <A "x">>> <B 1>>`)
	r := secs2.NewReader(body)
	r.Tuple(2)
	if got := sml.FormatItem(r.Item("V")); got != "<L [2]\n  <U1 [1] 1>\n  <L [1]\n    <A [1] \"x\">\n  >\n>" {
		t.Error(got)
	}
	if r.Code("ACKC6") != 1 || r.Err() != nil {
		t.Error(r.Err())
	}
	if !r.Item("V").IsZero() || r.Err() == nil {
		t.Error("an item behind the last one")
	}
}

// A handler that takes another number of items than an element has is a bug.
func TestReader_WrongElementPanics(t *testing.T) {
	for name, read := range map[string]func(r *secs2.Reader){
		"none":     func(*secs2.Reader) {},
		"two":      func(r *secs2.Reader) { r.Item("x"); r.Item("y") },
		"part":     func(r *secs2.Reader) { r.Tuple(2); r.Item("x") },
		"too many": func(r *secs2.Reader) { r.Tuple(2); r.Item("x"); r.Item("y"); r.Tuple(1) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			r := secs2.NewReader(item(t, `<L <L <U1 1> <U1 2>> <L <L <L <L <L <L <L <L <L <U1 1>>>>>>>>>>>`))
			r.Each("x", read)
		})
	}
}

// Lists of lists are bounded by the code that reads them, never by the body.
func TestReader_EachNestsEightDeep(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	depth := 0
	var nest func(r *secs2.Reader)
	nest = func(r *secs2.Reader) {
		depth++
		r.Each("x", nest)
	}
	r := secs2.NewReader(item(t, strings.Repeat("<L ", 12)+strings.Repeat(">", 12)))
	defer func() {
		if depth != 9 {
			t.Errorf("panic at depth %d", depth)
		}
	}()
	nest(&r)
}
