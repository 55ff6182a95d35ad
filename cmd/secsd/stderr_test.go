package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// logging starts secsd in a process of its own with all its log lines, and
// returns it when it is ready, its HSMS address and the reader of stderr.
func logging(t *testing.T) (cmd *exec.Cmd, address string, stderr *os.File) {
	t.Helper()
	stderr, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command("secsd", "--log-level", "debug", "--hsms-address", "127.0.0.1:0", "--api-address", "")
	cmd.Dir, cmd.Stderr = t.TempDir(), w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); stderr.Close() })
	w.Close()
	lines := bufio.NewReaderSize(stderr, 512) // it reads little ahead
	for {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("ended before it was ready: %v", err)
		}
		var line readyLine
		if json.Unmarshal(text, &line) == nil && line.Msg == "ready" {
			return cmd, line.HSMS[0], stderr
		}
	}
}

// linktests does n Linktests, each of which is logged.
func linktests(t *testing.T, c net.Conn, n int) {
	t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	var request []byte
	for i := range n {
		request = append(request, 0, 0, 0, 10, 0xFF, 0xFF, 0, 0, 0, 5, 0, 1, byte(i>>8), byte(i))
	}
	go func() { _, _ = c.Write(request) }() // the reader tells what was missed
	answer := []byte{0, 6, 0, 1, byte((n - 1) >> 8), byte(n - 1)}
	for in, frame := bufio.NewReader(c), make([]byte, 14); ; {
		if _, err := io.ReadFull(in, frame[:4]); err != nil {
			t.Fatalf("no answer any more: %v", err)
		}
		body := make([]byte, binary.BigEndian.Uint32(frame))
		if _, err := io.ReadFull(in, body); err != nil {
			t.Fatal(err)
		}
		if len(body) == 10 && bytes.Equal(body[4:], answer) {
			return
		}
	}
}

// ends wants an orderly end within 5 s.
func ends(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	begin := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("stopped after %v", d)
	}
}

// TestNobodyReadsStderr: with a full pipe the daemon answers and stops as ever.
func TestNobodyReadsStderr(t *testing.T) {
	cmd, address, _ := logging(t)
	c := selected(t, address)
	defer c.Close()
	linktests(t, c, 2000)
	ends(t, cmd)
}

// TestStderrIsClosed: nor does it matter that the reader goes away.
func TestStderrIsClosed(t *testing.T) {
	cmd, address, stderr := logging(t)
	stderr.Close()
	c := selected(t, address)
	defer c.Close()
	linktests(t, c, 10)
	ends(t, cmd)
}

// stuck is a writer that nobody reads.
type stuck struct{ until chan struct{} }

func (s stuck) Write(b []byte) (int, error) {
	<-s.until
	return len(b), nil
}

// TestFailureEndsWithoutReader: the exit code does not wait for the message.
func TestFailureEndsWithoutReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stderr := stuck{make(chan struct{})}
		begin := time.Now()
		if code := execute([]string{"serve"}, io.Discard, stderr); code != 2 {
			t.Errorf("exit code %d", code)
		}
		if d := time.Since(begin); d != time.Second {
			t.Errorf("waited %v", d)
		}
		close(stderr.until)
	})
}
