package secs2_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

func TestFC28_ManyListElements(t *testing.T) {
	for n, head := range map[int][]byte{
		255: {0x01, 0xFF}, 256: {0x02, 1, 0}, 400: {0x02, 0x01, 0x90}, 65535: {0x02, 0xFF, 0xFF}, 65536: {0x03, 1, 0, 0},
	} {
		a := secs2.NewAppender(nil)
		a.List(n)
		for i := range n {
			a.U4(uint32(i))
		}
		if !bytes.HasPrefix(a.Bytes(), head) {
			t.Errorf("%d elements begin % X", n, a.Bytes()[:4])
		}
		it, err := secs2.Parse(a.Bytes())
		if err != nil || it.Len() != n {
			t.Fatalf("%d elements: %v", n, err)
		}
		next := uint64(0)
		r := secs2.NewReader(it)
		r.Each("SV", func(r *secs2.Reader) {
			if r.Uint("SV") == next {
				next++
			}
		})
		if r.Err() != nil || next != uint64(n) {
			t.Errorf("%d of %d read, %v", next, n, r.Err())
		}
	}
}

func TestFC30_JIS8AndLocalized(t *testing.T) {
	for hex, want := range map[string]string{
		"4504c3bdc420":         `<J [4] 0xC3 0xBD 0xC4 " ">`,
		"4906000883658358":     `<W [4] 8 0x83 "e" 0x83 "X">`,
		"49080002e38386e382b9": `<W [6] 2 0xE3 0x83 0x86 0xE3 0x82 0xB9>`,
	} {
		b := unhex(t, hex)
		it, err := secs2.Parse(b)
		if err != nil {
			t.Fatalf("%s: %v", hex, err)
		}
		if got := sml.FormatItem(it); got != want {
			t.Errorf("%s prints %s", hex, got)
		}
		if read, err := sml.ParseItem(want); err != nil || !bytes.Equal(read.Encoded(), b) {
			t.Errorf("%s reads back as % X, %v", want, read.Encoded(), err)
		}
		r := secs2.NewReader(it)
		if r.Text("TEXT"); r.Err() != nil {
			t.Errorf("%s is no text: %v", want, r.Err())
		}
	}
}

// An A item is bytes, whatever code page they are in.
func TestFC31_BytesAbove7F(t *testing.T) {
	for _, hex := range []string{"4106e4baa7e59381", "4104b2fac6b7"} {
		b := unhex(t, hex)
		it, err := secs2.Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		r := secs2.NewReader(it)
		if text := r.Text("CPVAL"); !bytes.Equal(text, b[2:]) || r.Err() != nil {
			t.Errorf("% X, %v", text, r.Err())
		}
		if !bytes.Equal(secs2.A(string(it.Data())).Encoded(), b) {
			t.Errorf("% X does not echo", b)
		}
		read, err := sml.ParseItem(sml.FormatItem(it))
		if err != nil || !read.Equal(it) {
			t.Errorf("% X does not print and read back: %v", b, err)
		}
	}
}

// Bodies around the sizes at which buffers grow keep their length, in a buffer
// that is reused and in one that starts empty.
func TestFC33_LengthWhenTheBufferGrows(t *testing.T) {
	reused := make([]byte, 0, 64)
	for _, sizes := range [][2]int{{4080, 4110}, {65520, 65550}} {
		for n := sizes[0]; n <= sizes[1]; n++ {
			ppbody := bytes.Repeat([]byte{byte(n)}, n)
			for _, buf := range [][]byte{nil, reused[:0]} {
				a := secs2.NewAppender(append(buf, 0, 0, 0, 0))
				a.List(2)
				a.Text("RCP")
				a.Data(secs2.Binary, ppbody)
				body := a.Bytes()[4:]
				start := len(body) - n
				claimed := binary.BigEndian.Uint32(append([]byte{0, 0}, body[start-2:start]...))
				if n > 0xFFFF {
					claimed = binary.BigEndian.Uint32(append([]byte{0}, body[start-3:start]...))
				}
				it, err := secs2.Parse(body)
				if err != nil || claimed != uint32(n) || len(it.Encoded()) != len(body) {
					t.Fatalf("%d: claims %d, %v", n, claimed, err)
				}
			}
		}
	}
}

// A broken body is an error before anybody reads it, never an empty one.
func TestFC35_UndecodableBodyIsAnError(t *testing.T) {
	for _, hex := range []string{"010241055354", "210500"} {
		it, err := secs2.ParseBody(unhex(t, hex))
		var syntax *secs2.SyntaxError
		if !errors.As(err, &syntax) || syntax.Class != secs2.LengthOverrun || !it.IsZero() {
			t.Errorf("%s: %v", hex, err)
		}
	}
}

// A bare item where a list of ids is due is taken as a list of one; where the
// list is structure, the error says what came.
func TestFC37_BareItemInsteadOfList(t *testing.T) {
	it, err := secs2.Parse(unhex(t, "a90203f2"))
	if err != nil {
		t.Fatal(err)
	}
	r := secs2.NewReader(it)
	if n := r.IDs("SVID", func(id secs2.ID) {
		if id.Key() != "1010" {
			t.Error(id.Key())
		}
	}); n != 1 || r.Err() != nil {
		t.Error(n, r.Err())
	}
	r = secs2.NewReader(it)
	r.Each("SVID", func(r *secs2.Reader) { r.Item("SVID") })
	if r.Err() == nil || r.Err().Error() != "secs2: shape at byte 0, item /SVID: list expected, got U2 [1]" {
		t.Error(r.Err())
	}
}
