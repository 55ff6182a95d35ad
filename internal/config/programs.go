package config

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// programs configures process program management (E30 4.6).
type programs struct {
	Max               int                   `mapstructure:"max" nonzero:"1 to 2000"`
	MaxBytes          int                   `mapstructure:"max_bytes" nonzero:"1024 to 67108864"`
	MaxStoreBytes     int                   `mapstructure:"max_store_bytes" nonzero:"pp.max_bytes or more"`
	GrantTimeout      time.Duration         `mapstructure:"grant_timeout"` // 0 is for ever
	OverwriteSelected gem.OverwriteSelected `mapstructure:"overwrite_executing"`
	DeleteSelected    gem.DeleteSelected    `mapstructure:"delete_executing"`
	EventOnHostChange bool                  `mapstructure:"event_on_host_change"`
	CCODEs            []processCommand      `mapstructure:"ccodes"`
}

// processCommand is a command of formatted programs.
type processCommand struct {
	Code        uint16             `mapstructure:"code" required:"true"`
	Name        string             `mapstructure:"name" required:"true"`
	Description string             `mapstructure:"description"`
	Parameters  []processParameter `mapstructure:"parameters"`
}

// processParameter is a PPARM.
type processParameter struct {
	Name        string `mapstructure:"name" required:"true"`
	Description string `mapstructure:"description"`
	Units       string `mapstructure:"units"`
	Format      string `mapstructure:"format" required:"true"`
	MaxLength   int    `mapstructure:"max_length" nonzero:"1 or more"`
	Min         any    `mapstructure:"min"`
	Max         any    `mapstructure:"max"`
}

// programs fills gem's part about process programs.
func (b *builder) programs() {
	f := b.file.Programs
	p := gem.Programs{
		Max: f.Max, MaxBytes: f.MaxBytes, MaxStoreBytes: int64(f.MaxStoreBytes), GrantTimeout: f.GrantTimeout,
		OverwriteSelected: f.OverwriteSelected, DeleteSelected: f.DeleteSelected,
	}
	if f.EventOnHostChange {
		p.HostChange = gem.HostChangeEvent
	}
	for i, c := range f.CCODEs {
		key := fmt.Sprintf("pp.ccodes[%d]", i)
		cmd := gem.ProcessCommand{CCODE: c.Code, Name: c.Name, Description: c.Description}
		for j, param := range c.Parameters {
			cmd.Parameters = append(cmd.Parameters, b.processParameter(fmt.Sprintf("%s.parameters[%d]", key, j), param))
		}
		p.Commands = append(p.Commands, cmd)
	}
	b.config.Equipment.Programs = p
}

func (b *builder) processParameter(key string, p processParameter) gem.ProcessParameter {
	g := gem.ProcessParameter{Name: p.Name, Description: p.Description, Units: p.Units, MaxLength: p.MaxLength}
	var known bool
	if g.Format, known = b.format(key, p.Format); known && g.Format != secs2.List {
		g.Min, g.Max = b.value(key+".min", g.Format), b.value(key+".max", g.Format)
	}
	return g
}

// programParameter says whether a parameter of a command names a process program.
func programParameter(key *bool) gem.ProgramParameter {
	switch {
	case key == nil:
		return gem.ProgramByName
	case *key:
		return gem.ProgramAlways
	}
	return gem.ProgramNever
}
