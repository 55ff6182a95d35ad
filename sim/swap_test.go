package sim

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// reversing is a tool with a carrier of eight wafers and a job that leaves them in
// reverse order.
func reversing(t *testing.T, change ...func(*model.Config)) (*fab, Config, gem.Config) {
	t.Helper()
	c, equipment := helping(change...)
	for i := range equipment.Material.Ports {
		equipment.Material.Ports[i].Capacity = 8
	}
	f := startOn(t, c, equipment)
	f.opens(1, "FOUP-0401", 3, 3, 3, 3, 3, 3, 3, 3)
	cj := controlJob("CJ-1", "PJ-1").(model.OperatorControlJob)
	slots, back := []uint8{1, 2, 3, 4, 5, 6, 7, 8}, []uint8{8, 7, 6, 5, 4, 3, 2, 1}
	cj.Spec.Out = []model.OutMap{{From: model.CarrierSlots{Carrier: "FOUP-0401", Slots: slots}, To: model.CarrierSlots{Carrier: "FOUP-0401", Slots: back}}}
	f.tell(job("PJ-1", slots...), cj)
	return f, c, equipment
}

// TestReverseOrder: wafers whose slots the others have not left yet do not fill the
// chambers.
func TestReverseOrder(t *testing.T) {
	for name, change := range map[string]func(*model.Config){
		"two arms": func(*model.Config) {}, "one arm": oneArm,
		"one chamber, no aligner": func(c *model.Config) {
			c.Locations = []model.Location{c.Locations[1], c.Locations[3]}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, _, _ := reversing(t, change)
				f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
				for _, w := range f.Material().Substrates {
					if w.State != model.AtDestination || w.Location != w.Destination || w.Processing != model.SubstProcessed {
						t.Errorf("%+v", w)
					}
				}
				if n := f.times("WaferCompleted"); n != 8 || f.times("WaferStarted") != 8 {
					t.Errorf("%d wafers completed", n)
				}
				f.ends("RobotHomed LotCompleted -completed")
				f.clean()
			})
		})
	}
}

// TestReverseOrderEnds: a STOP or an ABORT in the middle ends the job, and a kill
// does no harm.
func TestReverseOrderEnds(t *testing.T) {
	for _, command := range []model.CJCommand{model.CJStop, model.CJAbort} {
		for after := 20 * time.Second; after < 120*time.Second; after += time.Duration(few(5, 20)) * time.Second {
			synctest.Test(t, func(t *testing.T) {
				f, c, equipment := reversing(t)
				time.Sleep(after)
				synctest.Wait()
				disk := f.disk.Kill()
				f.end()
				f = start300(t, c, equipment, disk)
				f.try(model.ControlJobCommand{Job: "CJ-1", Command: command, Action: model.RemoveJobs})
				f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
				f.sound()
				if s := f.Material(); len(s.ControlJobs) > 0 || t.Failed() {
					t.Errorf("%v after %v: %s", command, after, f.world())
				}
			})
		}
	}
}
