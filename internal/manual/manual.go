// Package manual prints the description of an equipment for people: the
// document that E30 8.4 asks a supplier for.
package manual

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

//go:embed manual.md.tmpl
var markdown string

var page = template.Must(template.New("manual").Funcs(template.FuncMap{
	"cell": cell, "yes": yes, "bound": bound, "meanings": meanings,
	"passive": passive, "second": second, "oversize": oversize, "notSelected": notSelected,
}).Parse(markdown))

// Markdown writes the manual as Markdown.
func Markdown(w io.Writer, d daemon.Description) error { return page.Execute(w, d) }

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
		if v == "" || strings.Contains(v, "`") {
			return cell(fmt.Sprintf("%q", v))
		}
		return cell("`" + v + "`")
	}
	return fmt.Sprint(v)
}

// meanings returns what the values of a variable stand for, then the remark.
func meanings(v gem.VariableDescription) string {
	var parts []string
	for _, m := range v.Values {
		parts = append(parts, fmt.Sprintf("%d = %s", m.Value, m.Means))
	}
	if v.Remark != "" {
		parts = append(parts, v.Remark)
	}
	return cell(strings.Join(parts, "; "))
}
