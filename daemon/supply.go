package daemon

import (
	"bytes"
	"context"

	"go.uber.org/zap"

	"github.com/secsd/secsd/gem"
)

// This file is the process programs that a tool comes with.

// Supplier is what a Tool may also be: one that comes with process programs.
type Supplier interface {
	// Programs returns them. The first start stores them before any host is served
	// and before Run is called; one that cannot be stored ends the daemon, and the
	// next start stores all of them. Once all are stored they belong to hosts and
	// operator: later starts do not ask, and what was deleted stays so. A Verifier is
	// asked about them too. What Run stores at that start is nobody's concern but
	// Run's: if the start dies in between, the next one is not the first.
	Programs() []SuppliedProgram
}

// SuppliedProgram is a process program that a tool comes with.
type SuppliedProgram struct {
	PPID    string
	Format  gem.ProgramFormat
	Content []byte // as a Program's
}

// FirstPrograms tells whether this is the first start that runs a tool which is a
// Supplier: those before it, if there were any, did not get as far. For another tool
// it is never true, and a warning is logged: programs that Run stored on its account
// would be lost, those behind the one at which the first start dies.
func (d *Daemon) FirstPrograms() bool {
	if _, ok := d.tool.(Supplier); !ok {
		d.core.log.Warn("tool is no supplier", zap.String("detail", "FirstPrograms is for tools that deliver their process programs as a daemon.Supplier"))
		return false
	}
	return d.core.programs.store.First()
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
