package persist

import (
	"bytes"
	"errors"
	"testing"
)

// FuzzProgramFile: a header is read, or it is damage; never more than the file has.
func FuzzProgramFile(f *testing.F) {
	good := programFile{Program: Program{Name: "OX", Format: 1, Size: 3}, version: 1}
	good.sum = checksum([]byte("abc"))
	whole := append(good.header(), "abc"...)
	f.Add(whole)
	f.Add(whole[:20])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		p := programFile{Program: Program{Name: "OX"}, version: 1}
		err := p.readHeader(bytes.NewReader(data), int64(len(data)))
		var damage *CorruptError
		if err != nil {
			if !errors.As(err, &damage) || damage.File != p.path() {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(data[:p.start()], p.header()) {
			t.Fatalf("%q is not how this header is written", data)
		}
		content, err := p.verify(bytes.NewReader(data))
		if (err == nil) != (checksum(data[p.start():]) == p.sum) || err == nil && int64(len(content)) != p.Size && p.Size <= programPiece {
			t.Fatalf("%d bytes, %v", len(content), err)
		}
	})
}
