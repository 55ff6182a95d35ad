package gem

// TerminalDescription is a terminal (E30 4.8).
type TerminalDescription struct {
	ID         byte   `json:"id"` // TID
	Name       string `json:"name"`
	MaxText    int    `json:"max_text"`  // bytes of one TEXT
	MaxLines   int    `json:"max_lines"` // TEXTs of one S10F5
	Entry      int    `json:"max_entry"` // bytes that the operator may send
	MultiBlock bool   `json:"multi_block"`
}

// describeTerminals lists the terminals in the order of their TIDs.
func (e *Equipment) describeTerminals() []TerminalDescription { return []TerminalDescription{} }

// gapTerminals is row A11.
func (e *Equipment) gapTerminals() gap { return notImplemented }
