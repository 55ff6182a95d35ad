package persist

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// restored is a memFS with these files.
func restored(files map[string][]byte) *memFS {
	m := newMemFS()
	m.files[journalDir], m.files[spoolDir] = nil, nil
	for name, data := range files {
		m.files[name] = &memFile{fs: m, data: bytes.Clone(data)}
	}
	return m
}

func (m *memFS) snapshot() map[string][]byte {
	files := map[string][]byte{}
	for name, f := range m.files {
		if f != nil && name != lockName {
			files[name] = bytes.Clone(f.data)
		}
	}
	return files
}

// twoGenerations is a folder whose last compaction was cut short: a checkpoint,
// two batches of its generation, two of the next, and the seal.
func twoGenerations(t testing.TB) map[string][]byte {
	m := newMemFS()
	j := open(t, Config{FS: m})
	seq := uint64(0)
	commit := func(records ...string) {
		seq++
		j.Commit(put(seq, records...))
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := j.Run(ctx, func(Event) {}); err != nil {
			t.Fatal(err)
		}
	}
	commit("constant/7=on", "report/1=abc")
	j.compact()
	if err := j.compacted(<-j.compaction.done); err != nil {
		t.Fatal(err)
	}
	commit("link/3=x")
	commit("report/1", "report/2=de")
	j.generation, j.number = j.generation+1, 0
	commit("link/3=y")
	j.Commit(Commit{Seq: 98, Writes: []Write{{Host: "MES", Segment: 1, Data: []byte("spooled")}}})
	commit("report/9=")
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return m.snapshot()
}

var inTwoGenerations = []string{"constant/7=on", "link/3=y", "report/2=de", "report/9=", "MES-1=spooled"}

const (
	aCheckpoint = "journal/0000000002.checkpoint"
	batch1      = "journal/0000000002-0000000001.batch"
	batch2      = "journal/0000000002-0000000002.batch"
	batch3      = "journal/0000000003-0000000001.batch"
	batch4      = "journal/0000000003-0000000002.batch"
	sealed      = "journal/0000000003-0000000003.batch"
)

func TestTwoGenerations(t *testing.T) {
	files := twoGenerations(t)
	want := []string{"identity", batch1, batch2, aCheckpoint, batch3, batch4, sealed, "spool/%4D%45%53-00000001.seg", unsuppliedName}
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) {
		t.Fatalf("files %q", got)
	}
	j := open(t, Config{FS: restored(files)})
	if got := contents(t, j); !slices.Equal(got, inTwoGenerations) {
		t.Errorf("contents %q", got)
	}
	delete(files, sealed)
	j = open(t, Config{FS: restored(files)})
	if got := contents(t, j); !slices.Equal(got, inTwoGenerations) {
		t.Errorf("unsealed: %q", got)
	}
}

// refused opens a folder that must be refused, and left as it is.
func refused(t *testing.T, files map[string][]byte) *CorruptError {
	t.Helper()
	m := restored(files)
	_, err := Open(Config{FS: m})
	var damaged *CorruptError
	if !errors.As(err, &damaged) {
		t.Fatalf("%v: no CorruptError", err)
	}
	if !maps.EqualFunc(m.snapshot(), files, bytes.Equal) {
		t.Fatal("the folder was changed")
	}
	if m.locked {
		t.Fatal("still locked")
	}
	return damaged
}

// resum makes the checksum of a header right.
func resum(data []byte) []byte {
	h, err := parseHeader("", string(data[:8]), data[:headerSize])
	_ = err // of the checksum
	h.identity = uuid.UUID(data[12:28])
	return append(h.append(nil), data[headerSize:]...)
}

func TestDamage(t *testing.T) {
	flip := func(name string, at int) func(map[string][]byte) {
		return func(files map[string][]byte) {
			if at < 0 {
				at += len(files[name])
			}
			files[name][at] ^= 0x10
		}
	}
	missing := func(name string) func(map[string][]byte) {
		return func(files map[string][]byte) { delete(files, name) }
	}
	foreign := func(name string) func(map[string][]byte) {
		return func(files map[string][]byte) {
			copy(files[name][12:], "another folder's")
			files[name] = resum(files[name])
		}
	}
	add := func(name, data string) func(map[string][]byte) {
		return func(files map[string][]byte) { files[name] = []byte(data) }
	}
	for _, test := range []struct {
		name   string
		damage func(map[string][]byte)
		file   string
		offset int64
		hint   string
	}{
		{"magic", flip(batch1, 0), batch1, 0, hintRestore},
		{"newer batch", flip(batch1, 11), batch1, 8, hintNewer},
		{"newer checkpoint", flip(aCheckpoint, 11), aCheckpoint, 8, hintNewer},
		{"header", flip(batch3, 30), batch3, 0, hintRestore},
		{"frame of a batch", flip(batch3, headerSize+3), batch3, headerSize, hintRestore},
		{"length of a frame", flip(batch3, headerSize+13), batch3, headerSize + 12, hintRestore},
		{"image in a checkpoint", flip(aCheckpoint, -trailerSize-1), aCheckpoint, headerSize, hintRestore},
		{"trailer: frames", flip(batch3, -20), batch3, headerSize + frameSize + 15, hintRestore},
		{"trailer: length", flip(batch3, -12), batch3, headerSize + frameSize + 15 + 8, hintRestore},
		{"trailer: checksum", flip(batch3, -1), batch3, headerSize + frameSize + 15 + 16, hintRestore},
		{"empty file", add(batch4, ""), batch4, 0, hintRestore},
		{"batch is missing", missing(batch1), batch2, 44, hintRestore},
		{"end of a generation is missing", missing(batch2), batch3, 44, hintRestore},
		{"begin of a generation is missing", missing(batch3), batch4, 44, hintRestore},
		{"end is missing before the seal", missing(batch4), sealed, 44, hintRestore},
		{"checkpoint is missing", missing(aCheckpoint), "journal", 0, hintRestore},
		{"identity is missing", missing(identityName), identityName, 0, hintRestore},
		{"identity is empty", add(identityName, ""), identityName, 0, hintRestore},
		{"newer folder", add(identityName, "secsd data folder\nformat 2\nhello\nworld\n"), identityName, 18, hintNewer},
		{"identity", flip(identityName, 40), identityName, -1, hintRestore},
		{"another folder's identity", add(identityName, identityText(uuid.Max)), aCheckpoint, 12, hintMixed},
		{"another folder's checkpoint", foreign(aCheckpoint), aCheckpoint, -1, ""},
		{"another folder's batch", foreign(sealed), sealed, -1, ""},
		{"name of another number", func(f map[string][]byte) { f["journal/0000000003-0000000004.batch"] = f[sealed]; delete(f, sealed) },
			"journal/0000000003-0000000004.batch", 28, hintRestore},
		{"batch twice", func(f map[string][]byte) { f["journal/0000000003-0000000004.batch"] = f[batch4] }, sealed, headerSize, hintRestore},
		{"unknown name", add("notes.txt", ""), "notes.txt", 0, hintName},
		{"unknown name in journal", add("journal/1.batch", ""), "journal/1.batch", 0, hintName},
		{"unknown name in spool", add("spool/MES-1.seg", ""), "spool/MES-1.seg", 0, hintName},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := twoGenerations(t)
			test.damage(files)
			err := refused(t, files)
			if err.File != test.file || test.offset >= 0 && err.Offset != test.offset || test.hint != "" && err.Hint != test.hint {
				t.Errorf("%v\nhint %s\nwant %s, offset %d, hint %s", err, err.Hint, test.file, test.offset, test.hint)
			}
		})
	}
}

// TestCheckpointOutOfOrder: what no secsd writes is refused too.
func TestCheckpointOutOfOrder(t *testing.T) {
	files := twoGenerations(t)
	head, err := parseHeader("", magicCheckpoint, files[aCheckpoint][:headerSize])
	if err != nil {
		t.Fatal(err)
	}
	for _, records := range [][]Record{
		{{"b", "1", []byte{}}, {"a", "1", []byte{}}},
		{{"a", "1", []byte{}}, {"a", "1", []byte{}}},
		{{"a", "1", nil}},
	} {
		block := beginFrame(nil, 1)
		for _, r := range records {
			block = appendRecord(block, r)
		}
		endFrame(block, 0, len(records))
		var out bytes.Buffer
		enc := encoder{out: &out}
		if err := errors.Join(enc.header(head), enc.framed(block, 1), enc.trailer()); err != nil {
			t.Fatal(err)
		}
		files[aCheckpoint] = out.Bytes()
		if err := refused(t, files); err.File != aCheckpoint || err.Offset < headerSize+frameSize {
			t.Errorf("%v", err)
		}
	}
}

// TestEveryByte: a file with its name that is cut or changed anywhere stops the
// start.
func TestEveryByte(t *testing.T) {
	files := twoGenerations(t)
	for name, whole := range files {
		if strings.HasPrefix(name, spoolDir) {
			continue // the spool knows its segments
		}
		if name == unsuppliedName {
			continue // that it is there is all that it says
		}
		for n := range whole {
			files[name] = whole[:n]
			if err := refused(t, files); err.File != name || err.Offset > int64(len(whole)) || err.Hint == "" {
				t.Errorf("cut at %d: %v", n, err)
			}
			for _, flip := range []byte{1, 0x80, 0xff} {
				changed := bytes.Clone(whole)
				changed[n] ^= flip
				files[name] = changed
				if err := refused(t, files); err.File != name && name != identityName || err.Hint == "" {
					t.Errorf("changed at %d: %v", n, err)
				}
			}
		}
		files[name] = append(bytes.Clone(whole), 0)
		if err := refused(t, files); err.File != name {
			t.Errorf("longer: %v", err)
		}
		files[name] = whole
	}
}

// TestUnfinishedIsHarmless: a file without its name, cut anywhere, is removed.
func TestUnfinishedIsHarmless(t *testing.T) {
	files := twoGenerations(t)
	for name, whole := range maps.Clone(files) {
		unfinished := name + temporary
		for n := range whole {
			files[unfinished] = whole[:n]
			m := restored(files)
			j := open(t, Config{FS: m})
			if got := contents(t, j); !slices.Equal(got, inTwoGenerations) {
				t.Fatalf("%s cut at %d: %q", unfinished, n, got)
			}
			if err := j.Accept(); err != nil || m.files[unfinished] != nil {
				t.Fatalf("%s cut at %d is left: %v", unfinished, n, err)
			}
		}
		delete(files, unfinished)
	}
}

// TestOlderGenerationsAreRemoved: what a checkpoint stands for is not looked at.
func TestOlderGenerationsAreRemoved(t *testing.T) {
	files := twoGenerations(t)
	older := []string{"journal/0000000001.checkpoint", "journal/0000000001-0000000009.batch"}
	for _, name := range older {
		files[name] = []byte("whatever")
	}
	m := restored(files)
	j := open(t, Config{FS: m})
	if got := contents(t, j); !slices.Equal(got, inTwoGenerations) {
		t.Errorf("contents %q", got)
	}
	r := run(t, j)
	r.settle(put(1, "k/a=1"))
	r.stop()
	for _, name := range older {
		if m.files[name] != nil {
			t.Errorf("%s is there", name)
		}
	}
}

// TestStartAfterCrashWritesAnew: what a crash leaves may be visible and yet not
// durable, so that the start does not rely on it.
func TestStartAfterCrashWritesAnew(t *testing.T) {
	files := twoGenerations(t)
	delete(files, sealed)
	m := restored(files)
	before := maps.Clone(m.files)
	j := open(t, Config{FS: m})
	contents(t, j)
	for name, file := range before {
		if m.files[name] != file {
			t.Errorf("%s was written before Accept", name)
		}
	}
	if err := j.Accept(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{identityName, "spool/%4D%45%53-00000001.seg", "journal/0000000004.checkpoint"} {
		if m.files[name] == before[name] {
			t.Errorf("%s was not written", name)
		}
	}
}

// TestFirstStartCutShort: whatever of a first start is there, the next is one.
func TestFirstStartCutShort(t *testing.T) {
	m := newMemFS()
	if err := open(t, Config{FS: m}).Close(); err != nil {
		t.Fatal(err)
	}
	first := m.snapshot()["journal/0000000001.checkpoint"]
	for _, files := range []map[string][]byte{
		{},
		{"identity.tmp": []byte("x")},
		{"journal/0000000001.checkpoint.tmp": first[:20]},
		{"journal/0000000001.checkpoint": first, "identity.tmp": nil},
	} {
		open(t, Config{FS: restored(files)})
	}
	for _, files := range []map[string][]byte{
		{"journal/0000000002.checkpoint": first},
		{"journal/0000000001.checkpoint": first, "journal/0000000001-0000000001.batch": nil},
		{"journal/0000000001.checkpoint": append(first, 0)},
		{"spool/mes-00000001.seg": nil},
	} {
		if err := refused(t, files); err.File != identityName {
			t.Errorf("%v", err)
		}
	}
}
