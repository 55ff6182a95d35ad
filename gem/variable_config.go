package gem

import "github.com/secsd/secsd/secs2"

// Variable is a status or data variable whose value the tool sets.
type Variable struct {
	VID         uint32
	Description string
	Name        string // required: S1F12 with an empty name means "unknown"
	Units       string
	// Format of the value; it never changes at run time. A list may hold any
	// items.
	Format secs2.Format
	// MaxLength bounds the value: bytes of a text, values of a number, encoded
	// bytes of a list. Defaults 80, 1 and 4096.
	MaxLength int
	// Limits are for status variables.
	Limits VariableLimits
	// Initial is the value until the tool sets one; the zero Item is 0, FALSE,
	// an empty text or an empty list. A data variable has none: until its event
	// happens it is a zero-length item.
	Initial secs2.Item
}

func (v Variable) withDefaults() Variable {
	v.Limits = v.limitsWithDefaults()
	if v.MaxLength == 0 {
		switch {
		case v.Format == secs2.List:
			v.MaxLength = defaultListMax
		case v.Format.Textual() || v.Format == secs2.Binary:
			v.MaxLength = defaultTextMax
		default:
			v.MaxLength = 1
		}
	}
	if v.Initial.IsZero() {
		v.Initial = zeroValue(v.Format)
	}
	return v
}

// Constant is an equipment constant (E30 4.5): the host may change it, within
// its bounds, and it is durable.
type Constant struct {
	ECID        uint32
	Description string
	Name        string
	Units       string
	// Format is any but a list.
	Format secs2.Format
	// MaxLength bounds a text or binary value in bytes, default 80; a number
	// or BOOLEAN is one value.
	MaxLength int
	// Min and Max bound a number, both included; the zero Item is no bound.
	Min, Max secs2.Item
	// Default is the value until the host sets one; the zero Item is 0, FALSE
	// or an empty text.
	Default secs2.Item
	// AffectsProcess says that a host may not change it in LOCAL while the
	// equipment is processing.
	AffectsProcess bool
	// SafeStates are the processing states in which it may change; none are all.
	SafeStates []string
	// Operator says whether the operator may change it in REMOTE.
	Operator OperatorLock
}

// Event is a collection event (E30 4.2.1).
type Event struct {
	CEID        uint32
	Name        string
	Description string
	// DataVariables are the VIDs of the data variables that are valid at this
	// event.
	DataVariables []uint32
}
