package persist

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

func TestCommitsSurviveAStop(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	r := run(t, open(t, Config{Dir: dir}))
	id := r.Identity()
	r.settle(put(1, "report/1=a", "link/7=b", "report/2="), put(2, "report/1=c", "link/7"))
	r.stop()
	expect(t, dir, "report/1=c", "report/2=")
	j := open(t, Config{Dir: dir})
	defer j.Close()
	if j.Identity() != id || id.Version() != 7 {
		t.Errorf("identity %s, was %s", j.Identity(), id)
	}
}

func TestSlicesAreTheCallersAgain(t *testing.T) {
	dir := t.TempDir()
	r := run(t, open(t, Config{Dir: dir}))
	c := put(1, "k/a=1")
	c.Writes = []Write{{Host: "h", Segment: 1, Data: []byte("x")}}
	r.Commit(c)
	c.Records[0] = Record{Kind: "other"}
	c.Writes[0] = Write{Host: "other"}
	r.await(Durable)
	r.stop()
	expect(t, dir, "k/a=1", "h-1=x")
}

func TestRunWritesWhatWasCommittedBefore(t *testing.T) {
	dir := t.TempDir()
	j := open(t, Config{Dir: dir})
	for seq := range uint64(100) {
		j.Commit(put(seq+1, fmt.Sprintf("k/%03d=%d", seq, seq)))
	}
	j.Fetch("h", 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var events []Event
	if err := j.Run(ctx, func(ev Event) { events = append(events, ev) }); err != nil {
		t.Fatal(err)
	}
	if len(events) != 2 || events[0].Seq != 100 || !errors.Is(events[1].Err, fs.ErrNotExist) {
		t.Errorf("events %v", events)
	}
	j.Close()
	k := open(t, Config{Dir: dir})
	defer k.Close()
	if n := len(contents(t, k)); n != 100 {
		t.Errorf("%d records", n)
	}
}

func TestCommitsShareABatch(t *testing.T) {
	dir := t.TempDir()
	j := open(t, Config{Dir: dir})
	for seq := uint64(1); seq <= 50; seq++ {
		j.Commit(put(seq, "k/a="))
	}
	r := run(t, j)
	for r.await(Durable).Seq < 50 {
		continue
	}
	names, err := os.ReadDir(filepath.Join(dir, journalDir))
	if err != nil || len(names) != 2 {
		t.Errorf("%v, %v: want a checkpoint and one batch", names, err)
	}
}

func TestCompaction(t *testing.T) {
	dir := t.TempDir()
	cfg := Config{Dir: dir, MaxBatches: 6, MaxBatchBytes: 4096}
	r := run(t, open(t, cfg))
	want := map[string]string{}
	for seq := uint64(1); seq <= 200; seq++ {
		key, image := fmt.Sprintf("k/%02d", seq%37), strings.Repeat("x", int(seq%200))
		if seq%5 == 0 {
			delete(want, key)
			r.settle(put(seq, key))
		} else {
			want[key] = image
			r.settle(put(seq, key+"="+image))
		}
		files, size := 0, int64(0)
		entries, _ := osFS(dir).List(journalDir)
		for _, e := range entries {
			if strings.HasSuffix(e.Name, ".batch") {
				files++
				size += e.Size
			}
		}
		if files > cfg.MaxBatches || size > int64(cfg.MaxBatchBytes) {
			t.Fatalf("%d batches of %d bytes", files, size)
		}
	}
	r.stop()
	j := open(t, cfg)
	defer j.Close()
	got := contents(t, j)
	if len(got) != len(want) {
		t.Errorf("%d records, want %d", len(got), len(want))
	}
	for _, line := range got {
		key, image, _ := strings.Cut(line, "=")
		if want[key] != image {
			t.Errorf("%s", line)
		}
	}
	if !slices.IsSorted(got) {
		t.Error("not in order")
	}
}

func TestSegments(t *testing.T) {
	dir := t.TempDir()
	r := run(t, open(t, Config{Dir: dir}))
	w := func(host string, n uint32, at int, data string) Write {
		return Write{Host: host, Segment: n, Offset: at, Data: []byte(data)}
	}
	r.settle(Commit{Seq: 1, Writes: []Write{
		w("MES", 1, 0, "aaaa"), w("MES", 1, 2, "bb"), w("fdc", 0xffffffff, 0, ""), w("MES", 1, 4, "cc"), w("MES", 2, 0, "d"),
		w("../x", 3, 0, "up"), {Host: "MES", Segment: 9},
	}})
	r.Fetch("MES", 1)
	if ev := r.await(Fetched); ev.Err != nil || string(ev.Segment.Data) != "aabbcc" || ev.Segment.Number != 1 {
		t.Errorf("fetched %q, %v", ev.Segment.Data, ev.Err)
	}
	r.settle(Commit{Seq: 2, Writes: []Write{{Host: "MES", Segment: 1}}})
	r.Fetch("MES", 1)
	if ev := r.await(Fetched); !errors.Is(ev.Err, fs.ErrNotExist) {
		t.Errorf("fetched %v", ev.Err)
	}
	r.stop()
	expect(t, dir, "../x-3=up", "MES-2=d", "fdc-4294967295=")
}

func TestTooLarge(t *testing.T) {
	for _, c := range []Commit{
		put(1, "k/a="+strings.Repeat("x", 5000)),
		put(1, strings.Repeat("k", 70000)+"/a="),
		{Seq: 1, Writes: []Write{{Host: "h", Data: make([]byte, maxSegment+1)}}},
		{Seq: 1, Writes: []Write{{Host: "h", Offset: maxSegment, Data: make([]byte, 1)}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := run(t, open(t, Config{FS: newMemFS(), MaxBatchBytes: 4096}))
			r.Commit(c)
			if ev := <-r.events; ev.Kind != Failed || ev.Seq != 1 || !errors.Is(ev.Err, ErrTooLarge) {
				t.Errorf("%v", ev)
			}
			if ev := <-r.events; ev.Kind != Back {
				t.Errorf("%v", ev)
			}
			r.settle(put(2, "k/a=1"))
		})
	}
}

func TestSecondIsRefused(t *testing.T) {
	dir := t.TempDir()
	j := open(t, Config{Dir: dir})
	_, err := Open(Config{Dir: dir})
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("%v", err)
	}
	if _, err := Check(dir); !errors.Is(err, ErrLocked) {
		t.Errorf("%v", err)
	}
	if err := os.Remove(filepath.Join(dir, lockName)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Config{Dir: dir}); !errors.Is(err, ErrLocked) {
		t.Errorf("without the lock file: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	open(t, Config{Dir: dir}).Close()
}

func TestConfigIsRefused(t *testing.T) {
	for _, cfg := range []Config{{MaxBatches: 3}, {MaxBatches: -1}, {MaxBatchBytes: 4095}, {MaxBatchBytes: 65 << 20}} {
		cfg.Dir = t.TempDir()
		if _, err := Open(cfg); err == nil {
			t.Errorf("%+v", cfg)
		}
	}
}

// TestStopInOrderLeavesNothingToWrite: the next start after it changes no file.
func TestStopInOrderLeavesNothingToWrite(t *testing.T) {
	dir := t.TempDir()
	r := run(t, open(t, Config{Dir: dir}))
	r.settle(put(1, "k/a=1"))
	r.stop()
	before := folder(t, dir)
	for range 3 {
		open(t, Config{Dir: dir}).Close()
		if after := folder(t, dir); len(after) != len(before) {
			t.Fatalf("%d files, before %d", len(after), len(before))
		}
	}
	s, err := Check(dir)
	if err != nil || !s.Closed || s.Records != 1 || s.Files != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestNames(t *testing.T) {
	longest := strings.Repeat("-", maxHost)
	for _, host := range []string{"mes_1", "MES", "a-b", "../..", "%41", "CON", " ", longest} {
		name := SegmentFile(host, 0xab)
		base, ok := strings.CutPrefix(name, spoolDir+"/")
		got, number, valid := parseSegmentFile(base)
		if !ok || !valid || got != host || number != 0xab || strings.ContainsAny(base, "/\\") || len(base) > 255 {
			t.Errorf("%q: %q, %q %d", host, name, got, number)
		}
	}
	for _, base := range []string{"", ".seg", "-00000001.seg", "MES-00000001.seg", "a-1.seg", "a-0000000G.seg", "a-000000AB.seg", "%6D-00000001.seg", "%-00000001.seg"} {
		if host, n, ok := parseSegmentFile(base); ok {
			t.Errorf("%q is segment %d of %q", base, n, host)
		}
	}
	for _, base := range []string{"", "1.checkpoint", "0000000000.checkpoint", "0000000001-0000000000.batch", "0000000001-1.batch", "+000000001.checkpoint", "0000000001.batch"} {
		if f, ok := parseFileName(base); ok {
			t.Errorf("%q is %+v", base, f)
		}
	}
}
