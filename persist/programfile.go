package persist

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// This file is the bytes of a program's file: a header with the name, then the
// content. docs/format/programs.md draws it.

const (
	magicProgram       = "secsdprg"
	programHeaderSize  = 36
	programPiece       = 64 << 10 // what is read and written at a time
	programSuffix      = ".pp"
	programVersionSize = 8 // hexadecimal digits
)

// programFile is a program's file.
type programFile struct {
	Program
	version uint32
	sum     uint32 // of the content
}

// path is the file's name below the data folder. Whatever the program is called,
// the file is in its folder, and no two programs share one where case does not
// count: 252 bytes at most.
func (f programFile) path() string {
	return fmt.Sprintf("%s/%s-%08x%s", programsDir, hex.EncodeToString([]byte(f.Name)), f.version, programSuffix)
}

// parseProgramFile reads a file's name, as in its folder.
func parseProgramFile(base string) (programFile, bool) {
	var f programFile
	stem, _ := strings.CutSuffix(base, programSuffix)
	digits, version, _ := strings.Cut(stem, "-")
	name, err := hex.DecodeString(digits)
	n, _ := strconv.ParseUint(version, 16, 32)
	f.Name, f.version = string(name), uint32(n)
	return f, err == nil && len(name) > 0 && len(name) <= MaxProgramName && f.path() == programsDir+"/"+base
}

func (f programFile) start() int64 { return int64(programHeaderSize + len(f.Name)) }

func (f programFile) header() []byte {
	b := make([]byte, 0, f.start())
	b = append(b, magicProgram...)
	b = binary.BigEndian.AppendUint32(b, formatVersion)
	b = binary.BigEndian.AppendUint32(b, uint32(f.Format))
	b = binary.BigEndian.AppendUint32(b, uint32(len(f.Name)))
	b = binary.BigEndian.AppendUint64(b, uint64(f.Size))
	b = binary.BigEndian.AppendUint32(b, f.sum)
	b = binary.BigEndian.AppendUint32(b, crc32.Update(checksum(b), castagnoli, []byte(f.Name)))
	return append(b, f.Name...)
}

// write writes header and content, and fills in what it learns of the content.
func (f *programFile) write(out File, content io.Reader, limit int64) error {
	f.Size, f.sum = 0, 0
	if err := writeAll(out, f.header()); err != nil {
		return err
	}
	piece := make([]byte, programPiece)
	for {
		n, err := content.Read(piece)
		f.sum = crc32.Update(f.sum, castagnoli, piece[:n])
		if f.Size += int64(n); f.Size > limit {
			return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, limit)
		}
		if n > 0 {
			if err := writeAll(out, piece[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("content: %w", err)
		}
	}
	header := f.header()
	n, err := out.WriteAt(header, 0)
	if err == nil && n < len(header) {
		err = io.ErrShortWrite
	}
	return err
}

// readHeader reads and checks the header of the file called f.path(), which has
// size bytes.
func (f *programFile) readHeader(in io.Reader, size int64) error {
	name := f.path()
	damaged := func(offset int64, format string, args ...any) error {
		return corrupt(name, offset, hintProgram, format, args...)
	}
	if size < f.start() {
		return damaged(size, "%d bytes, a header has %d", size, f.start())
	}
	b := make([]byte, f.start())
	if _, err := io.ReadFull(in, b); err != nil {
		return fmt.Errorf("persist: %s: %w", name, err)
	}
	if got := string(b[:8]); got != magicProgram {
		return damaged(0, "begins with %q, want %q", got, magicProgram)
	}
	if v := binary.BigEndian.Uint32(b[8:]); v != formatVersion {
		return corrupt(name, 8, hintNewer, "format version %d, this secsd knows %d", v, formatVersion)
	}
	sum := crc32.Update(checksum(b[:programHeaderSize-4]), castagnoli, b[programHeaderSize:])
	if want := binary.BigEndian.Uint32(b[programHeaderSize-4:]); sum != want {
		return damaged(0, "header: checksum %08x, want %08x", sum, want)
	}
	format, length := binary.BigEndian.Uint32(b[12:]), binary.BigEndian.Uint32(b[16:])
	if format > 0xFF || int(length) != len(f.Name) || string(b[programHeaderSize:]) != f.Name {
		return damaged(programHeaderSize, "the program of another file")
	}
	f.Format, f.sum = byte(format), binary.BigEndian.Uint32(b[28:])
	f.Size = int64(binary.BigEndian.Uint64(b[20:]))
	if f.Size < 0 || size != f.start()+f.Size {
		return damaged(min(size, f.start()), "%d bytes of content, want %d", size-f.start(), uint64(f.Size))
	}
	return nil
}

// openProgram opens a program's file and reads it whole, to find damage before
// anybody gets a part of it.
func (d disk) openProgram(f programFile) (*OpenedProgram, error) {
	in, err := d.Open(f.path())
	if err != nil {
		return nil, fmt.Errorf("persist: %w", err)
	}
	small, err := f.verify(in)
	in.Close()
	if err != nil {
		return nil, err
	}
	if small != nil {
		return &OpenedProgram{f.Program, io.NopCloser(bytes.NewReader(small))}, nil
	}
	// The name is never given to another file.
	if in, err = d.Open(f.path()); err != nil {
		return nil, fmt.Errorf("persist: %w", err)
	}
	if _, err := io.ReadFull(in, make([]byte, f.start())); err != nil {
		in.Close()
		return nil, fmt.Errorf("persist: %s: %w", f.path(), err)
	}
	return &OpenedProgram{f.Program, limitedFile{io.LimitReader(in, f.Size), in}}, nil
}

// limitedFile is the content of a file that is open at it.
type limitedFile struct {
	io.Reader
	io.Closer
}

// verify reads the file whole. What fits into one piece it returns.
func (f programFile) verify(in io.Reader) (content []byte, err error) {
	found := programFile{Program: Program{Name: f.Name}, version: f.version}
	if err := found.readHeader(in, f.start()+f.Size); err != nil {
		return nil, err
	}
	piece := make([]byte, min(programPiece, f.Size))
	sum, left := uint32(0), f.Size
	for left > 0 {
		n, err := io.ReadFull(in, piece[:min(left, int64(len(piece)))])
		left -= int64(n)
		sum = crc32.Update(sum, castagnoli, piece[:n])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, corrupt(f.path(), f.start()+f.Size-left, hintProgram, "%d bytes of content, want %d", f.Size-left, f.Size)
		}
		if err != nil {
			return nil, fmt.Errorf("persist: %s: %w", f.path(), err)
		}
	}
	if sum != found.sum || found.Format != f.Format {
		return nil, corrupt(f.path(), f.start(), hintProgram, "content: checksum %08x, want %08x", sum, found.sum)
	}
	if f.Size > programPiece {
		return nil, nil
	}
	return piece, nil
}

// programs checks the names and headers of the programs folder. Of several
// versions of a program the newest counts; the others are left of a crash.
func (d disk) programs() (found []programFile, unfinished []string, err error) {
	entries, unfinished, err := d.list(programsDir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		f, ok := parseProgramFile(e.Name)
		if !ok || e.Dir {
			return nil, nil, corrupt(programsDir+"/"+e.Name, 0, hintName, "unknown name")
		}
		in, err := d.Open(path.Join(programsDir, e.Name))
		if err != nil {
			return nil, nil, fmt.Errorf("persist: %w", err)
		}
		err = f.readHeader(in, e.Size)
		in.Close()
		if err != nil {
			return nil, nil, err
		}
		found = append(found, f)
	}
	slices.SortFunc(found, func(a, b programFile) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return compare(uint64(b.version), uint64(a.version))
	})
	newest := found[:0]
	for _, f := range found {
		if n := len(newest); n > 0 && newest[n-1].Name == f.Name {
			unfinished = append(unfinished, f.path())
			continue
		}
		newest = append(newest, f)
	}
	return newest, unfinished, nil
}
