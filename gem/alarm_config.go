package gem

import (
	"fmt"
	"maps"
	"slices"
)

// Alarm is an alarm of the tool (E30 4.3): a situation that may endanger
// people, the equipment or material.
type Alarm struct {
	ALID uint32
	// Name tells alarms apart in logs and gives its events their names: Detected
	// and Cleared behind it. At most 72 characters.
	Name string
	// Text is ALTX; what is longer than Alarming.ALTXMax is cut off.
	Text string
	// Category is in the lower seven bits of ALCD: 0 none, 1 to 8 those of E5, 64
	// to 127 the tool's own.
	Category uint8
	// SetEvent and ClearEvent are the CEIDs of its events; 0 is 1000 + 2 ALID and
	// 1001 + 2 ALID.
	SetEvent, ClearEvent uint32
	// DataVariables are the VIDs that are valid at both events, besides AlarmID.
	DataVariables []uint32
	// Description, Trigger (what sets it), Reset (how it is cleared) and Affects
	// are for the manual.
	Description, Trigger, Reset string
	Affects                     []Endangered
}

// Endangered is whom an alarm's situation may harm.
type Endangered uint8

// Those that E30 4.3 names.
const (
	EndangersOperator Endangered = iota
	EndangersEquipment
	EndangersMaterial
)

var endangeredNames = [...]string{"operator", "equipment", "material"}

func (x Endangered) String() string { return endangeredNames[x] }

// Alarming configures alarm management (E30 4.3).
type Alarming struct {
	// ALTXMax is the longest ALTX that is sent, in bytes: 1 to 120, to 40 in the
	// edition of 2003; default 40.
	ALTXMax int
	// WBit is the default of the constant WBitS5.
	WBit S5WBit
}

// S5WBit says whether alarm reports ask for a reply.
type S5WBit uint8

// WaitForS5F2 sets the W-bit of S5F1, NoS5F2 clears it.
const (
	WaitForS5F2 S5WBit = iota
	NoS5F2
)

// defaultALTXMax suits hosts of all editions.
const defaultALTXMax = 40

// cut returns as much of a text as is sent.
func (c Alarming) cut(altx string) string { return altx[:min(len(altx), c.ALTXMax)] }

// The bounds of alarms.
const (
	maxAlarmName = maxName - len(detectedSuffix)
	maxAlarmText = 1000 // in the configuration
	// firstAlarmEvent is the event of alarm 0 being set.
	firstAlarmEvent = 1000
	maxDefaultALID  = (1<<32 - 1 - firstAlarmEvent - 1) / 2
)

const (
	detectedSuffix = "Detected"
	clearedSuffix  = "Cleared"
)

func (a Alarm) withDefaults() Alarm {
	if a.SetEvent == 0 && a.ALID <= maxDefaultALID {
		a.SetEvent = firstAlarmEvent + 2*a.ALID
	}
	if a.ClearEvent == 0 && a.ALID <= maxDefaultALID {
		a.ClearEvent = firstAlarmEvent + 2*a.ALID + 1
	}
	return a
}

// alarmEvents returns the two events of each alarm.
func alarmEvents(c *Config) []Event {
	var list []Event
	for _, a := range c.Alarms {
		set := Event{CEID: a.SetEvent, Name: a.Name + detectedSuffix, Description: "Alarm " + a.Name + " is set."}
		cleared := Event{CEID: a.ClearEvent, Name: a.Name + clearedSuffix, Description: "Alarm " + a.Name + " is cleared."}
		list = append(list, set, cleared)
	}
	return list
}

// alarmKey is an alarm and where the configuration has it.
type alarmKey struct {
	key string
	Alarm
}

// splitAlarms returns the alarms that are listed, and those of GEM300 that are not.
func (p *problems) splitAlarms(c Config) (listed, own []alarmKey) {
	for i, a := range c.Alarms {
		if i < p.listedAlarms {
			listed = append(listed, alarmKey{fmt.Sprintf("alarms[%d]", i), a})
		} else {
			own = append(own, alarmKey{"alarms." + a.Name, a})
		}
	}
	return listed, own
}

// alarms checks the alarms; their events are checked with the others.
func (p *problems) alarms(c Config, classes map[uint32]class) {
	p.number("alarm.altx_max", c.Alarming.ALTXMax, 1, c.Edition.longestALTX())
	owner := map[uint32]string{}
	listed, own := p.splitAlarms(c)
	for i, a := range append(own, listed...) {
		key := a.key
		p.id(key+".id", a.ALID, "alarm "+a.Name, owner, c.IDFormat)
		p.text(key+".name", a.Name, 1, maxAlarmName)
		p.text(key+".text", a.Text, 0, maxAlarmText)
		if a.Category > 8 && a.Category < 64 || a.Category > 127 {
			p.add(key+".category", a.Category, "0 to 8, or 64 to 127")
		}
		if i >= len(own) {
			p.dataVariables(key, a.DataVariables, classes)
		}
		p.prose(key+".description", a.Description)
		p.prose(key+".trigger", a.Trigger)
		p.prose(key+".reset", a.Reset)
		for j, x := range a.Affects {
			if x > EndangersMaterial || slices.Contains(a.Affects[:j], x) {
				p.add(fmt.Sprintf("%s.affects[%d]", key, j), x, "operator, equipment or material, once each")
			}
		}
	}
}

// ownAlarmEvents checks the CEIDs of the alarms of GEM300 that are not listed, and
// notes the names of their events.
func (p *problems) ownAlarmEvents(c Config, owner map[uint32]string, defined map[string]bool) {
	_, own := p.splitAlarms(c)
	for _, a := range own {
		defined[a.Name+detectedSuffix], defined[a.Name+clearedSuffix] = true, true
		p.alarmEventIDs(a, owner, c.IDFormat)
	}
}

// alarmEvents checks the CEIDs and names of the events of the alarms that are
// listed; defined are the names that GEM defines.
func (p *problems) alarmEvents(c Config, owner map[uint32]string, defined map[string]bool) {
	taken, alids := maps.Clone(defined), map[uint32]bool{}
	for _, ev := range c.Events {
		taken[ev.Name] = true
	}
	listed, own := p.splitAlarms(c)
	for _, a := range own {
		alids[a.ALID] = true
	}
	for _, a := range listed {
		if alids[a.ALID] {
			continue // told already
		}
		alids[a.ALID] = true
		if set, cleared := a.Name+detectedSuffix, a.Name+clearedSuffix; taken[set] || taken[cleared] {
			p.add(a.key+".name", a.Name, fmt.Sprintf("a name whose events, %s and %s, no other has", set, cleared))
		} else {
			taken[set], taken[cleared] = true, true
		}
		if a.SetEvent == 0 || a.ClearEvent == 0 {
			p.add(a.key, fmt.Sprintf("no events of alarm %d", a.ALID), fmt.Sprintf("set_event and clear_event where the id is above %d", maxDefaultALID))
			continue
		}
		p.alarmEventIDs(a, owner, c.IDFormat)
	}
}

func (p *problems) alarmEventIDs(a alarmKey, owner map[uint32]string, f IDFormat) {
	p.id(a.key+".set_event", a.SetEvent, a.Name+detectedSuffix, owner, f)
	p.id(a.key+".clear_event", a.ClearEvent, a.Name+clearedSuffix, owner, f)
}
