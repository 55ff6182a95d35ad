package model

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// answers checks CAACK and the first ERRCODE of a service, which must not change
// anything if it is refused.
func (r *recorder) answers(code secs2.CAACK, err ErrCode, action, carrier string, port int, given ...Setting) {
	r.t.Helper()
	r.commit()
	heard := len(r.heard)
	x := r.service(action, carrier, port, given...)
	if x.Code != code || len(x.Faults) == 0 != (err == 0) || err != 0 && x.Faults[0].Code != err {
		r.t.Errorf("%s %q port %d: %d %v, want %d %d", action, carrier, port, x.Code, x.Faults, code, err)
	}
	if !x.Accepted() && (len(r.heard) > heard || len(r.before) > 0) {
		r.t.Errorf("%s %q port %d was refused and changed something", action, carrier, port)
	}
}

// TestIDVerification is every case of a carrier ID (E87, the carrier ID verified by
// equipment or host).
func TestIDVerification(t *testing.T) {
	const read, clampOnly = "ordered read-id 1", "CarrierClamped"
	arrival := []string{"LPT#6 1", "RSV#3 1", read, clampOnly}
	bound := func(t *testing.T) *recorder {
		r := portTool(t)
		r.serves("Bind", "A", 1)
		r.tells(LoadStarted{1}).tells(CarrierPlaced{1})
		return r.tells(CarrierIsClamped{1}).hearsPorts(append([]string{"CAR#2 A", "ASC#2 1", "RSV#2 1"}, arrival...)...)
	}
	standing := func(t *testing.T) *recorder {
		r := portTool(t)
		r.tells(LoadStarted{1}).tells(CarrierPlaced{1}).ports300()
		r.commit()
		return r
	}
	t.Run("bound, the one", func(t *testing.T) {
		r := bound(t).tells(CarrierIDRead{1, "A"}).hearsPorts("CAR#6 A", "ordered dock 1 A")
		r.refuses(CarrierIDRead{1, "A"}, ErrNotNow)
		r.refuses(CarrierIDUnread{1}, ErrNotNow)
	})
	t.Run("bound, another", func(t *testing.T) {
		r := bound(t)
		staysAssociated(r)
		r.tells(CarrierIDRead{1, "B"})
		r.hearsPorts("CAR#21 A", "CAR#3 B", "ASC#4 1", "CarrierVerificationFailure set")
		r.answers(3, ErrUnknownObject, "ProceedWithCarrier", "A", 1)
		r.serves("ProceedWithCarrier", "B", 1).hearsPorts("CAR#8 B", "CarrierVerificationFailure cleared", "ordered dock 1 B")
	})
	t.Run("bound, unread", func(t *testing.T) {
		r := bound(t).tells(CarrierIDUnread{1}).hearsPorts("CAR#7 A")
		r.refuses(CarrierIDRead{1, "A"}, ErrNotNow)
		r.serves("CancelCarrier", "A", NoPort).hearsPorts("CAR#9 A", "ordered undock 1 A")
		r.leaves(1).hearsPorts("CarrierUnclamped", "LPT#9 1", "LPT#7 1", "CAR#21 A", "ASC#3 1", "LPT#8 1")
	})
	t.Run("not bound, unread, accepted", func(t *testing.T) {
		r := standing(t).tells(CarrierIDUnread{1}).hearsPorts("CarrierIDReadFail")
		r.answers(3, ErrInsufficient, "ProceedWithCarrier", "A", NoPort)
		r.answers(3, ErrUnknownObject, "ProceedWithCarrier", "A", 2)
		r.serves("ProceedWithCarrier", "A", 1).hearsPorts("CAR#4 A", "ASC#2 1", "ordered dock 1 A")
	})
	t.Run("not bound, unread, cancelled", func(t *testing.T) {
		r := standing(t).tells(CarrierIDUnread{1}).hearsPorts("CarrierIDReadFail")
		r.serves("CancelCarrier", "A", 1).hearsPorts("CAR#5 A", "ASC#2 1", "LPT#9 1")
	})
	t.Run("not bound, unread, sent away", func(t *testing.T) {
		r := standing(t).tells(CarrierIDUnread{1}).tells(CarrierIsClamped{1}).hearsPorts("CarrierIDReadFail", "CarrierClamped")
		r.serves("CancelCarrierAtPort", "", 1).hearsPorts("ordered undock 1")
		r.answers(5, ErrWrongState, "CancelCarrierAtPort", "", 1)
		r.leaves(1).hearsPorts("CarrierUnclamped", "LPT#9 1", "LPT#7 1", "LPT#8 1")
	})
	t.Run("not bound, read at the second try", func(t *testing.T) {
		r := standing(t).tells(CarrierIDUnread{1}).tells(CarrierIDRead{1, "A"})
		r.hearsPorts("CarrierIDReadFail", "CAR#3 A", "ASC#2 1")
		r.refuses(CarrierIDRead{1, "A"}, ErrNotNow)
	})
	t.Run("no identifier", func(t *testing.T) { standing(t).refuses(CarrierIDRead{1, "A>"}, ErrValue) })
	t.Run("notified", func(t *testing.T) {
		r := standing(t).serves("CarrierNotification", "A", NoPort).tells(CarrierIDRead{1, "A"})
		r.hearsPorts("CAR#2 A", "CAR#6 A", "ASC#2 1", "ordered dock 1 A")
	})
	t.Run("bound to another port", func(t *testing.T) {
		r := standing(t).serves("Bind", "A", 2).tells(CarrierIDRead{1, "A"})
		r.hearsPorts("CAR#2 A", "ASC#2 2", "RSV#2 2",
			"ASC#3 2", "RSV#3 2", "ASC#2 1", "CAR#6 A", "ordered dock 1 A")
	})
	t.Run("bound to another port, and this one to another", func(t *testing.T) {
		r := bound(t).serves("Bind", "B", 2)
		r.ports300()
		r.tells(CarrierIDRead{1, "B"}).hearsPorts("CAR#21 A", "ASC#3 2", "RSV#3 2",
			"CAR#21 B", "CAR#3 B", "ASC#4 1", "CarrierVerificationFailure set")
	})
	t.Run("double", func(t *testing.T) {
		r := portTool(t).arrives(2, "A").serves("Bind", "B", 1).tells(CarrierPlaced{1})
		r.ports300()
		r.tells(CarrierIDRead{1, "A"}).hearsPorts("CAR#21 B", "ASC#3 1", "DuplicateCarrierID set")
		r.answers(3, ErrImproper, "ProceedWithCarrier", "A", 1)
		r.answers(3, ErrImproper, "CancelCarrier", "A", 1)
		r.refuses(CarrierIDRead{1, "C"}, ErrNotNow)
		r.serves("ProceedWithCarrier", "A", 2).opensCarrier(2, full).serves("ProceedWithCarrier", "A", 2)
		if _, ready := r.carrierReady("A"); ready {
			t.Error("a carrier with a double is ready")
		}
		r.ports300()
		r.serves("CancelCarrierAtPort", "", 1).hearsPorts("DuplicateCarrierID cleared", "LPT#9 1")
		if _, ready := r.carrierReady("A"); !ready {
			t.Error("a carrier whose double was sent away is not ready")
		}
		r.tells(SubstrateMoved{"A.01", "ROBOT.A"})
		r.tells(CarrierRemoved{1}).tells(CarrierPlaced{1})
		r.ports300()
		r.tells(CarrierIDRead{1, "A"}).hearsPorts("DuplicateCarrierID set", "DuplicateCarrierIDInProcess")
		if _, ready := r.carrierReady("A"); !ready {
			t.Error("a carrier in process is not ready any more")
		}
	})
}

// staysAssociated holds port 1 to ASSOCIATED at every transition.
func staysAssociated(r *recorder) {
	r.look = func() {
		if r.ports[0].association() != Associated {
			r.t.Errorf("NOT ASSOCIATED after %v", r.heard)
		}
	}
}

// TestMatrixOfAnUnload: a carrier that is gone is neither named nor UNKNOWN.
func TestMatrixOfAnUnload(t *testing.T) {
	r := portTool(t)
	r.tells(LoadStarted{1}).tells(CarrierPlaced{1}).tells(CarrierIsClamped{1}).tells(CarrierIDRead{1, "A"})
	r.serves("CancelCarrier", "A", 1).tells(CarrierIsUnclamped{1}).ports300()
	r.look = func() {
		a := secs2.NewAppender(nil)
		r.appendMatrix(&a)
		if last := r.heard[len(r.heard)-1]; last != "LPT#7 1" && !bytes.Contains(a.Bytes(), []byte("LP1A\x00")) {
			t.Errorf("at %s: % X", last, a.Bytes())
		}
	}
	r.tells(CarrierRemoved{1}).hearsPorts("LPT#7 1", "CAR#21 A", "ASC#3 1", "LPT#8 1")
}

// TestSlotMapVerification is every case of a slot map.
func TestSlotMapVerification(t *testing.T) {
	two, empty, double, cross := strings.Repeat("2", 25), full[1:]+"1", "4"+full[1:], "5"+full[1:]
	for _, tc := range []struct {
		name, given, read string
		want              string
		reason            Reason
	}{
		{"nothing expected", "", full, "CAR#14 A", VerificationNeeded},
		{"equal", full, full, "CAR#13 A", NoReason},
		{"NOT EMPTY for CORRECTLY OCCUPIED", two, full, "CAR#13 A", NoReason},
		{"CORRECTLY OCCUPIED for NOT EMPTY", full, two, "CAR#13 A", NoReason},
		{"UNDEFINED matches", strings.Repeat("0", 25), empty, "CAR#13 A", NoReason},
		{"another", full, empty, "CAR#14 A SlotMapVerificationFailed set", VerificationUnsuccessful},
		{"double", full, double, "CAR#14 A SlotMapVerificationFailed set", ImproperSubstratePosition},
		{"cross, as expected", cross, cross, "CAR#14 A", ImproperSubstratePosition},
		{"double, nothing expected", "", double, "CAR#14 A", ImproperSubstratePosition},
		{"unread", full, "", "CAR#14 A SlotMapReadFailed set", SlotMapReadFail},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := portTool(t).arrives(1, "A")
			if tc.given == "" {
				r.serves("ProceedWithCarrier", "A", 1)
			} else {
				r.serves("ProceedWithCarrier", "A", 1, mapOf(tc.given))
			}
			r.tells(CarrierIsDocked{1}).tells(CarrierIsOpened{1}).ports300()
			if tc.read == "" {
				r.tells(SlotMapUnread{1})
			} else {
				r.tells(SlotMapRead{1, codes(tc.read)})
			}
			if got := strings.Join(r.ports300(), " "); got != tc.want {
				t.Errorf("heard %q, want %q", got, tc.want)
			}
			c := r.carriers.at(r.carriers.find("A"))
			if c.reason != tc.reason {
				t.Errorf("Reason %d, want %d", c.reason, tc.reason)
			}
			r.refuses(SlotMapRead{1, codes(full)}, ErrNotNow)
			if tc.reason == SlotMapReadFail {
				r.answers(3, ErrInsufficient, "ProceedWithCarrier", "A", 1)
				r.serves("ProceedWithCarrier", "A", 1, mapOf(empty))
				if c.inside() != 24 {
					t.Errorf("%d substrates, want 24", c.inside())
				}
			}
			checkPorts(t, r.Model)
			r.commit()
			checkEqual(t, r)
		})
	}
	r := portTool(t).arrives(1, "A").serves("ProceedWithCarrier", "A", 1, mapOf(full)).opensCarrier(1, double)
	r.ports300()
	r.serves("CancelCarrier", "A", 1).hearsPorts("CAR#16 A", "SlotMapVerificationFailed cleared", "ordered undock 1 A")
	r.leaves(1).hearsPorts("CarrierClosed", "CarrierLocationChange", "CarrierUnclamped", "LPT#9 1", "LPT#7 1",
		"CAR#21 A", "ASC#3 1", "LPT#8 1")
}

// portStates brings port 1 into each state that services tell apart.
func portStates() map[string]func(t *testing.T, r *recorder) {
	return map[string]func(*testing.T, *recorder){
		"OUT OF SERVICE":   func(t *testing.T, r *recorder) { r.tells(PortService{1, OutOfService}) },
		"READY TO LOAD":    func(*testing.T, *recorder) {},
		"RESERVED":         func(t *testing.T, r *recorder) { r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: 1}) },
		"BOUND":            func(t *testing.T, r *recorder) { r.serves("Bind", "A", 1) },
		"loading":          func(t *testing.T, r *recorder) { r.tells(LoadStarted{1}) },
		"TRANSFER BLOCKED": func(t *testing.T, r *recorder) { r.arrives(1, "A") },
		"unread":           func(t *testing.T, r *recorder) { r.tells(CarrierPlaced{1}).tells(CarrierIDUnread{1}) },
		"READY TO UNLOAD": func(t *testing.T, r *recorder) {
			r.tells(CarrierPlaced{1}).tells(CarrierIDRead{1, "A"}).serves("CancelCarrier", "A", 1)
		},
		"unloading": func(t *testing.T, r *recorder) {
			r.tells(CarrierPlaced{1}).tells(CarrierIDRead{1, "A"}).serves("CancelCarrier", "A", 1).tells(UnloadStarted{1})
		},
	}
}

// TestServicesByPortState is every service in every state of its port: 0 and 4 are
// accepted, else CAACK*100 and ERRCODE.
func TestServicesByPortState(t *testing.T) {
	states := []string{"OUT OF SERVICE", "READY TO LOAD", "RESERVED", "BOUND", "loading", "TRANSFER BLOCKED", "unread", "READY TO UNLOAD", "unloading"}
	for _, row := range []struct {
		action string
		want   []int
	}{
		{"Bind", []int{549, 0, 0, 311, 549, 311, 549, 311, 311}},
		{"CancelBind", []int{303, 303, 303, 0, 303, 517, 303, 517, 517}},
		{"CarrierNotification", []int{0, 0, 0, 311, 0, 311, 0, 311, 311}},
		{"CancelCarrierNotification", []int{303, 303, 303, 517, 303, 517, 303, 517, 517}},
		{"ProceedWithCarrier", []int{303, 303, 303, 517, 303, 0, 0, 517, 517}},
		{"CancelCarrier", []int{303, 303, 303, 350, 303, 4, 4, 517, 517}},
		{"CancelCarrierAtPort", []int{303, 303, 303, 350, 303, 4, 303, 517, 517}},
		{"CarrierReCreate", []int{517, 517, 517, 517, 517, 517, 517, 0, 517}},
		{"CarrierRelease", []int{303, 303, 303, 350, 303, 0, 303, 0, 0}},
		{"CarrierIn", []int{114, 114, 114, 114, 114, 114, 114, 114, 114}},
		{"CarrierOut", []int{114, 114, 114, 114, 114, 114, 114, 114, 114}},
		{"CancelCarrierOut", []int{114, 114, 114, 114, 114, 114, 114, 114, 114}},
		{"ReserveAtPort", []int{549, 0, 549, 549, 517, 517, 517, 517, 517}},
		{"CancelReservationAtPort", []int{517, 517, 0, 517, 517, 517, 517, 517, 517}},
		{"ChangeServiceStatus", []int{0, 0, 0, 0, 217, 0, 0, 0, 217}},
		{"ChangeAccess", []int{0, 0, 217, 217, 217, 0, 0, 0, 217}},
	} {
		for i, state := range states {
			r := portTool(t)
			portStates()[state](t, r)
			r.ports300()
			r.commit()
			x := r.anyService(row.action)
			got := int(x.Code)
			if !x.Accepted() {
				got = got*100 + int(x.Faults[0].Code)
			}
			if got != row.want[i] {
				t.Errorf("%s, port %s: %d, want %d (%v)", row.action, state, got, row.want[i], x.Faults)
			}
			checkPorts(t, r.Model)
			r.commit()
			checkEqual(t, r)
		}
	}
}

// anyService carries out a service of S3F17 or S3F25 for carrier A at port 1.
func (r *recorder) anyService(action string) CarrierAnswer {
	r.t.Helper()
	if slices.Contains(carrierActions(), action) {
		return r.service(action, "A", 1)
	}
	q := &PortRequest{Action: action, Port: 1, Parameters: []Setting{{"ServiceStatus", secs2.U1(0)}, {"AccessMode", secs2.U1(1)}}}
	x := r.CheckPort(q)
	if len(r.before) > 0 {
		r.t.Errorf("the check of %s changes something", action)
	}
	if x.Accepted() {
		r.DoPort(q)
	}
	return x
}

func TestServiceParameters(t *testing.T) {
	r := portTool(t)
	for _, action := range carrierActions()[:9] {
		r.answers(3, ErrInsufficient, action, "", NoPort)
	}
	r.answers(1, ErrUnsupported, "Fly", "A", 1)
	for _, port := range []int{0, 3, 255, 70000} {
		r.answers(3, ErrNoPort, "Bind", "A", port)
	}
	for _, id := range []string{"A>", "A:B", "A*", " A", "A ", strings.Repeat("A", 81)} {
		r.answers(3, ErrImproper, "Bind", id, 1)
		r.answers(3, ErrImproper, "CarrierNotification", id, NoPort)
	}
	r.answers(3, ErrUnknownAttribute, "Bind", "A", 1, Setting{"Colour", secs2.A("RED")})
	r.answers(3, ErrReadOnly, "Bind", "A", 1, Setting{"SLOTMAPSTATUS", secs2.U1(2)})
	for _, s := range []Setting{
		{"Capacity", secs2.U1(26)}, {"Capacity", secs2.U1(0)}, {"Capacity", secs2.A("25")}, {"SlotMap", secs2.U1(3, 3)}, {"SlotMap", secs2.L(secs2.U1(6))},
		{"ContentMap", secs2.L()}, {"ContentMap", secs2.A("")}, {"SubstrateCount", secs2.U1(26)}, {"Usage", secs2.U1(1)}, {"UDBig", secs2.B(make([]byte, 5000)...)},
	} {
		r.answers(3, ErrAttributeValue, "Bind", "A", 1, s)
	}
	r.serves("Bind", "A", 1, Setting{"capacity", secs2.U2(13)}, Setting{"SlotMap", secs2.U1(codes(full[:13])...)}, Setting{"UDOwner", secs2.A("QA")})
	if n, ok := r.carrierCapacity("A"); n != 13 || !ok {
		t.Errorf("capacity %d", n)
	}
	r.answers(3, ErrImproper, "CancelBind", "A", 2)
	if got := r.CarrierID("Equipment:TOOL1>Carrier:A>"); got != "A" {
		t.Errorf("the carrier of an OBJSPEC is %q", got)
	}
	for i := range maxCarriers - 1 {
		r.serves("CarrierNotification", fmt.Sprint("N", i), NoPort)
	}
	r.answers(2, ErrBusy, "CarrierNotification", "N", NoPort)
	r.answers(2, ErrBusy, "Bind", "N", 2)
}

// TestHold: with host release a carrier that is done with stays until
// CarrierRelease.
func TestHold(t *testing.T) {
	r := portTool(t)
	r.constants[CarrierHold] = 1
	r.arrives(1, "A").serves("ProceedWithCarrier", "A", 1).opensCarrier(1, full).serves("ProceedWithCarrier", "A", 1)
	r.answers(5, ErrWrongState, "CarrierRelease", "A", 1)
	h := r.carriers.find("A")
	r.beginAccess(h)
	r.ports300()
	r.endAccess(h, endAbnormal)
	r.hearsPorts("CAR#20 A")
	n := r.restarted()
	n.Start()
	if slices.Contains(n.heard, "ordered undock 1 A") {
		t.Error("a carrier that is held is let go at a start")
	}
	r.serves("CarrierRelease", "", 1).hearsPorts("ordered clamp-release 1 A", "ordered undock 1 A")
	r.leaves(1)
}

// TestCarrierOrders: a start gives again the orders that the state calls for.
func TestCarrierOrders(t *testing.T) {
	r := portTool(t)
	for _, tc := range []struct {
		do   func()
		want string
	}{
		{func() { r.tells(CarrierPlaced{1}) }, "ordered read-id 1"},
		{func() { r.tells(CarrierIDRead{1, "A"}) }, "ASC#2 1"},
		{func() { r.serves("ProceedWithCarrier", "A", 1) }, "ASC#2 1 ordered dock 1 A"},
		{func() { r.opensCarrier(1, full) }, "ASC#2 1"},
		{func() { r.serves("CancelCarrier", "A", 1) }, "ASC#2 1 ordered undock 1 A"},
		{func() { r.tells(CarrierIsClosed{1}).tells(CarrierIsUndocked{1}) }, "ASC#2 1"},
	} {
		tc.do()
		r.commit()
		n := r.restarted()
		n.Start()
		got := slices.DeleteFunc(n.ports300(), func(s string) bool {
			return strings.HasPrefix(s, "LPT#") || strings.HasPrefix(s, "ACC#") || s == "ordered resynchronize"
		})
		if strings.Join(got, " ") != tc.want {
			t.Errorf("after a start %q, want %q", got, tc.want)
		}
	}
}
