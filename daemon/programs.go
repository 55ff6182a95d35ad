package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
)

// This file is the work on the files of process programs, which the core asks for
// and which is done without its mutex: by the reader of the host that waits for
// it, or by the operator's caller.

// Programs keep process programs; see package persist.
type Programs interface {
	First() bool
	Supplied() error
	List() []persist.Program
	Stage(name string, format byte, content io.Reader, limit int64) (persist.StagedProgram, error)
	Delete(names ...string) error
	Open(name string) (*persist.OpenedProgram, error)
}

// programTasks is what goes on with programs. Its maps are guarded by the core's
// mutex.
type programTasks struct {
	store    Programs
	rules    *gem.ProgramRules
	granted  map[uint64]chan gem.ProgramWork
	finished map[uint64]chan error
	opened   map[uint64]*persist.OpenedProgram
	verify   verifyQueue

	// Of the input that was just stepped: where its work is granted, and where the
	// end of its task is told.
	work   <-chan gem.ProgramWork
	finish <-chan error
}

func newProgramTasks(store Programs, rules *gem.ProgramRules) programTasks {
	return programTasks{
		store: store, rules: rules, granted: map[uint64]chan gem.ProgramWork{}, finished: map[uint64]chan error{},
		opened: map[uint64]*persist.OpenedProgram{}, verify: newVerifyQueue(),
	}
}

// taken returns, once, where the work of the input that was just stepped is
// granted and its end told, nil for none; mu is held.
func (p *programTasks) taken() (<-chan gem.ProgramWork, <-chan error) {
	work, finish := p.work, p.finish
	p.work, p.finish = nil, nil
	return work, finish
}

// takePrograms takes what a Step says of programs; mu is held.
func (c *core) takePrograms() {
	p := &c.programs
	if id := c.out.Work; id != 0 {
		ch := make(chan gem.ProgramWork, 1)
		p.granted[id], p.work = ch, ch
	}
	if id := c.out.Task; id != 0 {
		ch := make(chan error, 1)
		p.finished[id], p.finish = ch, ch
	}
	for _, w := range c.out.Works {
		if ch := p.granted[w.Task]; ch != nil {
			ch <- w
			delete(p.granted, w.Task)
		}
	}
	for _, f := range c.out.Finished {
		if ch := p.finished[f.Task]; ch != nil {
			ch <- f.Err
			delete(p.finished, f.Task)
		}
	}
	for _, id := range c.out.Closed {
		c.closeOpened(id)
	}
	for _, v := range c.out.Verify {
		p.verify.add(v)
	}
}

// closeOpened gives up an opened program, later and without mu.
func (c *core) closeOpened(id uint64) {
	if opened := c.programs.opened[id]; opened != nil {
		delete(c.programs.opened, id)
		c.effects = append(c.effects, effect{program: opened})
	}
}

// stream returns the end of a message with an opened program in it.
func (c *core) stream(m *gem.Message) hsms.Stream {
	opened := c.programs.opened[m.Program]
	if opened == nil {
		return hsms.Stream{}
	}
	return hsms.Stream{ReadCloser: opened, Length: opened.Size}
}

// sendMessage hands a message to the connection, or what stands for it.
func (c *core) sendMessage(conn *hsms.Conn, m *gem.Message) error {
	if m.Program == 0 {
		if m.IsReply() {
			return reply(conn, m)
		}
		_, err := conn.Send(m.Session, m.Stream, m.Function, m.W, m.Token, m.Body)
		return err
	}
	rest, err := c.stream(m), error(nil)
	if m.IsReply() {
		err = conn.ReplyStream(m.Primary, m.Function, m.Body, rest)
	} else {
		_, err = conn.SendStream(m.Session, m.Stream, m.Function, m.W, m.Token, m.Body, rest)
	}
	if err == nil {
		delete(c.programs.opened, m.Program)
		return nil
	}
	c.closeOpened(m.Program)
	if m.IsReply() {
		return conn.Reply(m.Primary, 0, nil)
	}
	return err
}

// carryOut does the work of a task, once the core grants it, and steps the result.
func (c *core) carryOut(granted <-chan gem.ProgramWork, step func(gem.ProgramWorked)) {
	w := <-granted
	in := gem.ProgramWorked{Task: w.Task}
	var err error
	switch w.Do {
	case gem.NoProgramWork:
		return
	case gem.StoreProgram:
		err = c.programs.save(w)
	case gem.DeletePrograms:
		err = c.programs.store.Delete(w.PPIDs...)
	case gem.OpenProgram:
		err = c.open(w, &in)
	}
	in.Fault = reason(err)
	step(in)
}

func (p *programTasks) save(w gem.ProgramWork) error {
	s, err := p.store.Stage(w.PPIDs[0], byte(w.Format), bytes.NewReader(w.Content), int64(len(w.Content)))
	if err != nil {
		return err
	}
	return s.Commit()
}

// open opens a program for a message: one that is short is read at once.
func (c *core) open(w gem.ProgramWork, in *gem.ProgramWorked) error {
	opened, err := c.programs.store.Open(w.PPIDs[0])
	if errors.Is(err, fs.ErrNotExist) {
		in.Missing = true
		return nil
	}
	if err != nil {
		return err
	}
	in.Format, in.Size = gem.ProgramFormat(opened.Format), opened.Size
	if opened.Size <= wholeProgram {
		in.Whole = true
		in.Content, err = io.ReadAll(opened)
		opened.Close()
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.programs.opened[w.Task] = opened
	return nil
}

// wholeProgram is up to which size a program is sent like any other body.
const wholeProgram = 64 << 10

// SelectProgram tells which process program the tool will execute next, or
// executes; "" is none. It must be stored.
func (d *Daemon) SelectProgram(ctx context.Context, ppid string) error {
	return d.core.occurs(ctx, gem.ProgramSelected{PPID: ppid})
}

// Program is a process program open for reading: what was stored when it was
// opened, whatever becomes of it. Its content is PPBODY, as an item, or the items
// MDLN, SOFTREV and the list of commands.
type Program struct {
	PPID   string
	Format gem.ProgramFormat
	Size   int64
	io.ReadCloser
}

// OpenProgram opens a stored process program: the copy to execute. The error wraps
// gem.ErrUnknown for one that is not there.
func (d *Daemon) OpenProgram(ppid string) (*Program, error) {
	opened, err := d.core.programs.store.Open(ppid)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: process program %q", gem.ErrUnknown, ppid)
	}
	if err != nil {
		return nil, err
	}
	return &Program{opened.Name, gem.ProgramFormat(opened.Format), opened.Size, opened}, nil
}

// ProgramEntry is a stored process program.
type ProgramEntry struct {
	PPID   string
	Format gem.ProgramFormat
	Size   int64
}

// ListPrograms returns the stored process programs, ordered by PPID.
func (d *Daemon) ListPrograms() []ProgramEntry {
	list := []ProgramEntry{}
	for _, p := range d.core.programs.store.List() {
		list = append(list, ProgramEntry{p.Name, gem.ProgramFormat(p.Format), p.Size})
	}
	return list
}

// EditProgram stores a process program that the operator made or changed, and
// returns when it is durable. The content is as a Program's, so plain text has to be
// made an item: secs2.A(text).Encoded(). One that is no item, or not as gem.Programs
// says, is gem.ErrValue, and nothing was stored.
func (d *Daemon) EditProgram(ctx context.Context, ppid string, format gem.ProgramFormat, content io.Reader) error {
	limit := int64(d.cfg.Equipment.Programs.MaxBytes)
	if limit == 0 {
		limit = secs2.MaxLength
	}
	limit += maxItemHeader
	data, err := io.ReadAll(io.LimitReader(content, limit+1))
	if err != nil {
		return err
	}
	if int64(len(data)) > limit {
		return fmt.Errorf("%w: process program %q is longer than %d bytes", gem.ErrValue, ppid, limit)
	}
	in := gem.EditProgram{PPID: ppid, Format: format, Content: data}
	if format == gem.Formatted {
		in.Faults, err = d.core.programs.rules.Verify(data)
	} else {
		_, err = secs2.Parse(data)
	}
	if err != nil {
		return fmt.Errorf("%w: process program %q: the content is not made of items: %w", gem.ErrValue, ppid, err)
	}
	return d.operate(ctx, in)
}

// maxItemHeader is the longest header of an item.
const maxItemHeader = 4

// DeleteProgram deletes a process program for the operator.
func (d *Daemon) DeleteProgram(ctx context.Context, ppid string) error {
	return d.operate(ctx, gem.DeleteProgram{PPID: ppid})
}

// UploadProgram sends a process program to a host and returns when it has
// accepted it. The error wraps gem.ErrNotNow while the host cannot be reached, and
// gem.ErrDenied when it refuses.
func (d *Daemon) UploadProgram(ctx context.Context, host, ppid string) error {
	i, err := d.hostIndex(host)
	if err != nil {
		return err
	}
	return d.operate(ctx, gem.UploadProgram{Host: i, PPID: ppid})
}

// DownloadProgram asks a host for a process program and returns when it is stored.
// The errors are those of UploadProgram; gem.ErrValue says that it has faults.
func (d *Daemon) DownloadProgram(ctx context.Context, host, ppid string, format gem.ProgramFormat) error {
	i, err := d.hostIndex(host)
	if err != nil {
		return err
	}
	return d.operate(ctx, gem.DownloadProgram{Host: i, PPID: ppid, Format: format})
}

// operate carries out an action of the operator to its end, or until ctx is done:
// then it goes on without its caller.
func (d *Daemon) operate(ctx context.Context, in gem.Input) error {
	c := d.core
	c.mu.Lock()
	_, err := c.stepLocked(in)
	work, finished := c.programs.taken()
	c.mu.Unlock()
	c.drain()
	if err != nil {
		return err
	}
	if work != nil {
		c.carryOut(work, func(in gem.ProgramWorked) { _ = c.occurs(context.WithoutCancel(ctx), in) })
	}
	if finished == nil {
		return err
	}
	return settled(ctx, finished)
}
