package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// filled returns a folder with two commits, the second of which fills a spool.
func filled(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	j, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	j.Commit(persist.Commit{Seq: 1, Records: []persist.Record{
		{Kind: "constant", ID: "5", Image: secs2.U2(7).Encoded()},
		{Kind: "switch", ID: "", Image: []byte{1}},
		{Kind: "report", ID: "mes\x00U4:9", Image: secs2.L().Encoded()},
	}})
	j.Commit(persist.Commit{Seq: 2, Records: []persist.Record{
		{Kind: "report", ID: "mes\x00U4:9"},
		{Kind: "spool", ID: "mes\x00", Image: spool.Record{Active: true, First: 1, Head: 1}.Image()},
	}})
	store := spool.NewStore(spool.Share(0, 1))
	if _, err := store.Recover(1, 0); err != nil {
		t.Fatal(err)
	}
	for n := range uint64(3) {
		m := spool.Message{Number: 40 + n, SF: secs2.SF{Stream: 6, Function: 11}, W: secs2.WantReply, Body: secs2.U4(uint32(n)).Encoded()}
		c := persist.Commit{Seq: 3 + n}
		for _, w := range store.Append(c.Seq, m) {
			c.Writes = append(c.Writes, persist.Write{Host: "mes", Segment: w.Segment, Offset: w.Offset, Data: w.Data})
		}
		store.Committed(c.Seq)
		j.Commit(c)
	}
	ctx, stop := context.WithCancel(t.Context())
	if err := j.Run(ctx, func(ev persist.Event) {
		if ev.Seq == 5 {
			stop()
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCheckCounts(t *testing.T) {
	var out strings.Builder
	if err := Check(&out, filled(t)); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"stopped      in order", "records      3", "  constant   1", "  switch     1", "  spool      1",
		"spool        1 segments, 4096 bytes", "  mes        1 segments, 3 messages",
	} {
		if !strings.Contains(out.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, &out)
		}
	}
	if strings.Contains(out.String(), "report") {
		t.Errorf("a record that was deleted is counted:\n%s", &out)
	}
}

func TestDumpShowsAll(t *testing.T) {
	var out strings.Builder
	if err := Dump(&out, filled(t)); err != nil {
		t.Fatal(err)
	}
	const want = `journal/0000000001-0000000001.batch
  commit 1
    put constant "5"
      <U2 [1] 7>
    put switch ""
      01
    put report "mes\x00U4:9"
      <L [0]>
  commit 2
    delete report "mes\x00U4:9"
    put spool "mes\x00"
`
	// Where records stand is the format's affair.
	got := out.String()
	for _, line := range strings.Split(want, "\n") {
		if text := strings.TrimSpace(line); !strings.Contains(got, text) {
			t.Fatalf("no %q in\n%s", text, &out)
		}
	}
	for _, text := range []string{"  88 put constant", "spool/mes-00000001.seg\n  segment 1 of host \"mes\", 4096 bytes\n",
		"spool of host \"mes\": 3 messages\n  message 1, event 40: S6F11 W\n    <U4 [1] 0>\n"} {
		if !strings.Contains(got, text) {
			t.Errorf("no %q in\n%s", text, got)
		}
	}
}

// TestDamageIsLocated: what the daemon would not start with is told with its file.
func TestDamageIsLocated(t *testing.T) {
	for name, c := range map[string]struct {
		file   string
		offset int64
		want   string
	}{
		"batch":   {"journal/0000000001-0000000001.batch", 100, "journal/0000000001-0000000001.batch: offset"},
		"segment": {"spool/mes-00000001.seg", 50, "spool/mes-00000001.seg: offset 40: "},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filled(t)
			f, err := os.OpenFile(filepath.Join(dir, c.file), os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteAt([]byte{0xEE}, c.offset); err != nil {
				t.Fatal(err)
			}
			f.Close()
			for _, show := range []func(io.Writer, string) error{Check, Dump} {
				err := show(io.Discard, dir)
				if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), dir) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				if !strings.Contains(HintReading(err), "restore the data folder from a copy") {
					t.Errorf("hint %q", HintReading(err))
				}
			}
		})
	}
}

func TestHints(t *testing.T) {
	dir := filled(t)
	j, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	_, err = Open(dir)
	if !errors.Is(err, persist.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("by process %d", os.Getpid())) {
		t.Errorf("%v", err)
	}
	if Hint(err) == "" || Hint(err) == HintReading(err) {
		t.Errorf("hints %q, %q", Hint(err), HintReading(err))
	}
	if hint := Hint(errors.New("anything")); hint != "" {
		t.Errorf("hint %q", hint)
	}
}

// TestHintOfTheConfiguration: an error that knows what to do says it.
func TestHintOfTheConfiguration(t *testing.T) {
	err := fmt.Errorf("gem: %w", &model.UnconfiguredError{What: "substrate W1 is at PM-A", Key: "PM-A in gem300.locations", Until: "it has left"})
	if got := Hint(err); got != "configure PM-A in gem300.locations again until it has left; only if the tool is empty take another data folder" {
		t.Errorf("hint %q", got)
	}
}
