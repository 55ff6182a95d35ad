package spool

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"testing"
)

var roomy = Share(160<<10, 1)

// example is a folder of six segments: messages 1 to 3 are in the first, 4 is in the second to the fourth, with 5 behind
// it, 6 and 7 are in the fifth, 8 and 9 in the sixth.
func example() disk {
	d, seq := disk{}, uint64(0)
	s := NewStore(roomy)
	for i, length := range []int{1000, 1000, 1000, 9000, 100, 3900, 100, 500, 500} {
		d.add(s, &seq, message(uint64(100+i), length))
	}
	return d
}

// redo makes the header's checksum right again.
func redo(header []byte) {
	binary.BigEndian.PutUint32(header[4:], crc32.Checksum(header[8:headerSize], castagnoli))
}

func TestDamage(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(d disk)
		head   uint64
		at     CorruptError
	}{
		"oldest missing":            {func(d disk) { delete(d, 1) }, 1, CorruptError{1, 0, "is missing"}},
		"middle missing":            {func(d disk) { delete(d, 5) }, 1, CorruptError{5, 0, "is missing"}},
		"part missing":              {func(d disk) { delete(d, 3) }, 1, CorruptError{3, 0, "is missing"}},
		"first part missing":        {func(d disk) { delete(d, 2) }, 4, CorruptError{2, 0, "is missing"}},
		"part missing, below head":  {func(d disk) { delete(d, 3) }, 6, CorruptError{3, 0, "is missing"}},
		"cut":                       {func(d disk) { d[1] = d[1][:4000] }, 1, CorruptError{1, 3100, "the size"}},
		"cut in a record":           {func(d disk) { d[1] = d[1][:2000] }, 1, CorruptError{1, 1060, "outside"}},
		"cut in the header":         {func(d disk) { d[2] = d[2][:20] }, 1, CorruptError{2, 20, "within its header"}},
		"empty":                     {func(d disk) { d[2] = nil }, 1, CorruptError{2, 0, "within its header"}},
		"longer":                    {func(d disk) { d[1] = append(d[1], 0) }, 1, CorruptError{1, 4096, "the size"}},
		"newest longer":             {func(d disk) { d[6] = append(d[6], 0) }, 1, CorruptError{6, 4096, "the size"}},
		"newest cut":                {func(d disk) { d[6] = d[6][:4095] }, 1, CorruptError{6, 1080, "the size"}},
		"zeros":                     {func(d disk) { clear(d[3]) }, 1, CorruptError{3, 0, "no segment"}},
		"zeros behind the header":   {func(d disk) { clear(d[3][headerSize:]) }, 1, CorruptError{3, 40, "no message"}},
		"message zeroed":            {func(d disk) { clear(d[1][2080:]) }, 1, CorruptError{1, 2080, "end here"}},
		"below head, changed":       {func(d disk) { d[1][50]++ }, 9, CorruptError{1, 40, "checksum"}},
		"newest, changed in middle": {func(d disk) { d[6][100]++ }, 1, CorruptError{6, 40, "checksum"}},
		"newest, header changed":    {func(d disk) { d[6][30]++ }, 1, CorruptError{6, 4, "checksum"}},
		"newest, no segment":        {func(d disk) { d[6][0]++ }, 1, CorruptError{6, 0, "no segment"}},
		"renamed":                   {func(d disk) { d[7] = d[6]; delete(d, 6) }, 1, CorruptError{7, 12, "name"}},
		"two exchanged":             {func(d disk) { d[3], d[5] = d[5], d[3] }, 1, CorruptError{5, 12, "name"}},
		"newer version":             {func(d disk) { d[2][9] = 2; redo(d[2]) }, 1, CorruptError{2, 8, "version"}},
		"newest of newer version":   {func(d disk) { d[6][9] = 2; redo(d[6]) }, 1, CorruptError{6, 8, "version"}},
		"header that cannot be":     {func(d disk) { d[2][19] = 2; redo(d[2]) }, 1, CorruptError{2, 16, "cannot be"}},
		"of another folder":         {func(d disk) { d[5][31]++; redo(d[5]) }, 1, CorruptError{5, 4080, "next message is 9"}},
		"something behind":          {func(d disk) { d[1][4000] = 1 }, 1, CorruptError{1, 3100, "record"}},
		"part without beginning":    {func(d disk) { d[5][11] |= segmentContinues; redo(d[5]) }, 1, CorruptError{5, 40, "belong"}},
	} {
		d := example()
		c.damage(d)
		_, _, err := d.open(roomy, c.head, 0)
		var got *CorruptError
		if !errors.As(err, &got) || got.Segment != c.at.Segment || got.Offset != c.at.Offset || !strings.Contains(got.What, c.at.What) {
			t.Errorf("%s: %v; want segment %d, offset %d, %s", name, err, c.at.Segment, c.at.Offset, c.at.What)
		}
	}
}

// summary is a Recovery without the numbers.
type summary struct {
	messages int
	last     uint64
	torn     int
}

func TestNoDamage(t *testing.T) {
	for name, c := range map[string]struct {
		change     func(d disk)
		head, kept uint64
		want       summary
	}{
		"untouched":             {func(disk) {}, 1, 0, summary{9, 108, 0}},
		"consumed":              {func(disk) {}, 10, 0, summary{0, 108, 0}},
		"in flight":             {func(disk) {}, 8, 2, summary{3, 108, 0}},
		"removals lost":         {func(d disk) { delete(d, 1); delete(d, 2) }, 8, 0, summary{2, 108, 0}},
		"gap behind in flight":  {func(d disk) { delete(d, 2); delete(d, 3); delete(d, 4) }, 6, 2, summary{5, 108, 0}},
		"whole message, flight": {func(d disk) { delete(d, 1); delete(d, 5) }, 8, 4, summary{3, 108, 0}},
		"last message torn":     {func(d disk) { clear(d[6][900:]) }, 1, 0, summary{8, 107, 340}},
		"newest never written":  {func(d disk) { clear(d[6]) }, 1, 0, summary{7, 106, 0}},
		"newest without size":   {func(d disk) { d[6] = nil }, 1, 0, summary{7, 106, 0}},
		"newest cut early":      {func(d disk) { d[6] = d[6][:500] }, 1, 0, summary{7, 106, 500}},
		"unfinished message":    {func(d disk) { delete(d, 4); delete(d, 5); delete(d, 6) }, 1, 0, summary{3, 102, 8192}},
		"all gone":              {func(d disk) { clear(d) }, 7, 0, summary{}},
	} {
		d := example()
		c.change(d)
		s, got, err := d.open(roomy, c.head, c.kept)
		if err != nil || (summary{got.Messages, got.LastNumber, got.Torn}) != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
			continue
		}
		if d.apply(s.Removals(1, c.head, c.kept)...); c.kept != 0 {
			if m, err := d.read(s, c.kept); err != nil || m.Number != 99+c.kept {
				t.Errorf("%s: in flight: %d, %v", name, m.Number, err)
			}
		}
		if len(d) > 6 || got.Messages == 0 && len(d) > 0 {
			t.Errorf("%s: segments %v are left", name, d.numbers())
		}
	}
}

// TestInFlightIsMissing: a message in flight that is not there is damage.
func TestInFlightIsMissing(t *testing.T) {
	d := example()
	for n := uint32(1); n < 6; n++ {
		delete(d, n)
	}
	if _, _, err := d.open(roomy, 8, 2); !errors.As(err, new(*CorruptError)) {
		t.Error(err)
	}
}

// TestEveryByte changes every byte of a folder.
func TestEveryByte(t *testing.T) {
	whole := example()
	for _, n := range whole.numbers() {
		for i := range whole[n] {
			d := maps.Clone(whole)
			d[n] = slices.Clone(whole[n])
			d[n][i] ^= 1 << (i % 8)
			s, r, err := d.open(roomy, 1, 0)
			var c *CorruptError
			switch {
			case errors.As(err, &c):
				if c.Segment != n || c.Offset > i {
					t.Fatalf("segment %d, byte %d: %v", n, i, err)
				}
			case err != nil || n != 6 || i < 560 || i < 1080 && r.Messages != 8 || i >= 1080 && r.Messages != 9 || r.Torn == 0:
				t.Fatalf("segment %d, byte %d: %+v, %v", n, i, r, err)
			}
			if err == nil && i%16 == 0 {
				readAll(t, d, s)
			}
		}
	}
}

// TestEveryCut cuts the newest segment, and the append before it, at every byte.
func TestEveryCut(t *testing.T) {
	whole := example()
	for cut := 0; cut < 1080; cut++ {
		d := whole.clone()
		clear(d[6][cut:])
		s, r, err := d.open(roomy, 1, 0)
		want := 7
		if cut >= 560 {
			want = 8
		} else if cut == 559 && whole[6][559] == 0 {
			continue
		}
		if err != nil || r.Messages != want {
			t.Fatalf("cut at %d: %+v, %v", cut, r, err)
		}
		seq := uint64(0)
		d.add(s, &seq, message(500, 300))
		if s, r, err = d.open(roomy, 1, 0); err != nil || r.Messages != want+1 || r.LastNumber != 500 {
			t.Fatalf("cut at %d, then an append: %+v, %v", cut, r, err)
		}
		if cut%16 == 0 {
			readAll(t, d, s)
		}
	}
}

// TestDamageWhileReading: what Recover saw and Read sees again is checked again.
func TestDamageWhileReading(t *testing.T) {
	whole := example()
	for _, c := range []struct {
		index uint64
		at    CorruptError
	}{{1, CorruptError{1, 40, ""}}, {3, CorruptError{1, 2080, ""}}, {4, CorruptError{3, 40, ""}}, {5, CorruptError{4, 4, ""}}} {
		s, _, err := whole.open(roomy, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		d := whole.clone()
		d[c.at.Segment][c.at.Offset+1]++
		_, err = d.read(s, c.index)
		var got *CorruptError
		if !errors.As(err, &got) || got.Segment != c.at.Segment || got.Offset != c.at.Offset {
			t.Errorf("message %d: %v, want segment %d, offset %d", c.index, err, c.at.Segment, c.at.Offset)
		}
		if m, err := whole.read(s, c.index); err != nil || m.Number != 99+c.index {
			t.Errorf("message %d once it is repaired: %v", c.index, err)
		}
	}
}

func readAll(t *testing.T, d disk, s *Store) {
	t.Helper()
	for i := s.Head(); i < s.Durable(); i++ {
		if _, err := d.read(s, i); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
	}
}
