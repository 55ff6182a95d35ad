package persist

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
)

var exampleIdentity = uuid.MustParse("0190163d-8694-739b-aea5-966c26f8ad91")

// TestFormatDocument compares docs/format/journal.md with what the code writes.
func TestFormatDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/format/journal.md")
	if err != nil {
		t.Fatal(err)
	}
	m := newMemFS()
	j := &Journal{disk: disk{m}, identity: exampleIdentity}
	j.state.end = position{3, 1, 0x8a9136aa}
	frame := beginFrame(nil, 258)
	frame = appendRecord(frame, Record{"report", "7", []byte{1, 2, 3}})
	frame = appendRecord(frame, Record{"link", "300", nil})
	endFrame(frame, 0, 2)
	f := file{0, 3, 2}
	if _, err := j.writeBatch(f, frame, 1); err != nil {
		t.Fatal(err)
	}
	dump := hex.Dump(m.files[f.name()].data)
	if !strings.Contains(string(text), "```hexdump\n"+dump+"```\n") {
		t.Errorf("the document lacks\n%s", dump)
	}
	indented := "    " + strings.ReplaceAll(strings.TrimSpace(identityText(exampleIdentity)), "\n", "\n    ") + "\n"
	if !strings.Contains(string(text), indented) {
		t.Errorf("the document lacks\n%s", indented)
	}
	records, frames, err := read(m.files[f.name()].data, magicBatch)
	if err != nil || frames != 1 || len(records) != 2 || !bytes.Equal(records[0].image, []byte{1, 2, 3}) || !records[1].deleted {
		t.Errorf("%v, %d frames, %v", records, frames, err)
	}
}
