package conformance_test

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// addAlarm reads ALID NAME CATEGORY "ALTX" [DVID …].
func addAlarm(cfg *daemon.Config, value string) error {
	before, rest, _ := strings.Cut(value, `"`)
	text, after, quoted := strings.Cut(rest, `"`)
	th, err := readThing(before, 3)
	if err != nil || !quoted {
		return errors.Join(err, errors.New(`want: alarm = ALID NAME CATEGORY "ALTX" [DVID …]`))
	}
	al := gem.Alarm{Name: th.words[1], Text: text}
	if al.ALID, err = th.id(0); err != nil {
		return err
	}
	category, err := strconv.ParseUint(th.words[2], 10, 8)
	if err != nil {
		return err
	}
	al.Category = uint8(category)
	dvs := thing{words: strings.Fields(after)}
	for i := range dvs.words {
		vid, err := dvs.id(i)
		if err != nil {
			return err
		}
		al.DataVariables = append(al.DataVariables, vid)
	}
	cfg.Equipment.Alarms = append(cfg.Equipment.Alarms, al)
	return nil
}

// changesAlarm is "tool alarm ALID set|clear [VID <item>]…".
func changesAlarm(p *inProcess, words []string) error {
	states := map[string]gem.AlarmState{"set": gem.AlarmSet, "clear": gem.AlarmClear}
	if len(words) < 2 {
		return errors.New("want: tool alarm ALID set|clear [VID <item>]…")
	}
	alid, err := strconv.ParseUint(words[0], 10, 32)
	if err != nil {
		return err
	}
	state, ok := states[words[1]]
	if !ok {
		return errors.New("want set or clear")
	}
	values, err := readValues(words[2:])
	if err != nil {
		return err
	}
	return refused(p.daemon.Alarm(context.Background(), uint32(alid), state, values...))
}
