package main

import (
	"bytes"
	"context"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/secs2"
)

// serve starts a daemon with the demo equipment and opens a session.
func serve(t *testing.T, dir string) (*child, *host.Session) {
	t.Helper()
	d := spawn(t, nil, "secsd", "run", "--data-dir", dir, "--hsms-address", "127.0.0.1:0", "--api-address", "127.0.0.1:0", "--log-level", "warn").serving()
	f := &factory{news: make(chan struct{})}
	s, err := f.session(t.Context(), d.ready.HSMS[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	return d, s
}

// ask is request that must get its reply.
func ask(t *testing.T, s *host.Session, function byte, body secs2.Item) secs2.Item {
	t.Helper()
	reply, err := request(t.Context(), s, 7, function, body)
	if err != nil {
		t.Fatalf("S7F%d: %v", function, err)
	}
	return reply
}

// TestLongProgram: programs as long as an item can be go in and out, and the daemon
// needs the memory of one frame for it. FC-77.
func TestLongProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d, s := serve(t, filepath.Join(t.TempDir(), "data"))
	before := memory(t, d, "VmRSS")
	for i, size := range []int{1 << 20, 8 << 20, secs2.MaxLength, secs2.MaxLength, secs2.MaxLength, 65_540, 65_536, 65_532} {
		data := make([]byte, size)
		for j := range data {
			data[j] = byte(j>>8) ^ byte(j) ^ byte(i)
		}
		sum := crc32.ChecksumIEEE(data)
		began := time.Now()
		if got := code(ask(t, s, 3, secs2.L(secs2.A("BIG"), secs2.B(data...)))); got != 0 {
			t.Fatalf("%d bytes: ACKC7 %d", size, got)
		}
		stored := time.Since(began)
		began = time.Now()
		reply := ask(t, s, 5, secs2.A("BIG"))
		fetched := time.Since(began)
		var ppid, body secs2.Item
		for it := range reply.All() {
			ppid, body = body, it
		}
		if !ppid.Equal(secs2.A("BIG")) || body.Format() != secs2.Binary || body.Len() != size || crc32.ChecksumIEEE(body.Data()) != sum {
			t.Fatalf("%d bytes come back as %v [%d]", size, body.Format(), body.Len())
		}
		t.Logf("%d bytes: stored in %v, fetched in %v, peak %+d KiB", size, stored.Round(time.Millisecond), fetched.Round(time.Millisecond), memory(t, d, "VmHWM")-before)
	}
	if code(ask(t, s, 1, secs2.L(secs2.A("BIG"), secs2.U4(64<<20)))) != 2 {
		t.Error("64 MiB are granted")
	}
	if got := code(ask(t, s, 17, secs2.L(secs2.A("BIG")))); got != 0 {
		t.Errorf("S7F18 %d", got)
	}
	// The buffer doubles up to the frame: that and its half are live while it grows,
	// and the collector lets as much again be garbage, more on a busy machine. The
	// race detector takes several times that for itself.
	const most = 128 << 10
	if grown := memory(t, d, "VmHWM") - before; runtime.GOOS == "linux" && !underRace && grown > most {
		t.Errorf("the daemon took %d KiB more, at most %d", grown, most)
	}
	_ = s.Close(t.Context())
	d.end(syscall.SIGTERM)
}

// memory reads a line of what the kernel knows of the process, in KiB.
func memory(t *testing.T, d *child, name string) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(name + `:\s+(\d+)`).FindSubmatch(status)
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKilledStore ends a daemon at random points while a host stores and deletes
// programs: each is then the one that was acknowledged or the next one, whole.
func TestKilledStore(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	dir := filepath.Join(t.TempDir(), "data")
	names := []string{"A", "a", "../B", "\x00", "C"}
	may := map[string][]string{}
	next := 0
	for range 12 {
		d, s := serve(t, dir)
		for _, name := range names {
			got := ""
			for it := range ask(t, s, 5, secs2.A(name)).All() {
				got = string(it.Data()) // the last is PPBODY
			}
			ok := len(may[name]) == 0 && got == ""
			for _, m := range may[name] {
				ok = ok || m == got
			}
			if !ok {
				t.Fatalf("%q is %d bytes of %.1q, may be one of %d", name, len(got), got, len(may[name]))
			}
			may[name] = []string{got}
		}
		life := time.Duration(random.Int64N(int64(200 * time.Millisecond)))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for ctx.Err() == nil {
				name := names[random.IntN(len(names))]
				next++
				content := string(bytes.Repeat([]byte{byte('a' + next%26)}, 1+random.IntN(1<<random.IntN(21))))
				function, body := byte(3), secs2.L(secs2.A(name), secs2.A(content))
				if random.IntN(4) == 0 {
					function, body, content = 17, secs2.L(secs2.A(name)), ""
				}
				may[name] = append(may[name], content)
				reply, err := request(ctx, s, 7, function, body)
				if err == nil && (code(reply) == 0 || function == 17 && code(reply) == 4) {
					may[name] = []string{content}
				}
			}
		}()
		<-time.After(life)
		d.end(syscall.SIGKILL)
		stop()
		<-ended
		_ = s.Close(t.Context())
	}
}
