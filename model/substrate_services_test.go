package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestUpdateSubstrateObject has every pair of states: which can be left for which.
func TestUpdateSubstrateObject(t *testing.T) {
	transports := map[[2]SubstState]string{
		{AtWork, AtSource}: "3", {AtWork, AtDestination}: "5", {AtDestination, AtSource}: "8", {AtSource, AtWork}: "2", {AtDestination, AtWork}: "6",
	}
	for from := range AtDestination + 1 {
		for to := range AtDestination + 1 {
			r := newRecorder(t, toolConfig())
			r.registerSubstrates(stands(r, "FOUP01", "31"))
			h := r.findSubstrate("FOUP01.01")
			r.setDestination(h, "FOUP01", 2)
			for _, place := range [][]string{{}, {"PM-A"}, {"PM-A", "FOUP01.02"}}[from] {
				r.tells(SubstrateMoved{r.placeID(r.substrates.at(h).place), place})
			}
			r.heard = nil
			r.commit()
			c := update("FOUP01.01", ServiceParameter{"SubstState", secs2.U1(uint8(to))})
			if to == AtWork && from != AtWork {
				c.Parameters = append(c.Parameters, ServiceParameter{"SubstLocID", secs2.A("ROBOT.A")})
			}
			ack, faults := r.CheckService(c)
			row, ok := transports[[2]SubstState{from, to}]
			if !ok {
				if ack != secs2.SVCACKNotCompleted || faults[0].Code != ErrWrongState {
					t.Errorf("%v to %v: %v %v", from, to, ack, faults)
				}
				continue
			}
			if ack != secs2.SVCACKDone {
				t.Errorf("%v to %v: %v %v", from, to, ack, faults)
				continue
			}
			r.DoService(c)
			places := []string{"FOUP01.01", "PM-A", "FOUP01.02"}
			if from != AtWork {
				places[1] = "ROBOT.A"
			}
			r.hears("SUB#"+row+" FOUP01.01", "LOC#2 "+places[from], "LOC#1 "+places[to])
		}
	}
}

func TestUpdateSubstrateObject_Processing(t *testing.T) {
	for from := range SubstSkipped + 1 {
		for to := range SubstSkipped + 1 {
			r := newRecorder(t, toolConfig())
			r.registerSubstrates(stands(r, "FOUP01", "3"))
			r.commit()
			h := r.findSubstrate("FOUP01.01")
			r.substrates.at(h).process = from
			r.disk[touched{KindSubstrate, "FOUP01.01"}] = r.Image(KindSubstrate, "FOUP01.01")
			r.heard = nil
			c := update("FOUP01.01", ServiceParameter{"SubstProcState", secs2.U1(uint8(to))})
			ack, faults := r.CheckService(c)
			row := 0
			switch {
			case from == NeedsProcessing && to == InProcess:
				row = 11
			case from == NeedsProcessing && (to == SubstLost || to == SubstSkipped):
				row = 14
			case from == InProcess && to == NeedsProcessing:
				row = 13
			case from == InProcess && to.Final():
				row = 12
			}
			if row == 0 {
				if ack != secs2.SVCACKNotCompleted || faults[0].Code != ErrWrongState {
					t.Errorf("%v to %v: %v %v", from, to, ack, faults)
				}
				continue
			}
			if ack != secs2.SVCACKDone {
				t.Errorf("%v to %v: %v %v", from, to, ack, faults)
				continue
			}
			r.DoService(c)
			want := []string{fmt.Sprintf("SUB#%d FOUP01.01", row)}
			if to == SubstLost {
				want = append(want, "SUB#9 FOUP01.01", "LOC#2 FOUP01.01")
			}
			r.hears(want...)
		}
	}
}

func update(id string, more ...ServiceParameter) *ServiceCall {
	return &ServiceCall{
		Spec: "Substrate:" + id + ">", Service: updateSubstrateObject,
		Parameters: append([]ServiceParameter{{"SubstID", secs2.A(id)}, {"SubstType", secs2.U1(0)}}, more...),
	}
}

func TestServices_Refused(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.registerSubstrates(stands(r, "FOUP01", "33"))
	r.heard = nil
	r.commit()
	state := ServiceParameter{"SubstState", secs2.U1(1)}
	at := func(location string) ServiceParameter { return ServiceParameter{"SubstLocID", secs2.A(location)} }
	without := &ServiceCall{Service: updateSubstrateObject, Parameters: []ServiceParameter{{"SubstID", secs2.A("FOUP01.01")}}}
	for _, x := range []struct {
		call *ServiceCall
		ack  secs2.SVCACK
		code []ErrCode
	}{
		{&ServiceCall{Service: "Polish"}, secs2.SVCACKNoService, []ErrCode{ErrUnsupported}},
		{&ServiceCall{Spec: "Carrier:FOUP01>", Service: updateSubstrateObject}, secs2.SVCACKNoObject, []ErrCode{ErrUnknownObject}},
		{&ServiceCall{Spec: "Substrate:FOUP09.01>", Service: updateSubstrateObject}, secs2.SVCACKNoObject, []ErrCode{ErrUnknownObject}},
		{&ServiceCall{Spec: "Substrate:*>", Service: updateSubstrateObject}, secs2.SVCACKParameter, []ErrCode{ErrSyntax}},
		{&ServiceCall{Service: updateSubstrateObject}, secs2.SVCACKParameter, []ErrCode{ErrInsufficient}},
		{update("FOUP09.01", state), secs2.SVCACKNoObject, []ErrCode{ErrUnknownObject}},
		{without, secs2.SVCACKParameter, []ErrCode{ErrInsufficient, ErrInsufficient}},
		{update("FOUP01.01"), secs2.SVCACKParameter, []ErrCode{ErrInsufficient}},
		{update("FOUP01.01", state, state), secs2.SVCACKParameter, []ErrCode{ErrImproper}},
		{update("FOUP01.01", state, ServiceParameter{"Color", secs2.A("red")}), secs2.SVCACKParameter, []ErrCode{ErrImproper}},
		{update("FOUP01.01", state, ServiceParameter{"ObjID", secs2.A("FOUP01.02")}), secs2.SVCACKParameter, []ErrCode{ErrImproper}},
		{update("FOUP01.01", ServiceParameter{"SubstState", secs2.A("1")}), secs2.SVCACKParameter, []ErrCode{ErrAttributeValue}},
		{update("FOUP01.01", ServiceParameter{"SubstState", secs2.U1(3)}), secs2.SVCACKParameter, []ErrCode{ErrAttributeValue}},
		{update("FOUP01.01", ServiceParameter{"SubstProcState", secs2.U1(8)}), secs2.SVCACKParameter, []ErrCode{ErrAttributeValue}},
		{update("FOUP01.01", state), secs2.SVCACKNotCompleted, []ErrCode{ErrWrongState}}, // to work, but where?
		{update("FOUP01.01", state, at("FOUP01.02")), secs2.SVCACKNotCompleted, []ErrCode{ErrWrongState}},
		{update("FOUP01.01", state, at("PM-C")), secs2.SVCACKParameter, []ErrCode{ErrImproper}},
		{update("FOUP01.01", state, ServiceParameter{"SubstLocID", secs2.U1(1)}), secs2.SVCACKParameter, []ErrCode{ErrAttributeValue}},
	} {
		ack, faults := r.CheckService(x.call)
		var codes []ErrCode
		for _, f := range faults {
			codes = append(codes, f.Code)
		}
		if ack != x.ack || !slices.Equal(codes, x.code) {
			t.Errorf("%s %s %v: %v %v, want %v %v", x.call.Service, x.call.Spec, x.call.Parameters, ack, faults, x.ack, x.code)
		}
	}
	r.hears()
}

func TestCreateSubstrate(t *testing.T) {
	r := newRecorder(t, toolConfig())
	stands(r, "FOUP01", "1")
	for _, s := range []SubstrateSpec{
		{ID: "W1", Location: "ROBOT.A", Destination: "PM-B", Lot: "LOT7", Type: 3, Usage: 2},
		{ID: "FOUP01.01", Source: "FOUP01.01", Destination: "FOUP09.25"},
	} {
		if faults := r.CheckSubstrate(&s); faults != nil {
			t.Fatal(faults)
		}
		r.CreateSubstrate(&s)
		r.hears("SUB#1 "+s.ID, "SUB#10 "+s.ID, "LOC#1 "+s.at())
	}
	r.tells(CarrierPlaced{2}).tells(CarrierIDRead{2, "FOUP02"})
	r.heard = nil
	r.commit()
	long, texts := strings.Repeat("x", 81), distinct{}
	for _, x := range []struct {
		spec SubstrateSpec
		want string
	}{
		{SubstrateSpec{Location: "PM-A"}, `7 ObjID "" is no identifier`}, {SubstrateSpec{ID: "W2"}, "12 SubstLocID  is no location"},
		{SubstrateSpec{ID: "W1", Location: "PM-A"}, "11 W1"}, {SubstrateSpec{ID: "W>", Location: "PM-A"}, `7 ObjID "W>" is no identifier`},
		{SubstrateSpec{ID: "W2", Location: "PM-C"}, "12 SubstLocID PM-C is no location"},
		{SubstrateSpec{ID: "W2", Location: "ROBOT.A"}, "17 SubstLocID ROBOT.A is OCCUPIED"},
		{SubstrateSpec{ID: "W2", Location: "FOUP02.01"}, "17 SubstLocID FOUP02.01: the slot map is not verified"},
		{SubstrateSpec{ID: "W2", Location: "PM-A", Source: "PM-B"}, "12 SubstSource PM-B is not SubstLocID"},
		{SubstrateSpec{ID: "W2", Location: "PM-A", Destination: "PM-C"}, "12 SubstDestination PM-C is no location"},
		{SubstrateSpec{ID: "W2", Location: "PM-A", Lot: long}, "7 LotID: more than 80"}, {SubstrateSpec{ID: "W2", Location: "PM-A", Type: 4}, "7 SubstType: more than 3"},
		{SubstrateSpec{ID: "W2", Location: "PM-A", Usage: 3}, "7 SubstUsage: more than 2"},
	} {
		if got := faultText(r.CheckSubstrate(&x.spec)...); got != x.want {
			t.Errorf("%+v: %q, want %q", x.spec, got, x.want)
		}
		texts.add(t, x.want)
	}
	r.tells(SubstrateMoved{"ROBOT.A", "PM-B"}).tells(ProcessingBegun{"FOUP01.01"})
	r.hears("SUB#2 W1", "SUB#5 W1", "LOC#2 ROBOT.A", "LOC#1 PM-B", "SUB#11 FOUP01.01")
	r.RemoveSubstrate("W1")
	r.RemoveSubstrate("FOUP01.01")
	r.hears("SUB#9 W1", "LOC#2 PM-B", "SUB#12 FOUP01.01", "SUB#9 FOUP01.01", "LOC#2 FOUP01.01")
	if !errors.Is(r.Tell(SubstrateIsLost{"W1"}), ErrUnknown) {
		t.Error("W1 is still there")
	}
}
