package persist

import (
	"fmt"
	"strings"

	"github.com/google/uuid"
)

// identityText is the file that says whose folder this is, for people to read.
func identityText(id uuid.UUID) string {
	text := fmt.Sprintf("secsd data folder\nformat %d\nidentity %s\n", formatVersion, id)
	return text + fmt.Sprintf("crc32c %08x\n", checksum([]byte(text)))
}

func parseIdentity(text string) (uuid.UUID, error) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) < 4 {
		return uuid.Nil, corrupt(identityName, int64(len(text)), hintRestore, "%d lines, want 4", len(lines)-1)
	}
	var version int
	if n, _ := fmt.Sscanf(lines[1], "format %d", &version); n == 1 && version > formatVersion {
		at := int64(len(lines[0]) + 1)
		return uuid.Nil, corrupt(identityName, at, hintNewer, "format version %d, this secsd knows %d", version, formatVersion)
	}
	at := len(lines[0]) + 1 + len(lines[1]) + 1
	value, _ := strings.CutPrefix(lines[2], "identity ")
	id, err := uuid.Parse(value)
	if err != nil {
		return id, corrupt(identityName, int64(at), hintRestore, "%q: %w", lines[2], err)
	}
	want := identityText(id)
	if text != want {
		at := 0
		for at < min(len(text), len(want)) && text[at] == want[at] {
			at++
		}
		return uuid.Nil, corrupt(identityName, int64(at), hintRestore, "not as it was written")
	}
	return id, nil
}

func (d disk) readIdentity() (uuid.UUID, error) {
	text, err := d.whole(identityName, 4096)
	if err != nil {
		return uuid.Nil, err
	}
	return parseIdentity(string(text))
}

func (d disk) writeIdentity(id uuid.UUID) error {
	return d.replace(identityName+temporary, identityName, bytesOf([]byte(identityText(id))))
}
