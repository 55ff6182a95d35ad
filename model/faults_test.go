package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// distinct are the faults of one service: each reason has its own text.
type distinct map[string]bool

// add takes the faults of one reason, "" for none.
func (d distinct) add(t rapid.TB, faults string) {
	t.Helper()
	if d[faults] && faults != "" {
		t.Errorf("%q is said of two reasons", faults)
	}
	d[faults] = true
}

// TestLongFaults: texts of hosts are shortened before the reason is.
func TestLongFaults(t *testing.T) {
	id, other := strings.Repeat("A", 40)+strings.Repeat("B", 40), strings.Repeat("C", 80)
	for _, x := range []struct {
		fault Fault
		want  string
	}{
		{fault(ErrInUse, "%s", id), id},
		{fault(ErrWrongState, "%s is %v", id, WaitingForStart), strings.Repeat("A", 28) + "..." + strings.Repeat("B", 28) + " is WAITING FOR START"},
		{fault(ErrWrongState, "%s belongs to %s", id, other), "AAAAAA...BBBBBBB belongs to " + strings.Repeat("C", 24) + "..." + strings.Repeat("C", 25)},
		{fault(ErrImproper, "%s", strings.Repeat("D", 200)), strings.Repeat("D", 38) + "..." + strings.Repeat("D", 39)},
		{fault(ErrImproper, "%s", strings.Repeat("\x00", 200)), ""},
		{fault(ErrImproper, "%q", strings.Repeat("\xff", 200)), ""},
		{Fault{ErrNoMaterial, "F slot 3 is empty"}.Of("PJ"), "PJ: F slot 3 is empty"},
		{Fault{ErrInUse, "PJ"}.Of("PJ"), "PJ"},
		{Fault{ErrInUse, "PJ is there"}.Of("PJ"), "PJ is there"},
		{Fault{ErrInUse, "PJ1 is there"}.Of("PJ"), "PJ: PJ1 is there"},
		{Fault{ErrNoMaterial, "F slot 3 is empty"}.Of(id), strings.Repeat("A", 29) + "..." + strings.Repeat("B", 29) + ": F slot 3 is empty"},
		{Fault{ErrNoMaterial, other}.Of(id), "AAAAAA...BBBBBBB: " + other[:62]},
	} {
		if got := x.fault.Text; len(got) > 80 || x.want != "" && got != x.want {
			t.Errorf("%q (%d), want %q (%d)", got, len(got), x.want, len(x.want))
		}
	}
}

// refused checks the faults of a service about a carrier, which must not be one that
// another reason has.
func (r *recorder) refused(d map[string]distinct, want, action, carrier string, port int, given ...Setting) {
	r.t.Helper()
	x := r.service(action, carrier, port, given...)
	if got := faultText(x.Faults...); got != want {
		r.t.Errorf("%s %q port %d: %q, want %q", action, carrier, port, got, want)
	}
	if d[action] == nil {
		d[action] = distinct{}
	}
	d[action].add(r.t, want)
}

// TestCarrierFaults: the reasons of each service of S3F17.
func TestCarrierFaults(t *testing.T) {
	texts := map[string]distinct{}
	r := portTool(t)
	no := func(want, action, carrier string, port int, given ...Setting) {
		t.Helper()
		r.refused(texts, want, action, carrier, port, given...)
	}
	no("14 CARRIERACTION Fly", "Fly", "A", 1)
	no("14 CarrierIn: no internal buffer", "CarrierIn", "A", 1)
	no("48 port 3", "Bind", "A", 3)
	no("13 PTN is missing", "Bind", "A", NoPort)
	no("13 CARRIERID is missing", "Bind", "", 1)
	no("13 PTN or CARRIERID is missing", "CancelBind", "", NoPort)
	no(`12 CARRIERID "A " is no identifier`, "Bind", "A ", 1)
	no("4 Colour", "Bind", "A", 1, Setting{"Colour", secs2.U1(1)})
	no("5 SlotMapStatus", "Bind", "A", 1, Setting{"SlotMapStatus", secs2.U1(2)})
	no("7 Capacity: wrong format or value", "Bind", "A", 1, Setting{"Capacity", secs2.U1(0)})
	no("7 SlotMap: wrong format or value", "Bind", "A", 1, Setting{"SlotMap", secs2.U1(9)})
	no("7 SlotMap: 2 slots, of 25", "Bind", "A", 1, Setting{"SlotMap", secs2.U1(3, 3)})
	no("7 ContentMap: 0 slots, of 25", "Bind", "A", 1, Setting{"ContentMap", secs2.L()})
	no("7 SubstrateCount: 20, in 13 slots", "Bind", "A", 1, Setting{"Capacity", secs2.U1(13)}, Setting{"SubstrateCount", secs2.U1(20)})
	no("7 UDBig: more than 4096 bytes", "Bind", "A", 1, Setting{"UDBig", secs2.B(make([]byte, 5000)...)})
	no("3 A", "CancelBind", "A", 1)
	no("17 port 1 is not bound", "CancelBind", "", 1)
	no("50 port 1 has no carrier", "CancelCarrierAtPort", "", 1)
	no("17 port 1 is READY TO LOAD", "CarrierReCreate", "A", 1)

	r.serves("Bind", "A", 1, Setting{"Capacity", secs2.U1(25)}).serves("CarrierNotification", "N", NoPort)
	no("11 A", "Bind", "A", 2)
	no("49 port 1 is bound to A", "Bind", "B", 1)
	no("12 A is not at port 2", "CancelBind", "A", 2)
	no("17 N is not bound", "CancelBind", "N", NoPort)
	no("17 A is bound to port 1", "CancelCarrierNotification", "A", NoPort)
	no("50 A is not here", "CancelCarrier", "A", 1)
	no("50 N is at no port", "CarrierRelease", "N", NoPort)
	no("50 port 1 has no carrier", "CarrierRelease", "A", 1)

	r.tells(LoadStarted{1})
	no("49 port 1 is TRANSFER BLOCKED", "Bind", "B", 1)
	no("17 port 1 is TRANSFER BLOCKED", "CancelBind", "A", 1)
	no("17 port 1 is in a transfer", "ProceedWithCarrier", "A", 1)
	r.tells(CarrierPlaced{1}).tells(CarrierIsClamped{1}).tells(CarrierIDRead{1, "A"})
	no("17 A does not wait: ID VERIFICATION OK, SLOT MAP NOT READ", "ProceedWithCarrier", "A", 1)
	no("17 A is here", "CancelCarrierNotification", "A", NoPort)
	r.tells(CarrierPlaced{2}).tells(CarrierIDUnread{2})
	no("13 PTN is missing: B has no object yet", "ProceedWithCarrier", "B", NoPort)
	no("3 B", "ProceedWithCarrier", "B", 1)
	r.tells(CarrierIsDocked{1}).tells(CarrierIsOpened{1}).tells(SlotMapUnread{1})
	no("13 SlotMap is missing, for that of A was not read", "ProceedWithCarrier", "A", 1)
	no("7 Capacity is 25 already", "ProceedWithCarrier", "A", 1, Setting{"Capacity", secs2.U1(13)})

	r.serves("ProceedWithCarrier", "A", 1, mapOf(full))
	r.constants[CarrierHold] = hostRelease
	no("17 port 1: its carrier does not wait for CarrierRelease", "CarrierRelease", "A", 1)
	r.serves("CancelCarrier", "A", 1)
	no("17 port 1: its carrier is leaving", "CancelCarrier", "A", 1)
	r.tells(CarrierIsClosed{1}).tells(CarrierIsUndocked{1}).tells(CarrierIsUnclamped{1})
	no("17 carrier is ready to unload", "CancelCarrier", "A", 1)
	no("12 B is not at port 1", "CarrierReCreate", "B", 1)
}

// TestBufferFaults: the reasons of the services of internal buffer equipment.
func TestBufferFaults(t *testing.T) {
	texts := map[string]distinct{}
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.arrives(1, "B")
	no := func(want, action, carrier string, port int) {
		t.Helper()
		r.refused(texts, want, action, carrier, port)
	}
	no("17 A is at no port", "CarrierIn", "A", NoPort)
	no("17 port 1 is TRANSFER BLOCKED", "CarrierIn", "B", NoPort)
	no("17 B is not in the internal buffer", "CarrierOut", "B", 1)
	no("17 A is in the internal buffer", "CancelCarrier", "A", NoPort)
	no("17 A waits for no way out", "CancelCarrierOut", "A", NoPort)
	r.serves("CarrierOut", "A", 1)
	no("17 A waits for its way out", "CarrierOut", "A", 1)
	r.serves("CancelCarrierOut", "A", NoPort).serves("CarrierOut", "A", 2)
	no("17 A is on its way to port 2", "CarrierOut", "A", 1)
}

// TestCarrierInFull: a carrier for which there is no place inside stays where it is, also
// when the last one is for another that is on its way.
func TestCarrierInFull(t *testing.T) {
	texts := map[string]distinct{}
	cfg := toolConfig()
	cfg.Buffer = []string{"BUF1"}
	r := newRecorder(t, cfg)
	full := func(id string) {
		t.Helper()
		r.ports300()
		r.answers(secs2.CAACKCannotPerformNow, ErrBusy, "CarrierIn", id, NoPort)
		r.hearsPorts()
	}
	r.goesIn("A", "BUF1")
	r.serves("CarrierOut", "A", 1).tells(CarrierMoved{"A", "LP1"})
	r.tells(CarrierPlaced{2}).tells(CarrierIDRead{2, "B"}).serves("ProceedWithCarrier", "B", 2).tells(CarrierMoved{"B", "BUF1"})
	full("A")
	r.refused(texts, "15 the internal buffer is full", "CarrierIn", "A", NoPort)
	r.serves("CarrierOut", "B", 2).tells(CarrierMoved{"B", "LP2"}).serves("CarrierIn", "A", NoPort)
	full("B")
	r.tells(CarrierMoveFailed{"A"}).serves("CarrierIn", "B", NoPort)
}

// TestPortServiceFaults: the reasons of each service of S3F25.
func TestPortServiceFaults(t *testing.T) {
	texts := map[string]distinct{}
	r := portTool(t)
	no := func(want, action string, port int, given ...Setting) {
		t.Helper()
		x := r.CheckPort(&PortRequest{Action: action, Port: port, Parameters: given})
		if got := faultText(x.Faults...); got != want {
			t.Errorf("%s port %d: %q, want %q", action, port, got, want)
		}
		if texts[action] == nil {
			texts[action] = distinct{}
		}
		texts[action].add(t, want)
	}
	no("14 PORTACTION Fly", "Fly", 1)
	no("13 PTN is missing", "ReserveAtPort", NoPort)
	no("48 port 3", "ReserveAtPort", 3)
	no("13 ServiceStatus is missing", "ChangeServiceStatus", 1)
	no("12 ServiceStatus is neither 0 nor 1", "ChangeServiceStatus", 1, Setting{"ServiceStatus", secs2.U1(2)})
	no("17 port 1 is not reserved", "CancelReservationAtPort", 1)
	r.DoPort(&PortRequest{Action: "ReserveAtPort", Port: 1})
	no("49 port 1 is reserved", "ReserveAtPort", 1)
	no("17 port 1 is reserved", "ChangeAccess", 1, Setting{"AccessMode", secs2.U1(1)})
	r.serves("Bind", "A", 1)
	no("17 port 1 is bound to A", "CancelReservationAtPort", 1)
	r.tells(LoadStarted{1})
	no("17 port 1 is TRANSFER BLOCKED", "CancelReservationAtPort", 1)
	no("17 port 1: a transfer is under way", "ChangeServiceStatus", 1, Setting{"ServiceStatus", secs2.U1(0)})
	r.tells(PortService{2, OutOfService})
	no("49 port 2 is OUT OF SERVICE", "ReserveAtPort", 2)
	r.tells(PortService{2, InService}).tells(LoadStarted{2})
	no("17 port 2 is TRANSFER BLOCKED", "ReserveAtPort", 2)
	no("17 port 2 is in a transfer", "ChangeAccess", 2, Setting{"AccessMode", secs2.U1(1)})
}

// TestTagFaults: the reasons of S3F29 and S3F31.
func TestTagFaults(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("C", "BUF1")
	r.serves("CarrierNotification", "B", NoPort).arrives(1, "A")
	r.WriteTag(&TagRequest{Carrier: "A", Segment: "LOT", Length: WholeTag, Data: secs2.A("L7")})
	texts := distinct{}
	for _, x := range []struct {
		request TagRequest
		want    string
	}{
		{TagRequest{}, "13 LOCID or CARRIERSPEC is missing"},
		{TagRequest{Carrier: "X"}, "3 CARRIERSPEC X"},
		{TagRequest{Location: "X"}, "3 LOCID X"},
		{TagRequest{Carrier: "A", Location: "LP2"}, "12 A is not at LP2"},
		{TagRequest{Location: "LP2"}, "17 LP2 has no carrier that is known"},
		{TagRequest{Carrier: "B"}, "17 B is not here"},
		{TagRequest{Carrier: "C"}, "17 C is at no port"},
		{TagRequest{Carrier: "A", Segment: "QTY", Length: WholeTag}, "3 DATASEG QTY"},
		{TagRequest{Carrier: "A", Segment: "LOT", Length: 3}, "12 DATALENGTH 3, of 2"},
	} {
		answer, _ := r.CheckTagRead(&x.request)
		if got := faultText(answer.Faults...); got != x.want {
			t.Errorf("%+v: %q, want %q", x.request, got, x.want)
		}
		texts.add(t, x.want)
	}
	texts = distinct{}
	for _, x := range []struct {
		request TagRequest
		want    string
	}{
		{TagRequest{Length: 1, Data: secs2.A("L8")}, "12 DATALENGTH 1, of 2 in DATA"},
		{TagRequest{Length: WholeTag, Segment: strings.Repeat("x", 81), Data: secs2.A("")}, "12 DATASEG has more than 80 characters"},
		{TagRequest{Length: WholeTag, Data: secs2.A(strings.Repeat("x", 4096))}, "12 DATA: a tag holds 4096 bytes"},
	} {
		x.request.Carrier = "A"
		if got := faultText(r.CheckTagWrite(&x.request).Faults...); got != x.want {
			t.Errorf("%+v: %q, want %q", x.request, got, x.want)
		}
		texts.add(t, x.want)
	}
}

// faultText writes faults as "11 PJ-1".
func faultText(list ...Fault) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, fmt.Sprintf("%d %s", f.Code, f.Text))
	}
	return strings.Join(texts, "; ")
}
