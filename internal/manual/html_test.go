package manual

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestHTMLStandsAlone: tags are closed in their order, links lead to anchors
// that exist once, and nothing is fetched.
func TestHTMLStandsAlone(t *testing.T) {
	text := printed(t, "html", document(t))
	for _, outside := range []string{"http:", "https:", "src=", "<script", "@import", "url("} {
		if strings.Contains(text, outside) {
			t.Errorf("the page has %q", outside)
		}
	}
	void := []string{"meta", "wbr"}
	anchors, links := map[string]int{}, map[string]bool{}
	var open []string
	reader := xml.NewDecoder(strings.NewReader(strings.Replace(text, "<!DOCTYPE html>", "", 1)))
	reader.Strict = false
	for {
		token, err := reader.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tag := token.(type) {
		case xml.StartElement:
			for _, a := range tag.Attr {
				switch a.Name.Local {
				case "id":
					anchors[a.Value]++
				case "href":
					links[strings.TrimPrefix(a.Value, "#")] = true
				}
			}
			if !slices.Contains(void, tag.Name.Local) {
				open = append(open, tag.Name.Local)
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != tag.Name.Local {
				t.Fatalf("</%s> closes %v", tag.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("never closed: %v", open)
	}
	for to := range links {
		if anchors[to] != 1 {
			t.Errorf("%d anchors for #%s", anchors[to], to)
		}
	}
	for id, n := range anchors {
		if n > 1 {
			t.Errorf("%d anchors #%s", n, id)
		}
	}
}

// TestEscaped: what a configuration says stays text.
func TestEscaped(t *testing.T) {
	html, markdown := printed(t, "html", document(t)), printed(t, "md", document(t))
	for _, want := range []string{"Etcher &lt;9&gt;", "Ätzwerke &amp; Söhne", "Bay &#34;&lt;x&gt;&#34;", "not* the &lt;load lock&gt; &amp; its"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	for _, want := range []string{`| Pressure\|A | F4 |`, `\*not\* the \<load lock> \& its pump.`, "`A\\|B`"} {
		if !strings.Contains(markdown, want) {
			t.Errorf("no %q in the Markdown", want)
		}
	}
}

func TestPieces(t *testing.T) {
	for text, want := range map[string]string{
		"short":                         "short",
		"hosts[].hsms.allow_from":       "hosts[].|hsms.allow_|from",
		"ControlStateREMOTE":            "Control|StateREMOTE",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa": "aaaaaaaaaaaaaaaaaa|aaaaaaaaaaa",
		"several words of any length":   "several words of any length",
		"":                              "",
	} {
		if got := strings.Join(pieces(text), "|"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
