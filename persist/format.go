package persist

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/google/uuid"
)

// This file is the bytes of checkpoints and batches, which are alike: a header,
// frames of records, a trailer. docs/format/journal.md draws them.

const formatVersion = 1

const (
	headerSize  = 68
	frameSize   = 20 // before the records
	recordSize  = 9  // before kind, ID and image
	trailerSize = 20
)

// maxFrame bounds the records of one frame.
const maxFrame = 64 << 20

const (
	magicCheckpoint = "secsdckp"
	magicBatch      = "secsdbat"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// position is a place in the row of all batches: behind the one of this
// generation and number, whose checksum is sum.
type position struct {
	generation, number uint64
	sum                uint32
}

// header begins a file. A batch follows the batch before it; a checkpoint
// stands for all batches up to one of them.
type header struct {
	magic              string
	identity           uuid.UUID
	generation, number uint64 // the number of a checkpoint is 0
	after              position
}

func (h header) append(b []byte) []byte {
	start := len(b)
	b = append(b, h.magic...)
	b = binary.BigEndian.AppendUint32(b, formatVersion)
	b = append(b, h.identity[:]...)
	b = binary.BigEndian.AppendUint64(b, h.generation)
	b = binary.BigEndian.AppendUint64(b, h.number)
	b = binary.BigEndian.AppendUint64(b, h.after.generation)
	b = binary.BigEndian.AppendUint64(b, h.after.number)
	b = binary.BigEndian.AppendUint32(b, h.after.sum)
	return binary.BigEndian.AppendUint32(b, checksum(b[start:]))
}

// parseHeader reads the header of a file; b has headerSize bytes.
func parseHeader(name, magic string, b []byte) (header, error) {
	h := header{magic: string(b[:8])}
	if h.magic != magic {
		return h, corrupt(name, 0, hintRestore, "begins with %q, want %q", h.magic, magic)
	}
	if v := binary.BigEndian.Uint32(b[8:]); v != formatVersion {
		return h, corrupt(name, 8, hintNewer, "format version %d, this secsd knows %d", v, formatVersion)
	}
	if want, got := checksum(b[:headerSize-4]), binary.BigEndian.Uint32(b[headerSize-4:]); got != want {
		return h, corrupt(name, 0, hintRestore, "header: checksum %08x, want %08x", got, want)
	}
	h.identity = uuid.UUID(b[12:28])
	h.generation, h.number = binary.BigEndian.Uint64(b[28:]), binary.BigEndian.Uint64(b[36:])
	h.after = position{
		binary.BigEndian.Uint64(b[44:]), binary.BigEndian.Uint64(b[52:]), binary.BigEndian.Uint32(b[60:]),
	}
	return h, nil
}

// beginFrame appends the head of a frame, which endFrame completes.
func beginFrame(b []byte, seq uint64) []byte {
	return append(binary.BigEndian.AppendUint64(b, seq), make([]byte, frameSize-8)...)
}

// endFrame completes the frame that starts at start and goes to the end of b.
func endFrame(b []byte, start, records int) {
	f := b[start:]
	binary.BigEndian.PutUint32(f[8:], uint32(records))
	binary.BigEndian.PutUint32(f[12:], uint32(len(f)-frameSize))
	binary.BigEndian.PutUint32(f[16:], frameSum(f[:16], f[frameSize:]))
}

func frameSum(head, records []byte) uint32 {
	return crc32.Update(checksum(head), castagnoli, records)
}

// record is a view on the bytes of a Record.
type record struct {
	kind, id, image []byte
	deleted         bool
}

func appendRecord(b []byte, r Record) []byte {
	b = appendRecordHead(b, r.Image == nil, len(r.Kind), len(r.ID), len(r.Image))
	return append(append(append(b, r.Kind...), r.ID...), r.Image...)
}

func (r record) append(b []byte) []byte {
	b = appendRecordHead(b, r.deleted, len(r.kind), len(r.id), len(r.image))
	return append(append(append(b, r.kind...), r.id...), r.image...)
}

func appendRecordHead(b []byte, deleted bool, kind, id, image int) []byte {
	op := byte(1)
	if deleted {
		op = 0
	}
	b = append(b, op)
	b = binary.BigEndian.AppendUint16(b, uint16(kind))
	b = binary.BigEndian.AppendUint16(b, uint16(id))
	return binary.BigEndian.AppendUint32(b, uint32(image))
}

// size is the number of bytes that a record takes.
func (r record) size() int { return recordSize + len(r.kind) + len(r.id) + len(r.image) }

var errRecord = errors.New("record goes beyond its frame or has an unknown operation")

// nextRecord splits the first record off the records of a frame.
func nextRecord(b []byte) (r record, rest []byte, err error) {
	if len(b) < recordSize {
		return r, nil, errRecord
	}
	kind, id := int(binary.BigEndian.Uint16(b[1:])), int(binary.BigEndian.Uint16(b[3:]))
	image := int64(binary.BigEndian.Uint32(b[5:]))
	if b[0] > 1 || b[0] == 0 && image > 0 || image > int64(len(b)-recordSize-kind-id) {
		return r, nil, errRecord
	}
	r.deleted = b[0] == 0
	b = b[recordSize:]
	r.kind, b = b[:kind:kind], b[kind:]
	r.id, b = b[:id:id], b[id:]
	r.image = b[:image:image]
	return r, b[image:], nil
}

// encoder writes a file: header, frames, trailer.
type encoder struct {
	out    io.Writer
	frames uint64
	size   int64
	sum    uint32
}

func (e *encoder) write(b []byte) error {
	n, err := e.out.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	e.size += int64(n)
	e.sum = crc32.Update(e.sum, castagnoli, b)
	return err
}

func (e *encoder) header(h header) error { return e.write(h.append(nil)) }

// write takes n frames that endFrame has completed.
func (e *encoder) framed(b []byte, n int) error {
	e.frames += uint64(n)
	return e.write(b)
}

// trailer ends the file; sum is the file's checksum then.
func (e *encoder) trailer() error {
	b := binary.BigEndian.AppendUint64(nil, e.frames)
	b = binary.BigEndian.AppendUint64(b, uint64(e.size+trailerSize))
	e.sum = crc32.Update(e.sum, castagnoli, b)
	b = binary.BigEndian.AppendUint32(b, e.sum)
	n, err := e.out.Write(b)
	if err == nil && n < len(b) {
		err = fmt.Errorf("persist: trailer: %w", io.ErrShortWrite)
	}
	e.size += trailerSize
	return err
}
