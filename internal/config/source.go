package config

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

// maxFile bounds a configuration file, in bytes. Ten thousand variables need
// about half of it.
const maxFile = 2 << 20

// Source is the text of a configuration and what stands before it.
type Source struct {
	// Name is how problems call the file.
	Name string
	Data []byte
	// Overrides are settings that count more than the file's.
	Overrides []Override
}

// ReadFile returns the Source for the file at path. Its errors name the path.
func ReadFile(path string) (Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return Source{}, fmt.Errorf("config: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return Source{}, fmt.Errorf("config: open %s: is a directory", path)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return Source{}, fmt.Errorf("config: %w", err)
	}
	return Source{Name: path, Data: data}, nil
}

var utf8BOM = []byte("\xEF\xBB\xBF")

// plain returns data without a byte order mark, or reports why it is no text.
func (r *report) plain(data []byte) ([]byte, bool) {
	if len(data) > maxFile {
		r.place(1, 1, "", fmt.Sprintf("more than %d bytes", maxFile), fmt.Sprintf("at most %d bytes", maxFile))
		return nil, false
	}
	if bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		r.place(1, 1, "", "UTF-16 text", "UTF-8 text")
		return nil, false
	}
	data = bytes.TrimPrefix(data, utf8BOM)
	line, start := 1, 0
	for i := 0; i < len(data); {
		char, size := utf8.DecodeRune(data[i:])
		if char == utf8.RuneError && size == 1 || char < ' ' && char != '\t' && char != '\n' && char != '\r' {
			r.place(line, i-start+1, "", fmt.Sprintf("byte 0x%02X", data[i]), "UTF-8 text without control characters")
			return nil, false
		}
		i += size
		if char == '\n' {
			line, start = line+1, i
		}
	}
	return data, true
}
