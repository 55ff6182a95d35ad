package gem

// TerminalDescription is a terminal (E30 4.8).
type TerminalDescription struct {
	ID         byte   `json:"id"` // TID
	Name       string `json:"name"`
	MaxText    int    `json:"max_text"`  // bytes of one TEXT
	MaxLines   int    `json:"max_lines"` // TEXTs of one S10F5
	MaxDisplay int    `json:"max_bytes"` // of one message
	Entry      int    `json:"max_entry"` // bytes that the operator may send
	MultiBlock bool   `json:"multi_block"`
}

// describeTerminals lists the terminals in the order of the configuration.
func (e *Equipment) describeTerminals() []TerminalDescription {
	list := []TerminalDescription{}
	for _, t := range e.cfg.Terminals {
		list = append(list, TerminalDescription{
			ID: t.TID, Name: t.Name, MaxText: maxLine, MaxLines: maxLines, MaxDisplay: maxDisplay, Entry: maxEntry, MultiBlock: true,
		})
	}
	return list
}

// gapTerminals is row A11: every configuration has a terminal.
func (e *Equipment) gapTerminals() gap { return gap{} }
