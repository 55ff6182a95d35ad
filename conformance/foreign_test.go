package conformance_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// This file talks to a host that somebody else wrote: a program of
// testdata/interop, which takes requests from its stdin and prints lines of JSON.

// foreignTimeout bounds one answer and one message that is waited for.
const foreignTimeout = 20 * time.Second

// foreignHost is such a program while it runs.
type foreignHost struct {
	t        *testing.T
	stdin    io.Writer
	answers  chan foreignLine
	received chan foreignLine // what the equipment started
	early    []foreignLine    // of these: came before it was waited for

	mu         sync.Mutex // guards the fields below
	notes      strings.Builder
	complaints []string
}

// foreignLine is a line that the program printed.
type foreignLine struct {
	Answer    any
	Error     string
	Got       string // SxFy
	Body      any
	Complaint string // what the library did not like
}

// startForeign starts a program, and ends it with the test.
func startForeign(t *testing.T, cmd *exec.Cmd) *foreignHost {
	t.Helper()
	h := &foreignHost{t: t, answers: make(chan foreignLine, 64), received: make(chan foreignLine, 10000)}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	h.stdin, cmd.Stderr, cmd.WaitDelay = stdin, h, 5*time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		h.read(stdout)
	}()
	t.Cleanup(func() {
		_ = stdin.Close() // which ends it
		late := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		<-read
		err := cmd.Wait()
		late.Stop()
		if err != nil {
			t.Errorf("the host: %v", err)
		}
		for _, c := range h.complaints {
			t.Errorf("the host complained: %s", c)
		}
		if t.Failed() {
			t.Logf("what the host got and said:\n%s", h.notes.String())
		}
	})
	return h
}

// read sorts the lines of the program until it ends.
func (h *foreignHost) read(stdout io.Reader) {
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		h.note("< %s\n", lines.Text())
		var line foreignLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			line.Error = fmt.Sprintf("no line of JSON: %v", err)
		}
		line.Answer, line.Body = plain(line.Answer), plain(line.Body)
		to := h.answers
		switch {
		case line.Complaint != "":
			h.complain(line.Complaint)
			continue
		case strings.HasPrefix(line.Got, "S9F"):
			h.complain("the equipment understood something not: " + lines.Text())
			continue
		case line.Got != "":
			to = h.received
		}
		select {
		case to <- line:
		default:
			h.complain("one line too many")
		}
	}
}

func (h *foreignHost) complain(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.complaints = append(h.complaints, text)
}

// Write notes the stderr of the program.
func (h *foreignHost) Write(p []byte) (int, error) {
	h.note("%s", p)
	return len(p), nil
}

func (h *foreignHost) note(format string, a ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	text := fmt.Sprintf(format, a...)
	if len(text) > 2000 {
		text = text[:2000] + " ...\n"
	}
	h.notes.WriteString(text)
}

// ask sends a request and returns its answer.
func (h *foreignHost) ask(words ...string) any {
	h.t.Helper()
	request := strings.Join(words, "\t")
	h.note("> %s\n", request)
	if _, err := io.WriteString(h.stdin, request+"\n"); err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), foreignTimeout)
	defer cancel()
	select {
	case line := <-h.answers:
		if line.Error != "" {
			h.t.Fatalf("%q: the host: %s", words, line.Error)
		}
		return line.Answer
	case <-ctx.Done():
		h.t.Fatalf("%q: no answer in %v", words, foreignTimeout)
	}
	return nil
}

// want sends a request whose answer must look like a text of JSON, in which "*"
// stands for any one value and "**" for all that follow in a list.
func (h *foreignHost) want(answer string, words ...string) {
	h.t.Helper()
	if got := h.ask(words...); !alike(wanted(h.t, answer), got) {
		h.t.Errorf("%q: the host understood %s, want %s", words, text(got), answer)
	}
}

// gets waits for a message of the equipment that looks like body.
func (h *foreignHost) gets(sf, body string) {
	h.t.Helper()
	want := wanted(h.t, body)
	same := func(l foreignLine) bool { return l.Got == sf && alike(want, l.Body) }
	if i := slices.IndexFunc(h.early, same); i >= 0 {
		h.early = slices.Delete(h.early, i, i+1)
		return
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), foreignTimeout)
	defer cancel()
	for {
		select {
		case line := <-h.received:
			if same(line) {
				return
			}
			h.early = append(h.early, line)
		case <-ctx.Done():
			h.t.Fatalf("the host got no %s %s", sf, body)
		}
	}
}

// plain takes items of the form {"f": "U4", "v": [1]} for their values, and an
// item of one value for that. Java's bytes have a sign.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		list, ok := v["v"].([]any)
		for i := range list {
			if b, _ := list[i].(float64); v["f"] == "B" && b < 0 {
				list[i] = b + 256
			}
		}
		if ok && len(list) == 1 && v["f"] != "L" {
			return list[0]
		}
		return plain(v["v"])
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	}
	return v
}

func alike(want, got any) bool {
	list, ok := want.([]any)
	if !ok {
		return want == "*" || reflect.DeepEqual(want, got)
	}
	values, ok := got.([]any)
	if n := len(list); n > 0 && list[n-1] == "**" && ok && len(values) >= n-1 {
		list, values = list[:n-1], values[:n-1]
	}
	return ok && slices.EqualFunc(list, values, alike)
}

func wanted(t *testing.T, answer string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatalf("%s: %v", answer, err)
	}
	return v
}

func text(v any) string {
	b, _ := json.Marshal(v) // it came from JSON
	return string(b)
}
