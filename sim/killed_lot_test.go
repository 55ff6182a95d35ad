package sim

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist/persisttest"
)

// scenes are the lots that are interrupted: who verifies the carrier and creates the
// jobs, and where the wafers go.
var scenes = []scene{
	{name: "by host", by: byHost, places: []string{"ROBOT.A", "ALIGNER", "CHAMBER-A"}},
	{name: "by operator", by: byOperator, places: []string{"ROBOT.A", "CHAMBER-A"}},
	{name: "two chambers", by: byHost, places: []string{"ROBOT.A", "ROBOT.B", "ALIGNER", "CHAMBER-A", "CHAMBER-B"}},
}

// TestKilledLot lets one lot end in peace, then takes the power, or the process, at
// each commit of it in turn, and often a second time soon after: the lot must become
// the same, object by object, on disk and as a host hears and sees it, but for what
// killed_lot_compare_test.go lists. SECSD_KILLS is how many second times there are
// for each first one; without, every other has one.
func TestKilledLot(t *testing.T) {
	seconds, thorough := os.LookupEnv("SECSD_KILLS")
	for i, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			unbroken := s.lotFrom(t, moment{}, func(int) bool { return true })
			random, rounds := rand.New(rand.NewPCG(uint64(i), 5)), 0
			for at := s.first(unbroken.moments); at < len(unbroken.moments) && !t.Failed(); at += few(1, 9) {
				m := unbroken.moments[at]
				second, want := map[int]bool{}, at%2
				if n, err := strconv.Atoi(seconds); thorough && err == nil {
					want = n
				}
				for len(second) < want {
					second[random.IntN(10+2*len(second))] = true
				}
				got := s.lotFrom(t, m, func(n int) bool { return second[n] })
				what := fmt.Sprint("killed at commit ", at)
				s.alike(t, what, got, unbroken)
				if at+1 < len(unbroken.moments) {
					s.heardAlike(t, what+", which was told", joined(t, unbroken.moments[at+1].told, m.settled, got.heard), unbroken)
				}
				for _, m := range got.moments {
					s.alike(t, fmt.Sprint(what, " and again ", m.number, " later"), s.lotFrom(t, m, nil), unbroken)
				}
				rounds += 1 + len(got.moments)
			}
			t.Logf("%d commits, killed %d times", len(unbroken.moments), rounds)
		})
	}
}

// scene is a kind of lot.
type scene struct {
	name   string
	by     who
	places []string
}

// layout is the tool of a scene: one load port, for carriers with three wafers.
func (s scene) layout() (Config, gem.Config) {
	c, equipment := shortLots()
	c.Lots, c.Carriers.By = HostLots, ByCommand
	equipment.Spool.Default = []gem.SpoolSelection{{Stream: 6}}
	m := &equipment.Material
	m.Ports = m.Ports[:1]
	m.Locations = slices.DeleteFunc(slices.Clone(m.Locations), func(l model.Location) bool { return !slices.Contains(s.places, l.Name) })
	return c, equipment
}

// has tells whether the tool has a place.
func (s scene) has(place string) bool { return slices.Contains(s.places, place) }

// first is the first moment that tells anything. A tool forgets which carrier nobody
// has read or announced: another would stand there.
func (s scene) first(moments []moment) int {
	return slices.IndexFunc(moments, func(m moment) bool {
		return slices.ContainsFunc(m.rows, func(x entry) bool { return x.object == "CarrierID "+lotCarrier })
	})
}

// moment is one at which a tool may die: a commit has become durable, and nobody
// knows yet.
type moment struct {
	number int               // of the commit, since the start
	at     time.Duration     // since the very first start
	disk   *persisttest.Disk // nil: none yet
	rows   []entry           // that are durable
	told   []entry           // that the host has heard
	// settled are those of told that are not told again.
	settled int
}

// history is that of a whole lot, which may have been interrupted.
type history struct {
	moments       []moment // since the last start
	rows, told    []entry
	heard         []entry // of told, since the last start
	standing, end *sight  // when the carrier may leave, and when it has
}

// lotFrom lets a lot go on from a moment to its end, and keeps the moments that are
// wanted.
func (s scene) lotFrom(t *testing.T, from moment, wanted func(commit int) bool) (x history) {
	t.Helper()
	c, equipment := s.layout()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		disk, first := persisttest.NewDisk(), from.disk == nil
		if !first {
			disk = from.disk.Kill() // others start on it too
			time.Sleep(from.at)
		}
		h := newListening(&equipment.Material)
		commit := 0
		onward := func(f *fab) func() {
			return func() {
				if wanted != nil && wanted(commit) {
					x.moments = append(x.moments, from.next(t, commit, time.Since(began), f, h))
				}
				commit++
			}
		}
		f := start300(t, c, equipment, disk, func(f *fab) {
			if !first {
				f.commits.keep(onward(f))
			}
		})
		h.connect(f)
		if first {
			h.define(f.Describe().Description)
			time.Sleep(2 * time.Second)
			synctest.Wait()
			f.commits.keep(onward(f))
		}
		d := driver{fab: f, scene: s, host: h, before: from.rows}
		d.drive()
		x.rows, x.heard, x.standing, x.end = slices.Concat(from.rows, f.commits.rows()), h.heard(), d.standing, d.look()
		x.told = joined(t, from.told, from.settled, x.heard)
	})
	return x
}

// next is a moment of a lot that goes on from this one.
func (m moment) next(t *testing.T, commit int, now time.Duration, f *fab, h *listening) moment {
	t.Helper()
	x := moment{
		number: commit, at: now + time.Second, disk: left(f.disk, commit), rows: slices.Concat(m.rows, f.commits.durable),
		told: joined(t, m.told, m.settled, h.heard()), settled: m.settled,
	}
	if last, ok := h.confirmed(); ok {
		x.settled = max(x.settled, slices.Index(x.told, last)+1)
	}
	return x
}

// left is what a disk has after the death of the process, or after power loss.
func left(d *persisttest.Disk, commit int) *persisttest.Disk {
	if commit%2 == 0 {
		return d.Kill()
	}
	return d.Crash(func(persisttest.Pending) persisttest.Keep { return nil })
}
