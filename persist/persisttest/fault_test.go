package persisttest_test

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

func TestWhatFailedCallsDid(t *testing.T) {
	rename := func(d *persisttest.Disk) error { return d.Rename("a", "b") }
	remove := func(d *persisttest.Disk) error { return d.Remove("a") }
	create := func(name string) func(*persisttest.Disk) error {
		return func(d *persisttest.Disk) error { _, err := d.Create(name); return err }
	}
	for _, c := range []struct {
		name                     string
		call                     func(*persisttest.Disk) error
		nothing, half, completed string
	}{
		{"rename", rename, "a=12", "a=12 b=12", "b=12"},
		{"remove", remove, "a=12", "./", "./"},
		{"create", create("b"), "a=12", "a=12 b=", "a=12 b="},
		{"empty", create("a"), "a=12", "a=12", "a="},
		{"lock", func(d *persisttest.Disk) error { _, err := d.Lock("b"); return err }, "a=12", "a=12 b=", "a=12 b="},
	} {
		for mode, want := range map[persisttest.Mode]string{
			persisttest.Nothing: c.nothing, persisttest.Half: c.half, persisttest.Complete: c.completed, persisttest.Dropped: c.nothing,
		} {
			d := persisttest.NewDisk()
			d.WriteFile("a", []byte("12"))
			d.Fail(1, syscall.EIO, mode)
			if err := c.call(d); !errors.Is(err, syscall.EIO) {
				t.Errorf("%s, mode %d: %v", c.name, mode, err)
			}
			if got := files(d); got != want {
				t.Errorf("%s, mode %d: %q, want %q", c.name, mode, got, want)
			}
			must(t, d.MakeDir("d")) // the fault is over
		}
	}
}

func TestFailedWrites(t *testing.T) {
	for mode, want := range map[persisttest.Mode]string{
		persisttest.Nothing: "a=12", persisttest.Half: "a=1234", persisttest.Complete: "a=123456",
	} {
		d := persisttest.NewDisk()
		f := put(t, d, "a", "12")
		d.Fail(1, syscall.EIO, mode)
		if _, err := f.Write([]byte("3456")); !errors.Is(err, syscall.EIO) {
			t.Errorf("mode %d: %v", mode, err)
		}
		if got := files(d); got != want {
			t.Errorf("mode %d: %q, want %q", mode, got, want)
		}
	}
}

// TestFailedSyncs: of what a failed Sync was about, power loss may keep anything; a second Sync that succeeds makes it
// durable, except what the first dropped.
func TestFailedSyncs(t *testing.T) {
	for mode, want := range map[persisttest.Mode]struct{ first, second []string }{
		persisttest.Nothing:  {[]string{"a=", "a=1", "a=02", "a=12"}, []string{"a=12"}},
		persisttest.Half:     {[]string{"a=1", "a=12"}, []string{"a=12"}},
		persisttest.Complete: {[]string{"a=12"}, []string{"a=12"}},
		persisttest.Dropped:  {[]string{"a=", "a=1", "a=02", "a=12"}, []string{"a=", "a=1", "a=02", "a=12"}},
	} {
		d := persisttest.NewDisk()
		f := put(t, d, "a", "1")
		must(t, d.SyncDir("."))
		_, err := f.Write([]byte("2"))
		must(t, err)
		d.Fail(1, syscall.EIO, mode)
		if err := f.Sync(); !errors.Is(err, syscall.EIO) {
			t.Errorf("mode %d: %v", mode, err)
		}
		if got := files(d); got != "a=12" {
			t.Errorf("mode %d: reads show %q", mode, got)
		}
		for _, o := range want.first {
			if !slices.Contains(outcomes(d), o) {
				t.Errorf("mode %d: never %q", mode, o)
			}
		}
		must(t, f.Sync())
		for _, o := range want.second {
			if !slices.Contains(outcomes(d), o) {
				t.Errorf("mode %d, synced again: never %q", mode, o)
			}
		}
		if n := len(outcomes(d)); (n == 1) != (len(want.second) == 1) {
			t.Errorf("mode %d, synced again: %q", mode, outcomes(d))
		}
	}
}

// TestDroppedUnderNewData: what is synced later over dropped bytes stays.
func TestDroppedUnderNewData(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("a", []byte("abc"))
	f, err := d.OpenWrite("a")
	must(t, err)
	_, err = f.WriteAt([]byte("XY"), 0)
	must(t, err)
	d.Fail(1, syscall.EIO, persisttest.Dropped)
	if f.Sync() == nil {
		t.Fatal("no error")
	}
	_, err = f.WriteAt([]byte("Z"), 1)
	must(t, err)
	must(t, f.Sync())
	want(t, outcomes(d), "a=aZc", "a=XZc")
}

func TestFailedFolderSync(t *testing.T) {
	for mode, wanted := range map[persisttest.Mode][]string{
		persisttest.Nothing: {"./", "a=", "b=", "a= b="}, persisttest.Half: {"a=", "a= b="},
		persisttest.Complete: {"a= b="}, persisttest.Dropped: {"./", "a=", "b=", "a= b="},
	} {
		d := persisttest.NewDisk()
		for _, name := range []string{"a", "b"} {
			_, err := d.Create(name)
			must(t, err)
		}
		d.Fail(1, syscall.EIO, mode)
		if d.SyncDir(".") == nil {
			t.Fatal("no error")
		}
		want(t, outcomes(d), wanted...)
		must(t, d.SyncDir("."))
		if mode == persisttest.Dropped {
			want(t, outcomes(d), wanted...)
			_, err := d.Create("c")
			must(t, err)
			must(t, d.SyncDir("."))
			want(t, outcomes(d), "a= b= c=")
		} else {
			want(t, outcomes(d), "a= b=")
		}
	}
}

func TestFailedReads(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("a", []byte("1234"))
	d.WriteFile("b", nil)
	d.Fail(1, syscall.EIO, persisttest.Half)
	if entries, err := d.List("."); err == nil || len(entries) != 1 {
		t.Errorf("half a list: %v, %v", entries, err)
	}
	f, err := d.Open("a")
	must(t, err)
	d.Fail(1, syscall.EIO, persisttest.Half)
	p := make([]byte, 4)
	if n, err := f.Read(p); n != 2 || !errors.Is(err, syscall.EIO) {
		t.Errorf("half a read: %d, %v", n, err)
	}
	if rest, err := io.ReadAll(f); string(rest) != "34" || err != nil {
		t.Errorf("the rest: %q, %v", rest, err)
	}
}

func TestFailUntilHealed(t *testing.T) {
	d := persisttest.NewDisk()
	d.FailFrom(2, syscall.ENOSPC, persisttest.Nothing)
	must(t, d.MakeDir("a"))
	for range 3 {
		if err := d.MakeDir("b"); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("got %v", err)
		}
	}
	d.Heal()
	must(t, d.MakeDir("b"))
}

func TestFailNext(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("a", nil)
	d.FailNext(persisttest.Rename, syscall.EIO, persisttest.Nothing)
	must(t, d.MakeDir("b"))
	if err := d.Rename("a", "c"); !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v", err)
	}
	must(t, d.Rename("a", "c"))
}

func TestFull(t *testing.T) {
	d := persisttest.NewDisk()
	d.Full(5)
	f := put(t, d, "a", "123")
	if n, err := f.Write([]byte("4567")); n != 2 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("wrote %d, %v", n, err)
	}
	w, err := d.OpenWrite("a")
	must(t, err)
	if n, err := w.WriteAt([]byte("xyz"), 1); n != 3 || err != nil {
		t.Errorf("overwrote %d, %v", n, err)
	}
	if n, err := w.WriteAt([]byte("z"), 7); n != 0 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("wrote behind a gap: %d, %v", n, err)
	}
	if got := files(d); got != "a=1xyz5" {
		t.Errorf("got %q", got)
	}
	must(t, d.Remove("a"))
	put(t, d, "b", "12345")
}

func TestReadOnly(t *testing.T) {
	d := persisttest.NewDisk()
	must(t, d.MakeDir("x"))
	f := put(t, d, "a", "1")
	d.ReadOnly(true)
	_, written := f.Write([]byte("2"))
	_, created := d.Create("b")
	_, opened := d.OpenWrite("a")
	_, locked := d.Lock("l")
	for _, err := range []error{written, created, opened, locked, f.Sync(), d.Rename("a", "b"), d.Remove("a"), d.MakeDir("y")} {
		if !errors.Is(err, syscall.EROFS) {
			t.Errorf("got %v", err)
		}
	}
	must(t, d.MakeDir("x"))
	_, err := d.Open("a")
	must(t, err)
	d.ReadOnly(false)
	must(t, d.Remove("a"))
}

func TestMisuse(t *testing.T) {
	d := persisttest.NewDisk()
	d.WriteFile("x/a", []byte("1"))
	open := func(f func(string) (persist.File, error), name string) error { _, err := f(name); return err }
	reader, err := d.Open("x/a")
	must(t, err)
	_, wrote := reader.Write([]byte("2"))
	must(t, reader.Close())
	for _, c := range []struct{ got, want error }{
		{open(d.Open, "x"), syscall.EISDIR},
		{open(d.Open, "y"), fs.ErrNotExist},
		{open(d.OpenWrite, "x/b"), fs.ErrNotExist},
		{open(d.Create, "y/b"), fs.ErrNotExist},
		{open(d.Create, "../b"), syscall.EINVAL},
		{open(d.Create, "x/a/b"), syscall.ENOTDIR},
		{d.Rename("y", "z"), fs.ErrNotExist},
		{d.Rename("x/a", "x"), syscall.EISDIR},
		{d.Remove("x"), syscall.ENOTEMPTY},
		{d.MakeDir("x/a"), syscall.ENOTDIR},
		{wrote, syscall.EBADF},
		{reader.Close(), fs.ErrClosed},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

func TestCallsAndSizes(t *testing.T) {
	d := persisttest.NewDisk()
	var before []string
	d.Before(func(c persisttest.Call) {
		before = append(before, c.String())
		d.Names() // the disk can be used
	})
	must(t, d.MakeDir("x"))
	must(t, put(t, d, "x/a", "12345").Sync())
	must(t, d.Rename("x/a", "x/b"))
	must(t, d.Remove("x/b"))
	if now, peak := d.Size("x"); now != 0 || peak != 5 {
		t.Errorf("size %d, peak %d", now, peak)
	}
	var made []string
	for i, c := range d.Calls() {
		made = append(made, c.String())
		if c.N != i+1 || c.Err != nil {
			t.Errorf("call %d: %+v", i, c)
		}
	}
	if want := "MakeDir x, Create x/a, Write x/a, Sync x/a, Rename x/a x/b, Remove x/b"; strings.Join(made, ", ") != want || !slices.Equal(made, before) {
		t.Errorf("calls %q, before %q", made, before)
	}
}
