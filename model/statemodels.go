package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/secsd/secsd/internal/fsm"
)

// This file shows the tables of the state models to who describes them.

// StateModel is a state model of material or jobs, as its standard prints it.
type StateModel struct {
	Name    string // with its standard, as in Access mode (E87)
	Machine Machine
	// Variable tells the state; "" if none does.
	Variable string
	States   []CodedState
	Rows     []TableRow
}

// CodedState is a state with its code in the variable; a superstate has none.
type CodedState struct {
	Name string
	Code *uint8
}

// TableRow is a row with the number that the standard gives it. The handoff (E84)
// has numbers of our own.
type TableRow struct {
	Number   int
	From, On string
	To       string
}

// StateModels returns all of them. No event tells the handoff: its Machine is
// Machines.
func StateModels() []StateModel {
	return []StateModel{
		stateModel(LoadPortTransfer, "PortTransferState", transferTable),
		stateModel(AccessModeModel, "AccessMode", accessTable),
		stateModel(LoadPortReservation, "LoadPortReservationState", reservationTable),
		stateModel(PortAssociation, "PortAssociationState", associationTable),
		stateModel(CarrierModel, "", existenceTable),
		stateModel(CarrierModel, "CarrierIDStatus", idTable),
		stateModel(CarrierModel, "SlotMapStatus", slotMapTable),
		stateModel(CarrierModel, "CarrierAccessingStatus", accessingTable),
		stateModel(Machines, "", pioTable),
		stateModel(ProcessJobModel, "PRJobState", processJobTable),
		stateModel(ControlJobModel, "CtrlJobState", controlJobTable),
		stateModel(SubstrateModel, "SubstState", transportTable),
		stateModel(SubstrateModel, "SubstProcState", treatmentTable),
		stateModel(SubstrateModel, "SubstIDStatus", verdictTable),
		stateModel(SubstLocModel, "SubstLocState", substLocTable),
		stateModel(EPTModel, "EPTState", trackerTable),
		stateModel(ModuleProcess, "ModuleProcessState", moduleTable),
	}
}

// firstWithoutCode is where the values begin that are no states of the standard:
// superstates, and not to exist.
const firstWithoutCode = 250

func stateModel[S interface {
	~uint8
	comparable
}, T comparable](machine Machine, variable string, table *fsm.Table[S, T]) StateModel {
	m := StateModel{Name: table.Name(), Machine: machine, Variable: variable}
	seen := map[S]bool{}
	for _, r := range table.Rows() {
		m.Rows = append(m.Rows, TableRow{r.Number, fmt.Sprint(r.From), fmt.Sprint(r.On), fmt.Sprint(r.To)})
		seen[r.From], seen[r.To] = true, true
	}
	states := make([]S, 0, len(seen))
	for s := range seen {
		states = append(states, s)
	}
	slices.SortFunc(states, func(a, b S) int { return cmp.Compare(a+1, b+1) }) // not to exist is 255, and comes first
	for _, s := range states {
		x := CodedState{Name: fmt.Sprint(s)}
		if code := uint8(s); variable != "" && code < firstWithoutCode {
			x.Code = &code
		}
		m.States = append(m.States, x)
	}
	return m
}

// rowKey is a row of a machine.
type rowKey struct {
	machine Machine
	number  int
}

// rowMeanings says of each row what it tells, for the descriptions of events.
var rowMeanings = func() map[rowKey]string {
	list := map[rowKey]string{}
	for _, m := range StateModels() {
		for _, r := range m.Rows {
			k := rowKey{m.Machine, r.Number}
			if list[k] != "" {
				continue
			}
			var from, on, to []string
			for _, x := range m.Rows {
				if x.Number == r.Number {
					from, on, to = append(from, x.From), append(on, x.On), append(to, x.To)
				}
			}
			list[k] = fmt.Sprintf("%s, row %d: from %s to %s, on %s.", m.Name, r.Number, anyOf(from), anyOf(to), anyOf(on))
		}
	}
	return list
}()

// anyOf joins different texts.
func anyOf(texts []string) string {
	var list []string
	for _, x := range texts {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	if n := len(list) - 1; n > 0 {
		return strings.Join(list[:n], ", ") + " or " + list[n]
	}
	return list[0]
}
