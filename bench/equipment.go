package bench

import (
	"context"
	"fmt"
	"io"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// The identifiers of the measured equipment.
const (
	firstSVID = 1001
	firstDVID = 20_001 // DVIDs of the event: number, temperature, name
	eventCEID = 5001
	rptid     = 1

	disabledCEID = 5002 // the same event, which no host enables

	committedECID = 30_001 // what the durable S2F15 sets

	// Of constants that GEM defines.
	maxSpoolTransmit = 253
	enableSpooling   = 255
	wBitS6           = 258
)

// newDaemon returns the equipment with its log switched on: everything but the
// disk under the log is as it ships. A nil journal is one in memory.
func newDaemon(cfg gem.Config, journal daemon.Journal) (*daemon.Daemon, *zap.Logger, error) {
	log := zap.New(zapcore.NewCore(
		zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()),
		zapcore.Lock(zapcore.AddSync(io.Discard)), zap.InfoLevel))
	links := make([]hsms.EndpointConfig, len(cfg.Hosts))
	for i := range links {
		links[i].Address = "127.0.0.1:0"
	}
	d, err := daemon.New(daemon.Config{Equipment: cfg, Links: links, Journal: journal, Logger: log}, tool{})
	return d, log, err
}

// equipment returns the measured equipment with one host.
func equipment(c Config) gem.Config {
	cfg := gem.Config{
		MDLN: "BENCH", SOFTREV: "1.0",
		Control: gem.Control{Default: gem.StartOnLine},
		Hosts:   []gem.HostConfig{{Name: "host", Window: c.Concurrency}},
		DataVariables: []gem.Variable{
			{VID: firstDVID, Name: "EventNumber", Format: secs2.FormatU4},
			{VID: firstDVID + 1, Name: "EventTemperature", Format: secs2.FormatF4},
			{VID: firstDVID + 2, Name: "EventSubstrate", Format: secs2.ASCII},
		},
		Constants: []gem.Constant{{ECID: committedECID, Name: "Committed", Format: secs2.FormatU4}},
		Events: []gem.Event{
			{CEID: eventCEID, Name: "Measured", DataVariables: []uint32{firstDVID, firstDVID + 1, firstDVID + 2}},
			{CEID: disabledCEID, Name: "Unmeasured", DataVariables: []uint32{firstDVID, firstDVID + 1, firstDVID + 2}},
		},
	}
	for i := range c.SVIDs {
		cfg.Variables = append(cfg.Variables, statusVariable(i))
	}
	return cfg
}

// statusVariable returns the variable i: U4, F4 and A take turns.
func statusVariable(i int) gem.Variable {
	v := gem.Variable{VID: uint32(firstSVID + i), Name: fmt.Sprintf("Status%d", i)}
	switch i % 3 {
	case 0:
		v.Format, v.Initial = secs2.FormatU4, secs2.U4(uint32(100_000+i))
	case 1:
		v.Format, v.Initial = secs2.FormatF4, secs2.F4(float32(i)+0.5)
	default:
		v.Format, v.Initial = secs2.ASCII, secs2.A(fmt.Sprintf("LOT-%06d", i))
	}
	return v
}

// tool leaves everything to the scenarios.
type tool struct{}

func (tool) Run(ctx context.Context, _ *daemon.Daemon) error { <-ctx.Done(); return nil }

func (tool) Changed(gem.Transition) {}

func (tool) Order(context.Context, model.Order) {}

func (tool) Command(context.Context, gem.Question) (secs2.HCACK, []gem.BadParameter) {
	return secs2.HCACKCannotPerformNow, nil
}
