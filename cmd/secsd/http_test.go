package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// TestHTTPDocument sends what docs/http.md sends with curl, and compares the
// answers that stand behind it.
func TestHTTPDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	c := spawn(t, nil, "secsd", "run", "--hsms-address", "127.0.0.1:0", "--api-address", "127.0.0.1:0", "--data-dir", t.TempDir()).serving()
	sent, status, answer := 0, 0, ""
	for line := range strings.Lines(string(text)) {
		line, example := strings.CutPrefix(strings.TrimSpace(line), "curl ")
		switch {
		case example:
			sent++
			if status, answer = curl(t, strings.ReplaceAll(line, "127.0.0.1:8080", *c.ready.API)); status != 200 && status != 204 && status != 409 {
				t.Errorf("%s: %d %s", line, status, answer)
			}
		case strings.HasPrefix(line, `{"title"`) && answer != line:
			t.Errorf("got %s\nwant %s", answer, line)
		}
	}
	if sent < 9 || status != 409 {
		t.Errorf("%d examples, the last got %d", sent, status)
	}
	c.logged(1, `"msg":"operator","action":"factory-reset"`)
}

// curl does what that command does with the options of the document.
func curl(t *testing.T, args string) (status int, body string) {
	t.Helper()
	method, header, data := "GET", "", ""
	for args = strings.TrimSpace(args); strings.HasPrefix(args, "-"); args = strings.TrimSpace(args) {
		option, rest, _ := strings.Cut(args, " '")
		value, rest, _ := strings.Cut(rest, "'")
		switch args = rest; option {
		case "-H":
			_, header, _ = strings.Cut(value, ": ")
		case "-d":
			method, data = "POST", value
		default:
			t.Fatalf("option %q", option)
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), method, args, bytes.NewReader([]byte(data)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", header)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	all, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, strings.TrimSpace(string(all))
}
