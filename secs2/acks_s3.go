package secs2

// This file has the codes of stream 3.

// CAACK answers the carrier and port services of stream 3. Unlike most codes it is
// a U1 item.
type CAACK uint8

// The defined values of CAACK.
const (
	CAACKDone                CAACK = 0
	CAACKInvalidCommand      CAACK = 1
	CAACKCannotPerformNow    CAACK = 2
	CAACKInvalidData         CAACK = 3
	CAACKCompletionLater     CAACK = 4
	CAACKInvalidState        CAACK = 5
	CAACKPerformedWithErrors CAACK = 6
)

func (c CAACK) String() string {
	return codeText(byte(c), 0, "done", "invalid command", "cannot perform now", "invalid data or argument", "will be done, completion by event", "rejected, invalid state",
		"performed with errors")
}
