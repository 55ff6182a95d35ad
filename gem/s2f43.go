package gem

import (
	"bytes"

	"github.com/secsd/secsd/secs2"
)

// s2f43 answers Reset Spooling Streams and Functions: the list takes the place
// of the whole selection, or nothing changes.
//
//	S2F43 W <L [m] <L [2] <U1 STRID> <L [n] <U1 FCNID> …>> …>.      n = 0: all
//	S2F44 <L [2] <B RSPACK> <L [m] <L [3] <U1 STRID> <B STRACK> <L [n] <U1 FCNID> …>> …>>.
//
// It counts for messages that are generated afterwards.
func s2f43(c *call) {
	if c.exceeds(maxSelection) {
		return
	}
	entries, err := readSelection(c.body)
	if err != nil {
		c.host.illegal(c.header, err)
		return
	}
	var faults []fault
	for _, x := range entries {
		for _, f := range x.faults(&c.eq.spoolable) {
			faults = merge(faults, f)
		}
	}
	inOrder(faults, entries)
	rspack := secs2.RSPACKAccepted
	if len(faults) > 0 {
		rspack = secs2.RSPACKRejected
		c.why = faults[0].strack.String()
		c.refused(rspack)
	} else if image := c.body.AppendCanonical(nil); !bytes.Equal(image, c.host.spool.selectedAs) {
		c.eq.put(kindSpoolSet, c.host.recordID(""), image)
	}
	appendS2F44(c.begin(), rspack, faults)
	c.reply()
}

// maxSelection is far beyond the items of a selection of all that there is.
const maxSelection = 2000

func appendS2F44(a *secs2.Appender, rspack secs2.RSPACK, faults []fault) {
	a.List(2)
	a.B(byte(rspack))
	a.List(len(faults))
	for _, f := range faults {
		a.List(3)
		a.U1(f.stream)
		a.B(byte(f.strack))
		a.List(len(f.functions))
		for _, function := range f.functions {
			a.U1(function)
		}
	}
}
