package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/secsd/secsd/internal/cmdtest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"secsd": main, "numbered": numbered})
}

// TestScripts runs the documented commands: testdata/*.txtar.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Values[running{}] = &instance{}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": cmdtest.Exits,
			"start": start,
			"stop":  stop,
		},
	})
}

// instance is the secsd that a script has started.
type instance struct {
	cmd  *exec.Cmd
	read chan struct{} // closed when all of stderr is in log
	log  bytes.Buffer
}

type running struct{} // the key of the instance in a script's values

// readyLine is the promise to those who start the daemon.
type readyLine struct {
	Msg  string   `json:"msg"`
	HSMS []string `json:"hsms"`
	API  *string  `json:"api"`
}

// start ARGS... starts secsd, waits for the line "ready" and puts its addresses
// into HSMS and API.
func start(ts *testscript.TestScript, neg bool, args []string) {
	in := ts.Value(running{}).(*instance)
	*in = instance{cmd: exec.Command("secsd", args...), read: make(chan struct{})}
	in.cmd.Dir = ts.Getenv("WORK")
	in.cmd.Env = append(os.Environ(), "SECSD_DATA_DIR="+ts.Getenv("SECSD_DATA_DIR"), "SECSD_LOG_LEVEL="+ts.Getenv("SECSD_LOG_LEVEL"),
		"SECSD_API_ADDRESS="+ts.Getenv("SECSD_API_ADDRESS"))
	stderr, err := in.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(in.cmd.Start())
	ts.Defer(func() { _ = in.cmd.Process.Kill() })
	ready := make(chan readyLine, 1)
	go in.follow(stderr, ready)
	line, ok := <-ready
	if !ok {
		ts.Fatalf("secsd ended before it was ready:\n%s", in.log.String())
	}
	if len(line.HSMS) > 0 {
		ts.Setenv("HSMS", line.HSMS[0])
	}
	if line.API == nil {
		ts.Fatalf("the line has no field api")
	}
	ts.Setenv("API", *line.API)
}

// follow reads the log to its end.
func (in *instance) follow(stderr io.Reader, ready chan<- readyLine) {
	defer close(in.read)
	defer close(ready)
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		in.log.WriteString(lines.Text() + "\n")
		var line readyLine
		if at := strings.IndexByte(lines.Text(), '{'); at >= 0 && strings.Contains(lines.Text(), "ready") {
			_ = json.Unmarshal([]byte(lines.Text()[at:]), &line) // another line with the word
		}
		if line.API != nil {
			ready <- line
		}
	}
}

// stop SIGNAL ends secsd, which must exit with 0 within 5 s, and leaves its log
// in the file log.
func stop(ts *testscript.TestScript, neg bool, args []string) {
	in := ts.Value(running{}).(*instance)
	signal := map[string]os.Signal{"SIGTERM": syscall.SIGTERM, "SIGINT": os.Interrupt, "SIGHUP": syscall.SIGHUP}[args[0]]
	begin := time.Now()
	ts.Check(in.cmd.Process.Signal(signal))
	<-in.read
	ts.Check(in.cmd.Wait())
	if d := time.Since(begin); d > 5*time.Second {
		ts.Fatalf("stopped after %v", d)
	}
	ts.Check(os.WriteFile(ts.MkAbs("log"), in.log.Bytes(), 0o600))
}

func TestUsageFitsAScreen(t *testing.T) { cmdtest.UsageFits(t, usage) }
