package gem

// ConstantDescription is an equipment constant. Min and Max are nil where
// there is no bound.
type ConstantDescription struct {
	VariableDescription
	Min              any      `json:"min"`
	Max              any      `json:"max"`
	Default          any      `json:"default"`
	ProcessAffecting bool     `json:"process_affecting"` // S2F15 is refused in LOCAL while processing
	SafeStates       []string `json:"safe_states"`       // processing states in which it may change; empty is all
	OperatorLocked   bool     `json:"operator_locked_in_remote"`
}

func (e *Equipment) describeConstants() []ConstantDescription {
	out := []ConstantDescription{}
	for _, v := range e.variables.list[constant] {
		out = append(out, e.describeConstant(v))
	}
	return out
}

func (e *Equipment) describeConstant(v *variable) ConstantDescription {
	return ConstantDescription{
		VariableDescription: v.describe(),
		Min:                 plain(v.rule.min), Max: plain(v.rule.max), Default: plain(v.rule.preset),
		ProcessAffecting: v.rule.affects, SafeStates: append([]string{}, v.rule.safe...),
		OperatorLocked: v.rule.operator == LockedInRemote,
	}
}

// gapConstants is row A8: the event of an operator's change.
func (e *Equipment) gapConstants() gap {
	return gap{lacks: e.lacksEvents(operatorConstantChangeName)}
}
