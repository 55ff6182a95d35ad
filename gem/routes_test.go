package gem

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// vector is one line of testdata/vectors.jsonl: the body of a primary and the
// reply that must come, byte by byte, from an equipment EQ-100, 2.4.1 whose
// variable 1001 is WaferCount, U4 7.
type vector struct {
	SF, Hex, Reply string
	ReplyHex       string `json:"reply_hex"`
}

func readVectors(t *testing.T) (vectors []vector) {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		vectors = append(vectors, v)
	}
	return vectors
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.SF+" "+v.Hex, func(t *testing.T) {
			e, out := communicating(t, vectorConfig(v.SF), materialRoutes()...)
			e.Step(t0, Durable{e.seq}, out) // what the start has written
			e.cfg.MDLN, e.cfg.SOFTREV = "EQ-100", "2.4.1"
			*e.variables.byID.slot(1001) = idSlot[variable]{1001, &variable{vid: 1001, name: "WaferCount", format: secs2.FormatU4, value: secs2.U4(7).Encoded()}}
			e.variables.byID.slot(1002).id = 0 // 1002 is unknown
			body, err := hex.DecodeString(v.Hex)
			if err != nil {
				t.Fatal(err)
			}
			item, fault := secs2.ParseBody(body)
			var stream, function byte
			fmt.Sscanf(v.SF, "S%dF%d", &stream, &function)
			e.Step(t0, Primary{Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: item, Fault: fault}, out)
			if out.Commit.Seq != 0 {
				e.Step(t0, Durable{out.Commit.Seq}, out)
			}
			if out.Work != 0 && out.Works[0].Do != NoProgramWork {
				e.Step(t0, ProgramWorked{Task: out.Work}, out)
			}
			if got := sent(out); got != v.Reply {
				t.Fatalf("sent %q, want %q", got, v.Reply)
			}
			if got := hex.EncodeToString(out.Messages[0].Body); got != v.ReplyHex {
				t.Errorf("body %s, want %s", got, v.ReplyHex)
			}
		})
	}
}

// vectorConfig is the configuration for a vector: that of an equipment with load
// ports for the streams of GEM300.
func vectorConfig(sf string) Config {
	cfg := testConfig()
	switch stream, _, _ := strings.Cut(sf, "F"); stream {
	case "S3", "S14", "S16":
		cfg.Material = model.Config{Name: "TOOL1", Ports: []model.Port{{}}, Locations: []model.Location{{Name: "ROBOT"}}}
	}
	return cfg
}

// TestEveryRouteIsComplete: a row needs its file with the message's shape, a
// vector and a script.
func TestEveryRouteIsComplete(t *testing.T) {
	vectors := map[string]bool{}
	for _, v := range readVectors(t) {
		vectors[v.SF] = true
	}
	scripts := allScripts(t)
	for _, r := range append(routes(), materialRoutes()...) {
		sf := secs2.SF{Stream: r.stream, Function: r.function}.String()
		file := strings.ToLower(sf) + ".go"
		text, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%s (%s): %v", sf, r.name, err)
		} else if !strings.Contains(string(text), "//\t"+sf) {
			t.Errorf("%s: no comment shows the shape of %s", file, sf)
		}
		if !vectors[sf] {
			t.Errorf("%s: no vector", sf)
		}
		if !strings.Contains(scripts, sf+" ") && !strings.Contains(scripts, sf+"\n") {
			t.Errorf("%s: no script of conformance sends it", sf)
		}
	}
}

func allScripts(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../conformance/testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		if name := filepath.Base(file); strings.Contains(name, "pending") || strings.Contains(name, "numbers") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
