package sim

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

func atPort(n uint8) gem.Argument { return gem.Argument{Name: "PortID", Value: secs2.U1(n)} }

func asText(name, value string) gem.Argument { return gem.Argument{Name: name, Value: secs2.A(value)} }

func slotMap(codes ...uint8) gem.Argument {
	items := make([]secs2.Item, len(codes))
	for i, code := range codes {
		items[i] = secs2.U1(code)
	}
	return gem.Argument{Name: "SlotMap", Value: secs2.L(items...)}
}

// onCommand runs a tool whose carriers come and go by command alone.
func onCommand(t *testing.T, lots Lots, test func(t *testing.T, f *fab)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		c.Lots, c.Carriers.By = lots, ByCommand
		test(t, startOn(t, c, equipment))
	})
}

// TestDeliverAndRemove: a carrier comes with the ID and the slot map that were
// demanded, and goes when that is demanded.
func TestDeliverAndRemove(t *testing.T) {
	onCommand(t, HostLots, func(t *testing.T, f *fab) {
		time.Sleep(time.Hour)
		f.order("SIM-DELIVER", later, atPort(2), asText("CarrierID", "LOT-A"), slotMap(3, 1))
		f.order("SIM-DELIVER", is, atPort(2))
		synctest.Wait()
		f.order("SIM-DELIVER", is, atPort(2)) // the load has begun
		f.awaitNext("CarrierArrived")
		f.order("SIM-DELIVER", notNow, atPort(2))
		f.awaitNext("CarrierIDRead")
		if s := f.Material(); s.Ports[0].Occupied || s.Ports[1].Carrier != "LOT-A" {
			t.Fatalf("want LOT-A at port 2 alone: %+v", s.Ports)
		}
		f.send("SIM-DELIVER", notNow, atPort(2))
		f.send("SIM-REMOVE", notNow, atPort(2))
		f.tell(model.OperatorProceeds{Carrier: "LOT-A", Port: 2})
		f.awaitNext("SlotMapRead")
		if f.text("WaferMap") != "100" {
			t.Errorf("slot map %s", f.text("WaferMap"))
		}
		f.tell(model.OperatorCancels{Carrier: "LOT-A", Port: 2})
		f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[1].Transfer == readyToUnload })
		time.Sleep(time.Hour)
		f.order("SIM-REMOVE", later, atPort(2))
		f.order("SIM-REMOVE", is, atPort(2))
		synctest.Wait()
		f.order("SIM-REMOVE", is, atPort(2)) // the unload has begun
		f.order("SIM-DELIVER", notNow, atPort(2))
		f.awaitNext("CarrierRemoved")
		f.send("SIM-REMOVE", is, atPort(2))
		f.clean()
		f.send("SIM-DELIVER", later, atPort(2))
		f.awaitNext("CarrierIDRead")
		if f.text("FOUPID") != "FOUP-0401" {
			t.Errorf("%s came next", f.text("FOUPID"))
		}
	})
}

// TestDemandsThatCannotBe: what is refused, and how.
func TestDemandsThatCannotBe(t *testing.T) {
	onCommand(t, HostLots, func(t *testing.T, f *fab) {
		f.tell(model.PortService{Port: 2, Status: model.OutOfService})
		long := strings.Repeat("X", maxID+1)
		for _, c := range []struct {
			command string
			args    []gem.Argument
			want    secs2.HCACK
			culprit string
		}{
			{"SIM-DELIVER", nil, bad, "PortID"},
			{"SIM-DELIVER", []gem.Argument{atPort(0)}, bad, "PortID"},
			{"SIM-DELIVER", []gem.Argument{atPort(3)}, bad, "PortID"},
			{"SIM-DELIVER", []gem.Argument{atPort(1), asText("CarrierID", "")}, bad, "CarrierID"},
			{"SIM-DELIVER", []gem.Argument{atPort(1), asText("CarrierID", "A>B")}, bad, "CarrierID"},
			{"SIM-DELIVER", []gem.Argument{atPort(1), asText("CarrierID", long)}, bad, "CarrierID"},
			{"SIM-DELIVER", []gem.Argument{atPort(1), slotMap(3, 3, 3, 3)}, bad, "SlotMap"},
			{"SIM-DELIVER", []gem.Argument{atPort(1), slotMap(0)}, bad, "SlotMap"},
			{"SIM-DELIVER", []gem.Argument{atPort(1), slotMap(6)}, bad, "SlotMap"},
			{"SIM-DELIVER", []gem.Argument{atPort(2)}, notNow, ""},
			{"SIM-REMOVE", []gem.Argument{atPort(3)}, bad, "PortID"},
			{"SIM-REMOVE", []gem.Argument{atPort(2)}, notNow, ""},
			{"SIM-REMOVE", []gem.Argument{atPort(1)}, is, ""},
			{"SIM-FAIL", nil, bad, "Failure"},
			{"SIM-FAIL", []gem.Argument{asText("Failure", "earthquake")}, bad, "Failure"},
			{"SIM-FAIL", []gem.Argument{asText("Failure", "slot_map"), atPort(3)}, bad, "PortID"},
			{"SIM-FAIL", []gem.Argument{asText("Failure", "slot_map"), asText("ModuleID", "CHAMBER-A")}, bad, "ModuleID"},
			{"SIM-FAIL", []gem.Argument{asText("Failure", "chamber_alarm"), asText("ModuleID", "CHAMBER-C")}, bad, "ModuleID"},
			{"SIM-FAIL", []gem.Argument{asText("Failure", "wafer_lost"), atPort(1)}, bad, "PortID"},
		} {
			hcack, list := f.tool.Command(t.Context(), gem.Question{Command: c.command, Parameters: c.args})
			if hcack != c.want || c.culprit != "" && (len(list) != 1 || list[0] != gem.BadParameter{Name: c.culprit, Code: secs2.CPACKIllegalValue}) {
				t.Errorf("%s %v: HCACK %d %v, want %d %s", c.command, c.args, hcack, list, c.want, c.culprit)
			}
		}
	})
}

// TestDemandsWithoutLots: a tool without recipes has no carriers, and one whose
// equipment has no alarms no chamber alarm.
func TestDemandsWithoutLots(t *testing.T) {
	tool, err := New(Config{}, etcher())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"SIM-DELIVER", "SIM-REMOVE", "SIM-FAIL"} {
		if hcack, _ := tool.Command(t.Context(), gem.Question{Command: name, Parameters: []gem.Argument{atPort(1), asText("Failure", "slot_map")}}); hcack != notNow {
			t.Errorf("%s: HCACK %d", name, hcack)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		c, equipment := shortLots()
		equipment.Alarms = nil
		f := startOn(t, c, equipment)
		f.send("SIM-FAIL", notNow, asText("Failure", "chamber_alarm"))
	})
}

// TestLotsOnCommand: lots without end of carriers that come by command.
func TestLotsOnCommand(t *testing.T) {
	onCommand(t, EndlessLots, func(t *testing.T, f *fab) {
		time.Sleep(time.Hour)
		for _, id := range []string{"FIRST", "SECOND"} {
			f.send("SIM-DELIVER", later, atPort(1), asText("CarrierID", id), slotMap(3))
			f.awaitNext("LotCompleted")
			if f.text("FOUPID") != id {
				t.Errorf("the lot is that of %s", f.text("FOUPID"))
			}
			f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
			f.send("SIM-REMOVE", later, atPort(1))
			f.awaitNext("CarrierRemoved")
		}
		f.clean()
		if s := f.Material(); s.Ports[1].Occupied || len(s.Carriers) != 0 {
			t.Error(f.world())
		}
	})
}

// TestDeliverInAUTO: the AMHS brings what was demanded, though it was turned away
// at first, and fetches it.
func TestDeliverInAUTO(t *testing.T) {
	onCommand(t, HostLots, func(t *testing.T, f *fab) {
		f.tell(model.PortAccess{Port: 1, Mode: model.Auto})
		f.send("SIM-DELIVER", later, atPort(1), asText("CarrierID", "LOT-A"))
		f.awaitNext("CarrierIDRead")
		f.tell(model.OperatorCancels{Carrier: "LOT-A", Port: 1})
		f.until("READY TO UNLOAD", func() bool { return f.Material().Ports[0].Transfer == readyToUnload })
		f.send("SIM-REMOVE", later, atPort(1))
		f.awaitNext("CarrierRemoved")
		f.clean()
		if signals := strings.Count(strings.Join(f.tolds(), "\n"), "model.PIOSignal{Port:1"); signals != 20 {
			t.Errorf("%d signals", signals)
		}
	})
}

// TestDemandThatCameToNothing: a port that goes out of service before the carrier
// comes has none later.
func TestDemandThatCameToNothing(t *testing.T) {
	onCommand(t, HostLots, func(t *testing.T, f *fab) {
		f.mu.Lock()
		f.stuck = true
		f.mu.Unlock()
		f.tool.demands.set(1, demand{way: comes})
		if err := f.Daemon.Tell(t.Context(), model.PortService{Port: 1, Status: model.OutOfService}); err != nil {
			t.Fatal(err)
		}
		f.mu.Lock()
		f.stuck = false
		f.mu.Unlock()
		time.Sleep(time.Minute)
		f.tell(model.PortService{Port: 1, Status: model.InService})
		time.Sleep(time.Hour)
		if s := f.Material(); s.Ports[0].Occupied {
			t.Errorf("a carrier came: %+v", s.Ports[0])
		}
	})
}

// TestFailOnCommand: each failure shows where it was demanded, once.
func TestFailOnCommand(t *testing.T) {
	for kind, x := range map[Failure]struct {
		where []gem.Argument
		shows string
	}{
		SlotMapFailure:       {[]gem.Argument{atPort(2)}, "SlotMapRead{Port:2 Map:[3 3 5]}"},
		SlotMapUnreadFailure: {[]gem.Argument{atPort(2)}, "SlotMapUnread{Port:2}"},
		CarrierIDFailure:     {[]gem.Argument{atPort(2)}, "CarrierIDUnread{Port:2}"},
		CarrierUnreadFailure: {[]gem.Argument{atPort(2)}, "CarrierIDUnread{Port:2}"},
		WaferLost:            {nil, "SubstrateIsLost"},
		ChamberAlarm:         {[]gem.Argument{asText("ModuleID", "CHAMBER-B")}, "ModuleBlocked{Module:CHAMBER-B"},
	} {
		t.Run(kind.String(), func(t *testing.T) {
			onCommand(t, EndlessLots, func(t *testing.T, f *fab) {
				f.send("SIM-FAIL", later, append(x.where, asText("Failure", kind.String()))...)
				for n := uint8(1); n <= 2; n++ {
					f.send("SIM-DELIVER", later, atPort(n), slotMap(3, 3, 3))
				}
				both := func() bool {
					s := f.Material()
					return s.Ports[0].Transfer == readyToUnload && s.Ports[1].Transfer == readyToUnload
				}
				f.until("two carriers done with", both)
				f.clean()
				if n := strings.Count(strings.Join(f.tolds(), "\n"), x.shows); n != 1 {
					t.Errorf("%d of %s in\n%s", n, x.shows, strings.Join(f.tolds(), "\n"))
				}
			})
		})
	}
}

// TestUnreadThoughBound: a bound carrier that cannot be read.
func TestUnreadThoughBound(t *testing.T) {
	onCommand(t, HostLots, func(t *testing.T, f *fab) {
		m := connect(f)
		m.send(`S3F17 W <L <U4 1> <A "Bind"> <A "BOUND"> <U1 1> <L>>.`)
		f.send("SIM-FAIL", later, asText("Failure", "carrier_id_unread"))
		f.send("SIM-DELIVER", later, atPort(1))
		f.until("a carrier that waits", func() bool { return idWaits(&f.Material().Carriers[0]) })
		f.clean()
		if f.times("CarrierIDRead") != 0 {
			t.Error("it was read")
		}
	})
}
