package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file is what the operator does with process programs (E30 4.6). Output.Err
// refuses at once; else Output.Task is the task whose ProgramFinished tells the
// end.

// EditProgram stores a program that the operator made or changed.
type EditProgram struct {
	PPID    string
	Format  ProgramFormat
	Content []byte // the items of the message behind PPID: PPBODY, or MDLN, SOFTREV and commands
	Faults  []ProgramFault
}

// DeleteProgram deletes one.
type DeleteProgram struct{ PPID string }

// UploadProgram sends one to a host.
type UploadProgram struct {
	Host int
	PPID string
}

// DownloadProgram asks a host for one.
type DownloadProgram struct {
	Host   int
	PPID   string
	Format ProgramFormat
}

func (EditProgram) input()     {}
func (DeleteProgram) input()   {}
func (UploadProgram) input()   {}
func (DownloadProgram) input() {}

// programError makes an error of a code for the operator.
func programError(ppid string, code secs2.ACKC7, why string) error {
	reason := ErrNotNow
	switch {
	case code == secs2.ACKC7Accepted:
		return nil
	case code == secs2.ACKC7PPIDNotFound:
		reason = ErrUnknown
	case code == secs2.ACKC7LengthError:
		reason = ErrValue
	}
	return fmt.Errorf("%w: process program %q: %v: %s", reason, ppid, code, why)
}

// operatorTask starts a task of the operator.
func (e *Equipment) operatorTask(t *programTask) error {
	if len(e.programs.tasks) >= maxProgramTasks {
		return fmt.Errorf("%w: %d programs are under way", ErrNotNow, maxProgramTasks)
	}
	e.startProgramTask(t)
	e.out.Task = t.id
	return nil
}

func (e *Equipment) editProgram(in EditProgram) error {
	if e.refuses(e.events.programChange) {
		return ErrStorage
	}
	if !in.Format.known() {
		return fmt.Errorf("%w: program format %d", ErrValue, in.Format)
	}
	x := &ReceivedProgram{ppid: secs2.A(in.PPID), format: in.Format, content: in.Content, size: len(in.Content)}
	if in.Format == Unformatted && len(in.Content) > 0 {
		x.size -= headerSize(in.Content)
	}
	if len(in.Faults) > 0 {
		f := in.Faults[0]
		e.programFaulty(in.PPID, f)
		return fmt.Errorf("%w: process program %q: command %d: %s", ErrValue, in.PPID, f.SEQNUM, f.Text)
	}
	return e.operatorTask(e.storeTask(x, in.PPID, func(t *programTask, code secs2.ACKC7, why string, created bool) {
		if code == secs2.ACKC7Accepted {
			status := programEdited
			if created {
				status = programCreated
			}
			e.raiseProgramChange(in.PPID, status)
			e.verify(x, in.PPID, nil)
		}
		e.finishProgramTask(t, programError(in.PPID, code, why))
	}))
}

func (e *Equipment) deleteProgram(in DeleteProgram) error {
	if e.refuses(e.events.programChange) {
		return ErrStorage
	}
	return e.operatorTask(e.deleteTask([]string{in.PPID}, func(t *programTask, code secs2.ACKC7, why string) {
		if code == secs2.ACKC7Accepted {
			e.raiseProgramChange(in.PPID, programDeleted)
		}
		e.finishProgramTask(t, programError(in.PPID, code, why))
	}))
}

// reachable tells why the operator cannot exchange programs with the host now.
func (h *Host) reachable() error {
	switch {
	case !h.communicating():
		return fmt.Errorf("%w: %s: %v", ErrNotNow, h.cfg.Name, h.comm.state)
	case !h.ctl.state.onLine():
		return fmt.Errorf("%w: %s: %v", ErrNotNow, h.cfg.Name, h.ctl.state)
	case h.spooling():
		return fmt.Errorf("%w: %s: the spool is active", ErrNotNow, h.cfg.Name)
	case h.queue.crowded():
		return fmt.Errorf("%w: %s: too much waits for it", ErrNotNow, h.cfg.Name)
	}
	return nil
}

// uploadProgram is S7F3 or S7F23 to a host.
//
//	S7F3 W <L [2] <A PPID> PPBODY>.
//	S7F23 W <L [4] <A PPID> <A MDLN> <A SOFTREV> <L [c] …>>.
func (e *Equipment) uploadProgram(in UploadProgram) error {
	h := e.hosts[in.Host]
	if err := h.reachable(); err != nil {
		return err
	}
	if e.programs.find(in.PPID) == nil {
		return fmt.Errorf("%w: process program %q", ErrUnknown, in.PPID)
	}
	t := &programTask{ppid: in.PPID}
	t.begin = func(*programTask) ProgramWork { return ProgramWork{Do: OpenProgram, PPIDs: []string{in.PPID}} }
	t.worked = func(t *programTask, in ProgramWorked) bool { return h.sendProgram(t, in) }
	return e.operatorTask(t)
}

// sendProgram sends the program that was opened. It reports whether the task is
// over.
func (h *Host) sendProgram(t *programTask, in ProgramWorked) bool {
	e := h.eq
	err := h.reachable()
	switch {
	case in.Fault != "":
		err = fmt.Errorf("%w: %s", ErrStorage, in.Fault)
	case in.Missing:
		err = fmt.Errorf("%w: process program %q", ErrUnknown, t.ppid)
	}
	if err != nil {
		e.closeProgram(t, in)
		e.finishProgramTask(t, err)
		return true
	}
	sf := secs2.SF{Stream: 7, Function: 3}
	if in.Format == Formatted {
		sf.Function = 23
	}
	a := secs2.NewAppender(nil)
	a.List(1 + in.Format.items())
	a.Text(t.ppid)
	a.Encoded(in.Content)
	x := h.primary(sf, secs2.WantReply, programUpload, a.Bytes())
	x.task = t
	if !in.Whole {
		x.msg.Program = t.id
	}
	h.post(x)
	return false
}

// closeProgram gives up a program that was opened and is not sent.
func (e *Equipment) closeProgram(t *programTask, in ProgramWorked) {
	if in.Fault == "" && !in.Missing && !in.Whole {
		e.out.Closed = append(e.out.Closed, t.id)
	}
}

// downloadProgram is S7F5 or S7F25 to a host.
//
//	S7F5, S7F25 W <A PPID>.
func (e *Equipment) downloadProgram(in DownloadProgram) error {
	h := e.hosts[in.Host]
	if err := h.reachable(); err != nil {
		return err
	}
	switch {
	case !e.validPPID(in.PPID):
		return fmt.Errorf("%w: PPID of %d bytes, want 1 to %d", ErrValue, len(in.PPID), e.maxPPIDLength())
	case !in.Format.known():
		return fmt.Errorf("%w: program format %d", ErrValue, in.Format)
	case in.Format == Formatted && len(e.cfg.Programs.Commands) == 0:
		return fmt.Errorf("%w: the equipment has no formatted programs", ErrValue)
	case len(e.programs.tasks) >= maxProgramTasks:
		return fmt.Errorf("%w: %d programs are under way", ErrNotNow, maxProgramTasks)
	}
	sf := secs2.SF{Stream: 7, Function: 5}
	if in.Format == Formatted {
		sf.Function = 25
	}
	e.programs.taskID++
	t := &programTask{id: e.programs.taskID, eq: e, ppid: in.PPID}
	e.programs.tasks = append(e.programs.tasks, t)
	e.out.Task = t.id
	x := h.primary(sf, secs2.WantReply, programRequest, secs2.A(in.PPID).Encoded())
	x.task = t
	h.post(x)
	return nil
}

// programReceived is S7F6 or S7F26, the reply to our request.
//
//	S7F6 <L [2] <A PPID> PPBODY>.
//	S7F26 <L [4] <A PPID> <A MDLN> <A SOFTREV> <L [c] …>>.
func (h *Host) programReceived(r Reply, t *programTask) {
	e := h.eq
	p := r.Program
	if p == nil {
		p = e.programs.rules.Examine(r.Header, r.Body)
	}
	ppid, _ := ppidOf(p.ppid)
	var err error
	switch {
	case p.denied:
		err = fmt.Errorf("%w: %s has no process program %q", ErrDenied, h.cfg.Name, t.ppid)
	case p.shape != nil:
		h.illegal(r.Header, p.shape)
		err = fmt.Errorf("%w: %s: %w", ErrValue, h.cfg.Name, p.shape)
	case ppid != t.ppid:
		err = fmt.Errorf("%w: %s sent process program %q, asked for %q", ErrValue, h.cfg.Name, ppid, t.ppid)
	}
	e.endProgramTask(t)
	if err != nil {
		e.finishProgramTask(t, err)
		return
	}
	store := e.storeTask(p, ppid, func(t *programTask, code secs2.ACKC7, why string, _ bool) {
		err := programError(ppid, code, why)
		switch {
		case code != secs2.ACKC7Accepted:
		case len(p.faults) > 0:
			h.sendVerification(p.ppid, p.faults)
			e.programFaulty(ppid, p.faults[0])
			err = fmt.Errorf("%w: process program %q: command %d: %s", ErrValue, ppid, p.faults[0].SEQNUM, p.faults[0].Text)
		default:
			e.verify(p, ppid, h)
		}
		e.finishProgramTask(t, err)
	})
	store.id, store.eq = t.id, e
	e.programs.tasks = append(e.programs.tasks, store)
	e.out.Work = store.id
	e.beginProgramTasks()
}

// programAnswered is S7F4 or S7F24, the reply to a program of ours.
func (h *Host) programAnswered(r Reply, t *programTask) {
	body := secs2.NewReader(r.Body)
	code := secs2.ACKC7(body.Code("ACKC7"))
	var err error
	switch {
	case body.Err() != nil:
		h.illegal(r.Header, body.Err())
		err = fmt.Errorf("%w: %s: %w", ErrValue, h.cfg.Name, body.Err())
	case code != secs2.ACKC7Accepted && code != secs2.ACKC7CompletionLater:
		err = fmt.Errorf("%w: %s: process program %q: %v", ErrDenied, h.cfg.Name, t.ppid, code)
	}
	h.eq.endProgramTask(t)
	h.eq.finishProgramTask(t, err)
}

// programReply takes the reply to a primary about a program.
func (h *Host) programReply(x *entry, r Reply, aborted bool) {
	t := x.task
	x.task = nil
	switch {
	case aborted:
		h.eq.endProgramTask(t)
		h.eq.finishProgramTask(t, fmt.Errorf("%w: %s: %s", ErrDenied, h.cfg.Name, r.Header.SF()))
	case x.purpose == programUpload:
		h.programAnswered(r, t)
	default:
		h.programReceived(r, t)
	}
}

// messageOver ends the task of a message that gets no reply any more, and gives up
// the program in it.
func (e *Equipment) messageOver(x *entry, why error) {
	if x.msg.Program != 0 {
		e.out.Closed = append(e.out.Closed, x.msg.Program)
		x.msg.Program = 0
	}
	if t := x.task; t != nil {
		x.task = nil
		e.endProgramTask(t)
		e.finishProgramTask(t, why)
	}
}
