package spool

import (
	"encoding/binary"
	"errors"
	"testing"
)

// repair makes the checksums of a segment right, as far as its lengths go, so that fuzzing gets behind them.
func repair(data []byte, number uint32) {
	if len(data) < headerSize {
		return
	}
	redo(data)
	for at := headerSize; at+recordHeaderSize < len(data) && !blank(data[at:]); {
		b := data[at:]
		size := recordHeaderSize + int(binary.BigEndian.Uint16(b[4:]))
		if size > len(b) {
			return
		}
		binary.BigEndian.PutUint32(b, recordChecksum(b[:size], number, at))
		at += size
	}
}

// FuzzRecover gives a store a folder of any bytes: three files, whose checksums are made right if fix has their bit.
func FuzzRecover(f *testing.F) {
	d := example()
	f.Add(d[1], d[2], d[3], uint32(1), uint64(1), uint64(0), byte(7))
	f.Add(d[4], d[5], d[6], uint32(4), uint64(6), uint64(5), byte(7))
	f.Add(d[6][:500], []byte{}, d[1], uint32(6), uint64(8), uint64(0), byte(7))
	f.Add([]byte{}, []byte{}, d[6], uint32(4), uint64(9), uint64(8), byte(7))
	f.Fuzz(func(t *testing.T, a, b, c []byte, number uint32, head, kept uint64, fix byte) {
		folder := disk{number: a, number + 1: b, number + 2: c}.clone()
		for i := range uint32(3) {
			if fix>>i&1 != 0 {
				repair(folder[number+i], number+i)
			}
		}
		s, r, err := folder.open(roomy, head, kept)
		if err != nil {
			if !errors.As(err, new(*CorruptError)) {
				t.Fatal(err)
			}
			return
		}
		if s.Tail() < head || s.Bytes() != len(folder)*SegmentSize || r.Torn > len(a)+len(b)+len(c) {
			t.Fatalf("%+v, %d bytes, tail %d", r, s.Bytes(), s.Tail())
		}
		for i := uint64(0); i < 1000 && head+i < s.Durable(); i++ {
			m, err := folder.read(s, head+i)
			if err != nil && !errors.As(err, new(*CorruptError)) {
				t.Fatal(err)
			}
			if cap(m.Body) > MaxBytes {
				t.Fatalf("a body of %d bytes", cap(m.Body))
			}
		}
		folder.apply(s.Removals(1, head, kept)...)
		s.Committed(1)
		if s.Fits(100) {
			folder.apply(s.Append(2, message(1, 100))...)
			s.Committed(2)
			if m, err := folder.read(s, s.Tail()-1); err != nil || !same(m, message(1, 100)) {
				t.Fatal(err)
			}
		}
	})
}
