package model

import (
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// stands makes a carrier stand open in the equipment, with a slot map of one digit
// a slot, without a port; nobody accesses it any more.
func stands(r *recorder, id, digits string, ids ...string) uint32 {
	content := make([]slot, len(digits))
	for i := range content {
		content[i].setMapped(digits[i] - '0')
		if i < len(ids) {
			content[i].id = r.names.use(ids[i])
		}
	}
	r.touch(KindCarrier, id)
	return r.carriers.add(carrier{
		id: id, capacity: uint8(len(digits)), content: &content, sequence: r.next(), idStatus: IDVerificationOK, slotMap: SlotMapVerificationOK,
		access: CarrierComplete, flags: contentTold | mapRead | capacityTold,
	})
}

func TestRegisterSubstrates(t *testing.T) {
	r := newRecorder(t, toolConfig())
	c := stands(r, "FOUP01", "1234533", "", "", "W3")
	r.registerSubstrates(c)
	r.hears("SUB#1 FOUP01.02", "SUB#10 FOUP01.02", "SUB#1 W3", "SUB#10 W3",
		"SUB#1 FOUP01.06", "SUB#10 FOUP01.06", "SUB#1 FOUP01.07", "SUB#10 FOUP01.07")
	for _, id := range []string{"FOUP01.01", "FOUP01.03", "FOUP01.04", "FOUP01.08", "FOUP01.2", "FOUP02.02", ""} {
		if r.findSubstrate(id) != 0 {
			t.Errorf("there is a substrate %q", id)
		}
	}
	if h := r.findSubstrate("W3"); r.substrateIn(c, 3) != h || r.substrateAtSlot(c, 3) != h || h == 0 {
		t.Errorf("W3 is %d, in slot 3 are %d and %d", h, r.substrateIn(c, 3), r.substrateAtSlot(c, 3))
	}
}

// TestRegisterSubstrates_Conflict: a ContentMap that gives an identifier a second
// time.
func TestRegisterSubstrates_Conflict(t *testing.T) {
	r := newRecorder(t, toolConfig())
	c1, c2 := stands(r, "FOUP01", "33", "W1", "FOUP02.02"), stands(r, "FOUP02", "333", "W1", "", "W1")
	r.registerSubstrates(c1)
	r.hears("SUB#1 W1", "SUB#10 W1", "SUB#1 FOUP02.02", "SUB#10 FOUP02.02")
	r.registerSubstrates(c2)
	r.hears("SubstrateIDConflict set", "SUB#1 FOUP02.01", "SUB#10 FOUP02.01", "SUB#1 FOUP02.02.2", "SUB#10 FOUP02.02.2",
		"SUB#1 FOUP02.03", "SUB#10 FOUP02.03")
	r.removeSubstrates(c2)
	r.hears("SUB#9 FOUP02.01", "SUB#9 FOUP02.02.2", "SUB#9 FOUP02.03", "SubstrateIDConflict cleared")
}

// TestRegisterSubstrates_LongConflict: of a long CarrierID the end is left out.
func TestRegisterSubstrates_LongConflict(t *testing.T) {
	r := newRecorder(t, toolConfig())
	long := strings.Repeat("F", maxID)
	r.registerSubstrates(stands(r, "FOUP01", "33", long+".01", long[5:]+".01.2"))
	r.registerSubstrates(stands(r, long, "3"))
	r.commit()
	if id := long[5:] + ".01.3"; r.restarted().findSubstrate(id) == 0 || !validID(id) {
		t.Errorf("heard %v", r.heard)
	}
}

// TestSubstrateMoves follows substrates through the rows of the transport states;
// a digit behind a substrate in the margin is its SubstState after the move.
func TestSubstrateMoves(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.registerSubstrates(stands(r, "FOUP01", "331"))
	r.registerSubstrates(stands(r, "FOUP02", "11"))
	r.hears("SUB#1 FOUP01.01", "SUB#10 FOUP01.01", "SUB#1 FOUP01.02", "SUB#10 FOUP01.02")
	move := func(from, to string, rows ...string) {
		t.Helper()
		var want []string
		for _, row := range rows {
			want = append(want, "SUB#"+row)
		}
		r.tells(SubstrateMoved{from, to})
		r.hears(append(want, "LOC#2 "+from, "LOC#1 "+to)...)
	}
	move("FOUP01.01", "ROBOT.A", "2 FOUP01.01")
	move("ROBOT.A", "FOUP01.01", "3 FOUP01.01") // to go on later
	move("FOUP01.01", "ROBOT.A", "2 FOUP01.01")
	move("ROBOT.A", "PM-A", "4 FOUP01.01")
	r.tells(ProcessingBegun{"FOUP01.01"}).tells(ProcessingEnded{"FOUP01.01", SubstProcessed, 7})
	r.hears("SUB#11 FOUP01.01", "SUB#12 FOUP01.01")
	move("PM-A", "FOUP01.03", "4 FOUP01.01") // not its slot
	move("FOUP01.03", "FOUP01.01", "5 FOUP01.01")
	move("FOUP01.01", "ROBOT.B", "6 FOUP01.01")
	r.setDestination(r.findSubstrate("FOUP01.01"), "FOUP02", 2)
	move("ROBOT.B", "FOUP01.01", "3 FOUP01.01")
	move("FOUP01.01", "FOUP02.02", "2 FOUP01.01", "5 FOUP01.01")
	move("FOUP02.02", "FOUP01.01", "6 FOUP01.01", "3 FOUP01.01")
	move("FOUP01.01", "FOUP02.02", "2 FOUP01.01", "5 FOUP01.01")
	r.removeSubstrates(r.carriers.find("FOUP01"))
	r.hears("SUB#9 FOUP01.02")
	if r.findSubstrate("FOUP01.01") == 0 || r.substrateIn(r.carriers.find("FOUP01"), 1) != 0 {
		t.Error("the substrate in FOUP02 has no name, or counts as one of the carrier that left")
	}
	r.removeSubstrates(r.carriers.find("FOUP02"))
	r.hears("SUB#7 FOUP01.01")
	if r.substrates.count != 0 {
		t.Errorf("%d substrates are left", r.substrates.count)
	}
}

func TestSubstrateMoves_Refused(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.registerSubstrates(stands(r, "FOUP01", "31"))
	r.touch(KindCarrier, "FOUP03")
	r.carriers.add(carrier{id: "FOUP03", capacity: 25})
	r.tells(SubstrateMoved{"FOUP01.01", "ROBOT.A"})
	r.hears("SUB#1 FOUP01.01", "SUB#10 FOUP01.01", "SUB#2 FOUP01.01", "LOC#2 FOUP01.01", "LOC#1 ROBOT.A")
	for _, x := range []struct {
		from, to string
		want     error
	}{
		{"ROBOT.C", "PM-A", ErrUnknown}, {"ROBOT.A", "PM-C", ErrUnknown}, {"ROBOT.A", "FOUP01.03", ErrUnknown}, {"ROBOT.A", "FOUP02.01", ErrUnknown},
		{"ROBOT.A", "FOUP01.00", ErrUnknown}, {"FOUP01.01", "PM-A", ErrNotNow}, {"ROBOT.A", "ROBOT.A", ErrNotNow}, {"ROBOT.A", "FOUP03.01", ErrNotNow},
		{"FOUP03.01", "ROBOT.B", ErrNotNow},
	} {
		r.refuses(SubstrateMoved{x.from, x.to}, x.want)
	}
}

// TestSubstrateProcessing has every pair of processing state and fact.
func TestSubstrateProcessing(t *testing.T) {
	ends := map[SubstProcState]string{SubstProcessed: "PROCESSED", SubstAborted: "ABORTED", SubstStopped: "STOPPED", SubstRejected: "REJECTED"}
	for end := range ends {
		r := newRecorder(t, toolConfig())
		r.registerSubstrates(stands(r, "FOUP01", "33"))
		r.hears("SUB#1 FOUP01.01", "SUB#10 FOUP01.01", "SUB#1 FOUP01.02", "SUB#10 FOUP01.02")
		h := r.findSubstrate("FOUP01.01")
		r.refuses(ProcessingEnded{"FOUP01.01", end, 0}, ErrNotNow)
		r.tells(ProcessingBegun{"FOUP01.01"})
		r.hears("SUB#11 FOUP01.01")
		r.tells(ProcessingBegun{"FOUP01.01"}) // in a second module
		r.hears()
		r.skipSubstrate(h)
		r.hears()
		r.refuses(ProcessingEnded{"FOUP01.01", SubstLost, 0}, ErrValue)
		r.tells(ProcessingEnded{"FOUP01.01", end, 4})
		r.hears("SUB#12 FOUP01.01")
		if s := r.substrates.at(h); s.process != end || s.material != 4 || s.process.String() != ends[end] {
			t.Errorf("after %v: %v with material status %d", end, s.process, s.material)
		}
		r.refuses(ProcessingBegun{"FOUP01.01"}, ErrNotNow)
		r.refuses(ProcessingEnded{"FOUP01.01", end, 0}, ErrNotNow)
		r.abortSubstrate(h)
		r.skipSubstrate(h)
		r.hears()
		r.skipSubstrate(r.findSubstrate("FOUP01.02"))
		r.hears("SUB#14 FOUP01.02")
		r.refuses(ProcessingBegun{"FOUP01.02"}, ErrNotNow)
		r.tells(SubstrateIsLost{"FOUP01.01"}).tells(SubstrateIsLost{"FOUP01.02"})
		r.hears("SUB#9 FOUP01.01", "LOC#2 FOUP01.01", "SUB#9 FOUP01.02", "LOC#2 FOUP01.02")
		r.refuses(SubstrateIsLost{"FOUP01.01"}, ErrUnknown)
	}
	r := newRecorder(t, toolConfig())
	r.registerSubstrates(stands(r, "FOUP01", "333"))
	r.heard = nil
	r.tells(ProcessingBegun{"FOUP01.01"}).tells(ProcessingBegun{"FOUP01.02"})
	r.abortSubstrate(r.findSubstrate("FOUP01.02"))
	r.tells(SubstrateIsLost{"FOUP01.01"}).tells(SubstrateIsLost{"FOUP01.03"})
	r.hears("SUB#11 FOUP01.01", "SUB#11 FOUP01.02", "SUB#12 FOUP01.02", "SUB#12 FOUP01.01", "SUB#9 FOUP01.01",
		"LOC#2 FOUP01.01", "SUB#14 FOUP01.03", "SUB#9 FOUP01.03", "LOC#2 FOUP01.03")
}

func TestSubstrateHistory(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.registerSubstrates(stands(r, "FOUP01", "3"))
	history := func() string {
		a := secs2.NewAppender(nil)
		r.appendHistory(r.findSubstrate("FOUP01.01"), &a)
		it, err := secs2.Parse(a.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for visit := range it.All() {
			var words []string
			for x := range visit.All() {
				words = append(words, string(x.Data()))
			}
			list = append(list, strings.Join(words, " "))
		}
		return strings.Join(list, "\n")
	}
	if got, want := history(), "FOUP01.01 2026030112000000 "; got != want {
		t.Errorf("history\n%s\nwant\n%s", got, want)
	}
	r.waits(1230 * time.Millisecond)
	r.tells(SubstrateMoved{"FOUP01.01", "ROBOT.A"})
	r.waits(time.Hour)
	r.tells(SubstrateMoved{"ROBOT.A", "PM-A"})
	if got, want := history(), "FOUP01.01 2026030112000000 2026030112000123\nROBOT.A 2026030112000123 2026030113000123\nPM-A 2026030113000123 "; got != want {
		t.Errorf("history\n%s\nwant\n%s", got, want)
	}
	for range 50 {
		r.tells(SubstrateMoved{"PM-A", "ROBOT.B"}).tells(SubstrateMoved{"ROBOT.B", "PM-A"})
	}
	lines := strings.Split(history(), "\n")
	if len(lines) != maxVisits || !strings.HasPrefix(lines[0], "FOUP01.01 ") || !strings.HasPrefix(lines[1], "PM-A ") || !strings.HasSuffix(lines[len(lines)-1], " ") {
		t.Errorf("%d visits: %q … %q", len(lines), lines[:2], lines[len(lines)-1])
	}
	r.tells(SubstrateIsLost{"FOUP01.01"})
	if r.names.used != 0 {
		t.Errorf("%d names are still in use", r.names.used)
	}
}

// TestSubstrateReader has every pair of ID state and reading.
func TestSubstrateReader(t *testing.T) {
	r := newRecorder(t, toolConfig())
	r.constants[SubstrateReaderEnabled] = 1
	r.registerSubstrates(stands(r, "FOUP01", "3333"))
	bring := func(id string) {
		t.Helper()
		r.tells(SubstrateMoved{id, "ALIGNER"})
		r.heard = nil
	}
	call := func(service, id, location string) (secs2.SVCACK, []Fault) {
		c := &ServiceCall{Service: service, Parameters: []ServiceParameter{{"SubstID", secs2.A(id)}, {"SubstLocID", secs2.A(location)}}}
		ack, faults := r.CheckService(c)
		if ack == secs2.SVCACKDone {
			r.DoService(c)
		}
		return ack, faults
	}
	bring("FOUP01.01")
	r.tells(SubstrateIDRead{"ALIGNER", "FOUP01.01"}).tells(SubstrateIDUnread{"ALIGNER"})
	r.hears("SUB#17 FOUP01.01", "ordered wafer-go FOUP01.01", "ordered wafer-go FOUP01.01")
	r.tells(SubstrateMoved{"ALIGNER", "PM-A"})
	bring("FOUP01.02")
	if ack, f := call(proceedWithSubstrate, "FOUP01.02", "ALIGNER"); ack != secs2.SVCACKNotNow || f[0].Code != ErrWrongState {
		t.Errorf("ProceedWithSubstrate before the reading: %v %v", ack, f)
	}
	r.tells(SubstrateIDUnread{"ALIGNER"}).tells(SubstrateIDRead{"ALIGNER", "FOUP01.02"})
	r.hears("SUB#18 FOUP01.02")
	if ack, f := call(proceedWithSubstrate, "FOUP01.02", "PM-A"); ack != secs2.SVCACKParameter || f[0].Code != ErrImproper {
		t.Errorf("ProceedWithSubstrate elsewhere: %v %v", ack, f)
	}
	r.hears()
	call(proceedWithSubstrate, "FOUP01.02", "ALIGNER")
	r.hears("SUB#20 FOUP01.02", "ordered wafer-go FOUP01.02")
	r.tells(SubstrateMoved{"ALIGNER", "PM-B"})
	bring("FOUP01.03")
	r.tells(SubstrateIDRead{"ALIGNER", "W9"})
	call(cancelSubstrate, "FOUP01.03", "ALIGNER")
	r.tells(SubstrateIDRead{"ALIGNER", "W9"})
	r.hears("SUB#19 FOUP01.03", "SUB#21 FOUP01.03", "SUB#14 FOUP01.03", "ordered wafer-return FOUP01.03", "ordered wafer-return FOUP01.03")

	n := r.restarted()
	n.repeatSubstrateOrders()
	n.hears("ordered wafer-return FOUP01.03")

	r.refuses(SubstrateIDUnread{"PM-A"}, ErrUnknown)
	r.refuses(SubstrateIDRead{"FOUP01.01", ""}, ErrUnknown)
	r.refuses(SubstrateIDRead{"ALIGNER", strings.Repeat("W", 84)}, ErrValue)
	r.tells(SubstrateReaderChange{"ALIGNER", ReaderUnavailable}).tells(SubstrateReaderChange{"ALIGNER", ReaderUnavailable})
	r.tells(SubstrateReaderChange{"ALIGNER", ReaderAvailable})
	r.hears("SubstrateIDReaderUnavailable", "SubstrateIDReaderAvailable")
	r.refuses(SubstrateReaderChange{"PM-A", ReaderAvailable}, ErrUnknown)
	r.refuses(SubstrateReaderChange{"ALIGNER", 2}, ErrValue)

	r.constants[SubstrateReaderEnabled] = 0
	r.tells(SubstrateMoved{"ALIGNER", "ROBOT.A"})
	bring("FOUP01.04")
	r.tells(SubstrateIDRead{"ALIGNER", "W9"})
	r.hears("ordered wafer-go FOUP01.04")
}
