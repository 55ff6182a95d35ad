package daemon

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
	"github.com/secsd/secsd/secs2"
)

// slowJournal answers when the test says so.
type slowJournal struct {
	events  chan persist.Event
	records []persist.Record
}

func (j *slowJournal) Load(restore func(persist.Record) error, _ func(persist.Segment) error) error {
	for _, r := range j.records {
		if err := restore(r); err != nil {
			return err
		}
	}
	return nil
}
func (j *slowJournal) Commit(persist.Commit) {}
func (j *slowJournal) Accept() error         { return nil }
func (j *slowJournal) Fetch(string, uint32)  {}
func (j *slowJournal) Run(ctx context.Context, notify func(persist.Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case ev := <-j.events:
			notify(ev)
		}
	}
}

func TestOperatorWaitsForTheJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &slowJournal{events: make(chan persist.Event)}
		b := start(t, j, nil)
		for _, test := range []struct {
			event persist.Event
			want  error
		}{
			{persist.Event{Kind: persist.Durable, Seq: 1}, nil},
			{persist.Event{Kind: persist.Failed, Seq: 2, Err: errors.New("no space")}, gem.ErrStorage},
		} {
			action := map[uint64]gem.Action{1: gem.Local, 2: gem.Remote}[test.event.Seq]
			done := make(chan error, 1)
			go func() { done <- b.d.Operator(t.Context(), "", action) }()
			synctest.Wait()
			select {
			case err := <-done:
				t.Fatalf("Operator returned %v before its commit was durable", err)
			default:
			}
			j.events <- test.event
			if err := <-done; !errors.Is(err, test.want) {
				t.Errorf("%+v: Operator = %v, want %v", test.event, err, test.want)
			}
		}
		if err := b.d.Ready(); !errors.Is(err, gem.ErrStorage) {
			t.Errorf("Ready = %v, want ErrStorage", err)
		}
		time.Sleep(time.Second)
		j.events <- persist.Event{Kind: persist.Failed, Seq: 2, Err: errors.New("the folder is gone")}
		synctest.Wait()
		want := "storage failed at 2000-01-01T00:00:00Z: the folder is gone"
		if err := b.d.Ready(); err == nil || err.Error() != want {
			t.Errorf("Ready = %v, want %s", err, want)
		}
		j.events <- persist.Event{Kind: persist.Back}
		synctest.Wait()
		for message, n := range map[string]int{"storage failed": 1, "storage still failed": 1, "storage back": 1} {
			if got := b.logs.FilterMessage(message).Len(); got != n {
				t.Errorf("%d lines %q, want %d", got, message, n)
			}
		}
		if s := b.d.Snapshot().Storage; s != (Storage{Failures: 1}) {
			t.Errorf("%+v", s)
		}
		if err := b.d.Ready(); err != nil {
			t.Errorf("Ready = %v once storage is back", err)
		}
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}

// TestStrictTriggerWaitsForTheJournal: in strict delivery Trigger returns when its
// event is on disk, or tells that it is not; in plain delivery at once.
func TestStrictTriggerWaitsForTheJournal(t *testing.T) {
	for delivery, waits := range map[gem.Delivery]bool{gem.StrictDelivery: true, gem.PlainDelivery: false} {
		synctest.Test(t, func(t *testing.T) {
			j := &slowJournal{events: make(chan persist.Event), records: []persist.Record{
				{Kind: "constant", ID: "255", Image: secs2.Bool(true).Encoded()},
				{Kind: "enabled", ID: "mes\x00", Image: secs2.U4(5001).Encoded()},
			}}
			b := start(t, j, func(cfg *Config) {
				cfg.Equipment.Delivery = delivery
				cfg.Equipment.Spool.Default = []gem.SpoolSelection{{Stream: 6}}
				cfg.Equipment.Events = []gem.Event{{CEID: 5001, Name: "Done"}}
			})
			j.events <- persist.Event{Kind: persist.Durable, Seq: 1} // the spool is active
			for _, word := range []persist.Event{{Kind: persist.Durable, Seq: 2}, {Kind: persist.Failed, Seq: 3}} {
				done := make(chan error, 1)
				go func() { done <- b.d.Trigger(t.Context(), 5001) }()
				synctest.Wait()
				if len(done) == 1 == waits {
					t.Fatalf("delivery %v: Trigger returned before %+v: %v", delivery, word, len(done) == 1)
				}
				j.events <- word
				err := <-done
				if want := waits && word.Kind == persist.Failed; errors.Is(err, gem.ErrStorage) != want {
					t.Errorf("delivery %v, %+v: Trigger = %v", delivery, word, err)
				}
				if word.Kind == persist.Durable && waits {
					synctest.Wait()
				}
			}
			if err := b.stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestEveryDroppedRecordIsLogged: the bound on repeated log lines is not for what
// was dropped, or left unused, of the last run's records.
func TestEveryDroppedRecordIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const each = 3 * notesPerSecond
		j := &slowJournal{events: make(chan persist.Event)}
		for i := range each {
			vid := secs2.U4(uint32(70001 + i)).Encoded()
			for _, host := range []string{"mes", "gone"} {
				j.records = append(j.records, persist.Record{Kind: "enabled", ID: host + "\x00", Image: vid})
			}
		}
		b := start(t, j, nil)
		for _, message := range []string{"record dropped", "record unused"} {
			if got := b.logs.FilterMessage(message).Len(); got != each {
				t.Errorf("%d lines %q, want %d", got, message, each)
			}
		}
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}

func TestSwitchSurvivesInTheJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := persisttest.NewDisk()
		j, err := persist.Open(persist.Config{FS: disk})
		if err != nil {
			t.Fatal(err)
		}
		b := start(t, j, nil)
		if err := b.d.Operator(t.Context(), "", gem.Local); err != nil {
			t.Fatal(err)
		}
		if err := b.stop(); err != nil {
			t.Fatal(err)
		}
		if j, err = persist.Open(persist.Config{FS: disk.Kill()}); err != nil {
			t.Fatal(err)
		}
		b = start(t, j, nil)
		if got := b.d.Snapshot().Storage.Identity; got != j.Identity().String() {
			t.Errorf("identity %q", got)
		}
		if got := b.d.Snapshot().Hosts[0].Control; got != gem.OnLineLocal {
			t.Errorf("after the restart %v, want LOCAL", got)
		}
		if err := b.stop(); err != nil {
			t.Fatal(err)
		}
	})
}
