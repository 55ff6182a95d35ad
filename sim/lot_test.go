package sim

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// lotEvents are what a START of two wafers tells, from the carrier's arrival.
const lotEvents = `MaterialReceived CarrierArrived MaterialReceived CarrierArrived CarrierIDRead CarrierIDRead SlotMapRead LotStarted -ready -start
	WaferStarted WaferPicked WaferPlaced AlignmentStarted AlignmentCompleted
	WaferPicked WaferPlaced ChamberAWaferLoaded ChamberAProcessStarted ChamberAStepStarted
	WaferStarted WaferPicked ChamberAStepCompleted ChamberAStepStarted WaferPlaced AlignmentStarted AlignmentCompleted
	WaferPicked WaferPlaced ChamberBWaferLoaded ChamberBProcessStarted ChamberBStepStarted
	ChamberAStepCompleted ChamberAProcessCompleted ChamberBStepCompleted ChamberBStepStarted
	ChamberAWaferUnloaded WaferPicked WaferPlaced WaferCompleted
	ChamberBStepCompleted ChamberBProcessCompleted ChamberBWaferUnloaded WaferPicked WaferPlaced WaferCompleted
	RobotHomed LotCompleted -completed MaterialRemoved CarrierRemoved PortReadyToLoad`

func TestLot(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later, gem.Argument{Name: "LOTID", Value: secs2.A("LOT-7")})
		f.awaitNext("PortReadyToLoad")
		f.ends(lotEvents)
		f.clean()
		for name, want := range map[string]secs2.Item{
			"LotID": secs2.A("LOT-7"), "WaferID": secs2.A("FOUP-0401.02"), "Slot": secs2.U1(2), "WaferResult": secs2.A("GOOD"),
			"WaferCount": secs2.U1(2), "LoadPort": secs2.U1(1), "FOUPID": secs2.A("FOUP-0401"), "StepName": secs2.A("MAIN"),
			"StepIndex": secs2.U1(2), "StepTime": secs2.F4(6), "WaferTotal": secs2.U8(2), "ChamberAState": secs2.A("IDLE"),
			"ChamberAWaferPresent": secs2.Bool(false), "LotsInProcess": secs2.L(), "Port1CarrierID": secs2.A(""), "Port2CarrierID": secs2.A("FOUP-0402"),
		} {
			if got := f.value(name); !got.Equal(want) {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
		f.send("START", later)
		f.awaitNext("LotCompleted")
		if f.number("LoadPort") != 2 || f.text("LotID") != "LOT-0402" {
			t.Errorf("second lot: port %d, %s", f.number("LoadPort"), f.text("LotID"))
		}
		f.awaitNext("CarrierArrived")
		if s := f.Material(); len(s.ProcessJobs)+len(s.ControlJobs) != 0 {
			t.Errorf("jobs are left: %+v %+v", s.ProcessJobs, s.ControlJobs)
		}
	})
}

// ends checks the last events.
func (f *fab) ends(events string) {
	f.t.Helper()
	want, told := strings.Fields(events), f.told()
	if tail := told[max(0, len(told)-len(want)):]; !slices.Equal(tail, want) {
		f.t.Errorf("told\n%v\nwant\n%v at the end", told, want)
	}
}

// TestHostsJobs is a host that does all itself: two process jobs with one control
// job, the slots in an order of its own, and a recipe variable.
func TestHostsJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		f.awaitNext("CarrierIDRead")
		f.tell(model.OperatorProceeds{Carrier: "FOUP-0401", Port: 1})
		f.awaitNext("SlotMapRead")
		f.tell(model.OperatorProceeds{Carrier: "FOUP-0401", Port: 1}, job("PJ-1", 2, 1), job("PJ-2", 3))
		time.Sleep(time.Hour)
		f.tell(controlJob("CJ-1", "PJ-1", "PJ-2"))
		for _, wafer := range []string{"FOUP-0401.02", "FOUP-0401.01", "FOUP-0401.03"} {
			f.awaitNext("WaferStarted")
			if got := f.text("WaferID"); got != wafer {
				t.Errorf("%s leaves its carrier, want %s", got, wafer)
			}
		}
		f.awaitNext("CarrierRemoved")
		f.clean()
		if f.times("WaferCompleted") != 3 || f.times("LotStarted") != 2 || f.times("LotCompleted") != 2 {
			t.Errorf("told %v", f.told())
		}
		if v, _ := f.value("StepTime").Number(); v != 9 {
			t.Errorf("the step took %v s, the job wants 9", v)
		}
		facts := f.tolds()
		approaching := slices.Index(facts, "model.ApproachingComplete{Carrier:FOUP-0401}")
		left := slices.IndexFunc(facts, func(fact string) bool { return strings.HasPrefix(fact, "model.SubstrateMoved{From:FOUP-0401.03 ") })
		if approaching < left || slices.Contains(facts[approaching+1:], facts[approaching]) {
			t.Errorf("ApproachingComplete is fact %d, the last wafer leaves with fact %d", approaching, left)
		}
	})
}

// job is a process job of a host, for slots of the first carrier.
func job(id string, slots ...uint8) model.Fact {
	return model.OperatorProcessJob{Spec: model.ProcessJobSpec{
		ID: id, MaterialType: model.MaterialCarriers, Carriers: []model.CarrierSlots{{Carrier: "FOUP-0401", Slots: slots}},
		Method: 2, Recipe: "POLY", Variables: []model.RecipeSetting{{Name: "Time", Value: secs2.U4(9)}}, Start: model.AutoStart,
	}}
}

func controlJob(id string, jobs ...string) model.Fact {
	spec := model.ControlJobSpec{ID: id, Order: model.OrderList, Start: model.AutoStart}
	for _, j := range jobs {
		spec.Jobs = append(spec.Jobs, model.ControlledJob{ID: j, ControlRule: secs2.L(), OutputRule: secs2.L()})
	}
	return model.OperatorControlJob{Spec: spec}
}

// TestJobWithoutMaterial takes as long as its recipe.
func TestJobWithoutMaterial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		f.tell(model.OperatorProcessJob{Spec: model.ProcessJobSpec{ID: "CLEAN", Method: 1, Recipe: "OXIDE", Start: model.AutoStart}})
		began := time.Now()
		f.tell(controlJob("CJ-1", "CLEAN"))
		f.awaitNext("-completed")
		if took := time.Since(began); took < 9*time.Second || took > 10*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// TestBadRecipe: a program that is none of steps aborts the job that wants it.
func TestBadRecipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		if err := f.EditProgram(t.Context(), "TEXT", gem.Formatted, bytes.NewReader((&Recipe{}).program("ETCH9", "1.0"))); err != nil {
			t.Fatal(err)
		}
		f.tell(model.OperatorProcessJob{Spec: model.ProcessJobSpec{ID: "CLEAN", Method: 1, Recipe: "TEXT", Start: model.AutoStart}}, controlJob("CJ-1", "CLEAN"))
		f.await("-abort")
	})
}

// TestLongRecipeName: a host's program may have a longer name than recipes of the
// configuration.
func TestLongRecipeName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		name := strings.Repeat("R", maxProgramName)
		recipe := recipes().Recipes[1]
		if err := f.EditProgram(t.Context(), name, gem.Formatted, bytes.NewReader(recipe.program("ETCH9", "1.0"))); err != nil {
			t.Fatal(err)
		}
		f.awaitNext("CarrierIDRead")
		f.tell(model.OperatorProceeds{Carrier: "FOUP-0401", Port: 1})
		f.awaitNext("SlotMapRead")
		pj := job("PJ-1", 1).(model.OperatorProcessJob)
		pj.Spec.Recipe = name
		f.tell(model.OperatorProceeds{Carrier: "FOUP-0401", Port: 1}, pj, controlJob("CJ-1", "PJ-1"))
		f.awaitNext("LotCompleted")
		f.clean()
		if f.text("PPID") != name {
			t.Errorf("PPID is %q", f.text("PPID"))
		}
	})
}

func TestEndlessLots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		f := startOn(t, c, equipment)
		for f.times("LotCompleted") < 6 {
			f.awaitNext("LotCompleted")
		}
		f.clean()
		if f.text("LotID") != "LOT-0406" {
			t.Errorf("the sixth lot is %s", f.text("LotID"))
		}
		var used []string
		for _, x := range f.told() {
			if name, ok := strings.CutPrefix(x, "select:"); ok {
				used = append(used, name)
			}
		}
		if !slices.Contains(used, "OXIDE") || !slices.Contains(used, "POLY") {
			t.Errorf("recipes %v", used)
		}
	})
}

// TestAUTO: the AMHS brings carriers and fetches them, each in one handoff.
func TestAUTO(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := endless(), factory()
		for i := range equipment.Material.Ports {
			equipment.Material.Ports[i].Access = model.Auto
			equipment.Material.Ports[i].Capacity = 2
		}
		f := startOn(t, c, equipment)
		for f.times("CarrierRemoved") < 4 {
			f.awaitNext("CarrierRemoved")
		}
		f.clean()
		signals := 0
		for _, fact := range f.tolds() {
			if strings.HasPrefix(fact, "model.PIOSignal{") && strings.Contains(fact, "Level:1") {
				signals++
			}
		}
		if want := 5 * (f.times("CarrierArrived") + f.times("CarrierRemoved")); signals < want || signals > want+9 {
			t.Errorf("%d signals were raised, want %d", signals, want)
		}
	})
}

// TestUnclampForTheAMHS: a carrier in AUTO stays clamped until it is fetched.
func TestUnclampForTheAMHS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		for i := range equipment.Material.Ports {
			equipment.Material.Ports[i].Access = model.Auto
		}
		f := startOn(t, c, equipment)
		if err := f.SetConstants(t.Context(), gem.Value{VID: 474, Item: secs2.U1(2)}); err != nil {
			t.Fatal(err)
		}
		for f.times("CarrierRemoved") < 3 {
			f.awaitNext("CarrierRemoved")
		}
		f.clean()
		facts := f.tolds()
		unclamped := slices.Index(facts, "model.CarrierIsUnclamped{Port:1}")
		if unclamped < 0 || !strings.HasPrefix(facts[unclamped-1], "model.PIOSignal{Port:1 Signal:0") {
			t.Errorf("unclamped behind %s", strings.Join(facts[max(unclamped-5, 0):unclamped+8], "\n"))
		}
	})
}

// TestLotsThatNeverBegin: a carrier is sent away whose job waits, and a job is
// stopped before it takes a wafer: lots go on.
func TestLotsThatNeverBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		equipment.Material.Jobs.MaxActiveControlJobs = 1
		f := startOn(t, c, equipment)
		f.until("a job that waits", func() bool { return len(f.Material().ControlJobs) == 2 })
		second := f.Material().Carriers[1].ID
		f.tell(model.OperatorCancels{Carrier: second})
		for range 3 {
			f.awaitNext("LotCompleted")
		}
		f.until("a job that is set up", func() bool {
			s := f.Material()
			return slices.ContainsFunc(s.ProcessJobs, func(j model.ProcessJobSnapshot) bool { return j.State == model.SettingUp })
		})
		for _, j := range f.Material().ProcessJobs {
			if j.State == model.SettingUp {
				f.tell(model.JobCommand{Job: j.ID, Command: model.PRStop})
			}
		}
		for range 4 {
			f.awaitNext("LotCompleted")
		}
	})
}
