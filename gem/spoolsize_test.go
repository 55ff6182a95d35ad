package gem

import (
	"fmt"
	"runtime"
	"testing"
	"unsafe"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// TestSpoolStaysUnderOneMiB fills the spools of some hosts and empties them,
// with messages of several lengths, and measures files and heap together where
// the most is held: messages that wait for the disk, a full spool, the longest
// message on its way to the host.
func TestSpoolStaysUnderOneMiB(t *testing.T) {
	for _, hosts := range []int{1, 3, spool.MaxBytes / spool.MinBytes} {
		for _, size := range []int{100, 3000, spool.Share(0, hosts).MaxMessage - 100} {
			t.Run(fmt.Sprintf("%d hosts, %d bytes", hosts, size), func(t *testing.T) { fillAndEmpty(t, hosts, size) })
		}
	}
}

func fillAndEmpty(t *testing.T, hosts, size int) {
	cfg := testConfig()
	cfg.Variables[3].MaxLength = size + 100
	cfg.Hosts = nil
	for i := range hosts {
		cfg.Hosts = append(cfg.Hosts, HostConfig{Name: fmt.Sprintf("h%02d", i), DeviceIDs: []uint16{uint16(i)}})
	}
	cfg.Spool.Default = []SpoolSelection{{Stream: 6}}
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	disk, out := newTestDisk(), new(Output)
	step := func(in Input) {
		e.Step(t0, in, out)
		for disk.take(out); out.More; disk.take(out) {
			e.Step(t0, Continue{}, out)
		}
	}
	step(Restored{Record{kindConstant.name, "255", secs2.Bool(true).Encoded()}})
	for _, h := range cfg.Hosts {
		id := h.Name + "\x00"
		step(Restored{Record{kindReport.name, id + "1", secs2.L(secs2.U4(1), secs2.U4(1004)).Encoded()}})
		step(Restored{Record{kindLink.name, id + "5002", secs2.L(secs2.U4(1)).Encoded()}})
		step(Restored{Record{kindEnable.name, id, secs2.U4(5002).Encoded()}})
	}
	step(Start{})
	value := []Value{{1004, secs2.L(secs2.A(string(make([]byte, size))))}}
	durable := func() {
		for len(disk.waiting) > 0 {
			seq := disk.waiting[0].Seq
			disk.durable(seq)
			step(Durable{seq})
		}
	}
	step(SetVariables{value})
	durable()
	base := heapInUse()

	worst := 0
	measure := func() {
		waiting := 0
		for _, c := range disk.waiting { // the writes count, the commits around them are the journal's
			waiting += len(c.Writes)*64 + len(c.Records)*64 + 48
		}
		held := heapInUse() - base - waiting
		worst = max(worst, held)
	}
	for i := 0; ; i++ {
		for !e.Crowded(0) {
			if step(Trigger{CEID: 5002}); e.hosts[0].spool.model.Full() {
				break
			}
		}
		if i < 3 || i%16 == 0 {
			measure()
		}
		durable()
		if e.hosts[0].spool.model.Full() {
			break
		}
	}
	for i := range 200 { // more than there is room for
		if step(Trigger{CEID: 5002}); i%50 == 0 {
			measure()
			durable()
		}
	}
	durable()
	measure()
	for i := range cfg.Hosts {
		step(LinkUp{i})
		step(Primary{Host: i, Header: secs2.DataHeader(uint16(i), 1, 13, secs2.WantReply, 1), Body: secs2.L()})
		step(Primary{Host: i, Header: secs2.DataHeader(uint16(i), 6, 23, secs2.WantReply, 1), Body: secs2.U1(0)})
	}
	for range 20 {
		durable()
		for len(disk.fetches) > 0 {
			step(disk.fetched())
		}
	}
	measure()
	if e.hosts[0].spool.inFlight == 0 {
		t.Fatal("nothing is being sent")
	}
	if worst >= 1<<20 {
		t.Errorf("files and heap are %d bytes, 1 MiB is %d", worst, 1<<20)
	}
	t.Logf("files and heap: %d bytes at most, %d messages", worst, e.hosts[0].spool.count())
	runtime.KeepAlive(e)
}

// heapInUse returns the bytes in use; the segments of a testDisk are among them.
func heapInUse() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func TestEntrySize(t *testing.T) {
	if n := int(unsafe.Sizeof(entry{})) + 32; n > entryBytes { // and its record's id
		t.Errorf("an entry takes %d bytes, counted are %d", n, entryBytes)
	}
}
