package daemon

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
)

// TestStrictAlarmWaitsForTheJournal: in strict delivery an alarm is set when what
// tells it is on disk. Who repeats it, having given up, waits for that too.
func TestStrictAlarmWaitsForTheJournal(t *testing.T) {
	for _, fails := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			j := &slowJournal{events: make(chan persist.Event), records: []persist.Record{
				{Kind: "constant", ID: "255", Image: secs2.Bool(true).Encoded()},
				{Kind: "alarms", ID: "mes\x00", Image: secs2.U4(7).Encoded()},
			}}
			b := start(t, j, func(cfg *Config) {
				cfg.Equipment.Delivery = gem.StrictDelivery
				cfg.Equipment.Spool.Default = []gem.SpoolSelection{{Stream: 5}}
				cfg.Equipment.Alarms = []gem.Alarm{{ALID: 7, Name: "DoorOpen"}}
			})
			j.events <- persist.Event{Kind: persist.Durable, Seq: 1} // the spool is active
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := b.d.Alarm(ctx, 7, gem.AlarmSet); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("while the disk is slow: %v", err)
			}
			again := make(chan error, 1)
			go func() { again <- b.d.Alarm(t.Context(), 7, gem.AlarmSet) }()
			synctest.Wait()
			if len(again) > 0 {
				t.Fatalf("the second call did not wait: %v", <-again)
			}
			word := persist.Event{Kind: persist.Durable, Seq: 2}
			if fails {
				word.Kind = persist.Failed
			}
			j.events <- word
			err := <-again
			if errors.Is(err, gem.ErrStorage) != fails || len(b.d.Snapshot().AlarmsSet) == 0 != fails {
				t.Errorf("the disk fails: %v; Alarm = %v, %v are set", fails, err, b.d.Snapshot().AlarmsSet)
			}
			if !fails {
				if err := b.d.Alarm(t.Context(), 7, gem.AlarmSet); err != nil {
					t.Errorf("set again: %v", err)
				}
			}
			if err := b.d.Alarm(t.Context(), 8, gem.AlarmSet); !errors.Is(err, gem.ErrUnknown) {
				t.Errorf("an unknown alarm: %v", err)
			}
			if err := b.stop(); err != nil {
				t.Error(err)
			}
		})
	}
}
