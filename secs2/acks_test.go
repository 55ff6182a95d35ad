package secs2_test

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestAcknowledgeCodes(t *testing.T) {
	for _, tc := range []struct{ got, want string }{
		{secs2.COMMACKDenied.String(), "denied, try again"},
		{secs2.ONLACKAlreadyOnLine.String(), "already ON-LINE"},
		{secs2.DRACKVIDDoesNotExist.String(), "denied, a VID does not exist"},
		{secs2.HCACKNoSuchObject.String(), "no such object exists"},
		{secs2.DRACK(5).String(), "reserved code 5"},
		{secs2.DRACK(63).String(), "reserved code 63"},
		{secs2.DRACK(64).String(), "equipment-specific code 64"},
		{secs2.HCACK(255).String(), "equipment-specific code 255"},
		{secs2.CPACK(0).String(), "reserved code 0"},
		{secs2.CPACKUnknownCPNAME.String(), "CPNAME does not exist"},
		{secs2.LIMITACKDuplicateLimit.String(), "duplicate limit definition for the variable"},
		{secs2.STRACKSecondaryFunction.String(), "secondary function named"},
		{secs2.ACKC7StorageLimit.String(), "storage limit"},
		{secs2.RSDANoSpooledData.String(), "denied, no spooled data"},
	} {
		if tc.got != tc.want {
			t.Errorf("%q, want %q", tc.got, tc.want)
		}
	}
}

// code makes a test of any acknowledge type that says what its codes mean.
func code[T interface {
	~byte
	String() string
}](first, last T) func(c int) (meaning string, defined bool) {
	return func(c int) (string, bool) { return T(c).String(), T(c) >= first && T(c) <= last }
}

// Of each type exactly the codes of the standard have a meaning.
func TestAcknowledgeCodes_AllDefined(t *testing.T) {
	for name, of := range map[string]func(int) (string, bool){
		"COMMACK":  code(secs2.COMMACKAccepted, secs2.COMMACKDenied),
		"OFLACK":   code(secs2.OFLACKAccepted, secs2.OFLACKAccepted),
		"ONLACK":   code(secs2.ONLACKAccepted, 2),
		"DRACK":    code(secs2.DRACKAccepted, 4),
		"LRACK":    code(secs2.LRACKAccepted, 5),
		"ERACK":    code(secs2.ERACKAccepted, 1),
		"EAC":      code(secs2.EACAccepted, 3),
		"HCACK":    code(secs2.HCACKDone, 6),
		"CPACK":    code(secs2.CPACKUnknownCPNAME, 3),
		"CEPACK":   code(secs2.CEPACKNoError, 4),
		"TIACK":    code(secs2.TIACKOK, 1),
		"TIAACK":   code(secs2.TIAACKOK, 5),
		"GRANT":    code(secs2.GRANTGranted, 3),
		"GRANT6":   code(secs2.GRANT6Granted, 2),
		"RSPACK":   code(secs2.RSPACKAccepted, 1),
		"STRACK":   code(secs2.STRACKNotAllowed, 4),
		"RSDC":     code(secs2.RSDCTransmit, 1),
		"RSDA":     code(secs2.RSDAOK, 2),
		"ACKC5":    code(secs2.ACKC5Accepted, 0),
		"ACKC6":    code(secs2.ACKC6Accepted, 0),
		"ACKC7":    code(secs2.ACKC7Accepted, 7),
		"ACKC7A":   code(secs2.ACKC7AAccepted, 5),
		"PPGNT":    code(secs2.PPGNTOK, 5),
		"ACKC10":   code(secs2.ACKC10Accepted, 2),
		"VLAACK":   code(secs2.VLAACKAccepted, 2),
		"LVACK":    code(secs2.LVACKVariableDoesNotExist, 4),
		"LIMITACK": code(secs2.LIMITACKLIMITIDDoesNotExist, 7),
		"CMDA":     code(secs2.CMDADone, 2),
	} {
		seen := map[string]bool{}
		for c := range 256 {
			meaning, defined := of(c)
			own := strings.HasPrefix(meaning, "equipment-specific code")
			reserved := strings.HasPrefix(meaning, "reserved code")
			if defined != (!own && !reserved) || own != (c >= 64) || seen[meaning] {
				t.Errorf("%s %d: %s", name, c, meaning)
			}
			seen[meaning] = true
		}
	}
}
