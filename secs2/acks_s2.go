package secs2

// This file has the codes of stream 2.

// DRACK answers S2F33, define report.
type DRACK byte

// The defined values of DRACK.
const (
	DRACKAccepted            DRACK = 0
	DRACKInsufficientSpace   DRACK = 1
	DRACKInvalidFormat       DRACK = 2
	DRACKRPTIDAlreadyDefined DRACK = 3
	DRACKVIDDoesNotExist     DRACK = 4
)

func (c DRACK) String() string {
	return codeText(byte(c), 0,
		"accepted", "denied, insufficient space", "denied, invalid format",
		"denied, an RPTID is already defined", "denied, a VID does not exist")
}

// LRACK answers S2F35, link event report.
type LRACK byte

// The defined values of LRACK.
const (
	LRACKAccepted          LRACK = 0
	LRACKInsufficientSpace LRACK = 1
	LRACKInvalidFormat     LRACK = 2
	LRACKCEIDAlreadyLinked LRACK = 3
	LRACKCEIDDoesNotExist  LRACK = 4
	LRACKRPTIDDoesNotExist LRACK = 5
)

func (c LRACK) String() string {
	return codeText(byte(c), 0,
		"accepted", "denied, insufficient space", "denied, invalid format",
		"denied, a CEID is already linked", "denied, a CEID does not exist",
		"denied, an RPTID does not exist")
}

// ERACK answers S2F37, enable or disable event report.
type ERACK byte

// The defined values of ERACK.
const (
	ERACKAccepted         ERACK = 0
	ERACKCEIDDoesNotExist ERACK = 1
)

func (c ERACK) String() string {
	return codeText(byte(c), 0, "accepted", "denied, a CEID does not exist")
}

// EAC answers S2F15, new equipment constants.
type EAC byte

// The defined values of EAC.
const (
	EACAccepted             EAC = 0
	EACConstantDoesNotExist EAC = 1
	EACBusy                 EAC = 2
	EACOutOfRange           EAC = 3
)

func (c EAC) String() string {
	return codeText(byte(c), 0,
		"accepted", "denied, a constant does not exist", "denied, busy",
		"denied, a constant is out of range")
}

// HCACK answers S2F41 and S2F49, remote commands.
type HCACK byte

// The defined values of HCACK.
const (
	HCACKDone                HCACK = 0
	HCACKCommandDoesNotExist HCACK = 1
	HCACKCannotPerformNow    HCACK = 2
	HCACKInvalidParameter    HCACK = 3
	HCACKCompletionLater     HCACK = 4
	HCACKAlreadyInCondition  HCACK = 5
	HCACKNoSuchObject        HCACK = 6
)

func (c HCACK) String() string {
	return codeText(byte(c), 0,
		"done", "command does not exist", "cannot perform now", "a parameter is invalid",
		"accepted, an event signals completion",
		"rejected, already in the desired condition", "no such object exists")
}

// CPACK tells in S2F42 what is wrong with a command parameter.
type CPACK byte

// The defined values of CPACK.
const (
	CPACKUnknownCPNAME CPACK = 1
	CPACKIllegalValue  CPACK = 2
	CPACKIllegalFormat CPACK = 3
)

func (c CPACK) String() string {
	return codeText(byte(c), 1,
		"CPNAME does not exist", "illegal value for CPVAL", "illegal format for CPVAL")
}

// CEPACK tells in S2F50 the result of a command parameter. Unlike the other
// codes it is a U1 item.
type CEPACK byte

// The defined values of CEPACK.
const (
	CEPACKNoError       CEPACK = 0
	CEPACKUnknownCPNAME CEPACK = 1
	CEPACKIllegalValue  CEPACK = 2
	CEPACKIllegalFormat CEPACK = 3
	CEPACKInvalidUse    CEPACK = 4
)

func (c CEPACK) String() string {
	return codeText(byte(c), 0,
		"no error", "CPNAME does not exist", "illegal value for CEPVAL",
		"illegal format for CEPVAL", "CPNAME is not valid here")
}

// TIACK answers S2F31, date and time set.
type TIACK byte

// The defined values of TIACK.
const (
	TIACKOK      TIACK = 0
	TIACKNotDone TIACK = 1
)

func (c TIACK) String() string {
	return codeText(byte(c), 0, "OK", "error, not done")
}

// TIAACK answers S2F23, trace initialize. Values 4 and 5 are of later editions
// than 2004.
type TIAACK byte

// The defined values of TIAACK.
const (
	TIAACKOK            TIAACK = 0
	TIAACKTooManySVIDs  TIAACK = 1
	TIAACKNoMoreTraces  TIAACK = 2
	TIAACKInvalidPeriod TIAACK = 3
	TIAACKUnknownSVID   TIAACK = 4
	TIAACKInvalidREPGSZ TIAACK = 5
)

func (c TIAACK) String() string {
	return codeText(byte(c), 0,
		"OK", "too many SVIDs", "no more traces allowed", "invalid period",
		"unknown SVID", "invalid REPGSZ")
}

// GRANT answers S2F39 and the inquires of other streams.
type GRANT byte

// The defined values of GRANT.
const (
	GRANTGranted         GRANT = 0
	GRANTBusy            GRANT = 1
	GRANTNoSpace         GRANT = 2
	GRANTDuplicateDATAID GRANT = 3
)

func (c GRANT) String() string {
	return codeText(byte(c), 0,
		"granted", "busy, try again", "no space available", "duplicate DATAID")
}

// RSPACK answers S2F43, reset spooling streams and functions.
type RSPACK byte

// The defined values of RSPACK.
const (
	RSPACKAccepted RSPACK = 0
	RSPACKRejected RSPACK = 1
)

func (c RSPACK) String() string {
	return codeText(byte(c), 0, "accepted", "rejected")
}

// STRACK tells in S2F44 what is wrong with a stream.
type STRACK byte

// The defined values of STRACK.
const (
	STRACKNotAllowed        STRACK = 1
	STRACKStreamUnknown     STRACK = 2
	STRACKFunctionUnknown   STRACK = 3
	STRACKSecondaryFunction STRACK = 4
)

func (c STRACK) String() string {
	return codeText(byte(c), 1,
		"spooling not allowed for the stream", "stream unknown",
		"unknown function in the stream", "secondary function named")
}

// VLAACK answers S2F45, define variable limit attributes.
type VLAACK byte

// The defined values of VLAACK.
const (
	VLAACKAccepted         VLAACK = 0
	VLAACKDefinitionError  VLAACK = 1
	VLAACKCannotPerformNow VLAACK = 2
)

func (c VLAACK) String() string {
	return codeText(byte(c), 0,
		"accepted", "limit attribute definition error", "cannot perform now")
}

// LVACK tells in S2F46 what is wrong with a variable.
type LVACK byte

// The defined values of LVACK.
const (
	LVACKVariableDoesNotExist LVACK = 1
	LVACKNoLimitsCapability   LVACK = 2
	LVACKVariableRepeated     LVACK = 3
	LVACKLimitValueError      LVACK = 4
)

func (c LVACK) String() string {
	return codeText(byte(c), 1,
		"variable does not exist", "variable has no limits capability",
		"variable repeated in the message", "limit value error, see LIMITACK")
}

// LIMITACK tells in S2F46 what is wrong with a limit.
type LIMITACK byte

// The defined values of LIMITACK.
const (
	LIMITACKLIMITIDDoesNotExist LIMITACK = 1
	LIMITACKUpperAboveMax       LIMITACK = 2
	LIMITACKLowerBelowMin       LIMITACK = 3
	LIMITACKUpperBelowLower     LIMITACK = 4
	LIMITACKIllegalFormat       LIMITACK = 5
	LIMITACKASCIINotNumeric     LIMITACK = 6
	LIMITACKDuplicateLimit      LIMITACK = 7
)

func (c LIMITACK) String() string {
	return codeText(byte(c), 1,
		"LIMITID does not exist", "UPPERDB > LIMITMAX", "LOWERDB < LIMITMIN",
		"UPPERDB < LOWERDB", "illegal format for UPPERDB or LOWERDB",
		"ASCII value is not numeric", "duplicate limit definition for the variable")
}

// CMDA answers S2F21, remote command.
type CMDA byte

// The defined values of CMDA.
const (
	CMDADone                CMDA = 0
	CMDACommandDoesNotExist CMDA = 1
	CMDACannotPerformNow    CMDA = 2
)

func (c CMDA) String() string {
	return codeText(byte(c), 0, "done", "command does not exist", "cannot perform now")
}
