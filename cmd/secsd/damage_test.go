package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// runs runs a command of this binary to its end and returns its exit code and
// stderr.
func runs(t *testing.T, args ...string) (code int, stderr string) {
	t.Helper()
	var text strings.Builder
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, "secsd", args...)
	cmd.Dir, cmd.Stderr = t.TempDir(), &text
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), text.String()
}

// holds waits until the spool holds so many messages.
func (c *child) holds(messages int) {
	c.t.Helper()
	late, again := time.After(patience), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for {
		_, text := c.get("/metrics")
		if n, _ := strconv.Atoi(spoolLine.FindStringSubmatch(text)[1]); n >= messages {
			return
		}
		select {
		case <-again.C:
		case <-late:
			c.t.Fatalf("never %d messages in the spool:\n%s", messages, text)
		}
	}
}

// TestDamagedSpoolIsExplained: a daemon that cannot read its spool names the file,
// as check does, and moving it away helps.
func TestDamagedSpoolIsExplained(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	k := &killing{t: t, dir: dir, random: rand.New(rand.NewPCG(1, 1)), factory: &factory{news: make(chan struct{})}}
	k.configure()
	for _, messages := range []int{10, 20} { // the second ten prove that the first were on disk
		d := k.start(10).serving()
		d.holds(messages)
		d.end(syscall.SIGKILL)
	}

	segment := filepath.Join(dir, "spool", "mes-00000001.seg")
	f, err := os.OpenFile(segment, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte{0xFF}, 60); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--hsms-address", "127.0.0.1:0", "--api-address", ""}, []string{
			"secsd: error: data folder " + dir + ": spool/mes-00000001.seg: ", "segment 1, offset 40: ", "secsd: hint: restore the data folder from a copy, or move all files of that host",
		}},
		{[]string{"journal", "check"}, []string{
			"secsd: error: data folder " + dir + ": spool/mes-00000001.seg: offset 40: ", "secsd: hint: restore the data folder from a copy, or move all files of that host",
		}},
	} {
		code, stderr := runs(t, append(c.args, "--data-dir", dir)...)
		for _, want := range c.want {
			if code != 1 || !strings.Contains(stderr, want) {
				t.Errorf("%v ended with %d, want %q in\n%s", c.args, code, want, stderr)
			}
		}
	}
	if err := os.Remove(segment); err != nil {
		t.Fatal(err)
	}
	d := k.start(0).serving()
	d.end(syscall.SIGTERM)
}
