package conformance_test

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/secsd/secsd/conformance"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// This file maps the keys of scripts, which are those of the specification, to
// the configuration of the daemon.

// firstHost is the host that every equipment has.
const firstHost = "host"

func configure(settings []conformance.Setting) (daemon.Config, error) {
	cfg := daemon.Config{
		Equipment: gem.Config{MDLN: "ETCH-9", SOFTREV: "1.4.2", Hosts: []gem.HostConfig{{Name: firstHost}}},
		Links:     []hsms.EndpointConfig{{Name: firstHost}},
	}
	has, err := standing()
	if err != nil {
		return cfg, err
	}
	for _, s := range append(has, settings...) {
		set, ok := keys()[s.Key]
		if !ok {
			return cfg, fmt.Errorf("config key %s: %w", s.Key, errors.ErrUnsupported)
		}
		if err := set(&cfg, s.Value); err != nil {
			return cfg, fmt.Errorf("%s = %s: %w", s.Key, s.Value, err)
		}
	}
	return cfg, nil
}

type setter func(cfg *daemon.Config, value string) error

// keys returns the setter of every key.
func keys() map[string]setter {
	all := map[string]setter{}
	for _, part := range []map[string]setter{linkKeys(), stateKeys(), collectionKeys(), thingKeys(), monitoringKeys(), programKeys(), materialKeys()} {
		maps.Copy(all, part)
	}
	return all
}

func linkKeys() map[string]setter {
	return map[string]setter{
		"t3": duration(func(c *daemon.Config) *time.Duration { return &c.Links[0].Config.Timers.T3 }),
		"t5": duration(func(c *daemon.Config) *time.Duration { return &c.Links[0].Config.Timers.T5 }),
		"t6": duration(func(c *daemon.Config) *time.Duration { return &c.Links[0].Config.Timers.T6 }),
		"t7": duration(func(c *daemon.Config) *time.Duration { return &c.Links[0].Config.Timers.T7 }),
		"t8": duration(func(c *daemon.Config) *time.Duration { return &c.Links[0].Config.Timers.T8 }),

		"linktest_interval": setLinktest,
		"write_timeout":     duration(func(c *daemon.Config) *time.Duration { return &c.Links[0].Config.WriteTimeout }),
		"max_frame":         number(func(c *daemon.Config) *int { return &c.Links[0].Config.MaxFrame }),
		"hard_max_frame":    number(func(c *daemon.Config) *int { return &c.Links[0].Config.HardMaxFrame }),
		"max_open_out":      number(func(c *daemon.Config) *int { return &c.Equipment.Hosts[0].Window }),
		"device_id":         setDeviceID,
		"connect":           setConnect,
		"host":              addHost,
	}
}

func stateKeys() map[string]setter {
	return map[string]setter{
		"comm.default": word(func(c *daemon.Config) *gem.CommunicationsDefault { return &c.Equipment.Communications.Default },
			map[string]gem.CommunicationsDefault{"ENABLED": gem.StartEnabled, "DISABLED": gem.StartDisabled}),
		"comm.initiate": word(func(c *daemon.Config) *gem.Initiate { return &c.Equipment.Communications.Initiate },
			map[string]gem.Initiate{"equipment": gem.EquipmentInitiates, "host-only": gem.HostInitiates}),
		"comm.hold_max": number(func(c *daemon.Config) *int { return &c.Equipment.Communications.HoldMax }),
		"comm.lenient_s1f13": word(func(c *daemon.Config) *gem.HostS1F13 { return &c.Equipment.Communications.HostS1F13 },
			map[string]gem.HostS1F13{"true": gem.LenientS1F13, "false": gem.StrictS1F13}),
		"EstablishCommunicationsTimeout": duration(func(c *daemon.Config) *time.Duration {
			return &c.Equipment.Communications.EstablishCommunicationsTimeout
		}),

		"control.default": word(func(c *daemon.Config) *gem.ControlDefault { return &c.Equipment.Control.Default },
			map[string]gem.ControlDefault{
				"ATTEMPT ON-LINE": gem.StartAttemptOnLine, "EQUIPMENT OFF-LINE": gem.StartEquipmentOffLine,
				"HOST OFF-LINE": gem.StartHostOffLine, "ON-LINE": gem.StartOnLine,
			}),
		"control.on_attempt_fail": word(func(c *daemon.Config) *gem.AttemptFail { return &c.Equipment.Control.OnAttemptFail },
			map[string]gem.AttemptFail{
				"HOST OFF-LINE": gem.FailToHostOffLine, "EQUIPMENT OFF-LINE": gem.FailToEquipmentOffLine,
			}),
		"control.switch": word(func(c *daemon.Config) *gem.Switch { return &c.Equipment.Control.Switch },
			map[string]gem.Switch{"REMOTE": gem.SwitchRemote, "LOCAL": gem.SwitchLocal}),
	}
}

func collectionKeys() map[string]setter {
	return map[string]setter{
		"report.max":                 number(func(c *daemon.Config) *int { return &c.Equipment.Reports.Max }),
		"report.max_vids":            number(func(c *daemon.Config) *int { return &c.Equipment.Reports.MaxVIDs }),
		"report.max_links":           number(func(c *daemon.Config) *int { return &c.Equipment.Reports.MaxLinks }),
		"error.conversation_timeout": duration(func(c *daemon.Config) *time.Duration { return &c.Equipment.Errors.ConversationTimeout }),
		"alarm.altx_max":             number(func(c *daemon.Config) *int { return &c.Equipment.Alarming.ALTXMax }),
		"wbit.s5": word(func(c *daemon.Config) *gem.S5WBit { return &c.Equipment.Alarming.WBit },
			map[string]gem.S5WBit{"true": gem.WaitForS5F2, "false": gem.NoS5F2}),
		"wbit.s6": word(func(c *daemon.Config) *gem.S6WBit { return &c.Equipment.S6WBit },
			map[string]gem.S6WBit{"true": gem.WaitForReply, "false": gem.DoNotWait}),
		"edition": word(func(c *daemon.Config) *gem.Edition { return &c.Equipment.Edition },
			map[string]gem.Edition{"latest": gem.EditionLatest, "1103": gem.Edition1103}),
		"rcmd.case_insensitive": word(func(c *daemon.Config) *gem.CommandCase { return &c.Equipment.Remote.Case },
			map[string]gem.CommandCase{"true": gem.AnyCase, "false": gem.ExactCase}),
		"rcmd.local_hcack": func(c *daemon.Config, value string) error {
			code, err := strconv.ParseUint(value, 10, 8)
			c.Equipment.Remote.LocalHCACK = secs2.HCACK(code)
			return err
		},
		"rcmd.s2f21": word(func(c *daemon.Config) *gem.OldCommands { return &c.Equipment.Remote.S2F21 },
			map[string]gem.OldCommands{"true": gem.ServeS2F21, "false": gem.RefuseS2F21}),
		"control.remote_cmd_switch": word(func(c *daemon.Config) *gem.HostSwitch { return &c.Equipment.Control.HostSwitch },
			map[string]gem.HostSwitch{"true": gem.HostSwitches, "false": gem.OperatorSwitches}),
		"ec.event_on_host_change": word(func(c *daemon.Config) *gem.ConstantEvents { return &c.Equipment.ConstantEvents },
			map[string]gem.ConstantEvents{"true": gem.AllChanges, "false": gem.OperatorChanges}),
		"rcmd.deadline": duration(func(c *daemon.Config) *time.Duration { return &c.Equipment.Remote.Deadline }),

		"spool.max_bytes":   number(func(c *daemon.Config) *int { return &c.Equipment.Spool.MaxBytes }),
		"spool.default_set": setSelection,
		"spool.on_t3": word(func(c *daemon.Config) *gem.OnT3 { return &c.Equipment.Spool.OnT3 },
			map[string]gem.OnT3{"suspend": gem.SuspendOnT3, "continue": gem.ContinueOnT3}),
		"spool.requeue_inflight": word(func(c *daemon.Config) *gem.InFlight { return &c.Equipment.Spool.InFlight },
			map[string]gem.InFlight{"true": gem.RequeueInFlight, "false": gem.LoseInFlight}),
		"spool.activated_event_first": word(func(c *daemon.Config) *gem.SpoolOrder { return &c.Equipment.Spool.Order },
			map[string]gem.SpoolOrder{"true": gem.ActivatedEventFirst, "false": gem.FailedMessageFirst}),
		"delivery": word(func(c *daemon.Config) *gem.Delivery { return &c.Equipment.Delivery },
			map[string]gem.Delivery{"plain": gem.PlainDelivery, "strict": gem.StrictDelivery}),
	}
}

func thingKeys() map[string]setter {
	return map[string]setter{
		"sv":        addStatusVariable,
		"dv":        addDataVariable,
		"ec":        addConstant,
		"event":     addEvent,
		"alarm":     addAlarm,
		"command":   addCommand,
		"parameter": addParameter,
		"terminal":  addTerminal,

		"affects":    setAffects,
		"safe":       setSafe,
		"states":     setStates,
		"transition": addTransition,
		"object":     addObject,
	}
}

func duration(field func(*daemon.Config) *time.Duration) setter {
	return func(cfg *daemon.Config, value string) (err error) {
		*field(cfg), err = time.ParseDuration(value)
		return err
	}
}

func number(field func(*daemon.Config) *int) setter {
	return func(cfg *daemon.Config, value string) (err error) {
		*field(cfg), err = strconv.Atoi(value)
		return err
	}
}

func word[T any](field func(*daemon.Config) *T, words map[string]T) setter {
	return func(cfg *daemon.Config, value string) error {
		v, ok := words[value]
		if !ok {
			return errors.New("unknown value")
		}
		*field(cfg) = v
		return nil
	}
}

// setLinktest takes 0 for off, as the specification does.
func setLinktest(cfg *daemon.Config, value string) error {
	d, err := time.ParseDuration(value)
	if d == 0 {
		d = -1
	}
	cfg.Links[0].Config.Linktest.Interval = d
	return err
}

func setDeviceID(cfg *daemon.Config, value string) error {
	id, err := strconv.ParseUint(value, 10, 15)
	cfg.Equipment.Hosts[0].DeviceIDs = []uint16{uint16(id)}
	return err
}

func setConnect(cfg *daemon.Config, value string) error {
	cfg.Links[0].Connect = hsms.Connect(value)
	return nil
}

// setSelection takes streams, as in "S5 S6".
func setSelection(cfg *daemon.Config, value string) error {
	for _, text := range strings.Fields(value) {
		var x gem.SpoolSelection
		if _, err := fmt.Sscanf(text, "S%d", &x.Stream); err != nil {
			return err
		}
		cfg.Equipment.Spool.Default = append(cfg.Equipment.Spool.Default, x)
	}
	return nil
}

// addHost gives the equipment another host, with a port of its own.
func addHost(cfg *daemon.Config, name string) error {
	cfg.Equipment.Hosts = append(cfg.Equipment.Hosts, gem.HostConfig{Name: name})
	cfg.Links = append(cfg.Links, hsms.EndpointConfig{Name: name})
	return nil
}
