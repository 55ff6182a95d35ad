package persisttest_test

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put makes a file without syncing anything.
func put(t *testing.T, d *persisttest.Disk, name, data string) persist.File {
	t.Helper()
	f, err := d.Create(name)
	must(t, err)
	_, err = f.Write([]byte(data))
	must(t, err)
	return f
}

// files prints a disk: "name=data", ordered.
func files(d *persisttest.Disk) string {
	var all []string
	for _, name := range d.Names() {
		data, err := d.ReadFile(name)
		if err != nil {
			all = append(all, name+"/")
			continue
		}
		all = append(all, name+"="+strings.ReplaceAll(string(data), "\x00", "0"))
	}
	return strings.Join(all, " ")
}

// outcomes are all disks that power loss may leave, printed.
func outcomes(d *persisttest.Disk) []string {
	var all []string
	for _, o := range d.Outcomes(1, 50) {
		all = append(all, files(d.Crash(o.Choice)))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func want(t *testing.T, got []string, wanted ...string) {
	t.Helper()
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		t.Errorf("got  %q\nwant %q", got, wanted)
	}
}

func TestSyncedStays(t *testing.T) {
	d := persisttest.NewDisk()
	f := put(t, d, "a", "12")
	must(t, f.Sync())
	must(t, d.SyncDir("."))
	want(t, outcomes(d), "a=12")
	if p := d.Pending(); len(p) > 0 {
		t.Errorf("pending %v", p)
	}
}

func TestUnsyncedNameMayGo(t *testing.T) {
	d := persisttest.NewDisk()
	must(t, put(t, d, "a", "12").Sync())
	want(t, outcomes(d), "./", "a=12")
}

func TestUnsyncedDataMayGo(t *testing.T) {
	d := persisttest.NewDisk()
	put(t, d, "a", "12")
	must(t, d.SyncDir("."))
	// Length without data, data without a byte of it, a length that covers one.
	want(t, outcomes(d), "a=", "a=0", "a=00", "a=1", "a=10", "a=02", "a=12")
}

func TestOverwriteTearsByByte(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("a", []byte("abcd"))
	f, err := d.OpenWrite("a")
	must(t, err)
	_, err = f.WriteAt([]byte("XY"), 1)
	must(t, err)
	want(t, outcomes(d), "a=abcd", "a=aXYd", "a=aXcd", "a=abYd")
}

func TestWriteTearsBySector(t *testing.T) {
	d := persisttest.NewDisk()
	old, written := strings.Repeat("o", 4*persisttest.Sector), strings.Repeat("n", 3*persisttest.Sector)
	d.WriteFile("a", []byte(old))
	f, err := d.OpenWrite("a")
	must(t, err)
	_, err = f.WriteAt([]byte(written), persisttest.Sector/2)
	must(t, err)
	seen := map[string]bool{}
	for _, o := range d.Outcomes(1, 500) {
		data, err := d.Crash(o.Choice).ReadFile("a")
		must(t, err)
		if len(data) != len(old) {
			t.Fatalf("%s: %d bytes", o.Name, len(data))
		}
		seen[string([]byte{data[300], data[600], data[1200], data[1700]})] = true
	}
	for _, sectors := range []string{"oooo", "nnnn", "nooo", "nnno", "onnn", "nnon", "nono"} {
		if !seen[sectors] {
			t.Errorf("never %s", sectors)
		}
	}
}

func TestRenameIsWhole(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("new", []byte("n"))
	d.WriteFile("old", []byte("o"))
	must(t, d.Rename("new", "old"))
	want(t, outcomes(d), "new=n old=o", "old=n")
	must(t, d.SyncDir("."))
	want(t, outcomes(d), "old=n")
}

func TestRenameBeforeData(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("a", []byte("o"))
	put(t, d, "a.tmp", "n")
	must(t, d.Rename("a.tmp", "a"))
	must(t, d.SyncDir("."))
	want(t, outcomes(d), "a=", "a=0", "a=n")
}

func TestRenameBetweenFoldersIsTwoHalves(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("x/a", []byte("1"))
	d.WriteFile("y/b", []byte("2"))
	must(t, d.Rename("x/a", "y/b"))
	want(t, outcomes(d), "x/a=1 y/b=2", "x/a=1 y/b=1", "x/ y/b=2", "x/ y/b=1")
}

func TestOperationsAreKeptIndependently(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("a", nil)
	d.WriteFile("b", nil)
	must(t, d.Remove("a"))
	must(t, d.Remove("b"))
	want(t, outcomes(d), "a= b=", "a=", "b=", "./")
}

func TestEmptyingMayGo(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("a", []byte("12"))
	_, err := d.Create("a")
	must(t, err)
	want(t, outcomes(d), "a=12", "a=")
}

func TestFolderMayGoWithAllInIt(t *testing.T) {
	d := persisttest.NewDisk()
	must(t, d.MakeDir("x"))
	must(t, put(t, d, "x/a", "1").Sync())
	must(t, d.SyncDir("x"))
	want(t, outcomes(d), "./", "x/a=1")
	must(t, d.SyncDir("."))
	want(t, outcomes(d), "x/a=1")
}

func TestKillKeepsThePageCache(t *testing.T) {
	d := persisttest.NewDisk()
	put(t, d, "a", "1")
	_, err := d.Lock("lock")
	must(t, err)
	after := d.Kill()
	if got := files(after); got != "a=1 lock=" {
		t.Errorf("killed: %q", got)
	}
	_, err = after.Lock("lock")
	must(t, err)
	// Power may still go.
	if got := outcomes(after); !slices.Contains(got, "a= lock=") || !slices.Contains(got, "./") {
		t.Errorf("killed, then crashed: %q", got)
	}
	// The two are apart.
	must(t, after.Remove("a"))
	if got := files(d); got != "a=1 lock=" {
		t.Errorf("before: %q", got)
	}
}

func TestCrashLeavesTheDiskAlone(t *testing.T) {
	d := persisttest.NewDisk()
	put(t, d, "a", "1")
	after := d.Crash(func(persisttest.Pending) persisttest.Keep { return nil })
	put(t, after, "b", "2")
	if got := files(d); got != "a=1" {
		t.Errorf("got %q", got)
	}
	if got := files(after); got != "b=2" {
		t.Errorf("got %q", got)
	}
}

func TestLocks(t *testing.T) {
	d := persisttest.NewDisk()
	l, err := d.Lock("lock")
	must(t, err)
	if _, err := d.Lock("lock"); !errors.Is(err, persist.ErrLocked) {
		t.Errorf("second lock: %v", err)
	}
	must(t, l.Close())
	_, err = d.Lock("lock")
	must(t, err)
	_, err = d.Crash(func(persisttest.Pending) persisttest.Keep { return persisttest.All }).Lock("lock")
	must(t, err)
}

func TestOutcomesAreTheSameEachTime(t *testing.T) {
	sums := func() (all []uint64) {
		d := persisttest.NewDisk()
		for _, name := range []string{"a", "b", "c"} {
			put(t, d, name, strings.Repeat(name, 1000))
		}
		for _, o := range d.Outcomes(3, 100) {
			all = append(all, d.Crash(o.Choice).Sum())
		}
		return all
	}
	if !slices.Equal(sums(), sums()) {
		t.Error("two runs differ")
	}
}

func TestVanish(t *testing.T) {
	d := persisttest.NewDisk()
	f := put(t, d, "x", "1")
	d.Vanish()
	_, err := d.Create("y")
	_, listed := d.List(".")
	for _, err := range []error{err, listed, d.MakeDir("z"), d.Rename("x", "y"), d.Remove("x"), d.SyncDir(".")} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("gone: %v", err)
		}
	}
	_, err = f.Write([]byte("2"))
	must(t, err)
	d.Return()
	if got := files(d); got != "x=12" {
		t.Errorf("back: %q", got)
	}
}
