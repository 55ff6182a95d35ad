package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is how programs are changed and read: the core decides, the caller of
// Step works on the file, and the core says what follows. Whoever brings an input
// after which Output.Work is not 0 does that work, as soon as an Output grants it,
// and steps ProgramWorked. What changes a program waits until earlier changes of
// that program are over, and is judged then.

// ProgramDo is what to do with the files of process programs.
type ProgramDo uint8

// NoProgramWork is that the task was refused and nobody needs to do anything.
// StoreProgram stores the one in the work, DeletePrograms deletes all that are
// named or none, OpenProgram opens one and says what it is.
const (
	NoProgramWork ProgramDo = iota
	StoreProgram
	DeletePrograms
	OpenProgram
)

// ProgramWork is work on files that may be done now, without a lock and in the
// goroutine that brought the input with this Output.Work.
type ProgramWork struct {
	Task   uint64
	Do     ProgramDo
	PPIDs  []string // one but for DeletePrograms
	Format ProgramFormat
	// Content is what to store. It is of the message that brought it, and nil
	// where the caller has it.
	Content []byte
}

// ProgramWorked says that the work of a task is done, or why it is not.
type ProgramWorked struct {
	Task  uint64
	Fault string // empty: done
	// Of a program that was opened: Missing, if there is none; what it is; and
	// its content, if it is Whole. Else the caller keeps it open for the Message
	// with this Program, or until Output.Closed has it.
	Missing bool
	Format  ProgramFormat
	Size    int64
	Whole   bool
	Content []byte
}

func (ProgramWorked) input() {}

// ProgramFinished says that a task of the operator is over.
type ProgramFinished struct {
	Task uint64
	Err  error
}

// programTask is something that was asked for about programs.
type programTask struct {
	id   uint64
	eq   *Equipment
	ppid string // of a task about one program
	// host gets the reply to header; nil: nobody does.
	host   *Host
	header secs2.Header
	// changes are the programs it changes, all of them with every.
	changes []string
	every   bool
	begun   bool
	// begin judges it and returns its work; NoProgramWork ends it.
	begin func(t *programTask) ProgramWork
	// worked goes on after the work. It reports whether the task is over.
	worked func(t *programTask, in ProgramWorked) bool
}

// maxProgramTasks bounds what may be under way for the operator and the hosts.
const maxProgramTasks = 100

// startProgramTask begins a task, at once or after those in its way. The caller
// of Step does its work.
func (e *Equipment) startProgramTask(t *programTask) {
	p := &e.programs
	p.taskID++
	t.id, t.eq = p.taskID, e
	p.tasks = append(p.tasks, t)
	e.out.Work = t.id
	e.beginProgramTasks()
}

// beginProgramTasks begins every task that has no earlier one in its way.
func (e *Equipment) beginProgramTasks() {
	for i := 0; i < len(e.programs.tasks); i++ {
		t := e.programs.tasks[i]
		if t.begun || t.begin == nil || slices.ContainsFunc(e.programs.tasks[:i], t.waitsFor) {
			continue
		}
		t.begun = true
		w := t.begin(t)
		w.Task = t.id
		e.out.Works = append(e.out.Works, w)
		if w.Do == NoProgramWork {
			e.endProgramTask(t)
			i = -1 // it may have been in the way of others
		}
	}
}

// waitsFor tells whether an earlier task is in the way of t.
func (t *programTask) waitsFor(o *programTask) bool {
	switch {
	case t.every:
		return o.every || len(o.changes) > 0
	case o.every:
		return len(t.changes) > 0
	}
	return slices.ContainsFunc(t.changes, func(name string) bool { return slices.Contains(o.changes, name) })
}

func (e *Equipment) endProgramTask(t *programTask) {
	e.programs.tasks = slices.DeleteFunc(e.programs.tasks, func(x *programTask) bool { return x == t })
}

// programWorked is the word about the work of a task.
func (e *Equipment) programWorked(in ProgramWorked) error {
	i := slices.IndexFunc(e.programs.tasks, func(t *programTask) bool { return t.id == in.Task })
	if i < 0 {
		return fmt.Errorf("%w: task %d", ErrUnknown, in.Task)
	}
	t := e.programs.tasks[i]
	if in.Fault != "" {
		e.out.Notes = append(e.out.Notes, Note{Severity: Fault, Message: "program storage failed", Detail: in.Fault})
	}
	if t.worked(t, in) {
		e.endProgramTask(t)
	}
	e.beginProgramTasks()
	return nil
}

// finishProgramTask tells the operator the end of a task.
func (e *Equipment) finishProgramTask(t *programTask, err error) {
	e.out.Finished = append(e.out.Finished, ProgramFinished{t.id, err})
}

// reply sends the secondary of a task, if its host still waits for it, and returns
// it; the next message of the Step may move it.
func (t *programTask) reply(body func(a *secs2.Appender)) *Message {
	if t.host == nil || !t.header.W() {
		return nil
	}
	e := t.host.eq
	start := len(e.out.buf)
	a := secs2.NewAppender(e.out.buf)
	body(&a)
	e.out.buf = a.Bytes()
	t.host.stats.Sent++
	e.out.Messages = append(e.out.Messages, Message{
		Host: t.host.index, Primary: t.header, Function: t.header.Function() + 1, Body: e.out.buf[start:],
	})
	return &e.out.Messages[len(e.out.Messages)-1]
}

// acknowledge is reply with ACKC7.
func (t *programTask) acknowledge(code secs2.ACKC7, why string) {
	if code != secs2.ACKC7Accepted && t.host != nil {
		t.host.note(Info, "request refused", t.header, fmt.Sprintf("%v: %s", code, why[:min(len(why), maxWhy)]))
	}
	t.reply(func(a *secs2.Appender) { a.B(byte(code)) })
}

// dropProgramReplies forgets the replies that a host waited for: its session is
// over. The work goes on.
func (h *Host) dropProgramReplies() {
	for _, t := range h.eq.programs.tasks {
		if t.host == h {
			t.host = nil
		}
	}
}

// abortPrograms ends the primaries of a host that went OFF-LINE with SxF0. The
// work goes on.
func (h *Host) abortPrograms() {
	for _, t := range h.eq.programs.tasks {
		if t.host == h {
			if t.header.W() {
				h.queueAbort(t.header)
			}
			t.host = nil
		}
	}
}

// forgetProgramTasks drops those of a Step that panicked, and begins again those
// that it began.
func (e *Equipment) forgetProgramTasks(in Input, works []ProgramWork) {
	worked, _ := in.(ProgramWorked)
	for _, w := range works {
		for _, t := range e.programs.tasks {
			t.begun = t.begun && t.id != w.Task
		}
	}
	e.programs.tasks = slices.DeleteFunc(e.programs.tasks, func(t *programTask) bool {
		return t.id > e.programs.lastTask || t.id == worked.Task
	})
	e.beginProgramTasks()
}

// refusedStore is what S7F4, S7F18 and S7F24 say when the disk refuses.
const refusedStore = secs2.ACKC7LengthError

// storeTask is a task that stores a program; x is of the message that brought it,
// or of the operator. done tells what came of it.
func (e *Equipment) storeTask(x *ReceivedProgram, ppid string, done func(t *programTask, code secs2.ACKC7, why string, created bool)) *programTask {
	t := &programTask{changes: []string{ppid}}
	created := false
	t.begin = func(t *programTask) ProgramWork {
		if code, why := e.judgeProgram(ppid, int64(x.size)); code != secs2.ACKC7Accepted {
			done(t, code, why, false)
			return ProgramWork{}
		}
		if len(x.faults) > 0 { // what is stored under the name stays
			done(t, secs2.ACKC7Accepted, "", false)
			return ProgramWork{}
		}
		created = e.programs.find(ppid) == nil
		return ProgramWork{Do: StoreProgram, PPIDs: t.changes, Format: x.format, Content: x.content}
	}
	t.worked = func(t *programTask, in ProgramWorked) bool {
		if in.Fault != "" {
			done(t, refusedStore, in.Fault, false)
			return true
		}
		e.programs.put(program{ppid, x.format, int64(len(x.content))})
		e.noteProgram(Info, "program stored", ppid, fmt.Sprintf("%v, %d bytes", x.format, x.size))
		done(t, secs2.ACKC7Accepted, "", created)
		return true
	}
	return t
}

// deleteTask is a task that deletes programs, all of them without names.
func (e *Equipment) deleteTask(names []string, done func(t *programTask, code secs2.ACKC7, why string)) *programTask {
	t := &programTask{changes: names, every: len(names) == 0 || len(names) > manyNames}
	t.begin = func(t *programTask) ProgramWork {
		found, code, why := e.judgeDelete(names)
		if code != secs2.ACKC7Accepted || len(found) == 0 {
			done(t, code, why)
			return ProgramWork{}
		}
		names, t.changes = found, found
		return ProgramWork{Do: DeletePrograms, PPIDs: names}
	}
	t.worked = func(t *programTask, in ProgramWorked) bool {
		if in.Fault != "" {
			done(t, refusedStore, in.Fault)
			return true
		}
		e.programs.removeAll(names)
		for _, name := range names[:min(len(names), manyNames)] {
			e.noteProgram(Info, "program deleted", name, "")
		}
		done(t, secs2.ACKC7Accepted, "")
		return true
	}
	return t
}

// manyNames is from how many programs on a deletion counts as one of all.
const manyNames = 16
