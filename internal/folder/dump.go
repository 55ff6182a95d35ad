package folder

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
	"github.com/secsd/secsd/spool"
)

// Dump prints every record and every spooled message of the data folder at dir
// and changes nothing in it. Where there is damage, what lies before it is
// printed.
func Dump(w io.Writer, dir string) error {
	out := bufio.NewWriter(w)
	c := newContents()
	p := printer{out: out}
	err := persist.Dump(dir, func(f persist.Found) error { return c.add(f, p.found) })
	if err == nil {
		err = c.dumpSpools(out)
	}
	if err != nil {
		err = named(dir, err)
	}
	return errors.Join(err, out.Flush())
}

// printer prints what persist.Dump finds: a line for each file and each commit,
// a line and an item for each record.
type printer struct {
	out  io.Writer
	file string
	seq  uint64
}

func (p *printer) found(f persist.Found) error {
	if f.File != p.file {
		p.file, p.seq = f.File, 0
		fmt.Fprintf(p.out, "%s\n", f.File)
	}
	if f.Segment != nil {
		_, err := fmt.Fprintf(p.out, "  segment %d of host %q, %d bytes\n", f.Segment.Number, f.Segment.Host, len(f.Segment.Data))
		return err
	}
	if f.Program != nil {
		_, err := fmt.Fprintf(p.out, "  program %q, format %d, %d bytes\n", f.Program.Name, f.Program.Format, f.Program.Size)
		return err
	}
	// The frames of a checkpoint are no commits.
	if f.Seq != p.seq && strings.HasSuffix(f.File, ".batch") {
		p.seq = f.Seq
		fmt.Fprintf(p.out, "  commit %d\n", f.Seq)
	}
	r := f.Record
	if r.Image == nil {
		_, err := fmt.Fprintf(p.out, "  %d delete %s %q\n", f.Offset, r.Kind, r.ID)
		return err
	}
	_, err := fmt.Fprintf(p.out, "  %d put %s %q\n%s", f.Offset, r.Kind, r.ID, readable(r.Image))
	return err
}

// readable returns bytes as SML if they are an item, else in hexadecimal.
func readable(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if it, err := secs2.Parse(b); err == nil {
		return "    " + strings.ReplaceAll(sml.FormatItem(it), "\n", "\n    ") + "\n"
	}
	return fmt.Sprintf("    % X\n", b)
}

// dumpSpools prints the messages of every spool.
func (c *contents) dumpSpools(out io.Writer) error {
	for _, host := range slices.Sorted(maps.Keys(c.segments)) {
		s, err := c.open(host)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "spool of host %q: %d messages\n", host, s.messages)
		err = s.each(func(index uint64, m spool.Message) error {
			w := ""
			if m.W == secs2.WantReply {
				w = " W"
			}
			_, err := fmt.Fprintf(out, "  message %d, event %d: %s%s\n%s", index, m.Number, m.SF, w, readable(m.Body))
			return err
		})
		if err != nil {
			return c.locate(host, err)
		}
	}
	return nil
}
