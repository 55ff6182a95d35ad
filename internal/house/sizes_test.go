package house

import (
	"go/ast"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestFilesStayShort(t *testing.T) {
	for _, file := range sources(t) {
		limit := 500
		if file.test {
			limit = 700
		}
		if n := lines(string(file.text)); n > limit {
			t.Errorf("%s: %d lines, at most %d", file.path, n, limit)
		}
	}
	for name, limit := range map[string]int{"Makefile": 60, ".golangci.yml": 100} {
		if n := lines(document(t, name)); n > limit {
			t.Errorf("%s: %d lines, at most %d", name, n, limit)
		}
	}
}

// TestSleepOnlyInBubbles: a package whose tests sleep must use testing/synctest in them, where sleeping is free.
func TestSleepOnlyInBubbles(t *testing.T) {
	files := sources(t)
	bubbles := map[string]bool{}
	for _, file := range files {
		if file.test && imports(file, "testing/synctest") {
			bubbles[file.dir()] = true
		}
	}
	for _, file := range files {
		if !file.test || bubbles[file.dir()] {
			continue
		}
		ast.Inspect(file.ast, func(n ast.Node) bool {
			if clockCall(n) == "Sleep" {
				t.Errorf("%s: time.Sleep outside a bubble", file.at(n))
			}
			return true
		})
	}
}

func imports(file source, name string) bool {
	for _, spec := range file.ast.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil && path == name {
			return true
		}
	}
	return false
}

// TestLinterKnowsEveryWall: for each line of docs/rooms.md, depguard must allow every room named and refuse the others.
func TestLinterKnowsEveryWall(t *testing.T) {
	type rule struct {
		Files []string `yaml:"files"`
		Allow []string `yaml:"allow"`
		Deny  []struct {
			Pkg  string `yaml:"pkg"`
			Desc string `yaml:"desc"`
		} `yaml:"deny"`
	}
	var settings struct {
		Linters struct {
			Settings struct {
				Depguard struct {
					Rules map[string]rule `yaml:"rules"`
				} `yaml:"depguard"`
			} `yaml:"settings"`
		} `yaml:"linters"`
	}
	if err := yaml.Unmarshal([]byte(document(t, ".golangci.yml")), &settings); err != nil {
		t.Fatal(err)
	}
	allowed := map[string][]string{}
	for name, r := range settings.Linters.Settings.Depguard.Rules {
		for _, deny := range r.Deny {
			if deny.Desc == "" {
				t.Errorf("rule %s denies %s without saying what to use instead", name, deny.Pkg)
			}
			if deny.Pkg == module {
				for _, room := range roomsOf(r.Files[0]) {
					allowed[room] = r.Allow
				}
			}
		}
	}
	w := readWalls(t)
	for room, may := range w {
		if room == "bench" || room == "internal/house" {
			continue // all walls open; nothing but tests
		}
		allow, known := allowed[room]
		if !known {
			t.Errorf("no depguard rule for %s", room)
		}
		for _, other := range may {
			if !permits(allow, module+"/"+other) {
				t.Errorf("depguard refuses %s -> %s, docs/rooms.md allows it", room, other)
			}
		}
		for other := range w {
			if !strings.HasPrefix(other, "cmd/") && !w.allows(room, other) && permits(allow, module+"/"+other) {
				t.Errorf("depguard allows %s -> %s, docs/rooms.md does not", room, other)
			}
		}
	}
}

// roomsOf turns "**/{a,b}/*.go" into a and b.
func roomsOf(pattern string) []string {
	dir := strings.TrimSuffix(strings.TrimPrefix(pattern, "**/"), "/*.go")
	if !strings.HasPrefix(dir, "{") {
		return []string{dir}
	}
	return strings.Split(strings.Trim(dir, "{}"), ",")
}

// permits reports whether an entry of depguard's allow list covers pkg: a prefix, or the whole name before a "$".
func permits(allow []string, pkg string) bool {
	for _, entry := range allow {
		if whole, exact := strings.CutSuffix(entry, "$"); exact && pkg == whole || !exact && strings.HasPrefix(pkg, entry) {
			return true
		}
	}
	return false
}
