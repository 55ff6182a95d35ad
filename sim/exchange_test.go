package sim

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestExchange: a carrier comes when it is asked to, however long it would wait.
func TestExchange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		c.Carriers.Arrive, c.Lots = 24*time.Hour, HostLots
		f := startOn(t, c, equipment)
		time.Sleep(time.Minute)
		if s := f.Material(); s.Ports[0].Occupied || s.Ports[1].Occupied {
			t.Fatalf("a carrier came: %+v", s.Ports)
		}
		f.tool.Exchange(2)
		time.Sleep(time.Minute)
		f.clean()
		if s := f.Material(); s.Ports[0].Occupied || !s.Ports[1].Occupied {
			t.Errorf("want a carrier at port 2 alone: %+v", s.Ports)
		}
	})
}
