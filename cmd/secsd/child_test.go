package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long a test waits for anything.
const patience = 30 * time.Second

// child is a daemon in a process of its own.
type child struct {
	t     *testing.T
	cmd   *exec.Cmd
	ready readyLine
	ended chan struct{} // closed when stdout and stderr have ended

	mu   sync.Mutex // guards the fields below
	log  strings.Builder
	more chan struct{} // closed and replaced with each line
}

// spawn starts a command of this test binary. Lines of its stdout go to out.
func spawn(t *testing.T, out func(line string), name string, args ...string) *child {
	t.Helper()
	c := &child{t: t, cmd: exec.Command(name, args...), ended: make(chan struct{}), more: make(chan struct{})}
	c.cmd.Dir = t.TempDir()
	stderr, err := c.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.cmd.Process.Kill() })
	var streams sync.WaitGroup
	streams.Go(func() { c.follow(stderr) })
	streams.Go(func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			if out != nil {
				out(lines.Text())
			}
		}
	})
	go func() {
		streams.Wait()
		close(c.ended)
	}()
	return c
}

// follow reads the log to its end.
func (c *child) follow(stderr io.Reader) {
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		c.mu.Lock()
		c.log.WriteString(lines.Text() + "\n")
		close(c.more)
		c.more = make(chan struct{})
		c.mu.Unlock()
	}
}

func (c *child) text() (log string, more <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.String(), c.more
}

// logged waits until the log has a text n times.
func (c *child) logged(n int, text string) {
	c.t.Helper()
	late := time.After(patience)
	for {
		log, more := c.text()
		if strings.Count(log, text) >= n {
			return
		}
		select {
		case <-more:
		case <-c.ended:
			if log, _ := c.text(); strings.Count(log, text) < n {
				c.t.Fatalf("ended without %q in its log:\n%s", text, log)
			}
			return
		case <-late:
			c.t.Fatalf("no %q in the log:\n%s", text, log)
		}
	}
}

// serving waits until the daemon can serve and learns its addresses.
func (c *child) serving() *child {
	c.t.Helper()
	c.logged(1, `"msg":"ready"`)
	log, _ := c.text()
	for line := range strings.Lines(log) {
		if strings.Contains(line, `"msg":"ready"`) {
			if err := json.Unmarshal([]byte(line), &c.ready); err != nil {
				c.t.Fatal(err)
			}
		}
	}
	return c
}

// end sends a signal and waits for the end of the process.
func (c *child) end(signal os.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(signal); err != nil {
		c.t.Fatalf("it ended by itself: %v\n%s", err, c.log.String())
	}
	select {
	case <-c.ended:
	case <-time.After(patience):
		c.t.Fatalf("no end after %v:\n%s", signal, c.log.String())
	}
	err := c.cmd.Wait()
	if signal == syscall.SIGTERM && err != nil {
		c.t.Errorf("%v\n%s", err, c.log.String())
	}
}

// get asks the daemon over HTTP.
func (c *child) get(path string) (status int, body string) {
	c.t.Helper()
	client := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Get("http://" + *c.ready.API + path)
	if err != nil {
		c.t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// becomes asks for readiness until it is as wanted, and returns the last answer.
func (c *child) becomes(status int) string {
	c.t.Helper()
	late, again := time.After(patience), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for {
		got, body := c.get("/readyz")
		if got == status {
			return body
		}
		select {
		case <-again.C:
		case <-late:
			c.t.Fatalf("/readyz says %d %s, want %d", got, body, status)
		}
	}
}

// fill leaves no room on a file system.
func fill(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
