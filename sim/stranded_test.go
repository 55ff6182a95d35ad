package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist/persisttest"
)

// This file is wafers whose slots a host gives away while they are out.

// helping is a tool whose carriers come by command, on an equipment that has the
// alarm of wafers without a slot.
func helping(change ...func(*model.Config)) (Config, gem.Config) {
	c, equipment := shortLots()
	c.Lots, c.Carriers.By = HostLots, ByCommand
	equipment.Alarms = append(equipment.Alarms, gem.Alarm{ALID: 2, Name: strandedAlarm, Text: "WAFER HAS NO SLOT"})
	equipment.Material.Jobs.MaxActiveControlJobs, equipment.Material.Jobs.MaxActiveProcessJobs = 2, 2
	for _, do := range change {
		do(&equipment.Material)
	}
	return c, equipment
}

func oneArm(c *model.Config) { c.Locations = slices.Clone(c.Locations)[1:] }

// opens brings a carrier and accepts it.
func (f *fab) opens(port uint8, id string, codes ...uint8) {
	f.t.Helper()
	f.send("SIM-DELIVER", later, atPort(port), asText("CarrierID", id), slotMap(codes...))
	f.awaitNext("CarrierIDRead")
	f.tell(model.OperatorProceeds{Carrier: id, Port: int(port)})
	f.awaitNext("SlotMapRead")
	f.tell(model.OperatorProceeds{Carrier: id, Port: int(port)})
}

// registers has a host register a wafer in a slot, removes has it take it back.
func (f *fab) registers(m *mes, slot string) {
	m.send(`S14F9 W <L <A> <A "Substrate"> <L <L <A "ObjID"> <A "BY-HAND">> <L <A "SubstLocID"> <A "` + slot + `">>>>.`)
	if w := f.wafer("BY-HAND"); w == nil || w.Location != slot {
		f.t.Fatalf("no wafer in %s: %s", slot, f.world())
	}
}

func (f *fab) removes(m *mes) { m.send(`S14F11 W <L <A "Substrate:BY-HAND>"> <L>>.`) }

func (f *fab) wafer(id string) *model.SubstrateSnapshot {
	v := newView(time.Now(), f.Material())
	return v.wafers[id]
}

// displaces runs a job on the first wafer of FOUP-0401 until it is where it is to be,
// gives its slot away, and aborts the job.
func (f *fab) displaces(where string, codes ...uint8) *mes {
	f.t.Helper()
	m := f.givesAway(where, codes...)
	f.tell(model.ControlJobCommand{Job: "CJ-1", Command: model.CJAbort, Action: model.RemoveJobs})
	return m
}

// givesAway is displaces, but that the job goes on.
func (f *fab) givesAway(where string, codes ...uint8) *mes {
	f.t.Helper()
	f.opens(1, "FOUP-0401", codes...)
	f.tell(job("PJ-1", 1), controlJob("CJ-1", "PJ-1"))
	f.until("wafer at "+where, func() bool { return f.wafer("FOUP-0401.01").Location == where })
	m := connect(f)
	f.registers(m, "FOUP-0401.01")
	return m
}

func (f *fab) rests(wafer, slot string) {
	f.t.Helper()
	f.until(wafer+" in "+slot, func() bool {
		w := f.wafer(wafer)
		return w != nil && w.Location == slot
	})
	if w := f.wafer(wafer); w.State != model.AtDestination || w.Displaced {
		f.t.Errorf("%+v", w)
	}
}

// TestSlotGivenAway: a wafer whose slot is taken goes to another one of its carrier,
// else of one that is accessed already or empty, and its carrier leaves.
func TestSlotGivenAway(t *testing.T) {
	for _, x := range []struct {
		name   string
		codes  []uint8 // of its carrier
		others []uint8 // of the other one
		want   string
	}{
		{"its own carrier", []uint8{3, 3, 1}, []uint8{1, 1, 1}, "FOUP-0401.03"},
		{"what is double slotted is not free", []uint8{3, 4, 1}, nil, "FOUP-0401.03"},
		{"an empty carrier", []uint8{3, 3, 3}, []uint8{1, 1, 1}, "OTHER.01"},
	} {
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := startOn(t, first(helping()), second(helping()))
				if x.others != nil {
					f.opens(2, "OTHER", x.others...)
				}
				f.displaces("CHAMBER-A", x.codes...)
				f.rests("FOUP-0401.01", x.want)
				f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
				f.clean()
				if f.times("alarm 2 SET") > 0 || f.times("WaferCompleted") != 1 || f.text("WaferResult") != "PARTIAL" || f.times("LotCompleted") != 1 {
					t.Errorf("told %v", f.told())
				}
			})
		})
	}
}

func first(c Config, _ gem.Config) Config      { return c }
func second(_ Config, e gem.Config) gem.Config { return e }

// TestStranded: a wafer that finds no slot waits in its chamber, with an alarm, and
// over a restart; its job ends, others go on, and once a slot is free it goes there.
func TestStranded(t *testing.T) {
	for _, x := range []struct {
		name, want string
		frees      func(f *fab, m *mes)
	}{
		{"its own slot is freed", "FOUP-0401.01", func(f *fab, m *mes) { f.removes(m) }},
		{"an empty carrier comes", "EMPTY.01", func(f *fab, _ *mes) {
			f.goes(2)
			f.opens(2, "EMPTY", 1, 1, 1)
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, equipment := helping()
				f := startOn(t, c, equipment)
				f.opens(2, "OTHER", 3, 3, 1) // waits for a job, which a wafer in it would end
				f.displaces("CHAMBER-A", 3, 3, 3)
				f.until("the alarm", func() bool { return f.times("alarm 2 SET") == 1 })
				f.until("the end of the lot", func() bool { return f.times("LotCompleted") == 1 })
				facts := f.tolds()
				if halted := slices.Index(facts, "model.JobHalted{Job:PJ-1}"); halted < slices.Index(facts, "model.ModuleFailed{Module:CHAMBER-A}") {
					t.Errorf("JobHalted while the recipe runs: %v", last(facts, 9))
				}
				for range 2 {
					time.Sleep(time.Hour)
					synctest.Wait()
					if w := f.wafer("FOUP-0401.01"); w.Location != "CHAMBER-A" || !w.Displaced || f.times("alarm 2 SET") != 1 || f.times("alarm 2 CLEAR") != 0 {
						t.Fatalf("told %v\n%s", f.told(), f.world())
					}
					disk := f.disk.Kill()
					f.end()
					f = start300(t, c, equipment, disk)
				}
				f.tell(job("PJ-2", 2, 3), controlJob("CJ-2", "PJ-2"))
				f.awaitNext("LotCompleted")
				if f.number("WaferCount") != 2 || f.times("ChamberAProcessStarted") > 0 || f.times("alarm 2 CLEAR") > 0 {
					t.Errorf("told %v", f.told())
				}
				f.clean()
				x.frees(f, connect(f))
				f.rests("FOUP-0401.01", x.want)
				f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
				f.until("no alarm", func() bool { return len(f.Snapshot().AlarmsSet) == 0 })
				f.clean()
			})
		})
	}
}

// TestStrandedOnTheArm: a wafer whose slot is taken while the only arm has it is put
// into a chamber, for the others.
func TestStrandedOnTheArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := helping(oneArm)
		f := startOn(t, c, equipment)
		f.opens(1, "FOUP-0401", 3, 3, 3)
		f.tell(job("PJ-1", 1, 2, 3), controlJob("CJ-1", "PJ-1"))
		done := func() bool {
			w := f.wafer("FOUP-0401.01")
			return w.Location == "ROBOT.B" && w.Processing == model.SubstProcessed
		}
		f.until("it on the arm", done)
		m := connect(f)
		f.registers(m, "FOUP-0401.01")
		f.until("two others done", func() bool { return f.times("WaferCompleted") == 2 })
		if w := f.wafer("FOUP-0401.01"); !strings.HasPrefix(w.Location, "CHAMBER") || len(f.Snapshot().AlarmsSet) != 1 {
			t.Error(f.world())
		}
		f.sound()
		f.removes(m)
		f.rests("FOUP-0401.01", "FOUP-0401.01")
		f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
	})
}

// TestCarrierThatLeaves: no wafer is put into an empty carrier that was sent away.
func TestCarrierThatLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := helping()
		f := startOn(t, c, equipment)
		f.opens(2, "EMPTY", 1, 1, 1)
		f.givesAway("CHAMBER-A", 3, 3, 3)
		f.tell(model.OperatorCancels{Carrier: "EMPTY", Port: 2}, model.ControlJobCommand{Job: "CJ-1", Command: model.CJAbort, Action: model.RemoveJobs})
		f.until("the alarm", func() bool { return f.times("alarm 2 SET") == 1 })
		f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[1].Transfer == readyToUnload })
		if w := f.wafer("FOUP-0401.01"); w.Location != "CHAMBER-A" {
			t.Errorf("%+v", w)
		}
	})
}

// TestEmptyCarrierIsKept: the operator of lots without end sends no empty carrier away
// that a stranded wafer can go to.
func TestEmptyCarrierIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := helping()
		c.Lots = EndlessLots
		f := startOn(t, c, equipment)
		f.send("SIM-DELIVER", later, atPort(1), slotMap(3, 3, 3))
		f.until("wafer in the chamber", func() bool { w := f.wafer("FOUP-0401.01"); return w != nil && w.Location == "CHAMBER-A" })
		f.registers(connect(f), "FOUP-0401.01")
		f.send("ABORT", later)
		f.until("the alarm", func() bool { return f.times("alarm 2 SET") == 1 })
		f.send("SIM-DELIVER", later, atPort(2), asText("CarrierID", "EMPTY"), slotMap(1, 1, 1))
		f.rests("FOUP-0401.01", "EMPTY.01")
		f.until("READY TO UNLOAD", func() bool {
			s := f.Material()
			return s.Ports[0].Transfer == readyToUnload && s.Ports[1].Transfer == readyToUnload
		})
		f.clean()
	})
}

// TestWrongSlot: a wafer in a slot that is not its own, while that is free, is taken
// home.
func TestWrongSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := helping()
		f := startOn(t, c, equipment)
		f.opens(1, "FOUP-0401", 3, 3, 1)
		f.tell(job("PJ-1", 1), controlJob("CJ-1", "PJ-1"))
		f.awaitNext("ChamberAStepStarted")
		f.tell(model.ControlJobCommand{Job: "CJ-1", Command: model.CJAbort, Action: model.RemoveJobs})
		f.tell(model.SubstrateMoved{From: "CHAMBER-A", To: "FOUP-0401.03"})
		f.rests("FOUP-0401.01", "FOUP-0401.01")
		f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
		if f.times("WaferStarted") != 1 {
			t.Errorf("told %v", f.told())
		}
	})
}

// TestEveryRestartOfADisplacedWafer ends the tool after each call from when the slot
// was given away until the wafer is in another one: it gets there, and its carrier
// leaves.
func TestEveryRestartOfADisplacedWafer(t *testing.T) {
	for _, change := range []func(*model.Config){func(*model.Config) {}, oneArm} {
		var disks []*persisttest.Disk
		c, equipment := helping(change)
		synctest.Test(t, func(t *testing.T) {
			f := startOn(t, c, equipment)
			f.displaces("CHAMBER-A", 3, 3, 1)
			f.mu.Lock()
			f.before = func() { disks = append(disks, f.disk.Kill()) }
			f.mu.Unlock()
			f.rests("FOUP-0401.01", "FOUP-0401.03")
		})
		if len(disks) < 10 {
			t.Fatalf("%d calls", len(disks))
		}
		for n, disk := range disks {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f := start300(t, c, equipment, disk)
					f.rests("FOUP-0401.01", "FOUP-0401.03")
					f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
					f.sound()
				})
			})
		}
	}
}
