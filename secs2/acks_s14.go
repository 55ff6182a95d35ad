package secs2

// SVCACK answers S14F19, generic service request.
type SVCACK byte

// The defined values of SVCACK.
const (
	SVCACKDone         SVCACK = 0
	SVCACKNoService    SVCACK = 1
	SVCACKNotNow       SVCACK = 2
	SVCACKParameter    SVCACK = 3
	SVCACKLater        SVCACK = 4
	SVCACKNotCompleted SVCACK = 5
	SVCACKNoObject     SVCACK = 6
)

func (c SVCACK) String() string {
	return codeText(byte(c), 0, "done", "no such service", "cannot perform now", "invalid parameter", "will be done, completion is told later",
		"not completed or prohibited", "no such object")
}
