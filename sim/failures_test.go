package sim

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// TestFailures: each failure shows, and lots go on without end all the same.
func TestFailures(t *testing.T) {
	for kind, shows := range map[Failure]string{
		SlotMapFailure:   "Map:[3 3 5]",
		CarrierIDFailure: "model.CarrierIDUnread{Port:1}",
		WaferLost:        "model.SubstrateIsLost{Substrate:FOUP-0401.01}",
		ChamberAlarm:     "Reason:3 Text:Fault: TURBO PUMP FAULT",
	} {
		t.Run(kind.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, equipment := shortLots()
				f := startOn(t, c, equipment)
				f.tool.Fail(kind)
				for range 4 {
					f.awaitNext("LotCompleted")
				}
				f.clean()
				if !slices.ContainsFunc(f.tolds(), func(fact string) bool { return strings.Contains(fact, shows) }) {
					t.Errorf("no %s in\n%s", shows, strings.Join(f.tolds(), "\n"))
				}
				if set, cleared := f.times("alarm 1 SET"), f.times("alarm 1 CLEAR"); kind == ChamberAlarm && (set != 1 || cleared != 1) {
					t.Errorf("the alarm was set %d times, cleared %d times", set, cleared)
				}
				if lost := f.times("WaferLost"); kind == WaferLost && lost != 1 {
					t.Errorf("%d wafers lost", lost)
				}
			})
		})
	}
}

// TestWrongCarrier: the reader sees another carrier than the one that is bound.
func TestWrongCarrier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		connect(f).send(`S3F17 W <L <U4 1> <A "Bind"> <A "FOUP-7777"> <U1 1> <L>>.`)
		f.tool.Fail(CarrierIDFailure)
		f.awaitNext("CarrierIDRead")
		f.clean()
		if s := f.Material(); s.Ports[0].Carrier == "FOUP-7777" || s.Ports[0].Carrier == "" {
			t.Errorf("%+v", s.Ports[0])
		}
	})
}

// TestFailuresAtRandom: with everything failing now and then, and the tool killed
// in between, lots go on.
func TestFailuresAtRandom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		c.Failures = Failures{SlotMap: 0.2, CarrierID: 0.2, WaferLost: 0.1, ChamberAlarm: 0.1}
		killAgainAndAgain(t, c, equipment, 60)
	})
}

func TestFailuresMustBe(t *testing.T) {
	for key, f := range map[string]Failures{
		"failures.slot_map": {SlotMap: 1.5}, "failures.alarm": {Alarm: "Nope"}, "failures.chamber_alarm": {ChamberAlarm: -1},
	} {
		err := Config{Failures: f}.Validate(gem.Config{})
		if err == nil || !strings.HasPrefix(err.Error(), "sim: "+key+": ") {
			t.Errorf("%+v: %v, want a problem of %s", f, err, key)
		}
	}
}

// TestLayouts: one arm and no aligner, one of everything, three chambers, ports that do not dock or have no
// reader.
func TestLayouts(t *testing.T) {
	for name, change := range map[string]func(*model.Config){
		"one arm":    func(c *model.Config) { c.Locations = c.Locations[1:] },
		"no aligner": func(c *model.Config) { c.Locations = slices.Delete(slices.Clone(c.Locations), 2, 3) },
		"one chamber": func(c *model.Config) {
			c.Locations = c.Locations[1:4]
		},
		"no dock": func(c *model.Config) { c.Ports[0].Dock, c.Ports[1].Dock = "", "" },
		"no reader": func(c *model.Config) {
			c.Ports[0].Reader, c.Ports[1].Reader = model.NoReader, model.NoReader
		},
		"wafer reader":    func(c *model.Config) { c.Locations[2].Reader = model.HasSubstrateReader },
		"no control jobs": func(c *model.Config) { c.Jobs.ControlJobs = model.NoControlJobs },
		"AUTO":            func(c *model.Config) { c.Ports[0].Access, c.Ports[1].Access = model.Auto, model.Auto },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, equipment := shortLots()
				equipment.Material.Locations = slices.Clone(equipment.Material.Locations)
				change(&equipment.Material)
				f := startOn(t, c, equipment)
				for range 3 {
					f.awaitNext("LotCompleted")
				}
				f.clean()
				f.end()
				killAgainAndAgain(t, c, equipment, 6)
			})
		})
	}
}
