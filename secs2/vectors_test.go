package secs2_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// vector is one line of testdata/vectors.jsonl. Parts are [text, repeat].
type vector struct {
	Name, Kind   string
	Hex          string
	HexParts     []part `json:"hex_parts"`
	SML          string
	SMLParts     []part `json:"sml_parts"`
	CanonicalHex string `json:"canonical_hex"`
	Header       *struct {
		Session      uint16
		Byte2, Byte3 byte
		PType, SType byte
		System       uint32
	}
	Error      string
	DecodeOnly bool `json:"decode_only"`
}

type part struct {
	text   string
	repeat int
}

func (p *part) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&p.text, &p.repeat})
}

func join(text string, parts []part) string {
	for _, p := range parts {
		text += strings.Repeat(p.text, p.repeat)
	}
	return text
}

func vectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		v.Hex, v.SML = join(v.Hex, v.HexParts), join(v.SML, v.SMLParts)
		all = append(all, v)
	}
	if len(all) < 200 {
		t.Fatalf("%d vectors read", len(all))
	}
	return all
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			b := unhex(t, v.Hex)
			switch class, inBody := strings.CutPrefix(v.Error, "body:"); {
			case v.Kind == "item":
				testItem(t, v, b)
			case v.Kind == "frame":
				testFrame(t, v, b)
			case v.Kind == "bad-item":
				wantClass(t, b, v.Error)
			case inBody:
				wantClass(t, b[14:], class)
			}
		})
	}
}

func testItem(t *testing.T, v vector, b []byte) {
	want := b
	if v.CanonicalHex != "" {
		want = unhex(t, v.CanonicalHex)
	}
	it, err := secs2.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	if got := sml.FormatItem(it); got != v.SML {
		t.Errorf("printed %s\nwant %s", got, v.SML)
	}
	if !strings.Contains(v.Name, "nan-payload") && !bytes.Equal(it.Canonical().Encoded(), want) {
		t.Errorf("canonical % X, want % X", it.Canonical().Encoded(), want)
	}
	for _, o := range []sml.Options{{}, {Strict: true}} {
		read, err := o.ParseItem(v.SML)
		if err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		if !bytes.Equal(read.Encoded(), want) {
			t.Errorf("%+v: read % X, want % X", o, read.Encoded(), want)
		}
	}
}

func testFrame(t *testing.T, v vector, b []byte) {
	h, w := secs2.Header(b[4:14]), v.Header
	if h.Session() != w.Session || h[2] != w.Byte2 || h[3] != w.Byte3 || h.PType() != w.PType ||
		h.SType() != w.SType || h.System() != w.System {
		t.Errorf("header %v, want %+v", h, w)
	}
	if v.SML == "" {
		return
	}
	body, err := secs2.ParseBody(b[14:])
	if err != nil {
		t.Fatal(err)
	}
	m := secs2.Message{Stream: h.Stream(), Function: h.Function(), Body: body}
	if h.W() {
		m.W = secs2.WantReply
	}
	if got := sml.Format(m); got != v.SML {
		t.Errorf("printed %s\nwant %s", got, v.SML)
	}
	if v.DecodeOnly {
		return
	}
	read, warnings, err := sml.Options{Strict: true}.Parse(v.SML)
	if err != nil || warnings != nil {
		t.Fatal(warnings, err)
	}
	frame := secs2.DataHeader(w.Session, read.Stream, read.Function, read.W, w.System)
	if h != frame || !bytes.Equal(read.Body.Encoded(), b[14:]) {
		t.Errorf("read % X % X, want % X", frame, read.Body.Encoded(), b[4:])
	}
}

func wantClass(t *testing.T, b []byte, class string) {
	t.Helper()
	it, err := secs2.Parse(b)
	var syntax *secs2.SyntaxError
	if !errors.As(err, &syntax) || string(syntax.Class) != class || !it.IsZero() {
		t.Errorf("% X: %v, want class %s", b, err, class)
	}
}
