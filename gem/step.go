package gem

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/secsd/secsd/spool"
)

// Step does everything that follows from one input and says in out what the
// caller has to do. The same inputs give the same outputs. It never blocks and
// never fails; what an input cannot have is told in out.Err.
func (e *Equipment) Step(now time.Time, in Input, out *Output) {
	out.reset()
	e.now, e.out, e.work = now, out, 0
	if len(e.spent) > 0 {
		e.pool, e.spent = append(e.pool, e.spent...), e.spent[:0]
	}
	e.guard(in)
	for _, h := range e.hosts {
		h.release()
	}
	e.releaseOrders()
	if out.Commit.Seq != 0 {
		e.deleteConfirmed()
	}
	out.Deadline = e.deadlines.next()
}

// guard keeps a panic in a handler from costing more than its transaction.
func (e *Equipment) guard(in Input) {
	e.last, e.lastAsked, e.programs.lastTask = e.seq, e.questionID, e.programs.taskID
	e.lastRequest = e.requestID
	defer e.rescue(in)
	m := e.material.model
	if m != nil {
		m.At(e.equipmentTime())
	}
	e.dispatch(in)
	if e.spoolWork {
		e.workSpools()
	}
	if m != nil {
		e.forgetSetUp()
		e.collectMaterial()
	}
}

// rescue, deferred, ends a panic.
func (e *Equipment) rescue(in Input) {
	if p := recover(); p != nil {
		e.recovered(in, fmt.Sprintf("%v\n%s", p, debug.Stack()))
	}
}

// recovered undoes what a Step that panicked wrote and queued, and ends the
// host's transaction with SxF0.
func (e *Equipment) recovered(in Input, text string) {
	last := e.last
	e.forgetQuestions(e.lastAsked)
	e.dropRequests(func(q *request) bool { return q.id > e.lastRequest })
	if m := e.material.model; m != nil {
		m.Forget()
	}
	e.forgetOrders(last + 1)
	e.rollBack(last + 1)
	e.seq = last
	works := e.out.Works
	e.out.rewind()
	e.forgetProgramTasks(in, works)
	for _, h := range e.hosts {
		h.spoolFailed(last + 1)
		h.forgetSetAside(last + 1)
		h.queue.filter(func(x *entry) bool { return x.need <= last }, func(x *entry) {
			x.record = "" // it never was written
			e.recycle(x)
		})
	}
	p, ok := in.(Primary)
	if !ok {
		e.out.Notes = append(e.out.Notes, Note{Severity: Fault, Message: "handler panicked", Detail: text})
		e.out.Err = errPanicked
		return
	}
	h := e.hosts[p.Host]
	h.note(Fault, "handler panicked", p.Header, fmt.Sprintf("body % X: %s", p.Body.Encoded(), text))
	if p.Header.W() {
		h.abort(p.Header)
	}
}

func (e *Equipment) dispatch(in Input) {
	switch in := in.(type) {
	case Primary:
		e.hosts[in.Host].primaryReceived(in)
	case Reply:
		e.hosts[in.Host].replyReceived(in)
	case Failed:
		e.hosts[in.Host].transactionFailed(in)
	case Stray:
		e.hosts[in.Host].strayReceived(in)
	case LinkUp:
		e.hosts[in.Host].linkUp()
	case LinkDown:
		e.hosts[in.Host].linkDown(in.Reason)
	case Stop:
		e.confirmDue()
	case Tick:
		e.expire()
	case Flow:
		e.hosts[in.Host].blocked = !in.Room
	case Fetched:
		if h, _ := e.owner(in.Host); h != nil {
			h.fetched(in)
		}
	case Continue: // release follows every input
	case Durable:
		e.becameDurable(in.Seq)
	case StorageFailed:
		e.failStorage(in.Seq, in.Reason)
	case StorageBack:
		e.storageIsBack()
	case Restored:
		e.out.Err = e.restore(in.Record)
	case RestoredProgram:
		e.out.Err = e.restoreProgram(in)
	case RestoredSegment:
		e.out.Err = e.restoreSegment(in)
	case Start:
		e.out.Err = e.start()
	default:
		e.out.Err = e.act(in)
	}
}

// act carries out what the tool or the operator says.
func (e *Equipment) act(in Input) error {
	switch in := in.(type) {
	case SetVariables:
		return e.setVariables(in.Values)
	case Trigger:
		return e.trigger(&in)
	case AlarmChange:
		return e.changeAlarm(&in)
	case Process:
		return e.processed(&in)
	case Material:
		return e.told(in)
	case Offer:
		e.offered(in)
	case Answer:
		return e.answered(in)
	case OperatorCommand:
		e.commandedBy(in)
	case OperatorConstants:
		return e.operatorSets(&in)
	case Operator:
		return e.operator(in)
	case Recognize:
		return e.recognize(in)
	case OperatorText:
		return e.operatorText(in)
	case Respond:
		return e.respond(in)
	case Send:
		return e.send(in)
	case AskTime:
		return e.askTime(in)
	case FactoryReset:
		return e.factoryReset()
	case TakeControl:
		return e.takeControl(in)
	}
	return e.programInput(in)
}

func (e *Equipment) start() error {
	if err := e.applyRestored(); err != nil {
		return err
	}
	for _, h := range e.hosts {
		h.startControl()
		if err := h.startSpool(); err != nil {
			return err
		}
		h.startCommunication()
		h.suspendTransmit(spool.TransmitFailed)
	}
	e.correctRecords()
	return e.startMaterial()
}

// operator carries out an action for one host or for all; LOCAL and REMOTE are
// one switch for all. For all it succeeds when it succeeds for one.
func (e *Equipment) operator(in Operator) error {
	if in.Host != AllHosts {
		return e.hosts[in.Host].operator(in.Action)
	}
	var refused error
	accepted := false
	for _, h := range e.hosts {
		if err := h.operator(in.Action); err != nil {
			refused = err
			continue
		}
		accepted = true
	}
	if accepted {
		return nil
	}
	return refused
}

func (h *Host) operator(a Action) error {
	switch a {
	case Enable:
		return h.operatorEnables()
	case Disable:
		return h.operatorDisables()
	case OnLine:
		return h.operatorOnLine()
	case OffLine:
		return h.operatorOffLine()
	case Local:
		return h.eq.setSwitch(SwitchLocal)
	case Remote:
		return h.eq.setSwitch(SwitchRemote)
	case PurgeSpool:
		return h.operatorPurges()
	}
	return fmt.Errorf("%w: operator action %d", ErrUnknown, a)
}
