package manual

import (
	"bufio"
	"io"
	"strings"
)

// Markdown writes the manual as Markdown, with state diagrams in the language of
// Graphviz.
func Markdown(w io.Writer, d Document) error {
	out := bufio.NewWriter(w)
	say := func(parts ...string) {
		for _, p := range parts {
			_, _ = out.WriteString(p) // Flush tells the first error
		}
	}
	say("# ", inline(plain(d.Equipment.MDLN+" "+d.Equipment.SOFTREV)), ": SECS/GEM interface\n")
	for _, block := range write(d).blocks {
		switch b := block.(type) {
		case heading:
			say("\n", strings.Repeat("#", b.Level), " ", inline(plain(b.Text)), "\n")
		case paragraph:
			say("\n", inline(b.Text), "\n")
		case listing:
			say("\n```", b.Language, "\n", verbatim(b.Text), "\n```\n")
		case diagram:
			say("\n```dot\n", b.DOT, "\n```\n")
		case table:
			say("\n", line(b.Head), line(make([]string, len(b.Head)), "---"))
			for _, r := range b.Rows {
				cells := make([]string, len(r.Cells))
				for i, c := range r.Cells {
					cells[i] = inline(c)
				}
				say(line(cells))
			}
		}
	}
	return out.Flush()
}

// line is a row of a table; fill stands in its empty cells.
func line(cells []string, fill ...string) string {
	if fill != nil {
		return "|" + strings.Repeat(fill[0]+"|", len(cells)) + "\n"
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func verbatim(text []span) string {
	var b strings.Builder
	for _, s := range text {
		b.WriteString(s.Text)
	}
	return b.String()
}

var (
	// escapes keeps a text from being read as Markdown or HTML.
	escapes = strings.NewReplacer(
		`\`, `\\`, "|", `\|`, "<", `\<`, "*", `\*`, "`", "\\`", "[", `\[`, "&", `\&`, "_", `\_`, "\n", " ",
	)
	inCode = strings.NewReplacer("|", `\|`, "\n", " ")
)

func inline(text []span) string {
	var b strings.Builder
	for _, s := range text {
		if s.Code && !strings.Contains(s.Text, "`") {
			b.WriteString("`" + inCode.Replace(s.Text) + "`")
			continue
		}
		b.WriteString(escapes.Replace(s.Text))
	}
	return b.String()
}
