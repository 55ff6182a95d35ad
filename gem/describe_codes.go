package gem

import (
	"cmp"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// describeHCACK lists the answers to a remote command, the tool's own last.
func (e *Equipment) describeHCACK() []Meaning {
	var list []Meaning
	for c := secs2.HCACKDone; c <= secs2.HCACKNoSuchObject; c++ {
		list = append(list, Meaning{uint64(c), c.String()})
	}
	own := []Meaning{{uint64(HCACKNoAnswer), noAnswerMeans}}
	if code := uint64(e.localHCACK()); code >= 64 {
		own = append(own, Meaning{code, "not allowed in LOCAL"})
	}
	return append(list, merged(append(own, e.cfg.Remote.HCACK...))...)
}

// describeCPACK lists what may be wrong with a parameter of a command, the
// tool's own last.
func (e *Equipment) describeCPACK() []Meaning {
	var list []Meaning
	for c := secs2.CPACKUnknownCPNAME; c <= secs2.CPACKIllegalFormat; c++ {
		list = append(list, Meaning{uint64(c), c.String()})
	}
	return append(list, merged(e.cfg.Remote.CPACK)...)
}

const noAnswerMeans = "the tool did not answer in time; whether it acts is not known"

// OwnCode is an acknowledge code of the equipment's own: 64 or more.
type OwnCode struct {
	Item string `json:"item"`
	Meaning
}

func (e *Equipment) describeOwnCodes() []OwnCode {
	var list []OwnCode
	for _, m := range e.describeHCACK() {
		if m.Value >= 64 {
			list = append(list, OwnCode{"HCACK", m})
		}
	}
	for _, m := range e.describeCPACK() {
		if m.Value >= 64 {
			list = append(list, OwnCode{"CPACK", m})
		}
	}
	return list
}

// merged puts codes in order, with one text for each.
func merged(codes []Meaning) (list []Meaning) {
	codes = slices.Clone(codes)
	slices.SortStableFunc(codes, func(a, b Meaning) int { return cmp.Compare(a.Value, b.Value) })
	for _, m := range codes {
		if n := len(list); n > 0 && list[n-1].Value == m.Value {
			list[n-1].Means += "; or " + m.Means
			continue
		}
		list = append(list, m)
	}
	return list
}
