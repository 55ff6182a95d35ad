package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/sim"
)

// The defaults that no package has of its own.
const (
	defaultAPIAddress = "127.0.0.1:8080"
	// DefaultDataDir is where the daemon keeps what must survive.
	DefaultDataDir = "./secsd-data"
)

// builder turns a decoded file into the Config structs of the rooms and lets
// each of them judge its own.
type builder struct {
	r      *report
	file   *file
	config Config
}

// build goes section by section, then asks each room; what they find out goes to
// the same report.
func (b *builder) build() {
	f, c := b.file, &b.config
	c.Log = Log{f.Log.Level, f.Log.Format == consoleLines}
	c.API = api.Config{Address: or(f.API.Address, defaultAPIAddress), Hosts: f.API.Hosts}
	c.DataDir = or(f.DataDir, DefaultDataDir)
	if c.DataDir == "" {
		b.r.key("data_dir", "an empty text", "the path of a folder")
	}
	b.equipment()
	b.hosts()
	b.variables()
	b.events()
	b.alarms()
	b.material() // has events of its own
	b.process()
	b.commands()
	b.programs()
	b.judge("", c.Equipment.Validate())
	b.warn(c.Equipment.Warnings())
	b.links()
	b.simulation()
	b.judge("sim.", c.Sim.Validate(c.Equipment))
	b.idlePorts()
	b.judge("api.", c.API.Validate())
}

// equipment fills all of gem's Config but its lists.
func (b *builder) equipment() {
	f := b.file
	b.config.Equipment = gem.Config{
		MDLN:           f.Equipment.MDLN,
		SOFTREV:        f.Equipment.SOFTREV,
		EqpName:        f.Equipment.Name,
		EqpSerialNum:   f.Equipment.Serial,
		About:          f.Equipment.about(),
		Communications: f.Comm.model(),
		Control:        f.Control.model(),
		Errors:         f.Error.messages(),
		Location:       b.location(),
		IDFormat:       f.IDs.Format,
		MoveVIDs:       b.moves("vids", f.Definitions.VIDs),
		MoveCEIDs:      b.moves("ceids", f.Definitions.CEIDs),
		Reports:        gem.Reports(f.Report),
		Traces:         f.Trace.model(),
		Limits:         f.Limits.model(),
		Remote:         f.RCMD.model(),
		Spool:          b.spooling(),
		Delivery:       f.Delivery,
		Edition:        f.Edition,
		Alarming:       gem.Alarming{ALTXMax: f.Alarm.ALTXMax, WBit: unless(f.WBit.S5, gem.NoS5F2)},
		ConstantEvents: when(&f.EC.EventOnHostChange, gem.AllChanges),
		S6WBit:         unless(f.WBit.S6, gem.DoNotWait),
		S10WBit:        unless(f.WBit.S10, gem.DoNotWaitForS10F2),
		Terminals:      b.terminals(),
		ASCIIOut:       f.Values.ASCIIOut,
		NonFinite:      f.Values.FloatNonFinite,
	}
}

func (e equipment) about() gem.About {
	a := gem.About{Manufacturer: e.Manufacturer, Product: e.Product, Function: e.Function, Purpose: e.Purpose}
	for _, c := range e.Changes {
		a.Changes = append(a.Changes, gem.Change(c))
	}
	return a
}

func (c comm) model() gem.Communications {
	return gem.Communications{
		Default:                        c.Default,
		Initiate:                       c.Initiate,
		S1F13OnSelect:                  unless(c.S1F13OnSelect, gem.S1F13AfterDelay),
		HostS1F13:                      unless(c.LenientS1F13, gem.StrictS1F13),
		HoldMax:                        c.HoldMax,
		EstablishCommunicationsTimeout: c.EstablishTimeout,
	}
}

func (c control) model() gem.Control {
	return gem.Control{
		Default:       c.Default,
		OnAttemptFail: c.OnAttemptFail,
		Switch:        c.Switch,
		Attempt:       unless(c.AttemptWaitsForComm, gem.AttemptFails),
		HostSwitch:    when(&c.RemoteCmdSwitch, gem.HostSwitches),
	}
}

func (t tracing) model() gem.Traces {
	m := gem.Traces{
		MinPeriod: t.MinPeriod, Max: t.Max, MaxSVIDs: t.MaxSVIDs, FirstSample: t.FirstSample, Remainder: t.Remainder, OffLine: t.OnOffLine,
	}
	if t.AllowAnyVID {
		m.Variables = gem.TraceAnyVariable
	}
	return m
}

func (m monitored) model() gem.Monitoring {
	if m.EventLimitAlwaysList {
		return gem.Monitoring{EventLimit: gem.AlwaysList}
	}
	return gem.Monitoring{}
}

func (s stream9) messages() gem.Errors {
	e := gem.Errors{S9PerSecond: s.MaxPerS, ConversationTimeout: s.ConversationTimeout}
	if s.F0AfterS9 {
		e.AfterS9 = gem.S9AndF0
	}
	return e
}

// spooling fills gem's part about the spools.
func (b *builder) spooling() gem.Spool {
	s := b.file.Spool
	out := gem.Spool{
		MaxBytes: s.MaxBytes, OnT3: s.OnT3,
		InFlight: unless(s.RequeueInFlight, gem.LoseInFlight),
		Order:    unless(s.ActivatedEventFirst, gem.FailedMessageFirst),
	}
	for i, text := range s.DefaultSet {
		x, ok := parseSelection(text)
		if !ok {
			b.r.key(fmt.Sprintf("spool.default_set[%d]", i), fmt.Sprintf("%q", shorten(text)), "a stream as in S5, or a primary as in S6F11")
			x = gem.SpoolSelection{Stream: 6} // keeps the places of those behind it
		}
		out.Default = append(out.Default, x)
	}
	return out
}

// parseSelection reads S5 or S6F11.
func parseSelection(text string) (x gem.SpoolSelection, ok bool) {
	rest, ok := strings.CutPrefix(text, "S")
	stream, function, one := strings.Cut(rest, "F")
	n, err := strconv.ParseUint(stream, 10, 7)
	if !ok || err != nil {
		return x, false
	}
	x.Stream = byte(n)
	if one {
		f, err := strconv.ParseUint(function, 10, 8)
		if err != nil {
			return x, false
		}
		x.Functions = []byte{byte(f)}
	}
	return x, true
}

// location returns the time zone, nil for the default.
func (b *builder) location() *time.Location {
	zone := b.file.Clock.TimeZone
	if zone == "" {
		return nil
	}
	location, err := time.LoadLocation(zone)
	if err != nil {
		b.r.key("clock.time_zone", fmt.Sprintf("%q", shorten(zone)), "a name of the tz database, as in Asia/Taipei, or Local")
	}
	return location
}

// or returns the value of a key, or what counts when it is not there.
func or[T any](key *T, otherwise T) T {
	if key == nil {
		return otherwise
	}
	return *key
}

// unless returns the value for false, or the zero value, which is the default,
// for a key that is true or not there.
func unless[T any](key *bool, ifFalse T) (v T) {
	if key != nil && !*key {
		return ifFalse
	}
	return v
}

// when returns the value for true, or the zero value, which is the default.
func when[T any](key *bool, ifTrue T) (v T) {
	if *key {
		return ifTrue
	}
	return v
}

// simulation fills sim's Config, with values of the formats of the variables.
func (b *builder) simulation() {
	s := b.file.Sim
	b.config.Sim = sim.Config{
		Speed: s.Speed, Rate: s.Rate, Seed: s.Seed, Wafers: s.Wafers, Alarms: sim.Alarms(s.Alarms),
		Lots: s.Lots, Carriers: sim.Carriers(s.Carriers), Failures: sim.Failures(s.Failures),
	}
	formats := map[string]secs2.Format{}
	for _, v := range b.config.Equipment.Variables {
		formats[v.Name] = v.Format
	}
	for i, m := range s.Motions {
		b.config.Sim.Motions = append(b.config.Sim.Motions, sim.Motion{
			Variable: m.Variable, Kind: m.Kind, Low: m.Low, High: m.High, Step: m.Step, Period: m.Period,
			Values: b.values(fmt.Sprintf("sim.motions[%d].values", i), formats[m.Variable]),
		})
	}
	for _, r := range s.Recipes {
		program := sim.Recipe{Name: r.Name}
		for _, s := range r.Steps {
			program.Steps = append(program.Steps, sim.Step(s))
		}
		b.config.Sim.Recipes = append(b.config.Sim.Recipes, program)
	}
}

// judge reports what a package's Validate says about its part, whose keys stand
// below prefix.
func (b *builder) judge(prefix string, err error) {
	if err == nil {
		return
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			b.judge(prefix, e)
		}
		return
	}
	var (
		ofGEM *gem.ConfigError
		ofSim *sim.ConfigError
		ofAPI *api.ConfigError
	)
	switch {
	case errors.As(err, &ofGEM):
		b.r.key(b.gemKey(ofGEM), ofGEM.Got, ofGEM.Want)
	case errors.As(err, &ofSim):
		b.r.key(prefix+ofSim.Key, ofSim.Got, ofSim.Want)
	case errors.As(err, &ofAPI):
		b.r.key(prefix+ofAPI.Key, ofAPI.Got, ofAPI.Want)
	default:
		b.r.key(strings.TrimSuffix(prefix, "."), err.Error(), "")
	}
}

// warn tells what works and may yet cause trouble.
func (b *builder) warn(list []*gem.ConfigError) {
	for _, w := range list {
		key := b.gemKey(w)
		n := b.r.nearest(key)
		b.config.Warnings = append(b.config.Warnings, fmt.Sprintf("%s:%d:%d: warning: %s: got %s, want %s", b.r.file, n.Line, n.Column, key, w.Got, w.Want))
	}
}

// gemKeys are the keys that package gem calls by another name than the file.
var gemKeys = map[string]string{
	"mdln":           "equipment.mdln",
	"softrev":        "equipment.softrev",
	"eqp_name":       "equipment.name",
	"eqp_serial_num": "equipment.serial",
}

// gemKey returns the key in the file of a problem that package gem found.
func (b *builder) gemKey(of *gem.ConfigError) string {
	key := of.Key
	if k, ok := gemKeys[key]; ok {
		return k
	}
	if host, ok := strings.CutSuffix(key, ".window"); ok {
		return host + ".hsms.max_open_out"
	}
	section, name, _ := strings.Cut(key, ".")
	for i, m := range map[string][]moved{"vids": b.file.Definitions.VIDs, "ceids": b.file.Definitions.CEIDs}[section] {
		switch {
		case m.Name != name:
		case of.Got == name:
			return fmt.Sprintf("%s[%d].name", section, i)
		default:
			return fmt.Sprintf("%s[%d].id", section, i)
		}
	}
	return key
}
