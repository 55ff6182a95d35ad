package secs2

// This file has the codes of streams 5, 6, 7 and 10.

// ACKC5 answers the alarm messages of stream 5.
type ACKC5 byte

// ACKC5Accepted is the one defined value of ACKC5.
const ACKC5Accepted ACKC5 = 0

func (c ACKC5) String() string {
	return codeText(byte(c), 0, "accepted")
}

// ACKC6 answers the data messages of stream 6.
type ACKC6 byte

// ACKC6Accepted is the one defined value of ACKC6.
const ACKC6Accepted ACKC6 = 0

func (c ACKC6) String() string {
	return codeText(byte(c), 0, "accepted")
}

// GRANT6 answers S6F5, multi-block data send inquire.
type GRANT6 byte

// The defined values of GRANT6.
const (
	GRANT6Granted       GRANT6 = 0
	GRANT6Busy          GRANT6 = 1
	GRANT6NotInterested GRANT6 = 2
)

func (c GRANT6) String() string {
	return codeText(byte(c), 0, "granted", "busy, try again", "not interested")
}

// RSDC tells in S6F23 what to do with the spool.
type RSDC byte

// The defined values of RSDC.
const (
	RSDCTransmit RSDC = 0
	RSDCPurge    RSDC = 1
)

func (c RSDC) String() string {
	return codeText(byte(c), 0, "transmit spooled messages", "purge spooled messages")
}

// RSDA answers S6F23, request spooled data.
type RSDA byte

// The defined values of RSDA.
const (
	RSDAOK            RSDA = 0
	RSDABusy          RSDA = 1
	RSDANoSpooledData RSDA = 2
)

func (c RSDA) String() string {
	return codeText(byte(c), 0, "OK", "denied, busy, try later", "denied, no spooled data")
}

// ACKC7 answers the process program messages of stream 7. Value 7 is of later
// editions than 2004.
type ACKC7 byte

// The defined values of ACKC7.
const (
	ACKC7Accepted             ACKC7 = 0
	ACKC7PermissionNotGranted ACKC7 = 1
	ACKC7LengthError          ACKC7 = 2
	ACKC7MatrixOverflow       ACKC7 = 3
	ACKC7PPIDNotFound         ACKC7 = 4
	ACKC7ModeUnsupported      ACKC7 = 5
	ACKC7CompletionLater      ACKC7 = 6
	ACKC7StorageLimit         ACKC7 = 7
)

func (c ACKC7) String() string {
	return codeText(byte(c), 0,
		"accepted", "permission not granted", "length error", "matrix overflow",
		"PPID not found", "mode unsupported", "accepted, completion is signalled later",
		"storage limit")
}

// ACKC7A tells in S7F27 the result of one checked command.
type ACKC7A byte

// The defined values of ACKC7A.
const (
	ACKC7AAccepted            ACKC7A = 0
	ACKC7AMDLNInconsistent    ACKC7A = 1
	ACKC7ASOFTREVInconsistent ACKC7A = 2
	ACKC7AInvalidCCODE        ACKC7A = 3
	ACKC7AInvalidPPARM        ACKC7A = 4
	ACKC7AOtherError          ACKC7A = 5
)

func (c ACKC7A) String() string {
	return codeText(byte(c), 0,
		"accepted", "MDLN is inconsistent", "SOFTREV is inconsistent", "invalid CCODE",
		"invalid PPARM value", "other error, see ERRW7")
}

// PPGNT answers S7F1, process program load inquire.
type PPGNT byte

// The defined values of PPGNT.
const (
	PPGNTOK            PPGNT = 0
	PPGNTAlreadyHave   PPGNT = 1
	PPGNTNoSpace       PPGNT = 2
	PPGNTInvalidPPID   PPGNT = 3
	PPGNTBusy          PPGNT = 4
	PPGNTWillNotAccept PPGNT = 5
)

func (c PPGNT) String() string {
	return codeText(byte(c), 0,
		"OK", "already have", "no space", "invalid PPID", "busy, try later",
		"will not accept")
}

// ACKC10 answers the terminal messages of stream 10.
type ACKC10 byte

// The defined values of ACKC10.
const (
	ACKC10Accepted             ACKC10 = 0
	ACKC10NotDisplayed         ACKC10 = 1
	ACKC10TerminalNotAvailable ACKC10 = 2
)

func (c ACKC10) String() string {
	return codeText(byte(c), 0,
		"accepted for display", "will not be displayed", "terminal not available")
}
