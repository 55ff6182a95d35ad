package daemon

import (
	"bytes"
	"context"

	"github.com/secsd/secsd/gem"
)

// This file is the process programs that a tool comes with.

// Supplier is what a Tool may also be: one that comes with process programs.
type Supplier interface {
	// Programs returns them. The first start stores them before any host is served
	// and before Run is called; one that cannot be stored ends the daemon, and the
	// next start stores all of them. Once all are stored they belong to hosts and
	// operator: later starts do not ask, and what was deleted stays so. A Verifier is
	// asked about them too.
	Programs() []SuppliedProgram
}

// SuppliedProgram is a process program that a tool comes with.
type SuppliedProgram struct {
	PPID    string
	Format  gem.ProgramFormat
	Content []byte // as a Program's
}

// supply stores what the tool comes with, if this is the first start.
func (d *Daemon) supply(ctx context.Context) error {
	store := d.core.programs.store
	if !store.First() {
		return nil
	}
	if s, ok := d.tool.(Supplier); ok {
		for _, p := range s.Programs() {
			if err := d.EditProgram(ctx, p.PPID, p.Format, bytes.NewReader(p.Content)); err != nil {
				return err
			}
		}
	}
	return store.Supplied()
}
