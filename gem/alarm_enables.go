package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is which alarms each host wants to be told of (E30 4.3). None, until
// it enables them.

// kindAlarms are the alarms that a host enabled, under host as a U4 array of
// ALIDs; no record is none of them.
var kindAlarms = &kind{
	name: "alarms",
	ids:  onePerHost,
	image: func(e *Equipment, id string) []byte {
		h, _ := e.owner(id)
		if h == nil {
			return nil
		}
		return h.encodeAlarms(h.alarms)
	},
	apply: func(e *Equipment, id string, image []byte) error {
		h, _ := e.owner(id)
		if h == nil {
			return ErrUnknown
		}
		enabled, missing, err := e.decodeAlarms(image)
		switch {
		case err != nil:
			return err
		case missing != nil:
			return fmt.Errorf("%w: ALID %d", ErrUnknown, missing[0])
		}
		h.alarms = enabled
		return nil
	},
	adapt: func(e *Equipment, id string, image []byte) []byte {
		h, _ := e.owner(id)
		enabled, _, err := e.decodeAlarms(image)
		if h == nil || err != nil {
			return nil
		}
		return h.encodeAlarms(enabled)
	},
}

// encodeAlarms returns the image of a set of alarms, nil when it is empty.
func (h *Host) encodeAlarms(enabled []bool) []byte {
	var alids []byte
	for i, al := range h.eq.alarms.list {
		if enabled[i] {
			alids = append(alids, byte(al.ALID>>24), byte(al.ALID>>16), byte(al.ALID>>8), byte(al.ALID))
		}
	}
	if alids == nil {
		return nil
	}
	return secs2.Raw(secs2.FormatU4, alids).Encoded()
}

// decodeAlarms returns the set in an image, and the ALIDs in it that do not
// exist.
func (e *Equipment) decodeAlarms(image []byte) (enabled []bool, missing []uint64, err error) {
	enabled = make([]bool, len(e.alarms.list))
	if image == nil {
		return enabled, nil, nil
	}
	it, err := secs2.Parse(image)
	if err != nil {
		return nil, nil, err
	}
	if it.Format() != secs2.FormatU4 {
		return nil, nil, errImage
	}
	for alid := range it.Uints() {
		if al := e.alarms.byID.get(uint32(alid)); al != nil {
			enabled[al.index] = true
			continue
		}
		missing = append(missing, alid)
	}
	return enabled, missing, nil
}

// enableAlarms is S5F3: one alarm, or with nil all, becomes enabled or disabled.
// What is so already writes no record.
func (h *Host) enableAlarms(one *alarm, enable bool) {
	enabled := slices.Clone(h.alarms)
	for i := range enabled {
		if one == nil || i == one.index {
			enabled[i] = enable
		}
	}
	if !slices.Equal(enabled, h.alarms) {
		h.eq.put(kindAlarms, h.recordID(""), h.encodeAlarms(enabled))
	}
}

// appendAlarmsEnabled appends the value of AlarmsEnabled.
func (h *Host) appendAlarmsEnabled(a *secs2.Appender) {
	n := 0
	for _, enabled := range h.alarms {
		if enabled {
			n++
		}
	}
	a.List(n)
	for i, enabled := range h.alarms {
		if enabled {
			h.eq.appendID(a, h.eq.alarms.list[i].ALID)
		}
	}
}

// appendAlarmsSet appends the value of AlarmsSet: disabled ones are in it too.
func (e *Equipment) appendAlarmsSet(a *secs2.Appender) {
	a.List(e.alarms.set)
	for _, al := range e.alarms.list {
		if al.state == AlarmSet {
			e.appendID(a, al.ALID)
		}
	}
}
