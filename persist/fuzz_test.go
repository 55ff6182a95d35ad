package persist

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// read reads a file as the journal does and returns its records.
func read(data []byte, magic string) (records []record, frames uint64, err error) {
	d, err := newDecoder(bytes.NewReader(data), "file", magic, int64(len(data)))
	for err == nil {
		var f frame
		if f, err = d.next(); err != nil {
			break
		}
		if cap(d.records) > len(data) {
			panic("more memory than the file has bytes")
		}
		err = d.each(f, func(r record, at int64) error {
			if at < headerSize || at+int64(r.size()) > int64(len(data)) {
				panic("record outside the file")
			}
			records = append(records, record{bytes.Clone(r.kind), bytes.Clone(r.id), bytes.Clone(r.image), r.deleted})
			return nil
		})
	}
	if errors.Is(err, io.EOF) {
		return records, d.frames, nil
	}
	return nil, 0, err
}

func seeds(f *testing.F) map[string][]byte {
	files := twoGenerations(f)
	for _, data := range files {
		f.Add(data)
	}
	return files
}

// FuzzFiles: whatever is in a file, the readers refuse it with a CorruptError or
// find exactly what an encoder has written.
func FuzzFiles(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, magic := range []string{magicCheckpoint, magicBatch} {
			_, _, err := read(data, magic)
			var damaged *CorruptError
			if err != nil && (!errors.As(err, &damaged) || damaged.Offset < 0 || damaged.Offset > int64(len(data))) {
				t.Errorf("%v", err)
			}
		}
		id, err := parseIdentity(string(data))
		if err == nil && identityText(id) != string(data) {
			t.Errorf("%q is not the identity %s", data, id)
		}
	})
}

// FuzzFrames gives the readers frames whose checksums are right.
func FuzzFrames(f *testing.F) {
	for _, data := range seeds(f) {
		if len(data) > headerSize+frameSize+trailerSize {
			f.Add(data[headerSize+frameSize : len(data)-trailerSize])
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		count := 0
		for rest := body; len(rest) > 0; count++ {
			var err error
			if _, rest, err = nextRecord(rest); err != nil {
				break
			}
		}
		file := encoded(t, body, count)
		records, frames, err := read(file, magicBatch)
		if err != nil {
			return
		}
		var again []byte
		for _, r := range records {
			again = r.append(again)
		}
		if frames != 1 || !bytes.Equal(again, body) {
			t.Errorf("%x\n%x", again, body)
		}
		if _, _, err := read(encoded(t, body, count+1), magicBatch); err == nil {
			t.Error("a record too many")
		}
	})
}

// encoded is a batch of one commit.
func encoded(t *testing.T, records []byte, count int) []byte {
	frame := append(beginFrame(nil, 7), records...)
	endFrame(frame, 0, count)
	var out bytes.Buffer
	enc := encoder{out: &out}
	if err := errors.Join(enc.header(header{magic: magicBatch}), enc.framed(frame, 1), enc.trailer()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
