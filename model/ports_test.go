package model

import (
	"errors"
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
	r.commit(t)
	return r
}

// arrives brings a carrier to a port and reads it.
func (r *recorder) arrives(t *testing.T, port int, id string) *recorder {
	t.Helper()
	return r.tells(t, LoadStarted{port}).tells(t, CarrierPlaced{port}).tells(t, CarrierIsClamped{port}).tells(t, CarrierIDRead{port, id})
}

// leaves takes away what stands on a port and may leave once it is released.
func (r *recorder) leaves(t *testing.T, port int) *recorder {
	t.Helper()
	r.tells(t, CarrierIsClosed{port}).tells(t, CarrierIsUndocked{port}).tells(t, CarrierIsUnclamped{port})
	return r.tells(t, UnloadStarted{port}).tells(t, CarrierRemoved{port})
}

// opensCarrier docks, opens and maps the carrier on a port.
func (r *recorder) opensCarrier(t *testing.T, port int, digits string) *recorder {
	t.Helper()
	return r.tells(t, CarrierIsDocked{port}).tells(t, CarrierIsOpened{port}).tells(t, SlotMapRead{port, codes(digits)})
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
		if !slices.ContainsFunc([]string{"Subst", "PRJob", "CtrlJob", "EPT", "ModuleProcess"}, elsewhere) {
			list = append(list, line)
		}
	}
	r.heard = r.heard[:0]
	return list
}

// hearsPorts checks what has been heard of ports and carriers since the last time.
func (r *recorder) hearsPorts(t *testing.T, want ...string) *recorder {
	t.Helper()
	if got := r.ports300(); !slices.Equal(got, want) {
		t.Errorf("heard\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	checkPorts(t, r.Model)
	r.commit(t)
	checkEqual(t, r)
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

func (deaf) Touched(Kind, string, []byte)     {}
func (deaf) Took(Transition) uint32           { return 0 }
func (deaf) Happened(Occasion) uint32         { return 0 }
func (deaf) Ordered(Order)                    {}
func (deaf) Alarmed(AlarmKind, AlarmChange)   {}
func (deaf) Note(string, string)              {}
func (deaf) HasProgram(string) bool           { return true }
func (deaf) PausesJobs(uint32) bool           { return false }
func (deaf) HasEvent(uint32) bool             { return true }
func (deaf) Constant(Constant) (value uint64) { return 0 }

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
	r.hearsPorts(t, "LoadPortTransfer#1 1", "LoadPortTransfer#4 1", "LoadPortTransfer#5 1", "AccessMode#1 1",
		"LoadPortTransfer#1 2", "LoadPortTransfer#4 2", "LoadPortTransfer#5 2", "AccessMode#1 2", "ordered resynchronize")
	r.tells(t, LoadStarted{2}).hearsPorts(t, "LoadPortTransfer#6 2")
	r.tells(t, LoadFailed{2}).hearsPorts(t, "LoadPortTransfer#10 2", "LoadPortTransfer#5 2")
	r.tells(t, LoadStarted{2}).tells(t, CarrierPlaced{2}).hearsPorts(t, "LoadPortTransfer#6 2", "ordered read-id 2")
	r.refuses(t, LoadFailed{2}, ErrNotNow)
	r.refuses(t, LoadStarted{2}, ErrNotNow)
	r.refuses(t, CarrierPlaced{2}, ErrNotNow)
	r.refuses(t, LoadStarted{3}, ErrUnknown)
	r.tells(t, PortService{2, OutOfService}).hearsPorts(t, "LoadPortTransfer#3 2")
	r.tells(t, PortService{2, OutOfService}).hearsPorts(t)
	r.tells(t, PortService{2, InService}).hearsPorts(t, "LoadPortTransfer#2 2", "LoadPortTransfer#4 2")
	r.serves(t, "CancelCarrierAtPort", "", 2).hearsPorts(t, "LoadPortTransfer#9 2")
	r.tells(t, PortService{2, OutOfService}).tells(t, PortService{2, InService})
	r.hearsPorts(t, "LoadPortTransfer#3 2", "LoadPortTransfer#2 2", "LoadPortTransfer#4 2", "LoadPortTransfer#5 2")
	r.tells(t, UnloadStarted{2}).hearsPorts(t, "LoadPortTransfer#7 2")
	r.refuses(t, PortService{2, OutOfService}, ErrNotNow)
	r.tells(t, UnloadFailed{2}).hearsPorts(t, "LoadPortTransfer#10 2", "LoadPortTransfer#5 2")
	// A removal without its start implies that.
	r.tells(t, CarrierRemoved{2}).hearsPorts(t, "LoadPortTransfer#7 2", "LoadPortTransfer#8 2")
	r.refuses(t, CarrierRemoved{2}, ErrNotNow)
	r.tells(t, CarrierPlaced{1}).hearsPorts(t, "LoadPortTransfer#6 1", "ordered read-id 1")
}

// TestFullRoundTrip is the canonical order of a carrier that the host verifies.
func TestFullRoundTrip(t *testing.T) {
	r := portTool(t)
	r.arrives(t, 1, "FOUP01").hearsPorts(t, "LoadPortTransfer#6 1", "ordered read-id 1", "CarrierClamped", "Carrier#3 FOUP01", "PortAssociation#2 1")
	r.refuses(t, CarrierIsDocked{1}, ErrNotNow)
	r.refuses(t, CarrierIsOpened{1}, ErrNotNow)
	r.refuses(t, SlotMapRead{1, codes(full)}, ErrNotNow)
	r.serves(t, "ProceedWithCarrier", "FOUP01", 1).hearsPorts(t, "Carrier#8 FOUP01", "ordered dock 1 FOUP01")
	r.refuses(t, SlotMapRead{1, codes(full)}, ErrNotNow)
	r.tells(t, CarrierIsDocked{1})
	r.refuses300(t, SlotMapRead{1, codes("333")}, ErrValue)
	r.refuses300(t, SlotMapRead{1, codes(full[1:] + "6")}, ErrValue)
	r.tells(t, CarrierIsOpened{1}).tells(t, SlotMapRead{1, codes(full)})
	r.hearsPorts(t, "CarrierLocationChange", "CarrierOpened", "Carrier#14 FOUP01")
	r.serves(t, "ProceedWithCarrier", "FOUP01", NoPort).hearsPorts(t, "Carrier#15 FOUP01")
	h, ready := r.carrierReady("FOUP01")
	if !ready || r.slotOccupied(h, 1) != slotFull || r.slotOccupied(h, 26) != slotUnknown {
		t.Error("the carrier is verified and not ready")
	}
	r.beginAccess(h)
	r.beginAccess(h)
	r.hearsPorts(t, "Carrier#18 FOUP01")
	if x := r.service(t, "CancelCarrier", "FOUP01", 1); x.Code != 5 || x.Faults[0].Code != ErrWrongState {
		t.Errorf("CancelCarrier IN ACCESS: %v", x)
	}
	r.endAccess(h, endNormal)
	r.hearsPorts(t, "Carrier#19 FOUP01", "ordered undock 1 FOUP01")
	if _, ready := r.carrierReady("FOUP01"); ready {
		t.Error("a carrier that is done with is ready")
	}
	r.tells(t, CarrierIsClosed{1}).tells(t, CarrierIsUndocked{1}).hearsPorts(t, "CarrierClosed", "CarrierLocationChange")
	r.tells(t, CarrierIsUnclamped{1}).hearsPorts(t, "CarrierUnclamped", "LoadPortTransfer#9 1")
	r.tells(t, UnloadStarted{1}).tells(t, CarrierRemoved{1})
	r.hearsPorts(t, "LoadPortTransfer#7 1", "Carrier#21 FOUP01", "PortAssociation#3 1", "LoadPortTransfer#8 1")
}

// refuses300 is refuses within a Step that has changed something already.
func (r *recorder) refuses300(t *testing.T, f Fact, want error) {
	t.Helper()
	if err := r.Tell(f); !errors.Is(err, want) {
		t.Errorf("%T%+v: %v, want %v", f, f, err, want)
	}
}

// TestBindRoundTrip is the canonical order of a carrier that the equipment verifies.
func TestBindRoundTrip(t *testing.T) {
	r := portTool(t)
	r.serves(t, "Bind", "FOUP01", 1, mapOf(full)).hearsPorts(t, "Carrier#2 FOUP01", "PortAssociation#2 1", "LoadPortReservation#2 1")
	r.tells(t, LoadStarted{1}).tells(t, CarrierPlaced{1})
	r.hearsPorts(t, "LoadPortTransfer#6 1", "LoadPortReservation#3 1", "ordered read-id 1")
	r.tells(t, CarrierIDRead{1, "FOUP01"}).hearsPorts(t, "Carrier#6 FOUP01", "ordered dock 1 FOUP01")
	r.opensCarrier(t, 1, strings.Repeat("2", 25)).hearsPorts(t, "CarrierLocationChange", "CarrierOpened", "Carrier#13 FOUP01")
}

// TestAccessViolations: what a port does not allow happens nevertheless.
func TestAccessViolations(t *testing.T) {
	r := portTool(t)
	r.tells(t, PortAccess{1, Auto}).hearsPorts(t, "AccessMode#2 1")
	r.tells(t, LoadStarted{1}).hearsPorts(t, "AccessModeViolation set", "LoadPortTransfer#6 1")
	r.tells(t, CarrierPlaced{1}).hearsPorts(t, "AccessModeViolation cleared", "ordered read-id 1")
	r.tells(t, PIOSignal{2, VALID, On}).hearsPorts(t, "AccessModeViolation set")
	r.tells(t, PIOSignal{2, VALID, Off}).hearsPorts(t, "AccessModeViolation cleared")
	r.tells(t, PortService{2, OutOfService}).tells(t, LoadStarted{2}).hearsPorts(t, "LoadPortTransfer#3 2", "OutOfServicePortUse set")
	r.tells(t, CarrierPlaced{2}).hearsPorts(t, "OutOfServicePortUse cleared")
	r.refuses(t, CarrierIDRead{2, "FOUP01"}, ErrNotNow)
	r.tells(t, PortService{2, InService}).hearsPorts(t, "LoadPortTransfer#2 2", "LoadPortTransfer#4 2", "LoadPortTransfer#5 2")
	r.serves(t, "CarrierReCreate", "FOUP02", 2).hearsPorts(t, "LoadPortTransfer#7 2", "ordered read-id 2")
	// It is lifted before anybody says so.
	r.tells(t, UnloadStarted{2}).hearsPorts(t, "CarrierRemovalError set")
	r.tells(t, UnloadFailed{2}).hearsPorts(t, "CarrierRemovalError cleared")
	r.tells(t, CarrierRemoved{2}).hearsPorts(t, "CarrierRemovalError set", "LoadPortTransfer#8 2")
	r.tells(t, LoadStarted{2}).hearsPorts(t, "CarrierRemovalError cleared", "LoadPortTransfer#6 2")
}

func TestPortFaults(t *testing.T) {
	r := portTool(t)
	for _, kind := range []AlarmKind{PIOFailure, AccessModeViolation, CarrierPresenceError, CarrierPlacementError, CarrierDockFailure, CarrierOpenFailure, CarrierRemovalError} {
		r.tells(t, PortFault{1, kind, AlarmRaised}).hearsPorts(t, kind.String()+" set")
		r.tells(t, PortFault{2, kind, AlarmRaised}).tells(t, PortFault{1, kind, AlarmCleared}).hearsPorts(t)
		if !r.AlarmSet(kind) {
			t.Errorf("%v is not set while port 2 has it", kind)
		}
		r.tells(t, PortFault{2, kind, AlarmCleared}).tells(t, PortFault{2, kind, AlarmCleared}).hearsPorts(t, kind.String()+" cleared")
	}
	for _, kind := range []AlarmKind{CarrierVerificationFailure, SlotMapReadFailed, DuplicateCarrierID, BufferMoveFailure, SubstrateIDConflict, AlarmKinds} {
		r.refuses(t, PortFault{1, kind, AlarmRaised}, ErrValue)
	}
}

func TestReaders(t *testing.T) {
	r := portTool(t)
	r.tells(t, ReaderChange{1, ReaderUnavailable}).tells(t, ReaderChange{1, ReaderUnavailable}).hearsPorts(t, "IDReaderUnavailable")
	r.tells(t, CarrierPlaced{1}).hearsPorts(t, "LoadPortTransfer#6 1", "UnknownCarrierID")
	r.tells(t, ReaderChange{1, ReaderAvailable}).hearsPorts(t, "IDReaderAvailable")
	// It stops working while a carrier waits to be read.
	r.tells(t, CarrierPlaced{2}).tells(t, ReaderChange{2, ReaderUnavailable})
	r.hearsPorts(t, "LoadPortTransfer#6 2", "ordered read-id 2", "IDReaderUnavailable", "UnknownCarrierID")
	r.serves(t, "CancelCarrierAtPort", "", 2).tells(t, CarrierRemoved{2}).ports300()
	r.commit(t)
	r.serves(t, "Bind", "FOUP02", 2).tells(t, CarrierPlaced{2}).hearsPorts(t, "Carrier#2 FOUP02", "PortAssociation#2 2", "LoadPortReservation#2 2",
		"LoadPortTransfer#6 2", "LoadPortReservation#3 2", "Carrier#10 FOUP02")
	cfg := toolConfig()
	cfg.Ports[0].Reader = NoReader
	none := newRecorder(t, cfg)
	none.refuses(t, ReaderChange{1, ReaderAvailable}, ErrUnknown)
	none.constants[BypassReadID] = 1
	none.serves(t, "Bind", "FOUP01", 1).tells(t, CarrierPlaced{1})
	if got := fmt.Sprint(none.ports300()[4:]); got != "[LoadPortReservation#3 1 Carrier#11 FOUP01 ordered dock 1 FOUP01]" {
		t.Error(got)
	}
}
