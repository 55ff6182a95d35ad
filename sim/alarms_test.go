package sim

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// siren is a daemon that keeps what it is told of alarms; its disk fails now and
// then.
type siren struct {
	recorder
	mu    sync.Mutex
	told  []string
	fails int
}

func (s *siren) Describe() daemon.Description {
	return daemon.Description{Description: gem.Description{Alarms: []gem.AlarmDescription{{ID: 7, Name: "DoorOpen"}, {ID: 8, Name: "WaterFlow"}}}}
}

func (s *siren) Alarm(_ context.Context, alid uint32, state gem.AlarmState, _ ...gem.Value) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails++; s.fails%3 == 0 {
		return gem.ErrStorage
	}
	s.told = append(s.told, fmt.Sprint(alid, state))
	return nil
}

// TestAlarms: one at a time, each is cleared, and none is lost to the disk.
func TestAlarms(t *testing.T) {
	c := Config{Speed: 10, Alarms: Alarms{Every: 300 * time.Second, Last: 20 * time.Second, Names: []string{"DoorOpen", "WaterFlow"}}}
	equipment := gem.Config{Alarms: []gem.Alarm{{ALID: 7, Name: "DoorOpen"}, {ALID: 8, Name: "WaterFlow"}}}
	synctest.Test(t, func(t *testing.T) {
		tool, err := New(c, equipment)
		if err != nil {
			t.Fatal(err)
		}
		s := &siren{}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if err := tool.run(ctx, s); err != nil {
			t.Fatal(err)
		}
		if n := len(s.told) / 2; n < 80 || n > 140 {
			t.Errorf("%d alarms in 10 hours, want one every 5 minutes", n)
		}
		for i := 0; i+1 < len(s.told); i += 2 {
			if set, cleared := s.told[i], s.told[i+1]; set[2:] != "SET" || cleared != set[:2]+"CLEAR" {
				t.Fatalf("told %v", s.told[i:i+2])
			}
		}
		if !slices.Contains(s.told, "7 SET") || !slices.Contains(s.told, "8 SET") {
			t.Error("one of them never came")
		}
	})
}

func TestAlarmsMustExist(t *testing.T) {
	for key, a := range map[string]Alarms{
		"alarms.names":    {Every: time.Second},
		"alarms.names[0]": {Names: []string{"Nope"}},
		"alarms.every":    {Every: -1},
	} {
		err := Config{Alarms: a}.Validate(gem.Config{})
		if want := "sim: " + key; err == nil || err.Error()[:len(want)] != want {
			t.Errorf("%+v: %v, want a problem of %s", a, err, key)
		}
	}
}
