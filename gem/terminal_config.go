package gem

import "fmt"

// Terminal is a place where the operator reads texts of the hosts and enters
// some for them (E30 4.8).
type Terminal struct {
	TID byte // 0 is the single or main terminal
	// Name is for people, at most 80 printable ASCII characters.
	Name string
}

// S10WBit says whether texts of the operator ask for a reply.
type S10WBit uint8

// WaitForS10F2 sets the W-bit of S10F1, DoNotWaitForS10F2 clears it.
const (
	WaitForS10F2 S10WBit = iota
	DoNotWaitForS10F2
)

func terminalsOr(list []Terminal) []Terminal {
	if list == nil {
		return []Terminal{{Name: "main"}}
	}
	return list
}

func (p *problems) terminals(list []Terminal) {
	seen := map[byte]bool{}
	for i, t := range list {
		key := fmt.Sprintf("terminals[%d]", i)
		if seen[t.TID] {
			p.add(key+".tid", t.TID, "a number that no other terminal has")
		}
		seen[t.TID] = true
		p.text(key+".name", t.Name, 0, maxName)
	}
	if !seen[0] {
		p.add("terminals", "none with tid 0", "the main terminal, tid 0, among them")
	}
}
