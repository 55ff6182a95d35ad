package conformance

import (
	"slices"
	"strconv"
	"strings"
)

// Script is one parsed script.
type Script struct {
	File   string
	Number string // of the checklist, such as "GEM-COM-04"
	Title  string
	Needs  []string // abilities of the target beyond Target itself

	config []Setting
	device uint16
	body   []statement
	lines  int
}

// statement is one line of a script.
type statement struct {
	line int
	text string
	do   deed
}

// deed is what a statement does.
type deed interface{ do(*run) error }

// Missing returns the needs of the script that the target does not meet.
func (s *Script) Missing(t Target) []string {
	var missing []string
	for _, n := range needs() {
		for _, name := range s.Needs {
			if n.name == name && !n.met(t) {
				missing = append(missing, name)
			}
		}
	}
	return missing
}

// settings is the configuration of the script on top of the preconditions of
// the checklist.
func (s *Script) settings() []Setting {
	return override([]Setting{
		{"comm.default", "ENABLED"},
		{"control.default", "ON-LINE"},
		{"control.switch", "REMOTE"},
	}, s.config)
}

// override returns the settings with those keys that changes has replaced.
func override(settings, changes []Setting) []Setting {
	var all []Setting
	for _, s := range settings {
		if !slices.ContainsFunc(changes, func(c Setting) bool { return c.Key == s.Key }) {
			all = append(all, s)
		}
	}
	return append(all, changes...)
}

// setDevice finds the device ID that data messages carry.
func (s *Script) setDevice() error {
	for _, c := range s.config {
		if c.Key != "device_id" {
			continue
		}
		first, _, _ := strings.Cut(c.Value, ",")
		n, err := strconv.ParseUint(strings.TrimSpace(first), 10, 15)
		if err != nil {
			return err
		}
		s.device = uint16(n)
	}
	return nil
}

// isHost reports whether the configuration gives a host of that name a port of
// its own.
func (s *Script) isHost(name string) bool {
	return slices.Contains(s.config, Setting{"host", name})
}
