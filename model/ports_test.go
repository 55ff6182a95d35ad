package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/secs2"
)

// portTool is a tool with carriers at its ports.
func portTool(t *testing.T) *recorder {
	t.Helper()
	r := newRecorder(t, toolConfig())
	r.constants[CarrierHold] = 2
	r.commit()
	return r
}

// arrives brings a carrier to a port and reads it.
func (r *recorder) arrives(port int, id string) *recorder {
	r.t.Helper()
	return r.tells(LoadStarted{port}).tells(CarrierPlaced{port}).tells(CarrierIsClamped{port}).tells(CarrierIDRead{port, id})
}

// leaves takes away what stands on a port and may leave once it is released.
func (r *recorder) leaves(port int) *recorder {
	r.t.Helper()
	r.tells(CarrierIsClosed{port}).tells(CarrierIsUndocked{port}).tells(CarrierIsUnclamped{port})
	return r.tells(UnloadStarted{port}).tells(CarrierRemoved{port})
}

// opensCarrier docks, opens and maps the carrier on a port.
func (r *recorder) opensCarrier(port int, digits string) *recorder {
	r.t.Helper()
	return r.tells(CarrierIsDocked{port}).tells(CarrierIsOpened{port}).tells(SlotMapRead{port, codes(digits)})
}

func codes(digits string) []byte {
	list := []byte(digits)
	for i := range list {
		list[i] -= '0'
	}
	return list
}

func mapOf(digits string) Setting { return Setting{"SlotMap", secs2.U1(codes(digits)...)} }

// ports300 returns what was heard of ports and carriers, and forgets all.
func (r *recorder) ports300() (list []string) {
	for _, line := range r.heard {
		elsewhere := func(prefix string) bool { return strings.HasPrefix(line, prefix) }
		if !slices.ContainsFunc([]string{"SUB#", "LOC#", "Subst", "PJ#", "PRJob", "CJ#", "EPT#", "MOD#"}, elsewhere) {
			list = append(list, line)
		}
	}
	r.heard = r.heard[:0]
	return list
}

// hearsPorts checks what has been heard of ports and carriers since the last time.
func (r *recorder) hearsPorts(want ...string) *recorder {
	r.t.Helper()
	if got := r.ports300(); !slices.Equal(got, want) {
		r.t.Errorf("heard\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	checkPorts(r.t, r.Model)
	r.commit()
	checkEqual(r.t, r)
	return r
}

// TestRowsOfPorts takes every row of the tables of ports and of carriers.
func TestRowsOfPorts(t *testing.T) {
	walkRows(t, transferTable, func(m *Model, row fsm.Transition[TransferState, transferTrigger]) (int, TransferState) {
		p := &m.ports[0]
		p.transfer = row.From
		switch row.To {
		case transferReady, ReadyToLoad:
			p.stage = vacant
		case TransferBlocked, portInService:
			p.stage = loading
		case ReadyToUnload:
			p.stage, p.flags = standing, released
		}
		if !m.transfer(p, row.On) {
			return 0, p.transfer
		}
		return row.Number, row.To // what follows by itself is TestTransfer's
	})
	walkRows(t, accessTable, func(m *Model, row fsm.Transition[AccessMode, accessTrigger]) (int, AccessMode) {
		p := &m.ports[0]
		p.access = row.From
		if row.From == noAccessMode {
			p.access = row.To
			m.startAccess(p)
			return row.Number, p.access
		}
		m.changeAccess(p, row.To)
		return row.Number, p.access
	})
	walkRows(t, reservationTable, func(m *Model, row fsm.Transition[ReservationState, reservationTrigger]) (int, ReservationState) {
		p := &m.ports[0]
		p.reservation = row.From
		m.reserve(p, row.On)
		return row.Number, p.reservation
	})
	walkRows(t, idTable, func(m *Model, row fsm.Transition[CarrierIDStatus, idTrigger]) (int, CarrierIDStatus) {
		h := m.carriers.add(carrier{id: "C", idStatus: row.From})
		m.identify(h, nil, row.On)
		return row.Number, m.carriers.at(h).idStatus
	})
	walkRows(t, slotMapTable, func(m *Model, row fsm.Transition[SlotMapStatus, slotMapTrigger]) (int, SlotMapStatus) {
		h := m.carriers.add(carrier{id: "C", slotMap: row.From})
		m.mapped(h, row.On)
		return row.Number, m.carriers.at(h).slotMap
	})
	walkRows(t, accessingTable, func(m *Model, row fsm.Transition[AccessingStatus, accessingTrigger]) (int, AccessingStatus) {
		h := m.carriers.add(carrier{id: "C", access: row.From})
		m.accessed(h, row.On)
		return row.Number, m.carriers.at(h).access
	})
	walkRows(t, pioTable, func(m *Model, row fsm.Transition[pioState, pioTrigger]) (int, pioState) {
		p := &m.ports[0]
		p.pio.state = row.From
		m.pioTake(p, row.On)
		return row.Number, p.pio.state
	})
}

// deaf is an equipment that hears nothing.
type deaf struct{}

func (deaf) Touched(Kind, string, []byte)        {}
func (deaf) Took(Transition) uint32              { return 0 }
func (deaf) Happened(Occasion) uint32            { return 0 }
func (deaf) Ordered(Order)                       {}
func (deaf) Alarmed(AlarmKind, int, AlarmChange) {}
func (deaf) Note(string, string)                 {}
func (deaf) HasProgram(string) bool              { return true }
func (deaf) PausesJobs(uint32) bool              { return false }
func (deaf) HasEvent(uint32) bool                { return true }
func (deaf) Constant(Constant) (value uint64)    { return 0 }

// walkRows takes each row of a table and checks where that leads.
func walkRows[S, T comparable](t *testing.T, table *fsm.Table[S, T], take func(*Model, fsm.Transition[S, T]) (int, S)) {
	t.Helper()
	for _, row := range table.Rows() {
		m, err := New(toolConfig(), deaf{}, deaf{})
		if err != nil {
			t.Fatal(err)
		}
		if number, to := take(m, row); number != row.Number || to != row.To {
			t.Errorf("%s row %d: from %v on %v to %v, want %v", table.Name(), row.Number, row.From, row.On, to, row.To)
		}
	}
}

func TestTransfer(t *testing.T) {
	r := portTool(t)
	r.Start()
	r.hearsPorts("LPT#1 1", "LPT#4 1", "LPT#5 1", "ACC#1 1",
		"LPT#1 2", "LPT#4 2", "LPT#5 2", "ACC#1 2", "ordered resynchronize")
	r.tells(LoadStarted{2}).hearsPorts("LPT#6 2")
	r.tells(LoadFailed{2}).hearsPorts("LPT#10 2", "LPT#5 2")
	r.tells(LoadStarted{2}).tells(CarrierPlaced{2}).hearsPorts("LPT#6 2", "ordered read-id 2")
	r.refuses(LoadFailed{2}, ErrNotNow)
	r.refuses(LoadStarted{2}, ErrNotNow)
	r.refuses(CarrierPlaced{2}, ErrNotNow)
	r.refuses(LoadStarted{3}, ErrUnknown)
	r.tells(PortService{2, OutOfService}).hearsPorts("LPT#3 2")
	r.tells(PortService{2, OutOfService}).hearsPorts()
	r.tells(PortService{2, InService}).hearsPorts("LPT#2 2", "LPT#4 2")
	r.serves("CancelCarrierAtPort", "", 2).hearsPorts("LPT#9 2")
	r.tells(PortService{2, OutOfService}).tells(PortService{2, InService})
	r.hearsPorts("LPT#3 2", "LPT#2 2", "LPT#4 2", "LPT#5 2")
	r.tells(UnloadStarted{2}).hearsPorts("LPT#7 2")
	r.refuses(PortService{2, OutOfService}, ErrNotNow)
	r.tells(UnloadFailed{2}).hearsPorts("LPT#10 2", "LPT#5 2")
	// A removal without its start implies that.
	r.tells(CarrierRemoved{2}).hearsPorts("LPT#7 2", "LPT#8 2")
	r.refuses(CarrierRemoved{2}, ErrNotNow)
	r.tells(CarrierPlaced{1}).hearsPorts("LPT#6 1", "ordered read-id 1")
}

// TestFullRoundTrip is the canonical order of a carrier that the host verifies.
func TestFullRoundTrip(t *testing.T) {
	r := portTool(t)
	r.arrives(1, "FOUP01").hearsPorts("LPT#6 1", "ordered read-id 1", "CarrierClamped", "CAR#3 FOUP01", "ASC#2 1")
	r.refuses(CarrierIsDocked{1}, ErrNotNow)
	r.refuses(CarrierIsOpened{1}, ErrNotNow)
	r.refuses(SlotMapRead{1, codes(full)}, ErrNotNow)
	r.serves("ProceedWithCarrier", "FOUP01", 1).hearsPorts("CAR#8 FOUP01", "ordered dock 1 FOUP01")
	r.refuses(SlotMapRead{1, codes(full)}, ErrNotNow)
	r.tells(CarrierIsDocked{1})
	r.refuses(SlotMapRead{1, codes("333")}, ErrValue)
	r.refuses(SlotMapRead{1, codes(full[1:] + "6")}, ErrValue)
	r.tells(CarrierIsOpened{1}).tells(SlotMapRead{1, codes(full)})
	r.hearsPorts("CarrierLocationChange", "CarrierOpened", "CAR#14 FOUP01")
	r.serves("ProceedWithCarrier", "FOUP01", NoPort).hearsPorts("CAR#15 FOUP01")
	h, ready := r.carrierReady("FOUP01")
	if !ready || r.slotOccupied(h, 1) != slotFull || r.slotOccupied(h, 26) != slotUnknown {
		t.Error("the carrier is verified and not ready")
	}
	r.beginAccess(h)
	r.beginAccess(h)
	r.hearsPorts("CAR#18 FOUP01")
	if x := r.service("CancelCarrier", "FOUP01", 1); x.Code != 5 || x.Faults[0].Code != ErrWrongState {
		t.Errorf("CancelCarrier IN ACCESS: %v", x)
	}
	r.endAccess(h, endNormal)
	r.hearsPorts("CAR#19 FOUP01", "ordered undock 1 FOUP01")
	if _, ready := r.carrierReady("FOUP01"); ready {
		t.Error("a carrier that is done with is ready")
	}
	r.tells(CarrierIsClosed{1}).tells(CarrierIsUndocked{1}).hearsPorts("CarrierClosed", "CarrierLocationChange")
	r.tells(CarrierIsUnclamped{1}).hearsPorts("CarrierUnclamped", "LPT#9 1")
	r.tells(UnloadStarted{1}).tells(CarrierRemoved{1})
	r.hearsPorts("LPT#7 1", "CAR#21 FOUP01", "ASC#3 1", "LPT#8 1")
}

// TestBindRoundTrip is the canonical order of a carrier that the equipment verifies.
func TestBindRoundTrip(t *testing.T) {
	r := portTool(t)
	r.serves("Bind", "FOUP01", 1, mapOf(full)).hearsPorts("CAR#2 FOUP01", "ASC#2 1", "RSV#2 1")
	r.tells(LoadStarted{1}).tells(CarrierPlaced{1})
	r.hearsPorts("LPT#6 1", "RSV#3 1", "ordered read-id 1")
	r.tells(CarrierIDRead{1, "FOUP01"}).hearsPorts("CAR#6 FOUP01", "ordered dock 1 FOUP01")
	r.opensCarrier(1, strings.Repeat("2", 25)).hearsPorts("CarrierLocationChange", "CarrierOpened", "CAR#13 FOUP01")
}

// TestAccessViolations: what a port does not allow happens nevertheless.
func TestAccessViolations(t *testing.T) {
	r := portTool(t)
	r.tells(PortAccess{1, Auto}).hearsPorts("ACC#2 1")
	r.tells(LoadStarted{1}).hearsPorts("AccessModeViolation set", "LPT#6 1")
	r.tells(CarrierPlaced{1}).hearsPorts("AccessModeViolation cleared", "ordered read-id 1")
	r.tells(PIOSignal{2, VALID, On}).hearsPorts("AccessModeViolation_2 set")
	r.tells(PIOSignal{2, VALID, Off}).hearsPorts("AccessModeViolation_2 cleared")
	r.tells(PortService{2, OutOfService}).tells(LoadStarted{2}).hearsPorts("LPT#3 2", "OutOfServicePortUse_2 set")
	r.tells(CarrierPlaced{2}).hearsPorts("OutOfServicePortUse_2 cleared")
	r.refuses(CarrierIDRead{2, "FOUP01"}, ErrNotNow)
	r.tells(PortService{2, InService}).hearsPorts("LPT#2 2", "LPT#4 2", "LPT#5 2")
	r.serves("CarrierReCreate", "FOUP02", 2).hearsPorts("LPT#7 2", "ordered read-id 2")
	// It is lifted before anybody says so.
	r.tells(UnloadStarted{2}).hearsPorts("CarrierRemovalError_2 set")
	r.tells(UnloadFailed{2}).hearsPorts("CarrierRemovalError_2 cleared")
	r.tells(CarrierRemoved{2}).hearsPorts("CarrierRemovalError_2 set", "LPT#8 2")
	r.tells(LoadStarted{2}).hearsPorts("CarrierRemovalError_2 cleared", "LPT#6 2")
}

func TestPortFaults(t *testing.T) {
	r := portTool(t)
	for _, kind := range []AlarmKind{PIOFailure, AccessModeViolation, CarrierPresenceError, CarrierPlacementError, CarrierDockFailure, CarrierOpenFailure, CarrierRemovalError} {
		r.tells(PortFault{1, kind, AlarmRaised}).hearsPorts(kind.String() + " set")
		r.tells(PortFault{2, kind, AlarmRaised}).tells(PortFault{2, kind, AlarmRaised}).hearsPorts(kind.String() + "_2 set")
		r.tells(PortFault{1, kind, AlarmCleared}).hearsPorts(kind.String() + " cleared")
		if r.AlarmSet(kind, 1) || !r.AlarmSet(kind, 2) {
			t.Errorf("%v: it is not port 2 alone that has it", kind)
		}
		r.tells(PortFault{2, kind, AlarmCleared}).tells(PortFault{2, kind, AlarmCleared}).hearsPorts(kind.String() + "_2 cleared")
	}
	for _, kind := range []AlarmKind{CarrierVerificationFailure, SlotMapReadFailed, DuplicateCarrierID, BufferMoveFailure, SubstrateIDConflict, AlarmKinds} {
		r.refuses(PortFault{1, kind, AlarmRaised}, ErrValue)
	}
}

// TestAlarmsLast: an alarm of a transfer that is not allowed stays set as long as
// one is under way, by hand or with the AMHS.
func TestAlarmsLast(t *testing.T) {
	r := autoTool(t)
	r.tells(LoadStarted{1}).hearsPorts("AccessModeViolation set", "LPT#6 1")
	r.signals(1, "CS_0", "VALID", "-VALID").hearsPorts()
	r.tells(LoadFailed{1}).hearsPorts("LPT#10 1", "LPT#5 1", "AccessModeViolation cleared")

	r.tells(PortService{2, OutOfService}).signals(2, "VALID").hearsPorts("LPT#3 2", "OutOfServicePortUse_2 set")
	r.tells(LoadStarted{2}).tells(LoadFailed{2}).hearsPorts()
	r.tells(LoadStarted{2}).signals(2, "-VALID").hearsPorts()
	r.tells(CarrierPlaced{2}).hearsPorts("OutOfServicePortUse_2 cleared")
}

func TestReaders(t *testing.T) {
	r := portTool(t)
	r.tells(ReaderChange{1, ReaderUnavailable}).tells(ReaderChange{1, ReaderUnavailable}).hearsPorts("IDReaderUnavailable")
	r.tells(CarrierPlaced{1}).hearsPorts("LPT#6 1", "UnknownCarrierID")
	r.tells(ReaderChange{1, ReaderAvailable}).hearsPorts("IDReaderAvailable")
	// It stops working while a carrier waits to be read.
	r.tells(CarrierPlaced{2}).tells(ReaderChange{2, ReaderUnavailable})
	r.hearsPorts("LPT#6 2", "ordered read-id 2", "IDReaderUnavailable", "UnknownCarrierID")
	r.serves("CancelCarrierAtPort", "", 2).tells(CarrierRemoved{2}).ports300()
	r.commit()
	r.serves("Bind", "FOUP02", 2).tells(CarrierPlaced{2}).hearsPorts("CAR#2 FOUP02", "ASC#2 2", "RSV#2 2",
		"LPT#6 2", "RSV#3 2", "CAR#10 FOUP02")
	cfg := toolConfig()
	cfg.Ports[0].Reader = NoReader
	none := newRecorder(t, cfg)
	none.refuses(ReaderChange{1, ReaderAvailable}, ErrUnknown)
	none.constants[BypassReadID] = 1
	none.serves("Bind", "FOUP01", 1).tells(CarrierPlaced{1})
	if got := fmt.Sprint(none.ports300()[4:]); got != "[RSV#3 1 CAR#11 FOUP01 ordered dock 1 FOUP01]" {
		t.Error(got)
	}
}
