package config

import (
	"reflect"
	"strings"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/sim"
)

// LogLevel is the least severe log line that is written.
type LogLevel uint8

// The levels; Info is the default.
const (
	Info LogLevel = iota
	Debug
	Warn
	Error
)

// logFormat is the form of a log line: JSON for machines, console for eyes.
type logFormat uint8

const (
	jsonLines logFormat = iota
	consoleLines
)

// choice is a word of the file and what it stands for.
type choice struct {
	word  string
	value any
}

// choices are the words of every setting that has a fixed set of them.
var choices = choiceTable(
	choice{"info", Info}, choice{"debug", Debug}, choice{"warn", Warn}, choice{"error", Error},
	choice{"json", jsonLines}, choice{"console", consoleLines},
	choice{"ENABLED", gem.StartEnabled}, choice{"DISABLED", gem.StartDisabled},
	choice{"equipment", gem.EquipmentInitiates}, choice{"host-only", gem.HostInitiates},
	choice{"ATTEMPT ON-LINE", gem.StartAttemptOnLine},
	choice{"EQUIPMENT OFF-LINE", gem.StartEquipmentOffLine},
	choice{"HOST OFF-LINE", gem.StartHostOffLine},
	choice{"ON-LINE", gem.StartOnLine},
	choice{"HOST OFF-LINE", gem.FailToHostOffLine},
	choice{"EQUIPMENT OFF-LINE", gem.FailToEquipmentOffLine},
	choice{"REMOTE", gem.SwitchRemote}, choice{"LOCAL", gem.SwitchLocal},
	choice{"U4", gem.IDU4}, choice{"U1", gem.IDU1}, choice{"U2", gem.IDU2}, choice{"U8", gem.IDU8},
	choice{"replace", gem.ReplaceNonASCII}, choice{"raw-utf8", gem.RawText},
	choice{"empty", gem.NonFiniteEmpty}, choice{"send", gem.NonFiniteSend},
	choice{"plain", gem.PlainDelivery}, choice{"strict", gem.StrictDelivery},
	choice{"latest", gem.EditionLatest}, choice{"1103", gem.Edition1103},
	choice{"operator", gem.EndangersOperator}, choice{"equipment", gem.EndangersEquipment}, choice{"material", gem.EndangersMaterial},
	choice{"suspend", gem.SuspendOnT3}, choice{"continue", gem.ContinueOnT3},
	choice{"period", gem.FirstAfterPeriod}, choice{"now", gem.FirstAtOnce},
	choice{"send", gem.SendRemainder}, choice{"reject", gem.RejectRemainder}, choice{"drop", gem.DropRemainder},
	choice{"drop", gem.KeepTraces}, choice{"stop", gem.StopTraces},
	choice{"primary", gem.CheckPrimaries}, choice{"all", gem.CheckAll}, choice{"off", gem.CheckNone},
	choice{"random-high", systemBytes(0)}, choice{"random", systemBytes(-1)},
	choice{"passive", hsms.Passive}, choice{"active", hsms.Active},
	choice{"s9f11", hsms.OversizeS9F11}, choice{"close", hsms.OversizeClose},
	choice{"reject", hsms.RejectData}, choice{"drop", hsms.DropData}, choice{"close", hsms.CloseData},
	choice{"status1", hsms.ReselectStatus1}, choice{"status0", hsms.ReselectStatus0}, choice{"close", hsms.ReselectClose},
	choice{"fail", hsms.Status1Fail}, choice{"accept", hsms.Status1Accept},
	choice{"accept", hsms.DeselectAccept}, choice{"reject", hsms.DeselectReject}, choice{"close", hsms.DeselectClose},
	choice{"refuse-select", hsms.SecondRefuseSelect}, choice{"refuse-select-1", hsms.SecondRefuseSelect1},
	choice{"close", hsms.SecondClose}, choice{"replace", hsms.SecondReplace},
	choice{"moves", gem.Moves}, choice{"starts", gem.Starts}, choice{"affects", gem.Affects}, choice{"benign", gem.Benign},
	choice{"accept", gem.AcceptOverwrite}, choice{"deny", gem.DenyOverwrite},
	choice{"deny", gem.DenyDelete}, choice{"allow", gem.AcceptDelete},
	choice{"MANUAL", model.Manual}, choice{"AUTO", model.Auto},
	choice{"IN SERVICE", model.StartInService}, choice{"OUT OF SERVICE", model.StartOutOfService},
	choice{"required", model.ControlJobRequired}, choice{"none", model.NoControlJobs},
	choice{"material-gone", model.MaterialGone}, choice{"cj-complete", model.WithControlJob},
	choice{"lenient", model.LenientAction}, choice{"strict", model.StrictAction},
	choice{"free", model.FreeClock}, choice{"ntp", model.NTPClock},
	choice{"host", sim.HostLots}, choice{"forever", sim.EndlessLots},
	choice{"timer", sim.ByTimer}, choice{"command", sim.ByCommand},
	choice{"walk", sim.Walk}, choice{"ramp", sim.Ramp}, choice{"sine", sim.Sine},
	choice{"count", sim.Count}, choice{"choose", sim.Choose},
)

func choiceTable(all ...choice) map[reflect.Type][]choice {
	table := map[reflect.Type][]choice{}
	for _, c := range all {
		t := reflect.TypeOf(c.value)
		table[t] = append(table[t], c)
	}
	return table
}

// choose returns what word stands for in a setting of type t.
func choose(t reflect.Type, word string) (any, bool) {
	for _, c := range choices[t] {
		if c.word == word {
			return c.value, true
		}
	}
	return nil, false
}

// words lists the words of a setting of type t, as in "a, b or c".
func words(t reflect.Type) string {
	var all []string
	for _, c := range choices[t] {
		all = append(all, c.word)
	}
	return enumerate(all)
}

func enumerate(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
