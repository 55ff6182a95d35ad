package conformance_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// This file is process programs in scripts: where they are stored, the settings,
// and what tool and operator do with them.

// programShelf keeps process programs on the disk of the script, for one run of
// the equipment. What the disk does not take waits or fails as records do.
type programShelf struct {
	daemon.Programs
	mount *mount
}

var errDisk = errors.New("the disk of the script fails")

// enter waits until the disk carries out a change and returns whether it does; told
// waits until the equipment may hear of it.
func (s *programShelf) enter() (told func() error, err error) {
	d := s.mount.disk
	for {
		d.mu.Lock()
		state, dead, changed := d.state, s.mount.dead, d.changed
		d.mu.Unlock()
		switch {
		case dead:
			return nil, errDisk
		case state == "fails":
			return nil, errDisk
		case state == "stalls" || state == "tears":
			<-changed
		case state == "mute":
			return func() error { <-changed; return nil }, nil
		default:
			return func() error { return nil }, nil
		}
	}
}

func (s *programShelf) Stage(name string, format byte, content io.Reader, limit int64) (persist.StagedProgram, error) {
	staged, err := s.Programs.Stage(name, format, content, limit)
	return &shelved{staged, s}, err
}

type shelved struct {
	persist.StagedProgram
	on *programShelf
}

func (s *shelved) Commit() error {
	told, err := s.on.enter()
	if err != nil {
		return err
	}
	return errors.Join(s.StagedProgram.Commit(), told())
}

func (s *programShelf) Delete(names ...string) error {
	told, err := s.enter()
	if err != nil {
		return err
	}
	return errors.Join(s.Programs.Delete(names...), told())
}

// programKeys are the settings of process programs.
func programKeys() map[string]setter {
	programs := func(c *daemon.Config) *gem.Programs { return &c.Equipment.Programs }
	return map[string]setter{
		"ccode":            addCCode,
		"pparm":            addPParm,
		"pp.max":           number(func(c *daemon.Config) *int { return &programs(c).Max }),
		"pp.max_bytes":     number(func(c *daemon.Config) *int { return &programs(c).MaxBytes }),
		"pp.grant_timeout": setGrantTimeout,
		"pp.overwrite_executing": word(func(c *daemon.Config) *gem.OverwriteSelected { return &programs(c).OverwriteSelected },
			map[string]gem.OverwriteSelected{"accept": gem.AcceptOverwrite, "deny": gem.DenyOverwrite}),
		"pp.delete_executing": word(func(c *daemon.Config) *gem.DeleteSelected { return &programs(c).DeleteSelected },
			map[string]gem.DeleteSelected{"deny": gem.DenyDelete, "allow": gem.AcceptDelete}),
		"pp.event_on_host_change": word(func(c *daemon.Config) *gem.HostProgramChange { return &programs(c).HostChange },
			map[string]gem.HostProgramChange{"false": gem.HostChangeSilent, "true": gem.HostChangeEvent}),
	}
}

func setGrantTimeout(cfg *daemon.Config, value string) error {
	if value == "0" {
		return nil
	}
	return duration(func(c *daemon.Config) *time.Duration { return &c.Equipment.Programs.GrantTimeout })(cfg, value)
}

func addCCode(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 2)
	if err != nil {
		return err
	}
	code, err := strconv.ParseUint(th.words[0], 10, 16)
	p := &cfg.Equipment.Programs
	p.Commands = append(p.Commands, gem.ProcessCommand{CCODE: uint16(code), Name: th.words[1]})
	return err
}

func addPParm(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 3)
	if err != nil {
		return err
	}
	code, err := strconv.ParseUint(th.words[0], 10, 16)
	if err != nil {
		return err
	}
	param := gem.ProcessParameter{Name: th.words[1]}
	var errs [3]error
	param.Format, errs[0] = th.format(2)
	if longest := th.options["max"]; longest != "" && param.Format.Textual() {
		param.MaxLength, errs[1] = strconv.Atoi(longest)
	} else {
		param.Min, errs[1] = th.value("min", param.Format)
		param.Max, errs[2] = th.value("max", param.Format)
	}
	commands := cfg.Equipment.Programs.Commands
	for i := range commands {
		if commands[i].CCODE == uint16(code) {
			commands[i].Parameters = append(commands[i].Parameters, param)
			return errors.Join(errs[:]...)
		}
	}
	return fmt.Errorf("no ccode %d", code)
}

// VerifyProgram rejects what the script says, once.
func (t *scriptTool) VerifyProgram(_ context.Context, p *daemon.Program) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, rejected := t.rejects[p.PPID]
	delete(t.rejects, p.PPID)
	if rejected {
		return errors.New(text)
	}
	return nil
}

func selectsProgram(p *inProcess, words []string) error {
	if len(words) != 1 {
		return errors.New("want: tool selects PPID")
	}
	return refused(p.daemon.SelectProgram(context.Background(), nameIn(words[0])))
}

// nameIn returns the text of an item, or the word itself.
func nameIn(word string) string {
	if it, err := sml.ParseItem(word); err == nil {
		return string(it.Data())
	}
	return word
}

func loadsProgram(p *inProcess, words []string) error {
	if len(words) != 1 {
		return errors.New("want: tool loads PPID")
	}
	opened, err := p.daemon.OpenProgram(nameIn(words[0]))
	if err != nil {
		return refused(err)
	}
	p.tool.loaded = opened
	return nil
}

// hasLoaded compares the copy that the tool runs, read now.
func hasLoaded(p *inProcess, words []string) error {
	if len(words) != 1 || p.tool.loaded == nil {
		return errors.New("want: tool loads PPID, then tool loaded <item>")
	}
	want, err := sml.ParseItem(words[0])
	if err != nil {
		return err
	}
	if p.tool.copied == nil || p.tool.copiedFrom != p.tool.loaded {
		if p.tool.copied, err = io.ReadAll(p.tool.loaded); err != nil {
			return err
		}
		p.tool.copiedFrom = p.tool.loaded
	}
	if !bytes.Equal(p.tool.copied, want.Encoded()) {
		return fmt.Errorf("the tool runs % X", p.tool.copied)
	}
	return nil
}

func rejectsProgram(p *inProcess, words []string) error {
	if len(words) != 2 {
		return errors.New("want: tool rejects PPID WORD")
	}
	p.tool.mu.Lock()
	defer p.tool.mu.Unlock()
	p.tool.rejects[nameIn(words[0])] = words[1]
	return nil
}

// editsProgram stores an unformatted program, or a formatted one that is written as
// S7F23 has it without PPID.
func editsProgram(p *inProcess, words []string) error {
	if len(words) != 2 {
		return errors.New("want: operator creates PPID <item>")
	}
	it, err := sml.ParseItem(words[1])
	if err != nil {
		return err
	}
	format, content := gem.Unformatted, it.Encoded()
	if it.Format() == secs2.List {
		format, content = gem.Formatted, nil
		for element := range it.All() {
			content = append(content, element.Encoded()...)
		}
	}
	return refused(p.daemon.EditProgram(context.Background(), nameIn(words[0]), format, bytes.NewReader(content)))
}

func deletesProgram(p *inProcess, words []string) error {
	if len(words) != 1 {
		return errors.New("want: operator deletes PPID")
	}
	return refused(p.daemon.DeleteProgram(context.Background(), nameIn(words[0])))
}

// exchanges is an action that needs the host: refused is what is refused before the
// host is asked. What the host says the operator learns later.
func exchanges(do func(p *inProcess, host, ppid string) error) deed {
	return func(p *inProcess, words []string) error {
		if len(words) != 1 {
			return errors.New("want one PPID")
		}
		host := p.operatorFor
		if host == "" {
			host = firstHost
		}
		done := make(chan error, 1)
		go func() { done <- do(p, host, nameIn(words[0])) }()
		synctest.Wait()
		select {
		case err := <-done:
			return refused(err)
		default:
			return nil
		}
	}
}

func uploadsProgram(p *inProcess, host, ppid string) error {
	return p.daemon.UploadProgram(context.Background(), host, ppid)
}

func downloadsProgram(f gem.ProgramFormat) func(p *inProcess, host, ppid string) error {
	return func(p *inProcess, host, ppid string) error {
		return p.daemon.DownloadProgram(context.Background(), host, ppid, f)
	}
}
