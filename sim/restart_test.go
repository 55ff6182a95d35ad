package sim

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist/persisttest"
)

func endless() Config {
	c := recipes()
	c.Lots = EndlessLots
	return c
}

// shortLots are lots without end, of carriers with three slots.
func shortLots() (Config, gem.Config) { return lotsOf(3) }

func lotsOf(slots int) (Config, gem.Config) {
	equipment := factory()
	for i := range equipment.Material.Ports {
		equipment.Material.Ports[i].Capacity = slots
	}
	return endless(), equipment
}

// TestEveryRestart starts the tool on what was on the disk before each of its calls
// in turn, in the middle of lots without end: the lots go on.
func TestEveryRestart(t *testing.T) {
	c, equipment := lotsOf(2)
	var disks []*persisttest.Disk
	synctest.Test(t, func(t *testing.T) {
		f := start300(t, c, equipment, persisttest.NewDisk())
		f.mu.Lock()
		f.before = func() { disks = append(disks, f.disk.Kill()) }
		f.mu.Unlock()
		f.awaitNext("LotCompleted")
		f.awaitNext("LotCompleted")
		f.end()
	})
	if len(disks) < 150 {
		t.Fatalf("%d calls", len(disks))
	}
	for n := 0; n < len(disks); n += few(2, 9) {
		synctest.Test(t, func(t *testing.T) {
			f := start300(t, c, equipment, disks[n])
			for range 3 {
				f.awaitNext("LotCompleted")
			}
			f.sound()
			if t.Failed() {
				t.Logf("before call %d", n)
			}
		})
	}
}

// sound checks the world.
func (f *fab) sound() {
	f.t.Helper()
	at := map[string]string{}
	for _, w := range f.Material().Substrates {
		if other := at[w.Location]; other != "" {
			f.t.Errorf("%s and %s are at %s", w.ID, other, w.Location)
		}
		at[w.Location] = w.ID
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.astray) > 0 {
		f.t.Errorf("taken out before they were processed: %v", f.astray)
	}
}

// TestKilledAgainAndAgain ends the tool at random moments, again and again.
func TestKilledAgainAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		killAgainAndAgain(t, c, equipment, few(100, 30))
	})
}

// killAgainAndAgain ends a tool with lots without end at random moments.
func killAgainAndAgain(t *testing.T, c Config, equipment gem.Config, rounds int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	disk, done := persisttest.NewDisk(), 0
	left := map[string]bool{}
	for range rounds {
		f := start300(t, c, equipment, disk)
		time.Sleep(time.Duration(random.Int64N(int64(40 * time.Second))))
		synctest.Wait()
		disk = f.disk.Kill()
		done += f.times("LotCompleted")
		f.sound()
		f.end()
		for _, id := range f.leavers() {
			if left[id] {
				t.Errorf("%s came twice", id)
			}
			left[id] = true
		}
	}
	if done < rounds/6 {
		f := start300(t, c, equipment, disk)
		t.Errorf("%d lots in %d rounds; %s", done, rounds, f.world())
	}
}

// TestCarrierNumbersGoOn: no two carriers have one number, whatever is at the ports
// when the tool ends; the first start begins with the first one.
func TestCarrierNumbersGoOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		ports []uint8 // from which the carriers leave before the tool ends
		want  string  // the next one, "" for a new number
	}{
		{"none has left", nil, "FOUP-0403"},
		{"the first has left", []uint8{1}, ""},
		{"all have left", []uint8{1, 2}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			onCommand(t, HostLots, func(t *testing.T, f *fab) {
				f.comes(1, "FOUP-0401")
				f.comes(2, "FOUP-0402")
				for _, n := range c.ports {
					f.goes(n)
				}
				time.Sleep(time.Hour)
				disk := f.disk.Kill()
				f.end()
				f = start300(t, f.tool.config, f.equipment, disk)
				if len(c.ports) == 0 {
					c.ports = []uint8{1}
					f.goes(1)
				}
				id := f.comes(c.ports[0], c.want)
				if number := carrierNumber(id); c.want == "" && number < firstCarrier+3600 {
					t.Errorf("%s came", id)
				}
				f.goes(c.ports[0])
				if next := f.comes(c.ports[0], ""); carrierNumber(next) != carrierNumber(id)+1 {
					t.Errorf("%s came behind %s", next, id)
				}
			})
		})
	}
}

// comes has a carrier come to a port, and returns its ID.
func (f *fab) comes(port uint8, want string) string {
	f.t.Helper()
	f.send("SIM-DELIVER", later, atPort(port))
	f.awaitNext("CarrierIDRead")
	if id := f.text("FOUPID"); want != "" && id != want {
		f.t.Errorf("%s came to port %d, want %s", id, port, want)
	}
	return f.text("FOUPID")
}

// goes sends the carrier of a port away.
func (f *fab) goes(port uint8) {
	f.t.Helper()
	f.tell(model.OperatorCancels{Port: int(port)})
	f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[port-1].Transfer == readyToUnload })
	f.send("SIM-REMOVE", later, atPort(port))
	f.awaitNext("CarrierRemoved")
}

// TestUnreadOverARestart: a carrier that stood unread when the tool ended gets a
// number from the operator, and the next one another.
func TestUnreadOverARestart(t *testing.T) {
	onCommand(t, EndlessLots, func(t *testing.T, f *fab) {
		f.send("SIM-FAIL", later, asText("Failure", "carrier_id_unread"))
		f.send("SIM-DELIVER", later, atPort(1), slotMap(3))
		f.until("a carrier unread", func() bool {
			s := f.tolds()
			return len(s) > 0 && s[len(s)-1] == "model.CarrierIDUnread{Port:1}"
		})
		disk := f.disk.Kill()
		f.end()
		f = start300(t, f.tool.config, f.equipment, disk)
		f.awaitNext("LotCompleted")
		f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
		first := f.Material().Ports[0].Carrier
		f.send("SIM-REMOVE", later, atPort(1))
		f.awaitNext("CarrierRemoved")
		if next := f.comes(1, ""); carrierNumber(next) != carrierNumber(first)+1 {
			t.Errorf("%s came behind %s", next, first)
		}
	})
}
