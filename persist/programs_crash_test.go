package persist_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

// shelf is the model: what may be stored under each name, "" is nothing.
type shelf map[string][]string

func (s shelf) clone() shelf {
	c := shelf{}
	for name, may := range s {
		c[name] = append([]string(nil), may...)
	}
	return c
}

// nastyNames are names that a folder does not like.
var nastyNames = []string{
	"A", "a", "..", "/", "a/b", "\x00", "\xff\xfe", "x.tmp", strings.Repeat("\xe4", 120), strings.Repeat("Z", 120), "0-00000001.pp",
}

func openPrograms(t testing.TB, d *persisttest.Disk) (*persist.Journal, *persist.Programs, error) {
	j, err := persist.Open(persist.Config{FS: d})
	if err != nil {
		return nil, nil, err
	}
	if err := j.Load(func(persist.Record) error { return nil }, func(persist.Segment) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := j.Accept(); err != nil {
		j.Close()
		return nil, nil, err
	}
	return j, j.Programs(), nil
}

func store(p *persist.Programs, name, content string) error {
	s, err := p.Stage(name, 1, strings.NewReader(content), 1<<20)
	if err != nil {
		return err
	}
	return s.Commit()
}

// has compares what is stored with what may be, and returns what is.
func has(t testing.TB, p *persist.Programs, may shelf) shelf {
	t.Helper()
	found := shelf{}
	for _, x := range p.List() {
		opened, err := p.Open(x.Name)
		if err != nil {
			t.Fatalf("open %q: %v", x.Name, err)
		}
		data, err := io.ReadAll(opened)
		opened.Close()
		if err != nil || int64(len(data)) != x.Size || x.Format != 1 {
			t.Fatalf("%q: %d bytes, format %d, %v", x.Name, len(data), x.Format, err)
		}
		found[x.Name] = []string{string(data)}
	}
	for name, contents := range may {
		got := ""
		if f := found[name]; f != nil {
			got = f[0]
		}
		ok := false
		for _, c := range contents {
			ok = ok || c == got
		}
		if !ok {
			t.Fatalf("%q is %.40q, may be %.40q", name, got, contents)
		}
		found[name] = []string{got}
	}
	if len(found) > len(may) {
		t.Fatalf("found %d programs, know %d", len(found), len(may))
	}
	return found
}

// TestProgramsCrash takes the power away before every call of a workload, with every
// outcome: each program is the old one or the new one, and what was acknowledged
// is there.
func TestProgramsCrash(t *testing.T) {
	disk := persisttest.NewDisk()
	j, p, err := openPrograms(t, disk)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	may := shelf{}
	type moment struct {
		disk *persisttest.Disk
		may  shelf
		call persisttest.Call
	}
	var moments []moment
	disk.Before(func(c persisttest.Call) { moments = append(moments, moment{disk.Kill(), may.clone(), c}) })
	change := func(name, content string, do func() error) {
		t.Helper()
		old := may[name]
		if old == nil {
			old = []string{""}
		}
		may[name] = []string{old[0], content}
		if err := do(); err != nil {
			t.Fatal(err)
		}
		may[name] = []string{content}
	}
	big := strings.Repeat("recipe ", 30_000)
	for i, name := range nastyNames[:4] {
		change(name, fmt.Sprint("one", i), func() error { return store(p, name, fmt.Sprint("one", i)) })
		change(name, big, func() error { return store(p, name, big) })
	}
	change("..", "", func() error { return p.Delete("..") })
	change("A", "three", func() error { return store(p, "A", "three") })
	disk.Before(nil)
	checked := 0
	for i, m := range moments {
		for _, o := range m.disk.Outcomes(uint64(i), 2) {
			d := m.disk.Crash(o.Choice)
			j, p, err := openPrograms(t, d)
			if err != nil {
				t.Fatalf("before %v, %v: %v", m.call, o.Name, err)
			}
			found := has(t, p, m.may)
			// What the start found is certain: it is there after another power loss.
			j.Close()
			j, p, err = openPrograms(t, d.Crash(func(persisttest.Pending) persisttest.Keep { return nil }))
			if err != nil {
				t.Fatalf("before %v, %v, again: %v", m.call, o.Name, err)
			}
			has(t, p, found)
			j.Close()
			checked++
		}
	}
	t.Logf("%d calls, %d crashes", len(moments), checked)
}

// TestProgramsAgainstModel: stores and deletions over a disk that fails and
// crashes, against a map.
func TestProgramsAgainstModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		disk := persisttest.NewDisk()
		j, p, err := openPrograms(t, disk)
		if err != nil {
			t.Fatal(err)
		}
		may := shelf{}
		for n := range rapid.IntRange(1, 25).Draw(rt, "steps") {
			name := nastyNames[rapid.IntRange(0, len(nastyNames)-1).Draw(rt, "name")]
			if rapid.IntRange(0, 2).Draw(rt, "fault") == 0 {
				modes := []persisttest.Mode{persisttest.Nothing, persisttest.Half, persisttest.Complete, persisttest.Dropped}
				errs := []error{syscall.EIO, syscall.ENOSPC}
				disk.FailFrom(rapid.IntRange(1, 8).Draw(rt, "call"), errs[rapid.IntRange(0, 1).Draw(rt, "error")], modes[rapid.IntRange(0, len(modes)-1).Draw(rt, "mode")])
			}
			content := fmt.Sprintf("%d %s", n, strings.Repeat("x", rapid.IntRange(0, 200_000).Draw(rt, "size")))
			old := may[name]
			if old == nil {
				old = []string{""}
			}
			switch rapid.IntRange(0, 3).Draw(rt, "do") {
			case 0:
				err = p.Delete(name)
				content = ""
			default:
				err = store(p, name, content)
			}
			disk.Heal()
			// What was refused did not happen, as long as the process lives.
			if err != nil {
				content = old[0]
			}
			may[name] = []string{content}
			has(t, p, may)
			if err != nil {
				// After a crash it may have happened: nobody could sync that it had not.
				// The next change settles it.
				if err := store(p, "settled", fmt.Sprint(n)); err != nil {
					t.Fatal(err)
				}
				may["settled"] = []string{fmt.Sprint(n)}
			}
			if rapid.IntRange(0, 3).Draw(rt, "crash") == 0 {
				outcomes := disk.Outcomes(uint64(n), 4)
				disk = disk.Crash(outcomes[rapid.IntRange(0, len(outcomes)-1).Draw(rt, "outcome")].Choice)
				if j, p, err = openPrograms(t, disk); err != nil {
					t.Fatal(err)
				}
				may = has(t, p, may)
			}
		}
		j.Close()
	})
}

func TestDamagedProgram(t *testing.T) {
	disk := persisttest.NewDisk()
	j, p, err := openPrograms(t, disk)
	if err != nil {
		t.Fatal(err)
	}
	content := bytes.Repeat([]byte("0123456789abcdef"), 10_000)
	if err := store(p, "OXIDE", string(content)); err != nil {
		t.Fatal(err)
	}
	file := ""
	for _, name := range disk.Names() {
		if strings.HasSuffix(name, ".pp") {
			file = name
		}
	}
	whole, _ := disk.ReadFile(file)
	j.Close()
	for at := range 60 {
		disk := disk.Kill()
		data := bytes.Clone(whole)
		data[at] ^= 0x20
		disk.WriteFile(file, data)
		j, p, err := openPrograms(t, disk)
		var damage *persist.CorruptError
		if err == nil {
			_, err = p.Open("OXIDE")
			j.Close()
		}
		if !errors.As(err, &damage) || damage.File != file {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
	for _, cut := range []int{0, 10, 36, 41, 42, 100, len(whole) - 1} {
		disk := disk.Kill()
		disk.WriteFile(file, whole[:cut])
		if _, _, err := openPrograms(t, disk); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
}

// TestOpenedProgramStays: replaced and deleted, what was opened is what it was.
func TestOpenedProgramStays(t *testing.T) {
	for name, p := range map[string]interface {
		Stage(string, byte, io.Reader, int64) (persist.StagedProgram, error)
		Delete(...string) error
		Open(string) (*persist.OpenedProgram, error)
	}{"disk": programsIn(t, t.TempDir()), "memory": persist.NewMemoryPrograms()} {
		old := strings.Repeat("old ", 50_000)
		for _, content := range []string{old, "new"} {
			if content == "new" {
				continue
			}
			s, err := p.Stage("A", 2, strings.NewReader(content), int64(len(content)))
			if err != nil || s.Commit() != nil {
				t.Fatal(name, err)
			}
		}
		opened, err := p.Open("A")
		if err != nil {
			t.Fatal(name, err)
		}
		s, err := p.Stage("A", 1, strings.NewReader("new"), 3)
		if err != nil || s.Commit() != nil {
			t.Fatal(name, err)
		}
		if _, err := p.Stage("A", 1, strings.NewReader("long"), 3); !errors.Is(err, persist.ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
		if err := p.Delete("A", "never was"); err != nil {
			t.Fatal(name, err)
		}
		if data, err := io.ReadAll(opened); string(data) != old || err != nil || opened.Format != 2 {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
		opened.Close()
		if _, err := p.Open("A"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func programsIn(t *testing.T, dir string) *persist.Programs {
	j, err := persist.Open(persist.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j.Programs()
}
