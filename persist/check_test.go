package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestCheck(t *testing.T) {
	files := twoGenerations(t)
	files["journal/0000000001.checkpoint"] = []byte("older")
	files["journal/0000000004.checkpoint.tmp"] = []byte("unfinished")
	dir := layOut(t, files)
	before := folder(t, dir)
	s, err := Check(dir)
	if err != nil {
		t.Fatal(err)
	}
	var bytes int64
	for _, name := range []string{aCheckpoint, batch1, batch2, batch3, batch4} {
		bytes += int64(len(files[name]))
	}
	want := Summary{
		Identity: s.Identity, Format: 1, Oldest: 2, Newest: 3, Closed: true, Files: 5, Bytes: bytes,
		Records: 4, Older: 1, Unfinished: 1, Segments: 1, SegmentBytes: 7,
	}
	if s != want || identityText(s.Identity) != string(files[identityName]) {
		t.Errorf("got  %+v\nwant %+v", s, want)
	}
	after := folder(t, dir)
	delete(after, lockName)
	if !maps.EqualFunc(before, after, slices.Equal) {
		t.Error("the folder was changed")
	}
}

func TestCheckFindsDamage(t *testing.T) {
	files := twoGenerations(t)
	delete(files, batch2)
	dir := layOut(t, files)
	if err := damage(t, dir); err.File != batch3 || err.Offset != 44 {
		t.Errorf("open: %v", err)
	}
	var damaged *CorruptError
	if _, err := Check(dir); !errors.As(err, &damaged) || damaged.File != batch3 {
		t.Errorf("check: %v", err)
	}
	seen := 0
	err := Dump(dir, func(Found) error { seen++; return nil })
	if !errors.As(err, &damaged) || seen == 0 {
		t.Errorf("dump: %d, %v", seen, err)
	}
	write(t, dir, "journal/x", nil)
	if _, err := Check(dir); !errors.As(err, &damaged) || damaged.Hint != hintName {
		t.Errorf("check: %v", err)
	}
}

func TestCheckWithoutFolder(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := Check(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v", err)
		}
		if names, _ := os.ReadDir(dir); len(names) > 0 {
			t.Errorf("%v", names)
		}
	}
}

func TestDump(t *testing.T) {
	dir := layOut(t, twoGenerations(t))
	var got []string
	err := Dump(dir, func(f Found) error {
		switch {
		case f.Segment != nil:
			got = append(got, fmt.Sprintf("%s %s-%d %q", f.File, f.Segment.Host, f.Segment.Number, f.Segment.Data))
		case f.Record.Image == nil:
			got = append(got, fmt.Sprintf("%s:%d %d %s/%s", f.File, f.Offset, f.Seq, f.Record.Kind, f.Record.ID))
		default:
			got = append(got, fmt.Sprintf("%s:%d %d %s/%s %q", f.File, f.Offset, f.Seq, f.Record.Kind, f.Record.ID, f.Record.Image))
		}
		return nil
	})
	want := []string{
		aCheckpoint + `:88 1 constant/7 "on"`, aCheckpoint + `:108 1 report/1 "abc"`,
		batch1 + `:88 2 link/3 "x"`,
		batch2 + `:88 3 report/1`, batch2 + `:104 3 report/2 "de"`,
		batch3 + `:88 4 link/3 "y"`,
		batch4 + `:88 5 report/9 ""`,
		`spool/%4D%45%53-00000001.seg MES-1 "spooled"`,
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v\ngot  %q\nwant %q", err, got, want)
	}
	stop := errors.New("stop")
	if err := Dump(dir, func(Found) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}
