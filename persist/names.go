package persist

import (
	"fmt"
	"strconv"
	"strings"
)

// What a data folder holds. A name with temporary at its end is a file that was
// never finished.
const (
	identityName = "identity"
	lockName     = "lock"
	journalDir   = "journal"
	spoolDir     = "spool"
	programsDir  = "programs"
	recoveredDir = "lost+found" // of a file system's own check
	temporary    = ".tmp"

	// unsuppliedName is an empty file that is there until the programs that the tool
	// comes with are all stored.
	unsuppliedName = "unsupplied"
)

// file is one file of the journal; the number of a checkpoint is 0. There can be
// many, so their names are made when they are needed.
type file struct {
	size               int64
	generation, number uint64
}

func (f file) batch() bool { return f.number > 0 }

// name is relative to the data folder.
func (f file) name() string {
	if f.batch() {
		return fmt.Sprintf("%s/%010d-%010d.batch", journalDir, f.generation, f.number)
	}
	return fmt.Sprintf("%s/%010d.checkpoint", journalDir, f.generation)
}

func (f file) magic() string {
	if f.batch() {
		return magicBatch
	}
	return magicCheckpoint
}

// before is the order in which files count: by generation, the checkpoint first.
func (f file) before(g file) int {
	switch {
	case f.generation != g.generation:
		return compare(f.generation, g.generation)
	default:
		return compare(f.number, g.number)
	}
}

func compare(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

// parseFileName reads the name of a checkpoint or batch, as in its folder.
func parseFileName(base string) (file, bool) {
	var f file
	stem, _, _ := strings.Cut(base, ".")
	generation, number, _ := strings.Cut(stem, "-")
	f.generation, _ = strconv.ParseUint(generation, 10, 64)
	f.number, _ = strconv.ParseUint(number, 10, 64)
	return f, f.generation > 0 && f.name() == journalDir+"/"+base
}

// maxHost is the longest name of a host: escaped, with a segment's number, it
// is a file name of 253 bytes.
const maxHost = 80

func validHost(host string) bool {
	for i := range len(host) {
		if host[i] < ' ' || host[i] > '~' {
			return false
		}
	}
	return host != "" && len(host) <= maxHost
}

// SegmentFile returns the file of a segment, relative to the data folder. Whatever the host is called, the file
// is in the spool folder, and no two hosts share one where case does not count.
func SegmentFile(host string, number uint32) string {
	var b strings.Builder
	b.WriteString(spoolDir + "/")
	for i := range len(host) {
		switch c := host[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '_':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	fmt.Fprintf(&b, "-%08x.seg", number)
	return b.String()
}

// parseSegmentFile reads the name of a segment, as in its folder.
func parseSegmentFile(base string) (host string, number uint32, ok bool) {
	stem, _ := strings.CutSuffix(base, ".seg")
	escaped, digits, _ := strings.Cut(stem, "-")
	n, _ := strconv.ParseUint(digits, 16, 32)
	var b strings.Builder
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		if c == '%' && i+2 < len(escaped) {
			code, _ := strconv.ParseUint(escaped[i+1:i+3], 16, 8)
			c = byte(code)
			i += 2
		}
		b.WriteByte(c)
	}
	host, number = b.String(), uint32(n)
	return host, number, validHost(host) && SegmentFile(host, number) == spoolDir+"/"+base
}
