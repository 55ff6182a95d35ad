package sim

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist"
)

// This file is the journal of a fab. It sees what each Step commits before anything
// else happens, and no Step changes material without a commit.

// commits is a journal that asks after each Step whether all holds that must between
// the models.
type commits struct {
	*persist.Journal
	t     *testing.T
	model *model.Model
	out   *gem.Output // of the Step at hand

	mu       sync.Mutex // guards the fields below
	violated map[string]bool
	onward   func() // more is durable, and nobody has been told; nil: rows are not kept
	pending  []stepped
	durable  []entry
}

// stepped is the rows that a Step took.
type stepped struct {
	seq  uint64
	rows []entry
}

// watch lets the journal look into the daemon, which shows its model to nobody.
func (c *commits) watch(d *daemon.Daemon) {
	core := reflect.ValueOf(d).Elem().FieldByName("core").Elem()
	c.out = (*gem.Output)(core.FieldByName("out").Addr().UnsafePointer())
	c.model = (*model.Model)(core.FieldByName("eq").Elem().FieldByName("material").FieldByName("model").UnsafePointer())
}

// keep keeps the rows from now on.
func (c *commits) keep(onward func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onward = onward
}

// rows are those that are durable.
func (c *commits) rows() []entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.durable)
}

// Commit is called right behind a Step, before another can begin.
func (c *commits) Commit(x persist.Commit) {
	c.mu.Lock()
	for _, v := range c.model.Violations() {
		if !c.violated[v] {
			c.violated[v] = true
			c.t.Errorf("commit %d: %s", x.Seq, v)
		}
	}
	if c.onward != nil {
		c.pending = append(c.pending, stepped{x.Seq, c.taken()})
	}
	c.mu.Unlock()
	c.Journal.Commit(x)
}

// taken are the rows that the Step took, of wafers and modules with what is where.
func (c *commits) taken() (rows []entry) {
	var where map[string]string
	for _, t := range c.out.Transitions {
		x, ok := entryOf(t)
		if !ok {
			continue
		}
		switch t.Machine {
		case model.SubstrateModel.String(), model.SubstLocModel.String(), model.ModuleProcess.String():
			if where == nil {
				where = whereabouts(c.model.Snapshot())
			}
			x.data += " " + where[t.Object]
		}
		rows = append(rows, x)
	}
	return rows
}

// whereabouts tells where each wafer is, and what is at each place.
func whereabouts(s model.Snapshot) map[string]string {
	where := map[string]string{}
	for _, w := range s.Substrates {
		where[w.ID] = w.Location
	}
	for _, w := range s.Substrates {
		if where[w.Location] == "" { // a slot has the name of its wafer
			where[w.Location] = w.ID
		}
	}
	return where
}

// Run looks at what becomes durable before anybody else does.
func (c *commits) Run(ctx context.Context, notify func(persist.Event)) error {
	return c.Journal.Run(ctx, func(e persist.Event) {
		c.settle(e)
		notify(e)
	})
}

func (c *commits) settle(e persist.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e.Kind {
	case persist.Durable:
		for len(c.pending) > 0 && c.pending[0].seq <= e.Seq {
			c.durable = append(c.durable, c.pending[0].rows...)
			c.pending = c.pending[1:]
		}
		if c.onward != nil {
			c.onward()
		}
	case persist.Failed:
		c.pending = slices.DeleteFunc(c.pending, func(s stepped) bool { return s.seq >= e.Seq })
	default:
	}
}
