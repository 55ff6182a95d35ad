package persist

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestMain is also the process that TestKilledProcess kills: it commits until it
// dies, and prints what is durable.
func TestMain(m *testing.M) {
	if dir := os.Getenv("PERSIST_TEST_COMMIT"); dir != "" {
		commitForever(dir)
	}
	os.Exit(m.Run())
}

func commitForever(dir string) {
	j, err := Open(Config{Dir: dir, MaxBatches: 20})
	if err != nil {
		panic(err)
	}
	last := uint64(0)
	err = j.Load(func(r Record) error { last = uint64(len(r.Image)); return nil }, func(Segment) error { return nil })
	if err != nil {
		panic(err)
	}
	commit := func() {
		last++
		image := strings.Repeat("x", int(last))
		j.Commit(put(last, "k/a="+image, "k/b="+image))
	}
	commit()
	err = j.Run(context.Background(), func(ev Event) {
		if ev.Kind != Durable {
			panic(ev.Err)
		}
		fmt.Fprintln(os.Stdout, ev.Seq)
		commit()
	})
	panic(err)
}

func TestKilledProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	for round := range 5 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "PERSIST_TEST_COMMIT="+dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		durable, lines := 0, bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			if durable, err = strconv.Atoi(lines.Text()); err != nil {
				t.Fatal(err)
			}
			if n == 30+7*round {
				_ = cmd.Process.Kill()
			}
		}
		_ = cmd.Wait() // killed
		j := open(t, Config{Dir: dir})
		got := contents(t, j)
		j.Close()
		n := len(got[0]) - len("k/a=")
		if len(got) != 2 || len(got[0]) != len(got[1]) || n < durable || n > durable+1 {
			t.Fatalf("durable were %d, found %d: %.100q", durable, n, got)
		}
	}
}
