package gem

import (
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// This file is process programs in a life: the files, who works on them, and who
// waits meanwhile.

// lifeProgram is a file.
type lifeProgram struct {
	format  ProgramFormat
	content []byte
}

// lifeFiles are the files and what goes on with them.
type lifeFiles struct {
	stored  map[string]lifeProgram
	granted []ProgramWork
	waits   map[uint64]int  // tasks whose work somebody waits for: a host, or -1
	tasks   map[uint64]bool // of the operator, until ProgramFinished
	opened  map[uint64]bool // until a message or Closed takes them
	verify  []ProgramToVerify
}

func (f *lifeFiles) restart() {
	f.granted, f.waits, f.tasks, f.opened, f.verify = nil, map[uint64]int{}, map[uint64]bool{}, map[uint64]bool{}, nil
}

// restored tells a start what is stored.
func (f *lifeFiles) restored() (inputs []Input) {
	for _, ppid := range slices.Sorted(maps.Keys(f.stored)) {
		p := f.stored[ppid]
		inputs = append(inputs, RestoredProgram{ppid, p.format, int64(len(p.content))})
	}
	return inputs
}

// reads reports whether a host's reader is at work on a file and takes nothing.
func (f *lifeFiles) reads(host int) bool {
	for _, h := range f.waits {
		if h == host {
			return false
		}
	}
	return true
}

// programs takes what a Step says of programs; host brought the input, or -1.
func (l *life) programs(host int) {
	f := &l.files
	if id := l.out.Work; id != 0 {
		f.waits[id] = host
	}
	if id := l.out.Task; id != 0 && l.out.Err == nil {
		f.tasks[id] = true
	}
	for _, w := range l.out.Works {
		if _, ok := f.waits[w.Task]; !ok {
			l.fatalf("work %d is granted to nobody", w.Task)
		}
		if w.Do == NoProgramWork {
			delete(f.waits, w.Task)
			continue
		}
		f.granted = append(f.granted, w)
	}
	for _, done := range l.out.Finished {
		if !f.tasks[done.Task] {
			l.fatalf("task %d is over, nobody waits for it", done.Task)
		}
		delete(f.tasks, done.Task)
	}
	for i := range l.out.Messages {
		if id := l.out.Messages[i].Program; id != 0 {
			l.taken(id)
		}
	}
	for _, id := range l.out.Closed {
		delete(f.opened, id) // when its transaction ended, a message has taken it
	}
	f.verify = append(f.verify, l.out.Verify...)
}

// taken ends an opened program.
func (l *life) taken(id uint64) {
	if !l.files.opened[id] {
		l.fatalf("program of task %d is not open", id)
	}
	delete(l.files.opened, id)
}

// filesWork does one granted work, or fails at it.
func (l *life) filesWork() {
	f := &l.files
	if len(f.granted) == 0 {
		return
	}
	i := l.one(len(f.granted), "work")
	w := f.granted[i]
	f.granted = slices.Delete(f.granted, i, i+1)
	l.work(w)
}

func (l *life) work(w ProgramWork) {
	f := &l.files
	in := ProgramWorked{Task: w.Task}
	switch {
	case rapid.IntRange(0, 9).Draw(l.rt, "file fault") == 9:
		in.Fault = "disk full"
	case w.Do == OpenProgram:
		p, ok := f.stored[w.PPIDs[0]]
		in.Missing, in.Format, in.Size = !ok, p.format, int64(len(p.content))
		if in.Whole = ok && rapid.Bool().Draw(l.rt, "whole"); in.Whole {
			in.Content = p.content
		}
		if ok && !in.Whole {
			f.opened[w.Task] = true
		}
	default:
		f.change(w)
	}
	host := f.waits[w.Task]
	delete(f.waits, w.Task)
	l.by = host
	l.step(in)
	l.by = -1
}

// change does what changes files.
func (f *lifeFiles) change(w ProgramWork) {
	switch w.Do {
	case StoreProgram:
		f.stored[w.PPIDs[0]] = lifeProgram{w.Format, slices.Clone(w.Content)}
	case DeletePrograms:
		for _, ppid := range w.PPIDs {
			delete(f.stored, ppid)
		}
	}
}

// loseWork is a power cut while files are worked on: each is done or not.
func (l *life) loseWork() {
	for _, w := range l.files.granted {
		if rapid.Bool().Draw(l.rt, "done before the cut") {
			l.files.change(w)
		}
	}
	l.files.restart()
}

// toolVerifies is the tool's word about a program.
func (l *life) toolVerifies() {
	f := &l.files
	if len(f.verify) == 0 {
		return
	}
	v := f.verify[0]
	f.verify = f.verify[1:]
	l.step(ProgramVerified{v.ID, rapid.SampledFrom([]string{"", "no END"}).Draw(l.rt, "fault")})
}

// operatorPrograms are the operator's actions with programs, and the tool's choice.
func (l *life) operatorPrograms() []func() {
	ppid := func() string {
		return rapid.SampledFrom([]string{"OXIDE", "OXIDE", "POLY", "../x", ""}).Draw(l.rt, "PPID")
	}
	return []func(){
		func() {
			l.step(EditProgram{PPID: ppid(), Format: Unformatted, Content: secs2.B(1, 2, 3).Encoded()})
		},
		func() { l.step(DeleteProgram{ppid()}) },
		func() { l.step(UploadProgram{l.host(), ppid()}) },
		func() { l.step(DownloadProgram{l.host(), ppid(), Unformatted}) },
		func() { l.step(ProgramSelected{ppid()}) },
	}
}

// checkPrograms: every task waits for something that can come, no two work on one
// program, and with nothing under way the directory is what is stored.
func (l *life) checkPrograms() {
	f := &l.files
	tasks := l.e.programs.tasks
	for i, t := range tasks {
		granted := slices.ContainsFunc(f.granted, func(w ProgramWork) bool { return w.Task == t.id })
		blocked := slices.ContainsFunc(tasks[:i], t.waitsFor)
		message := slices.ContainsFunc(l.e.hosts, func(h *Host) bool {
			has := func(x *entry) bool { return x.task == t }
			return slices.ContainsFunc(h.open, has) || slices.ContainsFunc(h.queue.entries[h.queue.head:], has)
		})
		if !granted && !message && (!blocked || t.begun) {
			l.fatalf("task %d waits for nothing", t.id)
		}
		if granted && blocked {
			l.fatalf("task %d goes on beside an earlier one of the same program", t.id)
		}
	}
	if len(l.e.programs.tasks) > 0 || len(f.waits) > 0 {
		return
	}
	for ppid, p := range f.stored {
		if x := l.e.programs.find(ppid); x == nil || x.format != p.format {
			l.fatalf("program %q is stored and not in the directory", ppid)
		}
	}
	if n := len(l.e.programs.list); n != len(f.stored) {
		l.fatalf("%d programs in the directory, %d stored", n, len(f.stored))
	}
}
