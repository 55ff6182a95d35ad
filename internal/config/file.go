package config

import (
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/sim"
)

// This file is the layout of the configuration file: one struct per section.
// docs/configuration.md says what each key means. A nil pointer and an empty
// text are keys that are not there. The tag nonzero marks numbers of which 0
// would mean "not set" to the package that gets them: it tells what to write
// instead. The tag required marks keys that their section must have.

// file is the whole file; its keys are the sections.
type file struct {
	Equipment equipment `mapstructure:"equipment" required:"true"`
	Hosts     []host    `mapstructure:"hosts" required:"true"`
	Comm      comm      `mapstructure:"comm"`
	Control   control   `mapstructure:"control"`
	Error     stream9   `mapstructure:"error"`
	IDs       ids       `mapstructure:"ids"`
	Clock     clock     `mapstructure:"clock"`
	Values    values    `mapstructure:"values"`
	Report    limits    `mapstructure:"report"`
	Trace     tracing   `mapstructure:"trace"`
	Alarm     alarming  `mapstructure:"alarm"`
	Limits    monitored `mapstructure:"limits"`
	RCMD      remote    `mapstructure:"rcmd"`

	EC constantChanges `mapstructure:"ec"`

	WBit     wbits    `mapstructure:"wbit"`
	Spool    spooling `mapstructure:"spool"`
	Programs programs `mapstructure:"pp"`
	GEM300   material `mapstructure:"gem300"`

	Delivery gem.Delivery `mapstructure:"delivery"`
	Edition  gem.Edition  `mapstructure:"edition"`

	Definitions definitions `mapstructure:",squash"`

	DataDir *string    `mapstructure:"data_dir"`
	API     listener   `mapstructure:"api"`
	Log     logs       `mapstructure:"log"`
	Sim     simulation `mapstructure:"sim"`
}

// equipment is who the equipment is.
type equipment struct {
	MDLN    string `mapstructure:"mdln" required:"true"`
	SOFTREV string `mapstructure:"softrev" required:"true"`
	Name    string `mapstructure:"name"`
	Serial  string `mapstructure:"serial"`

	Manufacturer string   `mapstructure:"manufacturer"`
	Product      string   `mapstructure:"product"`
	Function     string   `mapstructure:"function"`
	Purpose      string   `mapstructure:"purpose"`
	Changes      []change `mapstructure:"changes"`
}

// change tells what is new in a revision.
type change struct {
	Revision string `mapstructure:"revision" required:"true"`
	Date     string `mapstructure:"date"`
	Text     string `mapstructure:"text" required:"true"`
}

// host is one host connection. Its name is a value and no key, because the
// decoder folds the case of keys.
type host struct {
	Name     string    `mapstructure:"name" required:"true"`
	DeviceID deviceIDs `mapstructure:"device_id"`
	HSMS     transport `mapstructure:"hsms"`
}

// deviceIDs is one device ID or a list of them.
type deviceIDs []deviceID

// deviceID is at most maxDeviceID.
type deviceID uint16

// systemBytes is random-high, random or a number.
type systemBytes int64

// transport is the section hsms of a host; its parts are one section in the
// file.
type transport struct {
	Connection connection `mapstructure:",squash"`
	Timers     timers     `mapstructure:",squash"`
	Messages   messages   `mapstructure:",squash"`
}

// connection is how the two ends find each other.
type connection struct {
	Connect        hsms.Connect          `mapstructure:"connect"`
	Address        *string               `mapstructure:"address"`
	Port           *uint16               `mapstructure:"port"`
	AllowFrom      []string              `mapstructure:"allow_from"`
	Second         hsms.SecondConnection `mapstructure:"second_connection"`
	ProbeOnSecond  *bool                 `mapstructure:"probe_on_second"`
	ReplaceSameIP  *bool                 `mapstructure:"replace_same_ip_only"`
	ConnectTimeout time.Duration         `mapstructure:"connect_timeout" nonzero:"more than 0"`
}

// timers are those of E37, with our own behind them.
type timers struct {
	T3               time.Duration  `mapstructure:"t3" nonzero:"1 to 120, longer with a warning"`
	T5               time.Duration  `mapstructure:"t5" nonzero:"1 to 240, longer with a warning"`
	T6               time.Duration  `mapstructure:"t6" nonzero:"1 to 240, longer with a warning"`
	T7               time.Duration  `mapstructure:"t7" nonzero:"1 to 240, longer with a warning"`
	T8               time.Duration  `mapstructure:"t8" nonzero:"1 to 120, longer with a warning"`
	WriteTimeout     time.Duration  `mapstructure:"write_timeout" nonzero:"more than 0"`
	LinktestInterval *time.Duration `mapstructure:"linktest_interval"` // 0 is never
	LinktestMisses   int            `mapstructure:"linktest_max_misses" nonzero:"1 or more"`
	LinktestIdleOnly *bool          `mapstructure:"linktest_idle_only"`
	LinktestStrict   bool           `mapstructure:"linktest_strict"`
}

// messages are the limits of messages and the choices that E37.1 leaves open.
type messages struct {
	MaxFrame        int                  `mapstructure:"max_frame" nonzero:"1024 or more"`
	HardMaxFrame    int                  `mapstructure:"hard_max_frame" nonzero:"1024 or more"`
	Oversize        hsms.Oversize        `mapstructure:"oversize"`
	SendReject      *bool                `mapstructure:"send_reject"`
	Strict          bool                 `mapstructure:"ss_strict"`
	StrictSession   bool                 `mapstructure:"ss_strict_session"`
	NotSelectedData hsms.NotSelectedData `mapstructure:"not_selected_data"`
	Reselect        hsms.Reselect        `mapstructure:"reselect"`
	SelectStatus1   hsms.SelectStatus1   `mapstructure:"select_status1"`
	Deselect        hsms.Deselect        `mapstructure:"ss_deselect"`
	DeviceIDCheck   gem.DeviceIDCheck    `mapstructure:"device_id_check"` // also hsms's
	MaskSessionMSB  bool                 `mapstructure:"mask_session_msb"`
	Reject4Close    *int                 `mapstructure:"reject4_close_after"` // 0 is never
	SystemBytes     systemBytes          `mapstructure:"system_bytes_start"`
	MaxOpenOut      int                  `mapstructure:"max_open_out" nonzero:"1 to 1000"` // gem's Window
}

// comm configures the communications state model (E30 3.2).
type comm struct {
	Default          gem.CommunicationsDefault `mapstructure:"default"`
	Initiate         gem.Initiate              `mapstructure:"initiate"`
	S1F13OnSelect    *bool                     `mapstructure:"s1f13_on_select"`
	LenientS1F13     *bool                     `mapstructure:"lenient_s1f13"`
	HoldMax          int                       `mapstructure:"hold_max" nonzero:"1 to 1000"`
	EstablishTimeout time.Duration             `mapstructure:"establish_timeout" nonzero:"1 to 3600"`
}

// control configures the control state model (E30 3.3).
type control struct {
	Default             gem.ControlDefault `mapstructure:"default"`
	OnAttemptFail       gem.AttemptFail    `mapstructure:"on_attempt_fail"`
	Switch              gem.Switch         `mapstructure:"switch"`
	AttemptWaitsForComm *bool              `mapstructure:"attempt_waits_for_comm"`
	RemoteCmdSwitch     bool               `mapstructure:"remote_cmd_switch"`
}

// stream9 configures error messages (E5, stream 9).
type stream9 struct {
	F0AfterS9           bool          `mapstructure:"f0_after_s9"`
	MaxPerS             int           `mapstructure:"s9_max_per_s" nonzero:"1 to 1000"`
	ConversationTimeout time.Duration `mapstructure:"conversation_timeout"` // 0 is for ever
}

// ids is for the identifiers that the equipment sends.
type ids struct {
	Format gem.IDFormat `mapstructure:"format"`
}

// clock is for the times that the equipment sends.
type clock struct {
	TimeZone string `mapstructure:"time_zone"`
}

// values is what becomes of values that hosts may not take.
type values struct {
	ASCIIOut       gem.ASCIIOut  `mapstructure:"ascii_out"`
	FloatNonFinite gem.NonFinite `mapstructure:"float_nonfinite"`
}

// limits bounds what each host may define (E30 4.2.1).
type limits struct {
	Max      int `mapstructure:"max" nonzero:"1 to 1000000"`
	MaxVIDs  int `mapstructure:"max_vids" nonzero:"1 to 10000000"`
	MaxLinks int `mapstructure:"max_links" nonzero:"1 to 1000000"`
}

// tracing configures trace data collection (E30 4.2.3).
type tracing struct {
	MinPeriod   time.Duration    `mapstructure:"min_period" nonzero:"0.01 to 3600"`
	Max         int              `mapstructure:"max" nonzero:"4 to 1000"`
	MaxSVIDs    int              `mapstructure:"max_svids" nonzero:"1 to 4096"`
	FirstSample gem.FirstSample  `mapstructure:"first_sample"`
	Remainder   gem.Remainder    `mapstructure:"remainder"`
	AllowAnyVID bool             `mapstructure:"allow_any_vid"`
	OnOffLine   gem.TraceOffLine `mapstructure:"on_offline"`
}

// monitored configures limits monitoring (E30 4.2.4).
type monitored struct {
	EventLimitAlwaysList bool `mapstructure:"eventlimit_always_list"`
}

// remote configures remote control (E30 4.4).
type remote struct {
	Deadline        time.Duration `mapstructure:"deadline" nonzero:"0.1 to 120"`
	CurrentCycle    string        `mapstructure:"current_cycle"`
	SafeBreakPoint  string        `mapstructure:"safe_break_point"`
	LocalHCACK      uint8         `mapstructure:"local_hcack" nonzero:"2, or 64 to 255"`
	CaseInsensitive bool          `mapstructure:"case_insensitive"`
	S2F21           *bool         `mapstructure:"s2f21"`
	HCACK           []ownCode     `mapstructure:"hcack"`
	CPACK           []ownCode     `mapstructure:"cpack"`
}

// ownCode is a code of the tool's own.
type ownCode struct {
	Code  uint8  `mapstructure:"code" required:"true"`
	Means string `mapstructure:"means" required:"true"`
}

// constantChanges configures what equipment constants have in common (E30 4.5).
type constantChanges struct {
	EventOnHostChange bool `mapstructure:"event_on_host_change"`
}

// alarming configures alarm management (E30 4.3).
type alarming struct {
	ALTXMax int `mapstructure:"altx_max" nonzero:"1 to 120"`
}

// wbits says which primaries ask for a reply.
type wbits struct {
	S5  *bool `mapstructure:"s5"`
	S6  *bool `mapstructure:"s6"`
	S10 *bool `mapstructure:"s10"`
}

// spooling configures the spools (E30 4.11).
type spooling struct {
	MaxBytes            int      `mapstructure:"max_bytes" nonzero:"65536 per host to 1040384"`
	OnT3                gem.OnT3 `mapstructure:"on_t3"`
	RequeueInFlight     *bool    `mapstructure:"requeue_inflight"`
	ActivatedEventFirst *bool    `mapstructure:"activated_event_first"`
	DefaultSet          []string `mapstructure:"default_set"`
}

// listener is the HTTP listener; an empty address turns it off.
type listener struct {
	Address *string  `mapstructure:"address"`
	Hosts   []string `mapstructure:"hosts"`
}

// logs is what is logged, and how.
type logs struct {
	Level  LogLevel  `mapstructure:"level"`
	Format logFormat `mapstructure:"format"`
}

// simulation is how the simulated tool moves the variables.
type simulation struct {
	Speed   float64  `mapstructure:"speed" nonzero:"0.01 to 1000"`
	Rate    float64  `mapstructure:"rate" nonzero:"1 to 10"`
	Seed    uint64   `mapstructure:"seed"`
	Motions []motion `mapstructure:"motions"`
	Wafers  int      `mapstructure:"wafers" nonzero:"1 to 25"`
	Recipes []recipe `mapstructure:"recipes"`
	Alarms  trouble  `mapstructure:"alarms"`

	Lots     sim.Lots `mapstructure:"lots"`
	Carriers comings  `mapstructure:"carriers"`
	Failures mishaps  `mapstructure:"failures"`
}

// comings is when carriers come and go.
type comings struct {
	Arrive time.Duration `mapstructure:"arrive" nonzero:"more than 0"`
	Leave  time.Duration `mapstructure:"leave" nonzero:"more than 0"`
	By     sim.Calling   `mapstructure:"by"`
}

// mishaps is what goes wrong with material.
type mishaps struct {
	SlotMap      float64 `mapstructure:"slot_map"`
	CarrierID    float64 `mapstructure:"carrier_id"`
	WaferLost    float64 `mapstructure:"wafer_lost"`
	ChamberAlarm float64 `mapstructure:"chamber_alarm"`
	Alarm        string  `mapstructure:"alarm"`
}

// trouble is which alarms the simulated tool raises.
type trouble struct {
	Every time.Duration `mapstructure:"every"` // 0 is never
	Last  time.Duration `mapstructure:"last" nonzero:"more than 0"`
	Names []string      `mapstructure:"names"`
}

// motion moves one variable. Values is read from the node tree by the format of
// the variable.
type motion struct {
	Variable string        `mapstructure:"variable" required:"true"`
	Kind     sim.Kind      `mapstructure:"kind" required:"true"`
	Low      float64       `mapstructure:"low"`
	High     float64       `mapstructure:"high"`
	Step     float64       `mapstructure:"step"`
	Period   time.Duration `mapstructure:"period"`
	Values   any           `mapstructure:"values"`
}

// recipe is a process program of the simulated tool.
type recipe struct {
	Name  string `mapstructure:"name" required:"true"`
	Steps []step `mapstructure:"steps"`
}

// step is a step of a recipe.
type step struct {
	Name     string        `mapstructure:"name" required:"true"`
	Time     time.Duration `mapstructure:"time" required:"true"`
	Pressure float64       `mapstructure:"pressure"`
	RFPower  uint16        `mapstructure:"rf_power"`
}
