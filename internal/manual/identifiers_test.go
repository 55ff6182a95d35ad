package manual

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/internal/config"
)

// This file holds the pages of docs to the identifiers of the demo.

const lotPage = "../../docs/gem300.md"

// ids are the identifiers of one kind, and the range that docs/gem300.md lists.
type ids struct {
	first, last uint32
	names       map[uint32]string
}

// identifiers returns those of the demo, with a buffer if it has one, by the head
// of the column that lists them.
func identifiers(t *testing.T) map[string]ids {
	t.Helper()
	all := map[string]ids{
		"event": {301, 699, map[uint32]string{}}, "data variable": {301, 449, map[uint32]string{}}, "status variable": {450, 999, map[uint32]string{}},
		"constant": {450, 499, map[uint32]string{}}, "alarm": {501, 999, map[uint32]string{}},
	}
	for _, buffer := range [][]string{nil, {"STOCKER.1"}} {
		c, err := config.Load(config.Source{Name: "etcher.yaml", Data: configs.Etcher})
		if err != nil {
			t.Fatal(err)
		}
		c.Equipment.Material.Buffer = buffer
		d := manualOf(t, daemon.Config{Equipment: c.Equipment, Links: c.Links})
		for _, x := range d.Events {
			all["event"].names[x.ID] = x.Name
		}
		for _, x := range d.DataVariables {
			all["data variable"].names[x.ID] = x.Name
		}
		for _, x := range d.StatusVariables {
			all["status variable"].names[x.ID] = x.Name
		}
		for _, x := range d.Constants {
			all["constant"].names[x.ID] = x.Name
		}
		for _, x := range d.Alarms {
			all["alarm"].names[x.ID] = x.Name
		}
	}
	return all
}

// TestIdentifiersOfALot: the tables of docs/gem300.md have each identifier of
// material and jobs once, with its name.
func TestIdentifiersOfALot(t *testing.T) {
	all := identifiers(t)
	_, section, _ := strings.Cut(pages(t)[lotPage], "\n## Identifiers\n")
	section, _, _ = strings.Cut(section, "\n## ")
	head := regexp.MustCompile(`(?m)^\| (?:CEID|VID|ECID|ALID) \| ([a-z ]+) \| .*\n\|[-|]+\n((?:\|.*\n)+)`)
	for kind, of := range all {
		listed := map[uint32]bool{}
		for _, table := range head.FindAllStringSubmatch(section, -1) {
			if table[1] != kind {
				continue
			}
			for row := range strings.Lines(table[2]) {
				of.check(t, row, listed)
			}
		}
		for id, name := range of.names {
			if id >= of.first && id <= of.last && !listed[id] {
				t.Errorf("%s: no row for %s %d, %s", lotPage, kind, id, name)
			}
		}
	}
}

// check holds a row to the identifiers: "3 … 5, 8 …" with as many names, or with
// more of the same sort behind the last, "PortSM03, 04, PlaceSM01 …".
func (of ids) check(t *testing.T, row string, listed map[uint32]bool) {
	t.Helper()
	cells := strings.Split(row, " | ")
	known := of.expand(strings.TrimPrefix(cells[0], "| "))
	names, open := strings.CutSuffix(cells[1], " …")
	var said []string
	for name := range strings.SplitSeq(names, ", ") {
		if _, err := strconv.Atoi(name); err == nil && len(said) > 0 { // the end of a name like the one before
			before := said[len(said)-1]
			name = before[:len(before)-len(name)] + name
		}
		said = append(said, name)
	}
	if len(known) < len(said) || len(known) > len(said) && !open {
		t.Errorf("%s: %d identifiers for %d names: %s", lotPage, len(known), len(said), row)
		return
	}
	var sorts []string
	for i, id := range known {
		name := of.names[id]
		if listed[id] {
			t.Errorf("%s: %d is listed twice", lotPage, id)
		}
		listed[id] = true
		switch {
		case i < len(said) && said[i] != name, i >= len(said) && !slices.Contains(sorts, sort(name)):
			t.Errorf("%s: %d is %q: %s", lotPage, id, name, row)
		}
		sorts = append(sorts, sort(name))
	}
}

// sort is a name without the numbers and names behind it.
func sort(name string) string { return regexp.MustCompile(`\d*(_.*)?$`).ReplaceAllString(name, "") }

// expand returns those that a text stands for: both ends of a range, and what is
// there between; a range without an end ends with its hundred.
func (of ids) expand(text string) (known []uint32) {
	for part := range strings.SplitSeq(text, ", ") {
		from, to, _ := strings.Cut(part, " … ")
		from, open := strings.CutSuffix(from, " …")
		first, _ := strconv.Atoi(from)
		last, err := strconv.Atoi(to)
		switch {
		case open:
			last = first/100*100 + 99
		case err != nil:
			last = first
		}
		for id := uint32(first); id <= uint32(last); id++ {
			if of.names[id] != "" || id == uint32(first) || id == uint32(last) && !open {
				known = append(known, id)
			}
		}
	}
	return known
}

// TestNumbersBehindNames: where a page has a name of the demo with a number in
// parentheses, that is its identifier.
func TestNumbersBehindNames(t *testing.T) {
	known := map[string][]uint32{}
	for _, of := range identifiers(t) {
		for id, name := range of.names {
			known[name] = append(known[name], id)
		}
	}
	checked := 0
	for name, text := range pages(t) {
		for _, m := range regexp.MustCompile(`\b([A-Z][A-Za-z]+) \((\d+)\)`).FindAllStringSubmatch(text, -1) {
			id, _ := strconv.Atoi(m[2])
			if want := known[m[1]]; want != nil {
				checked++
				if !slices.Contains(want, uint32(id)) {
					t.Errorf("%s: %s is %v", name, m[0], want)
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d numbers", checked)
	}
}

// TestRowsThatPagesName: CAR#8 is a row of a state model, thus an event.
func TestRowsThatPagesName(t *testing.T) {
	models := map[string]string{
		"LPT": "LoadPortTransfer", "ACC": "AccessMode", "RSV": "LoadPortReservation", "ASC": "PortAssociation", "CAR": "Carrier", "PJ": "PRJob",
		"CJ": "CtrlJob", "SUB": "Substrate", "LOC": "SubstLoc", "EPT": "EPT", "ModuleProcess": "ModuleProcess",
	}
	rows := map[string]bool{}
	for _, name := range identifiers(t)["event"].names {
		base, _, _ := strings.Cut(name, "_") // of a module
		rows[base] = true
	}
	for name, text := range pages(t) {
		// "SUB#2, #4" names two.
		for _, m := range regexp.MustCompile(`\b([A-Za-z]+)((?:(?:, | to | or )?#\d+)+)`).FindAllStringSubmatch(text, -1) {
			for _, number := range regexp.MustCompile(`\d+`).FindAllString(m[2], -1) {
				n, _ := strconv.Atoi(number)
				if row := fmt.Sprintf("%sSM%02d", models[m[1]], n); !rows[row] {
					t.Errorf("%s: no row %s#%d", name, m[1], n)
				}
			}
		}
	}
}

// pages returns the text of each page of docs.
func pages(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}
