package persist

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// decoder reads a checkpoint or a batch. Its errors are CorruptErrors, or what
// the file system says.
type decoder struct {
	header
	name    string
	in      *bufio.Reader
	size    int64 // of the file
	offset  int64 // of the next byte
	frames  uint64
	sum     uint32 // of the bytes read so far
	scratch [headerSize]byte
	records []byte
}

// frame is what a file consists of; the records are overwritten by the next one.
type frame struct {
	seq     uint64
	offset  int64
	count   uint32
	records []byte
}

func newDecoder(in io.Reader, name, magic string, size int64) (*decoder, error) {
	d := &decoder{name: name, in: bufio.NewReaderSize(in, int(min(max(size, 16), 64<<10))), size: size}
	if size < headerSize+trailerSize {
		return nil, corrupt(name, size, hintRestore, "%d bytes, want at least %d", size, headerSize+trailerSize)
	}
	b := d.scratch[:headerSize]
	if err := d.read(b); err != nil {
		return nil, err
	}
	var err error
	d.header, err = parseHeader(name, magic, b)
	return d, err
}

func (d *decoder) read(b []byte) error {
	n, err := io.ReadFull(d.in, b)
	d.sum = crc32.Update(d.sum, castagnoli, b[:n])
	d.offset += int64(n)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return corrupt(d.name, d.offset, hintRestore, "ends before its length, %d bytes", d.size)
	default:
		return fmt.Errorf("persist: %s: %w", d.name, err)
	}
}

// next returns the next frame; io.EOF says that the trailer was read and agrees.
func (d *decoder) next() (frame, error) {
	left := d.size - trailerSize - d.offset
	if left == 0 {
		return frame{}, d.trailer()
	}
	f := frame{offset: d.offset}
	if left < frameSize {
		return f, corrupt(d.name, d.offset, hintRestore, "frame is cut")
	}
	head := d.scratch[:frameSize]
	if err := d.read(head); err != nil {
		return f, err
	}
	f.seq, f.count = binary.BigEndian.Uint64(head), binary.BigEndian.Uint32(head[8:])
	length := int64(binary.BigEndian.Uint32(head[12:]))
	if length > min(left-frameSize, maxFrame) {
		return f, corrupt(d.name, f.offset+12, hintRestore, "frame of %d bytes, %d are left", length, left-frameSize)
	}
	if int64(cap(d.records)) < length {
		d.records = make([]byte, length)
	}
	d.records = d.records[:length]
	if err := d.read(d.records); err != nil {
		return f, err
	}
	if want, got := frameSum(head[:16], d.records), binary.BigEndian.Uint32(head[16:]); got != want {
		return f, corrupt(d.name, f.offset, hintRestore, "frame: checksum %08x, want %08x", got, want)
	}
	d.frames++
	f.records = d.records
	return f, nil
}

func (d *decoder) trailer() error {
	at, b := d.offset, d.scratch[:trailerSize]
	if err := d.read(b[:trailerSize-4]); err != nil {
		return err
	}
	want := d.sum
	if err := d.read(b[trailerSize-4:]); err != nil {
		return err
	}
	d.sum = want
	frames, size, sum := binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]), binary.BigEndian.Uint32(b[16:])
	switch {
	case frames != d.frames:
		return corrupt(d.name, at, hintRestore, "%d frames, want %d", d.frames, frames)
	case size != uint64(d.size):
		return corrupt(d.name, at+8, hintRestore, "length %d, want %d", d.size, size)
	case sum != want:
		return corrupt(d.name, at+16, hintRestore, "file: checksum %08x, want %08x", sum, want)
	}
	return io.EOF
}

// each calls f for every record of a frame, with its offset in the file.
func (d *decoder) each(fr frame, f func(record, int64) error) error {
	rest, count := fr.records, uint32(0)
	for len(rest) > 0 {
		at := fr.offset + frameSize + int64(len(fr.records)-len(rest))
		r, behind, err := nextRecord(rest)
		if err != nil {
			return corrupt(d.name, at, hintRestore, "%w", err)
		}
		if err := f(r, at); err != nil {
			return err
		}
		rest = behind
		count++
	}
	if count != fr.count {
		return corrupt(d.name, fr.offset+8, hintRestore, "frame of %d records, want %d", count, fr.count)
	}
	return nil
}
