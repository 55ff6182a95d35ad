package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/secsd/secsd/internal/folder"
)

// inside is set in the process that may mount.
const inside = "SECSD_TEST_MAY_MOUNT"

// TestDiskTrouble lets the disk of a running daemon fail in all the ways of real
// ones.
func TestDiskTrouble(t *testing.T) {
	mounting(t, "2m", diskTrouble)
}

// TestKillOnABadDisk is TestKill on a disk that is full now and then.
func TestKillOnABadDisk(t *testing.T) {
	mounting(t, "16m", func(t *testing.T, disk string) {
		for _, delivery := range []string{"plain", "strict"} {
			t.Run(delivery, func(t *testing.T) {
				dir := filepath.Join(disk, delivery)
				must(t, os.Mkdir(dir, 0o700))
				kill(t, delivery == "strict", dir, true)
			})
		}
	})
}

// mounting runs a test once more, in a process with mounts of its own, with a
// small file system.
func mounting(t *testing.T, size string, test func(t *testing.T, disk string)) {
	if os.Getenv(inside) != "" {
		disk := t.TempDir()
		mount(t, "tmpfs", disk, "tmpfs", 0, "size="+size)
		t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
		test(t, disk)
		return
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", fmt.Sprintf("-kill.seed=%d", *killSeed))
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		t.Skipf("no mounts here: %v", err)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skipf("%s", out)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	default:
		t.Logf("%s", out)
	}
}

// mount mounts or skips the test.
func mount(t *testing.T, source, target, fs string, flags uintptr, data string) {
	t.Helper()
	if err := syscall.Mount(source, target, fs, flags, data); err != nil {
		t.Skipf("mount %s: %v", target, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func diskTrouble(t *testing.T, disk string) {
	s := &suffering{t: t, data: filepath.Join(disk, "data")}
	s.args = []string{"--hsms-address", "127.0.0.1:0", "--api-address", "127.0.0.1:0", "--data-dir", s.data}
	s.d = spawn(t, nil, "secsd", s.args...).serving()
	s.m = dial(t, s.d.ready.HSMS[0], nil)
	s.works()

	filler := filepath.Join(disk, "filler")
	s.fails("no space left on device", func() { fill(t, filler) })
	s.recovers(func() { must(t, os.Remove(filler)) })

	s.fails("read-only file system", func() {
		mount(t, s.data, s.data, "", syscall.MS_BIND, "")
		mount(t, "", s.data, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
	})
	s.recovers(func() { must(t, syscall.Unmount(s.data, syscall.MNT_DETACH)) })

	away := filepath.Join(disk, "away")
	s.fails("no such file or directory", func() { must(t, os.Rename(s.data, away)) })
	s.recovers(func() { must(t, os.Rename(away, s.data)) })

	s.fails("no such file or directory", func() { must(t, os.Rename(s.data, away)) })
	other, err := folder.Open(s.data) // somebody else's
	must(t, err)
	s.d.logged(1, "its identity is "+other.Identity().String())
	must(t, other.Close())
	if entries, err := os.ReadDir(filepath.Join(s.data, "journal")); err != nil || len(entries) != 2 {
		t.Errorf("something was written into another folder: %v, %v", entries, err)
	}
	s.recovers(func() {
		must(t, os.RemoveAll(s.data))
		must(t, os.Rename(away, s.data))
	})
	s.m.close()
	s.d.end(syscall.SIGKILL)

	s.d = spawn(t, nil, "secsd", s.args...).serving()
	s.m = dial(t, s.d.ready.HSMS[0], nil)
	s.kept()
	s.m.close()
	s.d.end(syscall.SIGTERM)

	mount(t, "", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
	code, stderr := runs(t, s.args...)
	for _, want := range []string{"secsd: error: data folder " + s.data, "read-only file system\n", "secsd: hint: secsd writes there"} {
		if code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("on a disk that is read-only it ended with %d, want %q in\n%s", code, want, stderr)
		}
	}
}

// suffering is a daemon and its host, and how often the disk failed.
type suffering struct {
	t     *testing.T
	args  []string
	data  string
	d     *child
	m     mes
	value int // of a constant, and report, that was acknowledged last
	times int
}

// works changes what is durable.
func (s *suffering) works() {
	s.t.Helper()
	s.value++
	n := s.value
	s.m.want(
		fmt.Sprintf(`S2F15 W <L <L <U4 4001> <U2 %d>>>.`, 100+n), `<B [1] 0x00>`,
		fmt.Sprintf(`S2F33 W <L <U4 1> <L <L <U4 %d> <L <U4 102>>>>>.`, n), `<B [1] 0x00>`,
		fmt.Sprintf(`S2F35 W <L <U4 1> <L <L <U4 %d> <L <U4 %d>>>>>.`, 5100+n, n), `<B [1] 0x00>`,
		fmt.Sprintf(`S2F37 W <L <BOOLEAN TRUE> <L <U4 %d>>>.`, 5100+n), `<B [1] 0x00>`,
	)
}

// kept wants what was acknowledged, and nothing else.
func (s *suffering) kept() {
	s.t.Helper()
	s.m.want(`S2F13 W <L <U4 4001>>.`, fmt.Sprintf(`<L [1] <U2 [1] %d> >`, 100+s.value))
	for n := 1; n <= s.value; n++ {
		s.m.want(fmt.Sprintf(`S6F19 W <U4 %d>.`, n), `<L [1] <U1 [1] 5> >`)
	}
	s.m.want(fmt.Sprintf(`S6F19 W <U4 %d>.`, s.value+1), `<L [0]>`)
}

// fails breaks the disk: what would change something is refused, what reads is
// served, and /readyz says why.
func (s *suffering) fails(why string, breaks func()) {
	s.t.Helper()
	breaks()
	s.times++
	for range 2 { // the first one finds out
		s.m.want(
			`S2F15 W <L <L <U4 4001> <U2 599>>>.`, `<B [1] 0x02>`,
			`S2F33 W <L <U4 1> <L <L <U4 99> <L <U4 102>>>>>.`, `<B [1] 0x01>`,
			`S2F35 W <L <U4 1> <L <L <U4 5020> <L <U4 1>>>>>.`, `<B [1] 0x01>`,
			`S2F37 W <L <BOOLEAN TRUE> <L <U4 5020>>>.`, `S2F0`,
		)
		s.kept()
	}
	if body := s.d.becomes(503); !strings.Contains(body, why) || !strings.Contains(body, "storage failed at 2") {
		s.t.Errorf("/readyz says %s, want %s", body, why)
	}
	if _, text := s.d.get("/metrics"); !strings.Contains(text, "secsd_storage_failed 1\n") {
		s.t.Error("no secsd_storage_failed in the metrics")
	}
}

// recovers repairs the disk: the daemon notices by itself.
func (s *suffering) recovers(repair func()) {
	s.t.Helper()
	repair()
	s.d.becomes(200)
	s.kept()
	s.works()
	_, text := s.d.get("/metrics")
	if want := fmt.Sprintf("secsd_storage_failures_total %d\n", s.times); !strings.Contains(text, want) {
		s.t.Errorf("no line %s in the metrics", want)
	}
	s.d.logged(s.times, `"msg":"storage back"`)
	log, _ := s.d.text()
	for _, message := range []string{`"msg":"storage failed"`, `"msg":"storage back"`} {
		if n := strings.Count(log, message); n != s.times {
			s.t.Errorf("%d lines %s, want %d", n, message, s.times)
		}
	}
}
