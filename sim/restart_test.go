package sim

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/persist/persisttest"
)

func endless() Config {
	c := recipes()
	c.Lots = EndlessLots
	return c
}

// shortLots are lots without end, of carriers with three slots.
func shortLots() (Config, gem.Config) {
	equipment := factory()
	for i := range equipment.Material.Ports {
		equipment.Material.Ports[i].Capacity = 3
	}
	return endless(), equipment
}

// TestEveryRestart ends the tool after each of its calls in turn, in the middle of
// lots without end, and starts it again: the lots go on.
func TestEveryRestart(t *testing.T) {
	c, equipment := shortLots()
	step, total := 2, 0
	if testing.Short() {
		step = 7
	}
	synctest.Test(t, func(t *testing.T) {
		f := start300(t, c, equipment, persisttest.NewDisk())
		f.awaitNext("LotCompleted")
		f.awaitNext("LotCompleted")
		total = len(f.told()) + len(f.tolds())
	})
	t.Logf("%d calls", total)
	for n := 1; n < total; n += step {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := startDying(t, c, equipment, persisttest.NewDisk(), n)
				<-f.dead
				synctest.Wait()
				disk := f.disk.Kill()
				f.end()
				f = start300(t, c, equipment, disk)
				f.awaitNext("LotCompleted")
				f.awaitNext("LotCompleted")
				f.awaitNext("LotCompleted")
				f.sound()
			})
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
}

// TestKilledAgainAndAgain ends the tool at random moments, hundreds of times.
func TestKilledAgainAndAgain(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 50
	}
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		killAgainAndAgain(t, c, equipment, rounds)
	})
}

// killAgainAndAgain ends a tool with lots without end at random moments.
func killAgainAndAgain(t *testing.T, c Config, equipment gem.Config, rounds int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	disk, done := persisttest.NewDisk(), 0
	for range rounds {
		f := start300(t, c, equipment, disk)
		time.Sleep(time.Duration(random.Int64N(int64(40 * time.Second))))
		synctest.Wait()
		disk = f.disk.Kill()
		done += f.times("LotCompleted")
		f.sound()
		f.end()
	}
	if done < rounds/6 {
		f := start300(t, c, equipment, disk)
		t.Errorf("%d lots in %d rounds; %s", done, rounds, f.world())
	}
}
