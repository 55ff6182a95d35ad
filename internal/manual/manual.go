// Package manual prints the description of an equipment for people: the
// document that E30 8.4 asks a supplier for.
package manual

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/secsd/secsd/gem"
)

//go:embed manual.md.tmpl
var markdown string

var page = template.Must(template.New("manual").Funcs(template.FuncMap{
	"cell": cell, "yes": yes, "bound": bound, "longest": longest,
}).Parse(markdown))

// Markdown writes the manual as Markdown.
func Markdown(w io.Writer, d gem.Description) error { return page.Execute(w, d) }

// cell keeps a text from ending its table cell.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func bound(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return cell(fmt.Sprintf("%q", v))
	}
	return fmt.Sprint(v)
}

func longest(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
