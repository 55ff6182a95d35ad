package secs2_test

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// places says where each bad vector is bad: the offset of the item and its
// path, both read off the bytes by hand.
var places = map[string]struct {
	offset int
	path   string
}{
	"bad-empty-input":                     {0, "/"},
	"bad-only-format-byte":                {0, "/"},
	"bad-length-byte-missing-2":           {0, "/"},
	"bad-length-byte-missing-3":           {0, "/"},
	"bad-body-missing":                    {0, "/"},
	"bad-body-short":                      {0, "/"},
	"bad-huge-3-byte-length":              {0, "/"},
	"bad-binary-overrun":                  {0, "/"},
	"bad-zero-length-bytes-ascii":         {0, "/"},
	"bad-format-before-length":            {0, "/"},
	"bad-zero-length-bytes-before-format": {0, "/"},
	"bad-list-count-overrun":              {0, "/"},
	"bad-list-count-huge":                 {0, "/"},
	"bad-list-missing-child":              {6, "/1"},
	"bad-list-child-overrun":              {2, "/0"},
	"bad-list-child-bad-format":           {5, "/1"},
	"bad-trailing-byte":                   {2, "/"},
	"bad-trailing-item":                   {3, "/"},
	"bad-trailing-zero":                   {5, "/"},
	"bad-depth-500":                       {128, strings.Repeat("/0", 64)},
	"frame-body-trailing":                 {2, "/"},
	"frame-body-list-overrun":             {0, "/"},
	"frame-body-multiple":                 {0, "/"},
}

func TestParse_PlaceOfError(t *testing.T) {
	tested := 0
	for _, v := range vectors(t) {
		b := unhex(t, v.Hex)
		if strings.HasPrefix(v.Error, "body:") {
			b = b[14:]
		} else if v.Kind != "bad-item" {
			continue
		}
		want, nested := places[v.Name]
		if nested {
			tested++
		} else {
			want.path = "/" // a lone item: undefined format, bad multiple, short localized
		}
		_, err := secs2.Parse(b)
		var syntax *secs2.SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != want.offset || syntax.Path != want.path {
			t.Errorf("%s: %v, want byte %d, item %s", v.Name, err, want.offset, want.path)
		}
	}
	if tested != len(places) {
		t.Errorf("%d of %d places have a vector", tested, len(places))
	}
}

func TestParse_Message(t *testing.T) {
	for _, tc := range []struct{ hex, want string }{
		{"", "secs2: truncated at byte 0, item /: an item expected, the bytes end"},
		{"4041", "secs2: bad-length-bytes at byte 0, item /: format byte 0x40 has no length bytes"},
		{"0500", "secs2: bad-format-code at byte 0, item /: format code 01 is not defined"},
		{"4200", "secs2: truncated at byte 0, item /: 2 length bytes expected, got 1"},
		{"0102a5010103ffffff", "secs2: length-overrun at byte 5, item /1: list of 16777215 elements, 0 bytes left"},
		{"0101010241006903000102", "secs2: length-multiple at byte 6, item /0/1: length 3 is no multiple of 2"},
		{"4901ff", "secs2: localized-short at byte 0, item /: length 1 is half a localized string header"},
	} {
		_, err := secs2.Parse(unhex(t, tc.hex))
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s: %v, want %s", tc.hex, err, tc.want)
		}
	}
}

func TestParse_Items(t *testing.T) {
	list := func(n int) []byte {
		return append([]byte{3, byte(n >> 16), byte(n >> 8), byte(n)}, bytes.Repeat([]byte{0x25, 0}, n)...)
	}
	if _, err := secs2.Parse(list(secs2.MaxItems - 1)); err != nil {
		t.Error(err)
	}
	_, err := secs2.Parse(list(secs2.MaxItems))
	var syntax *secs2.SyntaxError
	if !errors.As(err, &syntax) || syntax.Class != secs2.TooManyItems || syntax.Offset != 0 {
		t.Error(err)
	}
}

func TestParseBody(t *testing.T) {
	if it, err := secs2.ParseBody(nil); err != nil || !it.IsZero() {
		t.Error(it, err)
	}
	if it, err := secs2.ParseBody([]byte{1, 0}); err != nil || it.IsZero() {
		t.Error(it, err)
	}
}

// A claim of gigabytes must cost no more than the error that refuses it.
func TestParse_ClaimAllocatesNothing(t *testing.T) {
	for _, claim := range []string{"03ffffff0100", "43ffffff", "0103a3fffff8", "010103ffffff0100"} {
		b := unhex(t, claim)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 100 {
			if _, err := secs2.Parse(b); err == nil {
				t.Fatalf("%s accepted", claim)
			}
		}
		runtime.ReadMemStats(&after)
		if n := (after.TotalAlloc - before.TotalAlloc) / 100; n > 1024 {
			t.Errorf("%s: %d bytes", claim, n)
		}
	}
}

func TestParse_Allocations(t *testing.T) {
	body := svids(32)
	var sum uint64
	take := func(id secs2.ID) {
		v, _ := id.Uint()
		sum += v
	}
	if n := testing.AllocsPerRun(100, func() {
		it, _ := secs2.Parse(body)
		r := secs2.NewReader(it)
		if r.IDs("SVID", take) != 32 || r.Err() != nil {
			t.Fatal(r.Err())
		}
	}); n != 0 {
		t.Errorf("S1F3: %v allocations", n)
	}
	value, buf := secs2.F4(25.5), make([]byte, 0, 1024)
	if n := testing.AllocsPerRun(100, func() {
		a := secs2.NewAppender(buf[:0])
		a.List(32)
		for range 32 {
			a.Item(value)
		}
		if len(a.Bytes()) != 2+32*6 {
			t.Fatal(len(a.Bytes()))
		}
	}); n != 0 {
		t.Errorf("S1F4: %v allocations", n)
	}
	numbers := secs2.L(secs2.U4(1, 2, 3), secs2.I2(-1), secs2.F8(1))
	if n := testing.AllocsPerRun(100, func() {
		for it := range numbers.All() {
			for range it.Uints() {
				sum++
			}
			for range it.Ints() {
				sum++
			}
			for range it.Floats() {
				sum++
			}
		}
	}); n != 0 {
		t.Errorf("walking an item: %v allocations", n)
	}
}
