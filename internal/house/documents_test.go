package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the module's root as seen from this package.
const root = "../.."

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(root, name))
	return err == nil
}

func lines(text string) int { return strings.Count(text, "\n") }

// documents are the Markdown files of the repository, relative to its root.
func documents(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".md") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if names[i], err = filepath.Rel(root, name); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)

func TestLinksLeadSomewhere(t *testing.T) {
	for _, name := range documents(t) {
		for _, match := range link.FindAllStringSubmatch(document(t, name), -1) {
			target := match[1]
			if strings.Contains(target, "://") {
				continue
			}
			if !exists(filepath.Join(filepath.Dir(name), target)) {
				t.Errorf("%s: no %s", name, target)
			}
		}
	}
}

var (
	command  = regexp.MustCompile(`go run (\./cmd/\w+)`)
	target   = regexp.MustCompile("`make (\\w+)`")
	testName = regexp.MustCompile(`\b(Test|Fuzz|Benchmark)[A-Z]\w+`)
	goFile   = regexp.MustCompile("`([a-z0-9_./]+/[a-z0-9_]+\\.go)`")
)

func TestCommandsInDocumentsExist(t *testing.T) {
	makefile := document(t, "Makefile")
	for _, name := range documents(t) {
		text := document(t, name)
		for _, match := range command.FindAllStringSubmatch(text, -1) {
			if !exists(match[1]) {
				t.Errorf("%s: no command %s", name, match[1])
			}
		}
		for _, match := range target.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(makefile, "\n"+match[1]+":") {
				t.Errorf("%s: no target %s in the Makefile", name, match[1])
			}
		}
	}
}

// TestNamesInDocumentsExist looks up the tests and Go files that a document names.
func TestNamesInDocumentsExist(t *testing.T) {
	declared := map[string]bool{}
	for _, file := range sources(t) {
		if !file.test {
			continue
		}
		for _, match := range testName.FindAllString(string(file.text), -1) {
			declared[match] = true
		}
	}
	for _, name := range documents(t) {
		text := document(t, name)
		for _, test := range testName.FindAllString(text, -1) {
			if !declared[test] {
				t.Errorf("%s: no test %s", name, test)
			}
		}
		for _, match := range goFile.FindAllStringSubmatch(text, -1) {
			if !exists(match[1]) {
				t.Errorf("%s: no file %s", name, match[1])
			}
		}
	}
}

// TestFirstSessionIsAScript: what README tells newcomers to send, and what they get, stands in the scripts of secs.
func TestFirstSessionIsAScript(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(root, "cmd/secs/testdata/*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var scripts strings.Builder
	for _, name := range names {
		scripts.WriteString(document(t, filepath.Join("cmd/secs/testdata", filepath.Base(name))))
	}
	readme := document(t, "README.md")
	sent := regexp.MustCompile(`(?m)^    go run \./cmd/secs send \S+ ('.+')$`).FindAllStringSubmatch(readme, -1)
	received := regexp.MustCompile(`(?m)^    S\d+F\d+\n(    .+\n)+`).FindAllString(readme, -1)
	if len(sent) < 2 || len(received) < 2 {
		t.Fatalf("README.md: %d messages sent, %d received", len(sent), len(received))
	}
	for _, match := range sent {
		if !strings.Contains(scripts.String(), match[1]) {
			t.Errorf("README.md: no script sends %s", match[1])
		}
	}
	indent := regexp.MustCompile(`(?m)^    `)
	for _, reply := range received {
		if reply = indent.ReplaceAllString(reply, ""); !strings.Contains(scripts.String(), reply) {
			t.Errorf("README.md: no script expects\n%s", reply)
		}
	}
}

// TestFC95_FirstPage: somebody who knows TCP but not SECS learns from the first page of README which end this is, who
// dials, and a host to try it with, and sees the exact messages.
func TestFC95_FirstPage(t *testing.T) {
	page := strings.Join(strings.SplitN(document(t, "README.md"), "\n", 71)[:70], "\n")
	for _, what := range []string{
		"**equipment side**", "This program is always the equipment", "independent of the roles",
		"listens by default", "`connect: active`",
		"go run ./cmd/secsd\n", "go run ./cmd/secs send 127.0.0.1:5000 'S1F1 W.'\n", "    S1F2\n",
		"Select.req", "Select.rsp", "`S1F13 W <L>.`", "`S1F14 <L <B 0x00> <L>>.`", "`S1F1 W.`", "`S1F2 <L <A", "Separate.req",
	} {
		if !strings.Contains(page, what) {
			t.Errorf("the first 70 lines of README.md lack %q", what)
		}
	}
}

// TestReadingPathIsShort: the files that README tells newcomers to read stay readable at one sitting.
func TestReadingPathIsShort(t *testing.T) {
	_, path, found := strings.Cut(document(t, "README.md"), "## Reading the source")
	if !found {
		t.Fatal("README.md has no reading path")
	}
	files := goFile.FindAllStringSubmatch(path, -1)
	if len(files) < 9 {
		t.Errorf("README.md: reading path of %d files", len(files))
	}
	for _, match := range files {
		if n := lines(document(t, match[1])); n >= 400 {
			t.Errorf("README.md sends readers to %s: %d lines", match[1], n)
		}
	}
}

func TestDecisionsHaveTheirShape(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(root, "docs/adr/*.md"))
	if err != nil || len(names) == 0 {
		t.Fatalf("docs/adr: %d decisions, %v", len(names), err)
	}
	numbered := regexp.MustCompile(`^\d{4}-[a-z0-9-]+\.md$`)
	seen := map[string]string{}
	for _, name := range names {
		base := filepath.Base(name)
		text := document(t, filepath.Join("docs/adr", base))
		if !numbered.MatchString(base) {
			t.Errorf("%s: want NNNN-title.md", base)
		}
		if other := seen[base[:4]]; other != "" {
			t.Errorf("%s: number taken by %s", base, other)
		}
		seen[base[:4]] = base
		if n := lines(text); n > 40 {
			t.Errorf("%s: %d lines, at most 40", base, n)
		}
		at := -1
		for _, head := range []string{"## Context", "## Decision", "## Consequences", "## Checked by"} {
			next := strings.Index(text, head+"\n")
			if next <= at {
				t.Errorf("%s: %q missing or out of order", base, head)
			}
			at = next
		}
	}
}

func TestChangelogIsShort(t *testing.T) {
	first, entry := "", 0
	for line := range strings.Lines(document(t, "CHANGELOG.md")) {
		switch {
		case strings.HasPrefix(line, "## ") && first == "":
			first = strings.TrimSpace(line)
		case strings.HasPrefix(line, "- "):
			entry = 1
		case strings.HasPrefix(line, "  "):
			if entry++; entry > 2 {
				t.Errorf("CHANGELOG.md: an entry has more than two lines, at %q", strings.TrimSpace(line))
			}
		}
	}
	if first != "## Unreleased" {
		t.Errorf("CHANGELOG.md starts with %q", first)
	}
}

// TestDependenciesAreExplained compares go.mod's direct requirements with docs/dependencies.md.
func TestDependenciesAreExplained(t *testing.T) {
	var required, explained []string
	requirement := regexp.MustCompile(`(?m)^(?:require)?\s+(\S+/\S+) v\S+$`)
	for _, match := range requirement.FindAllStringSubmatch(document(t, "go.mod"), -1) {
		required = append(required, match[1])
	}
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")
	for _, match := range row.FindAllStringSubmatch(document(t, "docs/dependencies.md"), -1) {
		explained = append(explained, match[1])
	}
	for _, name := range required {
		if !slices.Contains(explained, name) {
			t.Errorf("docs/dependencies.md: no row for %s", name)
		}
	}
	for _, name := range explained {
		if !slices.Contains(required, name) {
			t.Errorf("docs/dependencies.md: %s is no direct requirement in go.mod", name)
		}
	}
}
