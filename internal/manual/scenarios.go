package manual

import (
	"slices"
	"strings"

	"github.com/secsd/secsd/daemon"
)

// Scenario is a conversation of E30 or of a standard of GEM300 that the equipment supports.
type Scenario struct {
	Name     string   `json:"name"`
	Section  string   `json:"section"`  // of E30, or another standard
	Messages []string `json:"messages"` // in their order; "H " and "E " tell the sender
}

// scenarios are those of E30, and of GEM300. One is supported where every primary of it is.
var scenarios = []struct{ section, name, messages string }{
	{"4.1.5", "The host establishes communications", "H S1F13, E S1F14"},
	{"4.1.5", "The equipment establishes communications", "E S1F13, H S1F14"},
	{"4.2.1", "An event is reported", "E S6F11, H S6F12"},
	{"4.2.1", "An event is reported with annotated values", "E S6F13, H S6F14"},
	{"4.2.1", "Reports are defined, linked and enabled", "H S2F33, E S2F34, H S2F35, E S2F36, H S2F37, E S2F38"},
	{"4.2.1", "The host reads back reports, links and enabled events", "H S2F51, E S2F52, H S2F53, E S2F54, H S2F55, E S2F56, H S2F57, E S2F58"},
	{"4.2.2", "The host asks for an event report", "H S6F15, E S6F16"},
	{"4.2.2", "The host asks for a report", "H S6F19, E S6F20"},
	{"4.2.3", "A trace runs", "H S2F23, E S2F24, E S6F1, H S6F2"},
	{"4.2.4", "Limits are defined, and a variable crosses one", "H S2F45, E S2F46, E S6F11, H S6F12"},
	{"4.2.4", "The host reads limits", "H S2F47, E S2F48"},
	{"4.2.5", "The host asks for status variables", "H S1F3, E S1F4"},
	{"4.2.5", "The host asks for the names of variables and events", "H S1F11, E S1F12, H S1F21, E S1F22, H S1F23, E S1F24"},
	{"4.2.6", "On-line identification by the host", "H S1F1, E S1F2"},
	{"4.3", "An alarm is set or cleared", "E S5F1, H S5F2, E S6F11, H S6F12"},
	{"4.3", "The host enables or disables alarms", "H S5F3, E S5F4"},
	{"4.3", "The host lists alarms", "H S5F5, E S5F6"},
	{"4.4", "The host commands", "H S2F41, E S2F42, E S6F11, H S6F12"},
	{"4.4", "The host commands with objects or nested parameters", "H S2F49, E S2F50, E S6F11, H S6F12"},
	{"4.5", "The host reads and sets equipment constants", "H S2F13, E S2F14, H S2F29, E S2F30, H S2F15, E S2F16"},
	{"4.6", "The host lists and deletes process programs", "H S7F19, E S7F20, H S7F17, E S7F18"},
	{"4.6", "The host sends and fetches a process program", "H S7F1, E S7F2, H S7F3, E S7F4, H S7F5, E S7F6"},
	{"4.6", "The equipment sends and fetches a process program", "E S7F3, H S7F4, E S7F5, H S7F6"},
	{"4.6", "The host sends and fetches a formatted process program", "H S7F23, E S7F24, E S7F27, H S7F28, H S7F25, E S7F26"},
	{"4.6", "The equipment sends and fetches a formatted process program", "E S7F23, H S7F24, E S7F25, H S7F26, E S7F27, H S7F28"},
	{"4.7", "Material comes or goes", "E S6F11, H S6F12"},
	{"4.8", "The host writes to a terminal, the operator recognises it", "H S10F3, E S10F4, E S6F11, H S6F12"},
	{"4.8", "The host writes several lines to a terminal", "H S10F5, E S10F6"},
	{"4.8", "The host writes to all terminals", "H S10F9, E S10F10"},
	{"4.8", "The operator writes to the host", "E S10F1, H S10F2"},
	{"4.9", "A message is wrong", "E S9F1, E S9F3, E S9F5, E S9F7, E S9F11"},
	{"4.9", "A reply does not come", "E S9F9"},
	{"4.10", "The host reads and sets the clock", "H S2F17, E S2F18, H S2F31, E S2F32"},
	{"4.10", "The equipment asks for the time", "E S2F17, H S2F18"},
	{"4.11", "The host selects what is spooled", "H S2F43, E S2F44"},
	{"4.11", "The host fetches or purges the spool", "H S6F23, E S6F24, E S6F11, H S6F12"},
	{"4.12", "The operator puts the equipment ON-LINE", "E S1F1, H S1F2, E S6F11, H S6F12"},
	{"4.12", "The operator puts the equipment OFF-LINE, LOCAL or REMOTE", "E S6F11, H S6F12"},
	{"4.12", "The host puts the equipment OFF-LINE and ON-LINE", "H S1F15, E S1F16, H S1F17, E S1F18, E S6F11, H S6F12"},
	{"E39", "The host reads attributes of objects", "H S14F1, E S14F2"},
	{"E40", "Process jobs are created, and begin", "H S16F15, E S16F16, E S6F11, H S6F12"},
	{"E40", "The host commands a process job", "H S16F5, E S16F6, E S6F11, H S6F12"},
	{"E40", "The host lists process jobs, and takes some from the pool", "H S16F19, E S16F20, H S16F17, E S16F18"},
	{"E87", "A carrier is announced, or bound to a load port", "H S3F17, E S3F18, E S6F11, H S6F12"},
	{"E87", "A carrier ID or a slot map waits for the host", "E S6F11, H S6F12, H S3F17, E S3F18, E S6F11, H S6F12"},
	{"E87", "The host changes service status or access mode of load ports", "H S3F25, E S3F26, H S3F27, E S3F28, E S6F11, H S6F12"},
	{"E90", "The host corrects what the equipment knows of a substrate", "H S14F19, E S14F20, E S6F11, H S6F12"},
	{"E94", "A control job is created, and begins", "H S14F9, E S14F10, E S6F11, H S6F12"},
	{"E94", "The host commands a control job", "H S16F27, E S16F28, E S6F11, H S6F12"},
}

// scenariosOf lists the scenarios whose primaries the equipment has.
func scenariosOf(d daemon.Description) []Scenario {
	var primaries []string
	for _, m := range d.Messages {
		primaries = append(primaries, m.Direction[:1]+" "+m.SF)
	}
	out := []Scenario{}
	for _, s := range scenarios {
		messages := strings.Split(s.messages, ", ")
		missing := slices.ContainsFunc(messages, func(m string) bool { return primary(m) && !slices.Contains(primaries, m) })
		if !missing {
			out = append(out, Scenario{Name: s.name, Section: s.section, Messages: messages})
		}
	}
	return out
}

// primary tells whether the function of a message is odd.
func primary(message string) bool { return (message[len(message)-1]-'0')%2 == 1 }
