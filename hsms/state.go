package hsms

import "github.com/secsd/secsd/internal/fsm"

// State is a state of the connection state model (E37, "HSMS Connection
// State Diagram").
type State uint8

// The states. CONNECTED is the superstate of NOT SELECTED and SELECTED.
const (
	noState           State = iota
	StateNotConnected       // NOT CONNECTED
	StateNotSelected        // CONNECTED, NOT SELECTED
	StateSelected           // CONNECTED, SELECTED
)

// String returns the standard's spelling.
func (s State) String() string {
	switch s {
	case StateNotConnected:
		return "NOT CONNECTED"
	case StateNotSelected:
		return "NOT SELECTED"
	case StateSelected:
		return "SELECTED"
	default:
		return "-"
	}
}

// trigger is what moves the connection from state to state.
type trigger string

const (
	started         trigger = "started"
	tcpEstablished  trigger = "TCP established"
	tcpBroken       trigger = "TCP broken"
	selectCompleted trigger = "select completed"
	sessionEnded    trigger = "deselect or separate"
	t7Expired       trigger = "T7 expired"
)

var row = fsm.Row[State, trigger]

// connectionTable is the E37 connection table.
var connectionTable = fsm.NewTable("HSMS connection",
	row(1, noState, started, StateNotConnected),
	row(2, StateNotConnected, tcpEstablished, StateNotSelected),
	row(3, StateNotSelected, tcpBroken, StateNotConnected),
	row(3, StateSelected, tcpBroken, StateNotConnected),
	row(4, StateNotSelected, selectCompleted, StateSelected),
	row(5, StateSelected, sessionEnded, StateNotSelected),
	row(6, StateNotSelected, t7Expired, StateNotConnected),
)
