package daemon

import (
	"bytes"
	"context"
	"errors"
	"net"
	"slices"
	"testing"
	"testing/synctest"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
	"github.com/secsd/secsd/secs2"
)

// delivered is a tool that comes with programs. When it runs all are stored.
type delivered struct {
	idleTool
	programs []SuppliedProgram
	found    chan []ProgramEntry // what was stored when the tool began
}

func (t *delivered) Programs() []SuppliedProgram { return t.programs }

func (t *delivered) Run(ctx context.Context, d *Daemon) error {
	t.found <- d.ListPrograms()
	<-ctx.Done()
	return nil
}

func text(ppid string) SuppliedProgram {
	return SuppliedProgram{PPID: ppid, Format: gem.Unformatted, Content: secs2.A("recipe " + ppid).Encoded()}
}

// supplied starts a daemon on a disk, and returns what was stored when its tool
// began; then do, and the end.
func supplied(t *testing.T, disk *persisttest.Disk, programs []SuppliedProgram, do func(*Daemon)) (found []string, err error) {
	t.Helper()
	j, err := persist.Open(persist.Config{FS: disk})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	tool := &delivered{programs: programs, found: make(chan []ProgramEntry, 1)}
	listener := hsmstest.Listen("equipment")
	d, err := New(Config{
		Equipment: gem.Config{MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}}},
		Links:     []hsms.EndpointConfig{{Listen: func() (net.Listener, error) { return listener, nil }}},
		Journal:   j,
	}, tool)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	select {
	case err := <-ended:
		return nil, err
	case list := <-tool.found:
		for _, p := range list {
			found = append(found, p.PPID)
		}
	}
	if do != nil {
		do(d)
	}
	cancel()
	return found, <-ended
}

// TestSuppliedPrograms: what a tool comes with is there before it runs, however often
// the first start dies, and what is deleted later stays so.
func TestSuppliedPrograms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		programs := []SuppliedProgram{text("A"), text("B"), text("C")}
		all := []string{"A", "B", "C"}
		disk := persisttest.NewDisk()
		var killed []*persisttest.Disk
		disk.Before(func(persisttest.Call) { killed = append(killed, disk.Kill()) })
		found, err := supplied(t, disk, programs, func(d *Daemon) {
			disk.Before(nil)
			if err := d.DeleteProgram(t.Context(), "B"); err != nil {
				t.Fatal(err)
			}
		})
		if !slices.Equal(found, all) || err != nil {
			t.Fatalf("the first start has %q, %v", found, err)
		}
		if found, err := supplied(t, disk.Kill(), programs, nil); !slices.Equal(found, []string{"A", "C"}) || err != nil {
			t.Errorf("after a deletion %q, %v", found, err)
		}
		if len(killed) < 20 {
			t.Errorf("only %d calls", len(killed))
		}
		for i, disk := range killed {
			if found, err := supplied(t, disk, programs, nil); !slices.Equal(found, all) || err != nil {
				t.Errorf("killed at call %d: %q, %v", i, found, err)
			}
		}
	})
}

// bySelf is a tool that is no Supplier and stores its programs when it runs.
type bySelf struct {
	idleTool
	programs []SuppliedProgram
	first    bool // what FirstPrograms told
	found    []ProgramEntry
	over     chan struct{}
}

func (t *bySelf) Run(ctx context.Context, d *Daemon) error {
	defer close(t.over)
	if t.first = d.FirstPrograms(); t.first {
		for _, p := range t.programs {
			if err := d.EditProgram(ctx, p.PPID, p.Format, bytes.NewReader(p.Content)); err != nil {
				return err
			}
		}
	}
	t.found = d.ListPrograms()
	return nil
}

func (t *bySelf) start(test *testing.T, disk *persisttest.Disk) *observer.ObservedLogs {
	test.Helper()
	j, err := persist.Open(persist.Config{FS: disk})
	if err != nil {
		test.Fatal(err)
	}
	defer j.Close()
	core, logs := observer.New(zap.WarnLevel)
	listener := hsmstest.Listen("equipment")
	d, err := New(Config{
		Equipment: gem.Config{MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}}},
		Links:     []hsms.EndpointConfig{{Listen: func() (net.Listener, error) { return listener, nil }}},
		Journal:   j,
		Logger:    zap.New(core),
	}, t)
	if err != nil {
		test.Fatal(err)
	}
	ctx, cancel := context.WithCancel(test.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	<-t.over
	cancel()
	if err := <-ended; err != nil {
		test.Error(err)
	}
	return logs
}

// TestNoSupplier: a tool that would store its programs at the first start by itself is
// not told which one that is: there is no start after which some of them are there,
// and the next one does not complete them.
func TestNoSupplier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		programs := []SuppliedProgram{text("A"), text("B"), text("C")}
		disk := persisttest.NewDisk()
		killed := []*persisttest.Disk{disk}
		disk.Before(func(persisttest.Call) { killed = append(killed, disk.Kill()) })
		tool := func() *bySelf { return &bySelf{programs: programs, over: make(chan struct{})} }
		tool().start(t, disk)
		disk.Before(nil)
		for i, disk := range killed {
			x := tool()
			logs := x.start(t, disk)
			if n := len(x.found); n != 0 && n != len(programs) {
				t.Errorf("killed at call %d: %d programs of %d are there for good", i, n, len(programs))
			}
			if n := logs.FilterMessage("tool is no supplier").Len(); x.first || n != 1 {
				t.Errorf("killed at call %d: first %v, %d warnings", i, x.first, n)
			}
		}
	})
}

// TestSupplyFails: a start that cannot store what the tool comes with ends, before
// any host is served, and the next one tries again.
func TestSupplyFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := persisttest.NewDisk()
		wrong := text("B")
		wrong.Content = []byte("this is no item")
		if found, err := supplied(t, disk, []SuppliedProgram{text("A"), wrong}, nil); !errors.Is(err, gem.ErrValue) {
			t.Errorf("a content that is no item: %q, %v", found, err)
		}
		disk = disk.Kill()
		disk.Full(1)
		disk = disk.Kill()
		if found, err := supplied(t, disk, []SuppliedProgram{text("A"), text("B")}, nil); err == nil {
			t.Errorf("a full disk: %q", found)
		}
		disk = disk.Kill()
		disk.Full(0)
		if found, err := supplied(t, disk, []SuppliedProgram{text("A"), text("B")}, nil); !slices.Equal(found, []string{"A", "B"}) || err != nil {
			t.Errorf("at last %q, %v", found, err)
		}
	})
}

// TestWrongContent: a program that cannot be stored is refused to its caller, and
// nothing else happens.
func TestWrongContent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, func(cfg *Config) {
			cfg.Equipment.Programs.MaxBytes = 1024
			cfg.Equipment.Programs.Commands = []gem.ProcessCommand{{CCODE: 1, Name: "STEP"}}
		})
		for name, c := range map[string]struct {
			format  gem.ProgramFormat
			content []byte
		}{
			"text":             {gem.Unformatted, []byte("STEP 1: 60 s")},
			"text formatted":   {gem.Formatted, []byte("STEP 1: 60 s")},
			"nothing":          {gem.Unformatted, nil},
			"no items":         {gem.Formatted, nil},
			"two items":        {gem.Unformatted, append(secs2.A("A").Encoded(), secs2.A("B").Encoded()...)},
			"one item":         {gem.Formatted, secs2.A("A").Encoded()},
			"too long":         {gem.Unformatted, secs2.A(string(make([]byte, 2000))).Encoded()},
			"unknown command":  {gem.Formatted, slices.Concat(secs2.A("ETCH9").Encoded(), secs2.A("1.0").Encoded(), secs2.L(secs2.L(secs2.U2(7), secs2.L())).Encoded())},
			"no such format":   {9, secs2.A("A").Encoded()},
			"format of zero":   {0, secs2.A("A").Encoded()},
			"a list too short": {gem.Formatted, slices.Concat(secs2.A("ETCH9").Encoded(), secs2.A("1.0").Encoded(), secs2.L(secs2.L(secs2.U2(1))).Encoded())},
		} {
			if err := b.d.EditProgram(t.Context(), "X", c.format, bytes.NewReader(c.content)); !errors.Is(err, gem.ErrValue) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if list := b.d.ListPrograms(); len(list) != 0 {
			t.Errorf("stored: %v", list)
		}
		if err := b.d.EditProgram(t.Context(), "X", gem.Unformatted, bytes.NewReader(secs2.A("STEP 1: 60 s").Encoded())); err != nil {
			t.Error(err)
		}
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}
