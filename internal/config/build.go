package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/sim"
)

// The defaults that no package has of its own.
const (
	defaultAPIAddress = "127.0.0.1:8080"
	defaultDataDir    = "./secsd-data"
)

const wantFormat = "L, B, BOOLEAN, A, J, W, I1, I2, I4, I8, F4, F8, U1, U2, U4 or U8"

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
	c.API.Address = or(f.API.Address, defaultAPIAddress)
	c.DataDir = or(f.DataDir, defaultDataDir)
	if c.DataDir == "" {
		b.r.key("data_dir", "an empty text", "the path of a folder")
	}
	b.equipment()
	b.hosts()
	b.variables()
	b.judge("", c.Equipment.Validate())
	b.links()
	b.simulation()
	b.judge("sim.", c.Sim.Validate(c.Equipment))
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
		Communications: f.Comm.model(),
		Control:        f.Control.model(),
		Errors:         f.Error.messages(),
		Location:       b.location(),
		IDFormat:       f.IDs.Format,
		MoveVIDs:       b.moves(),
		ASCIIOut:       f.Values.ASCIIOut,
		NonFinite:      f.Values.FloatNonFinite,
	}
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
	}
}

func (s stream9) messages() gem.Errors {
	e := gem.Errors{S9PerSecond: s.MaxPerS, ConversationTimeout: s.ConversationTimeout}
	if s.F0AfterS9 {
		e.AfterS9 = gem.S9AndF0
	}
	return e
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

// moves returns the GEM-defined variables that have another identifier.
func (b *builder) moves() map[string]uint32 {
	moves := map[string]uint32{}
	for i, m := range b.file.VIDs {
		if _, twice := moves[m.Name]; twice {
			b.r.key(fmt.Sprintf("vids[%d].name", i), fmt.Sprintf("%q again", m.Name), "each variable once")
		}
		moves[m.Name] = m.ID
	}
	return moves
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

// variables fills the status variables, with values of their formats.
func (b *builder) variables() {
	index := map[string]int{}
	for i, v := range b.file.Variables {
		key := fmt.Sprintf("variables[%d]", i)
		if first, twice := index[v.Name]; twice && v.Name != "" {
			b.r.key(key+".name", v.Name, fmt.Sprintf("a name that variables[%d] does not have", first))
		}
		index[v.Name] = i
		g := gem.Variable{VID: v.ID, Name: v.Name, Units: v.Units, MaxLength: v.MaxLength}
		f, known := secs2.FormatOf(v.Format)
		if !known {
			b.r.key(key+".format", fmt.Sprintf("%q", shorten(v.Format)), wantFormat)
			f = secs2.ASCII
		}
		g.Format = f
		if n := b.r.nodes[key+".initial"]; known && n != nil && !b.r.blamed[key+".initial"] {
			g.Initial, _ = b.r.item(key+".initial", n, f, 0)
		}
		b.config.Equipment.Variables = append(b.config.Equipment.Variables, g)
	}
}

// simulation fills sim's Config, with values of the formats of the variables.
func (b *builder) simulation() {
	s := b.file.Sim
	b.config.Sim = sim.Config{Speed: s.Speed, Rate: s.Rate, Seed: s.Seed}
	formats := map[string]secs2.Format{}
	for _, v := range b.config.Equipment.Variables {
		formats[v.Name] = v.Format
	}
	for i, m := range s.Motions {
		key := fmt.Sprintf("sim.motions[%d].values", i)
		motion := sim.Motion{
			Variable: m.Variable, Kind: m.Kind, Low: m.Low, High: m.High, Step: m.Step, Period: m.Period,
		}
		if n, f := b.r.nodes[key], formats[m.Variable]; n != nil && !b.r.blamed[key] {
			motion.Values = b.values(key, n, f)
		}
		b.config.Sim.Motions = append(b.config.Sim.Motions, motion)
	}
}

// values reads what a motion chooses from.
func (b *builder) values(key string, n *yaml.Node, f secs2.Format) []secs2.Item {
	if n.Kind != yaml.SequenceNode {
		b.r.at(n, key, describe(n), "a list of values")
		return nil
	}
	var items []secs2.Item
	for i, v := range n.Content {
		if it, ok := b.r.item(fmt.Sprintf("%s[%d]", key, i), v, f, 0); ok {
			items = append(items, it)
		}
	}
	return items
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
		b.r.key(b.gemKey(ofGEM.Key), ofGEM.Got, ofGEM.Want)
	case errors.As(err, &ofSim):
		b.r.key(prefix+ofSim.Key, ofSim.Got, ofSim.Want)
	case errors.As(err, &ofAPI):
		b.r.key(prefix+ofAPI.Key, ofAPI.Got, ofAPI.Want)
	default:
		b.r.key(strings.TrimSuffix(prefix, "."), err.Error(), "")
	}
}

// gemKeys are the keys that package gem calls by another name than the file.
var gemKeys = map[string]string{
	"mdln":           "equipment.mdln",
	"softrev":        "equipment.softrev",
	"eqp_name":       "equipment.name",
	"eqp_serial_num": "equipment.serial",
}

// gemKey returns where the file has what package gem calls key.
func (b *builder) gemKey(key string) string {
	if k, ok := gemKeys[key]; ok {
		return k
	}
	if host, ok := strings.CutSuffix(key, ".window"); ok {
		return host + ".hsms.max_open_out"
	}
	if name, ok := strings.CutPrefix(key, "vids."); ok {
		for i, m := range b.file.VIDs {
			if m.Name == name {
				return fmt.Sprintf("vids[%d]", i)
			}
		}
	}
	return key
}
