package secs2

import "strconv"

// This file and its siblings acks_s2.go and acks_s5.go hold the codes of one
// byte that answer a message or a part of one, each with its data item name.
// E5 reserves the undefined codes below ownCodes; equipment defines those from
// there on.
const ownCodes = 64

// codeText returns the meaning of code among the defined ones, which stand in
// the order of their codes from first.
func codeText(code, first byte, meanings ...string) string {
	switch {
	case code >= first && int(code-first) < len(meanings):
		return meanings[code-first]
	case code >= ownCodes:
		return "equipment-specific code " + strconv.Itoa(int(code))
	}
	return "reserved code " + strconv.Itoa(int(code))
}

// COMMACK answers S1F13, establish communications.
type COMMACK byte

// The defined values of COMMACK.
const (
	COMMACKAccepted COMMACK = 0
	COMMACKDenied   COMMACK = 1
)

func (c COMMACK) String() string { return codeText(byte(c), 0, "accepted", "denied, try again") }

// OFLACK answers S1F15, request OFF-LINE. Equipment that is ON-LINE accepts.
type OFLACK byte

// OFLACKAccepted is the one defined value of OFLACK.
const OFLACKAccepted OFLACK = 0

func (c OFLACK) String() string { return codeText(byte(c), 0, "accepted") }

// ONLACK answers S1F17, request ON-LINE.
type ONLACK byte

// The defined values of ONLACK.
const (
	ONLACKAccepted      ONLACK = 0
	ONLACKNotAllowed    ONLACK = 1
	ONLACKAlreadyOnLine ONLACK = 2
)

func (c ONLACK) String() string {
	return codeText(byte(c), 0, "accepted", "not allowed", "already ON-LINE")
}
