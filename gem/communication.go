package gem

import (
	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/spool"
)

// CommunicationState is a state of E30 3.2, or one of the two pseudo-states
// through which its rows 4, 5 and 10 pass.
type CommunicationState uint8

// The communications states. NotCommunicating is a superstate of two parts
// that run side by side: WaitCRFromHost, and WaitCRA or WaitDelay.
const (
	CommunicationStart CommunicationState = iota
	CommunicationDisabled
	CommunicationEnabled
	NotCommunicating
	WaitCRFromHost
	WaitCRA
	WaitDelay
	Communicating
)

var communicationNames = [...]string{
	"start", "DISABLED", "ENABLED", "NOT COMMUNICATING", "WAIT CR FROM HOST", "WAIT CRA", "WAIT DELAY", "COMMUNICATING",
}

func (s CommunicationState) String() string { return communicationNames[s] }

type communicationTrigger uint8

const (
	initializedEnabled communicationTrigger = iota
	initializedDisabled
	operatorEnables
	operatorDisables
	stateEntered       // a superstate was entered and goes on to its substate
	stateEnteredBeside // the same for the other part of an AND-state
	connectFailed
	commDelayExpired
	otherMessageReceived
	s1f14Accepted
	communicationFailed
	s1f13Received
)

var communicationTriggerNames = [...]string{
	"initialized, default ENABLED", "initialized, default DISABLED", "operator enables", "operator disables",
	"entry", "entry (host-initiated connect)", "connection transaction failure", "CommDelay expired",
	"message other than S1F13 received", "S1F14 with COMMACK 0 received", "communication failure", "S1F13 received",
}

func (t communicationTrigger) String() string { return communicationTriggerNames[t] }

var commRow = fsm.Row[CommunicationState, communicationTrigger]

// communicationTable is E30 3.2; the standard has no rows 11 to 13.
var communicationTable = fsm.NewTable("communications",
	commRow(1, CommunicationStart, initializedEnabled, CommunicationEnabled),
	commRow(1, CommunicationStart, initializedDisabled, CommunicationDisabled),
	commRow(2, CommunicationDisabled, operatorEnables, CommunicationEnabled),
	commRow(3, WaitCRFromHost, operatorDisables, CommunicationDisabled),
	commRow(3, WaitCRA, operatorDisables, CommunicationDisabled),
	commRow(3, WaitDelay, operatorDisables, CommunicationDisabled),
	commRow(3, Communicating, operatorDisables, CommunicationDisabled),
	commRow(4, CommunicationEnabled, stateEntered, NotCommunicating),
	commRow(5, NotCommunicating, stateEntered, WaitCRA),
	commRow(6, WaitCRA, connectFailed, WaitDelay),
	commRow(7, WaitDelay, commDelayExpired, WaitCRA),
	commRow(8, WaitDelay, otherMessageReceived, WaitCRA),
	commRow(9, WaitCRA, s1f14Accepted, Communicating),
	commRow(10, NotCommunicating, stateEnteredBeside, WaitCRFromHost),
	commRow(14, Communicating, communicationFailed, NotCommunicating),
	commRow(15, WaitCRFromHost, s1f13Received, Communicating),
)

// communication is the communications model of one host. In NOT COMMUNICATING
// the host part is always WAIT CR FROM HOST, so only the equipment part needs a
// field: state is WaitCRA or WaitDelay then, or WaitCRFromHost where the
// configuration lets only the host open communications.
type communication struct {
	state   CommunicationState
	delay   *deadline // CommDelay
	expired bool      // CommDelay ran out while there was no session
}

// fire takes the row that leaves from on trigger t and reports whether there
// is one.
func (h *Host) fireCommunication(from CommunicationState, t communicationTrigger) bool {
	row, ok := communicationTable.Next(from, t)
	if !ok {
		return false
	}
	h.took(communicationTable.Name(), row.Number, row.From, row.To, row.On)
	h.comm.state = row.To
	return true
}

func (h *Host) startCommunication() {
	h.comm.state = CommunicationStart
	if h.eq.constants.initComm.number == 0 {
		h.fireCommunication(CommunicationStart, initializedDisabled)
		h.eq.out.Links = append(h.eq.out.Links, LinkOrder{h.index, DisableLink})
		return
	}
	h.fireCommunication(CommunicationStart, initializedEnabled)
	h.enterCommunicationEnabled()
}

// enterCommunicationEnabled is the entry of ENABLED: rows 4, 10 and 5.
func (h *Host) enterCommunicationEnabled() {
	h.eq.out.Links = append(h.eq.out.Links, LinkOrder{h.index, EnableLink})
	h.fireCommunication(CommunicationEnabled, stateEntered)
	h.enterNotCommunicating()
}

func (h *Host) enterNotCommunicating() {
	h.fireCommunication(NotCommunicating, stateEnteredBeside)
	if h.eq.cfg.Communications.Initiate == HostInitiates {
		return
	}
	h.fireCommunication(NotCommunicating, stateEntered)
	h.enterWaitCRA()
}

// enterWaitCRA sends S1F13. Without a session that fails at once.
func (h *Host) enterWaitCRA() {
	h.eq.deadlines.stop(h.comm.delay)
	h.comm.expired = false
	if !h.linked {
		h.connectFailed()
		return
	}
	h.sendS1F13()
}

// connectFailed is row 6, if the model waits for S1F14.
func (h *Host) connectFailed() {
	if h.comm.state == WaitCRA && h.fireCommunication(WaitCRA, connectFailed) {
		h.eq.deadlines.arm(h.comm.delay, h.eq.now.Add(h.eq.establishTimeout()))
		h.communicationsLost()
		h.dequeue("communications not established")
	}
}

// delayExpired is the end of CommDelay. Without a session S1F13 could not
// leave: the attempt then waits for one.
func (h *Host) delayExpired() {
	if !h.linked {
		h.comm.expired = true
		return
	}
	if h.fireCommunication(WaitDelay, commDelayExpired) {
		h.enterWaitCRA()
	}
}

// linkUp is a new session: S1F13 goes out without waiting for CommDelay.
func (h *Host) linkUp() {
	h.linked = true
	if h.comm.state == WaitDelay && (h.comm.expired || h.eq.cfg.Communications.S1F13OnSelect == S1F13AtOnce) {
		h.eq.deadlines.stop(h.comm.delay)
		h.delayExpired()
	}
}

// linkDown is a communication failure, whatever the transport met.
func (h *Host) linkDown(reason string) {
	if !h.linked {
		return
	}
	h.linked, h.blocked = false, false
	h.queue.pushFront(h.abandonTransactions(reason))
	h.dropQuestions()
	h.dropProgramReplies()
	h.forgetPromises()
	h.eq.dropRequests(func(q *request) bool { return q.host == h })
	h.connectFailed()
	if h.communicating() {
		h.fireCommunication(Communicating, communicationFailed)
		h.communicationsLost()
		h.dequeue(reason)
		h.enterNotCommunicating()
	}
}

// otherMessage is row 8: whatever arrives in WAIT DELAY, save S1F13, shows
// that the host is there.
func (h *Host) otherMessage() {
	if h.comm.state == WaitDelay && h.fireCommunication(WaitDelay, otherMessageReceived) {
		h.enterWaitCRA()
	}
}

// enterCommunicating follows rows 9 and 15.
func (h *Host) enterCommunicating() {
	h.eq.deadlines.stop(h.comm.delay)
	h.comm.expired = false
	if h.spool.cutOff = false; !h.spooling() {
		h.unbind()
	}
	h.attemptOnLine()
}

func (h *Host) operatorEnables() error {
	if h.comm.state != CommunicationDisabled {
		return nil
	}
	h.fireCommunication(CommunicationDisabled, operatorEnables)
	h.enterCommunicationEnabled()
	return nil
}

// operatorDisables is row 3: everything on its way to the host is dropped.
func (h *Host) operatorDisables() error {
	if !h.fireCommunication(h.comm.state, operatorDisables) {
		return nil
	}
	h.eq.deadlines.stop(h.comm.delay)
	h.comm.expired = false
	for _, x := range h.abandonTransactions("communications disabled") {
		h.eq.recycle(x)
	}
	h.suspendTransmit(spool.Suspended)
	h.dropQuestions()
	h.dropProgramReplies()
	h.forgetPromises()
	h.eq.dropRequests(func(q *request) bool { return q.host == h })
	h.discardQueue("communications disabled")
	h.eq.out.Links = append(h.eq.out.Links, LinkOrder{h.index, DisableLink})
	return nil
}

// communicating reports whether all messages are exchanged.
func (h *Host) communicating() bool { return h.comm.state == Communicating }
