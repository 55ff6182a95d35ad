package manual

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
)

var (
	//go:embed manual.html.tmpl
	htmlText string
	//go:embed manual.css
	style string
)

var htmlPage = template.Must(template.New("manual").Funcs(template.FuncMap{
	"kind": kind, "wide": wide, "lead": lead, "pieces": pieces,
}).Parse(htmlText))

// HTML writes the manual as one page that needs nothing else: no script, no
// other file.
func HTML(w io.Writer, d Document) error {
	p := write(d)
	return htmlPage.Execute(w, struct {
		Document
		Style    template.CSS
		Blocks   []any
		Contents []heading
	}{d, template.CSS(style), p.blocks, contents(p.blocks)})
}

// kind tells the template what a block is.
func kind(block any) string { return strings.TrimPrefix(fmt.Sprintf("%T", block), "manual.") }

// contents lists the headings but those of single messages and commands.
func contents(blocks []any) []heading {
	var out []heading
	for _, b := range blocks {
		if h, ok := b.(heading); ok && (h.Level == 2 || !strings.HasPrefix(h.ID, "message-")) {
			out = append(out, h)
		}
	}
	return out
}

// wide tells whether a table has more columns than a narrow page takes.
func wide(t table) bool { return len(t.Head) > 7 }

// lead tells whether a table has names and values only, and no head.
func lead(t table) bool { return strings.Join(t.Head, "") == "" }

// pieces cuts a text where a narrow column may break it: long words at their
// humps, dots and underscores, or anywhere.
func pieces(text string) []string {
	const longest = 18
	var out []string
	start, run := 0, 0
	short := true // the word of i
	before := rune(0)
	for i, r := range text {
		hump := unicode.IsLower(before) && unicode.IsUpper(r) || before == '_' || before == '.'
		switch {
		case unicode.IsSpace(r):
			run = 0
		case run == 0:
			short = len(strings.Fields(text[i:])[0]) <= 12
			run++
		case short:
		case run >= longest || run >= 6 && hump:
			out = append(out, text[start:i])
			start, run = i, 1
		default:
			run++
		}
		before = r
	}
	return append(out, text[start:])
}
