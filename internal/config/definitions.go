package config

import "github.com/secsd/secsd/gem"

// This file is the layout of what the file says the equipment has: variables,
// constants, events, commands. A field of type any is read from the node tree
// by the format beside it.

// definitions are sections of the file.
type definitions struct {
	Variables     []variable     `mapstructure:"variables"`
	DataVariables []dataVariable `mapstructure:"data_variables"`
	Constants     []constant     `mapstructure:"constants"`
	Events        []event        `mapstructure:"events"`
	Alarms        []alarm        `mapstructure:"alarms"`
	Process       process        `mapstructure:"process"`
	Commands      []command      `mapstructure:"commands"`
	Terminals     []terminal     `mapstructure:"terminals"`
	VIDs          []moved        `mapstructure:"vids"`
	CEIDs         []moved        `mapstructure:"ceids"`
}

// variable is a status variable of the tool.
type variable struct {
	ID          uint32 `mapstructure:"id" required:"true"`
	Name        string `mapstructure:"name" required:"true"`
	Description string `mapstructure:"description"`
	Units       string `mapstructure:"units"`
	Format      string `mapstructure:"format" required:"true"`
	MaxLength   int    `mapstructure:"max_length" nonzero:"1 or more"`
	Initial     any    `mapstructure:"initial"`

	Limits variableLimits `mapstructure:"limits"`
}

// variableLimits is the range of what hosts may set as limits of a variable.
type variableLimits struct {
	Min   any    `mapstructure:"min" required:"true"`
	Max   any    `mapstructure:"max" required:"true"`
	Event uint32 `mapstructure:"event" nonzero:"1 to 4294967295"`
}

// dataVariable is a data variable of the tool; it has no value before its
// event.
type dataVariable struct {
	ID          uint32 `mapstructure:"id" required:"true"`
	Name        string `mapstructure:"name" required:"true"`
	Description string `mapstructure:"description"`
	Units       string `mapstructure:"units"`
	Format      string `mapstructure:"format" required:"true"`
	MaxLength   int    `mapstructure:"max_length" nonzero:"1 or more"`
}

// constant is an equipment constant of the tool.
type constant struct {
	ID          uint32 `mapstructure:"id" required:"true"`
	Name        string `mapstructure:"name" required:"true"`
	Description string `mapstructure:"description"`
	Units       string `mapstructure:"units"`
	Format      string `mapstructure:"format" required:"true"`
	MaxLength   int    `mapstructure:"max_length" nonzero:"1 or more"`
	Min         any    `mapstructure:"min"`
	Max         any    `mapstructure:"max"`
	Default     any    `mapstructure:"default"`

	AffectsProcess bool     `mapstructure:"affects_process"`
	SafeStates     []string `mapstructure:"safe_states"`
	LockedInRemote bool     `mapstructure:"locked_in_remote"`
}

// terminal is one of the operator's terminals.
type terminal struct {
	TID  uint8  `mapstructure:"tid" required:"true"`
	Name string `mapstructure:"name"`
}

// event is a collection event of the tool.
type event struct {
	ID            uint32      `mapstructure:"id" required:"true"`
	Name          string      `mapstructure:"name" required:"true"`
	Description   string      `mapstructure:"description"`
	DataVariables []reference `mapstructure:"data_variables"`
}

// alarm is an alarm of the tool.
type alarm struct {
	ID            uint32           `mapstructure:"id" required:"true"`
	Name          string           `mapstructure:"name" required:"true"`
	Text          string           `mapstructure:"text"`
	Category      uint8            `mapstructure:"category"`
	SetEvent      uint32           `mapstructure:"set_event" nonzero:"1 to 4294967295"`
	ClearEvent    uint32           `mapstructure:"clear_event" nonzero:"1 to 4294967295"`
	DataVariables []reference      `mapstructure:"data_variables"`
	Description   string           `mapstructure:"description"`
	Trigger       string           `mapstructure:"trigger"`
	Reset         string           `mapstructure:"reset"`
	Affects       []gem.Endangered `mapstructure:"affects"`
}

// reference names a variable: a number is its VID, a text its name.
type reference any

// command is a remote command of the tool.
type command struct {
	Name        string           `mapstructure:"name" required:"true"`
	Description string           `mapstructure:"description"`
	Effect      gem.Effect       `mapstructure:"effect"`
	Completion  []eventReference `mapstructure:"completion"`
	States      []string         `mapstructure:"states"`
	Already     []string         `mapstructure:"already"`
	Objects     []string         `mapstructure:"objects"`
	Code        uint32           `mapstructure:"code" nonzero:"1 or more"`
	Locked      bool             `mapstructure:"locked_in_remote"`
	Parameters  []parameter      `mapstructure:"parameters"`
}

// eventReference names a collection event: a number is its CEID, a text its
// name.
type eventReference any

// parameter is a parameter of a command.
type parameter struct {
	Name        string `mapstructure:"name" required:"true"`
	Description string `mapstructure:"description"`
	Format      string `mapstructure:"format" required:"true"`
	Required    bool   `mapstructure:"required"`
	MaxLength   int    `mapstructure:"max_length" nonzero:"1 or more"`
	Values      any    `mapstructure:"values"`
	Min         any    `mapstructure:"min"`
	Max         any    `mapstructure:"max"`
	Program     *bool  `mapstructure:"program"`

	Elements string   `mapstructure:"elements"`
	Members  []member `mapstructure:"members"`
}

// member is a name with a value in a parameter that is a list of such.
type member struct {
	Name        string `mapstructure:"name" required:"true"`
	Description string `mapstructure:"description"`
	Format      string `mapstructure:"format" required:"true"`
	Required    bool   `mapstructure:"required"`
	MaxLength   int    `mapstructure:"max_length" nonzero:"1 or more"`
	Values      any    `mapstructure:"values"`
	Min         any    `mapstructure:"min"`
	Max         any    `mapstructure:"max"`
	Elements    string `mapstructure:"elements"`
}

// process is the processing state model (E30 3.4).
type process struct {
	States      []processState      `mapstructure:"states"`
	Transitions []processTransition `mapstructure:"transitions"`
}

type processState struct {
	Name        string `mapstructure:"name" required:"true"`
	Code        uint8  `mapstructure:"code" required:"true"`
	Active      bool   `mapstructure:"active"`
	Description string `mapstructure:"description"`
}

type processTransition struct {
	Row   int            `mapstructure:"row" required:"true"`
	From  []string       `mapstructure:"from"`
	On    string         `mapstructure:"on"`
	To    string         `mapstructure:"to"`
	Event eventReference `mapstructure:"event"`
}

// moved gives something that GEM defines another identifier.
type moved struct {
	Name string `mapstructure:"name" required:"true"`
	ID   uint32 `mapstructure:"id" required:"true"`
}
