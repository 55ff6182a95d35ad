package sim

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist/persisttest"
)

// hostsLot has a host create a job for a carrier with one wafer whose first step
// fails with an alarm.
func (f *fab) hostsLot() {
	f.t.Helper()
	f.send("SIM-FAIL", later, asText("Failure", "chamber_alarm"))
	f.send("SIM-DELIVER", later, atPort(1), slotMap(3))
	f.awaitNext("CarrierIDRead")
	f.tell(model.OperatorProceeds{Carrier: "FOUP-0401", Port: 1})
	f.awaitNext("SlotMapRead")
	f.tell(model.OperatorProceeds{Carrier: "FOUP-0401", Port: 1}, job("PJ-1", 1), controlJob("CJ-1", "PJ-1"))
}

func (f *fab) paused() bool {
	pr, _ := f.state()
	return pr == model.Paused
}

// TestAlarmOverARestart: a job that a chamber alarm has paused goes on once the
// alarm is over, though the tool was killed meanwhile; nobody else resumes it.
func TestAlarmOverARestart(t *testing.T) {
	for _, lots := range []Lots{HostLots, EndlessLots} {
		onCommand(t, lots, func(t *testing.T, f *fab) {
			if lots == HostLots {
				f.hostsLot()
			} else {
				f.send("SIM-FAIL", later, asText("Failure", "chamber_alarm"))
				f.send("SIM-DELIVER", later, atPort(1), slotMap(3))
			}
			f.until("a job that is PAUSED", f.paused)
			for range 2 {
				time.Sleep(20 * time.Second)
				disk := f.disk.Kill()
				f.end()
				f = start300(t, f.tool.config, f.equipment, disk)
				if f.times("alarm 1 SET") != 1 {
					t.Errorf("no alarm: %v\n%s", f.told(), f.world())
				}
			}
			time.Sleep(29 * time.Second)
			synctest.Wait()
			if !f.paused() || f.times("alarm 1 CLEAR") > 0 || len(f.Snapshot().AlarmsSet) != 1 {
				t.Errorf("too early: %v\n%s", f.told(), f.world())
			}
			f.awaitNext("LotCompleted")
			if set, cleared := f.times("alarm 1 SET"), f.times("alarm 1 CLEAR"); set != 1 || cleared != 1 {
				t.Errorf("the alarm was set %d times, cleared %d times", set, cleared)
			}
		})
	}
}

// TestPausedByTheHost: a job that a host has paused stays so over a restart, and no
// alarm is set.
func TestPausedByTheHost(t *testing.T) {
	onCommand(t, HostLots, func(t *testing.T, f *fab) {
		f.hostsLot()
		f.awaitNext("alarm 1 CLEAR")
		time.Sleep(time.Second)
		f.tell(model.JobCommand{Job: "PJ-1", Command: model.PRPause})
		f.until("a job that is PAUSED", f.paused)
		disk := f.disk.Kill()
		f.end()
		f = start300(t, f.tool.config, f.equipment, disk)
		time.Sleep(time.Hour)
		synctest.Wait()
		if !f.paused() || f.times("alarm 1 SET") > 0 {
			t.Errorf("told %v\n%s", f.told(), f.world())
		}
		f.tell(model.JobCommand{Job: "PJ-1", Command: model.PRResume})
		f.awaitNext("LotCompleted")
	})
}

// TestEveryRestartOfABreakdown ends the tool after each call from before the alarm
// is set until the job is resumed.
func TestEveryRestartOfABreakdown(t *testing.T) {
	var first, last int
	onCommand(t, HostLots, func(t *testing.T, f *fab) {
		f.hostsLot()
		f.awaitNext("ChamberAProcessStarted")
		first = f.calls()
		f.awaitNext("ChamberAStepCompleted")
		last = f.calls()
	})
	for n := first; n <= last; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, equipment := shortLots()
				c.Lots, c.Carriers.By = HostLots, ByCommand
				f := startDying(t, c, equipment, persisttest.NewDisk(), n)
				f.hostsLot()
				<-f.dead
				synctest.Wait()
				disk := f.disk.Kill()
				f.end()
				f = start300(t, c, equipment, disk)
				f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
				f.sound()
				if set := f.Snapshot().AlarmsSet; len(set) > 0 {
					t.Errorf("alarms %v are set", set)
				}
			})
		})
	}
}
