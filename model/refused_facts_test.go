package model

import (
	"errors"
	"strings"
	"testing"
)

// withBarePort is a tool with a third port, without reader and dock, and an accepted
// carrier on the first.
func withBarePort(t *testing.T) *recorder {
	t.Helper()
	cfg := toolConfig()
	cfg.Ports = append(cfg.Ports, Port{Location: "LP3", Reader: NoReader})
	return newRecorder(t, cfg).arrives(1, "FOUP01").serves("ProceedWithCarrier", "FOUP01", 1)
}

func TestRefusedSlotMapsNameTheCulprit(t *testing.T) {
	for text, seen := range map[string][]byte{
		`3 slots, the carrier has 25, at load port 1`:         {3, 9, 3},
		`slot 25 has the code 9, want 0 to 5, at load port 1`: codes(full[1:] + "9"),
	} {
		r := withBarePort(t).tells(CarrierIsDocked{1}, CarrierIsOpened{1})
		if err := r.Tell(SlotMapRead{1, seen}); !errors.Is(err, ErrValue) || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

// TestRefusedFactsNameTheCulprit: who tells a fact that cannot be learns from the
// error what is wrong with it, and where.
func TestRefusedFactsNameTheCulprit(t *testing.T) {
	for _, c := range []struct {
		fact Fact
		is   error
		text string
	}{
		{CarrierIDRead{2, ""}, ErrValue, `CarrierID "", want 1 to 80 characters of ASCII without > : ? * ~ and without a blank at an end, at load port 2`},
		{CarrierIDRead{2, "A\x07"}, ErrValue, `CarrierID "A\a"`},
		{CarrierIDRead{9, "A"}, ErrUnknown, `load port 9`},
		{CarrierIDRead{1, "B"}, ErrNotNow, `load port 1 is TRANSFER BLOCKED, standing; FOUP01: CarrierIDStatus ID VERIFICATION OK, SlotMapStatus SLOT MAP VERIFICATION OK`},
		{SlotMapRead{2, codes(full)}, ErrNotNow, `load port 2 is READY TO LOAD, vacant`},
		{ReaderChange{1, 2}, ErrValue, `reader state 2, want 0 or 1`},
		{ReaderChange{3, ReaderAvailable}, ErrUnknown, `no carrier ID reader, at load port 3`},
		{PortFault{1, SlotMapReadFailed, AlarmRaised}, ErrValue, `SlotMapReadFailed is not for the tool to set or clear`},
		{PortFault{1, AlarmKinds, AlarmRaised}, ErrValue, `alarm kind 14`},
		{PortFault{1, PIOFailure, 2}, ErrValue, `alarm change 2, want 0 or 1`},
		{PortAccess{1, 2}, ErrValue, `access mode 2, want 0 or 1`},
		{PortService{1, 2}, ErrValue, `service status 2, want 0 or 1`},
		{PIOSignal{1, 8, On}, ErrValue, `signal 8, want 0 to 7`},
		{PIOSignal{1, VALID, 2}, ErrValue, `level 2, want 0 or 1`},
		{CarrierIsDocked{3}, ErrNotNow, `it does not dock: load port 3 is READY TO LOAD, vacant`},
		{ApproachingComplete{"FOUP01"}, ErrNotNow, `FOUP01 is NOT ACCESSED`},
		{ApproachingComplete{"X"}, ErrUnknown, `carrier "X"`},
		{CarrierMoved{"FOUP01", "FIMS1"}, ErrNotNow, `the equipment has no internal buffer`},
		{CarrierMoveFailed{"FOUP01"}, ErrNotNow, `the equipment has no internal buffer`},
		{OperatorProceeds{Carrier: "X"}, ErrUnknown, `ProceedWithCarrier: ERRCODE 3: X`},
		{OperatorProceeds{Carrier: "FOUP01", Port: 1}, ErrNotNow, `ProceedWithCarrier: ERRCODE 17: `},
		{OperatorProceeds{Carrier: "FOUP01", Port: 7}, ErrUnknown, `ProceedWithCarrier: ERRCODE 48: `},
		{OperatorCancels{Port: 2}, ErrNotNow, `CancelCarrierAtPort: ERRCODE `},
		{OperatorProcessJob{ProcessJobSpec{}}, ErrValue, `PRJobCreate: ERRCODE 12: `},
		{OperatorControlJob{ControlJobSpec{}}, ErrValue, `Create ControlJob: ERRCODE 7: ObjID ""`},
		{JobCommand{"PJ-1", PRStart}, ErrUnknown, `START: ERRCODE 3: PJ-1`},
		{JobCommand{"PJ-1", 9}, ErrUnknown, `9: ERRCODE 3: PJ-1`},
		{ControlJobCommand{"CJ-1", CJStart, 0}, ErrUnknown, `CJStart: ERRCODE 3: CJ-1`},
		{JobReady{"PJ-1"}, ErrUnknown, `process job PJ-1`},
	} {
		r := withBarePort(t).opensCarrier(1, full).serves("ProceedWithCarrier", "FOUP01", 1)
		r.refuses(c.fact, c.is)
		if err := r.Tell(c.fact); err == nil || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%T%+v: %v, want %s", c.fact, c.fact, err, c.text)
		}
	}
}
