package conformance_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/secsd/secsd/conformance"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// This file reads the settings that say what the equipment has: variables,
// constants, events and commands, as testdata/equipment.txt describes them.

// standing returns the settings of testdata/equipment.txt.
func standing() ([]conformance.Setting, error) {
	text, err := os.ReadFile("testdata/equipment.txt")
	if err != nil {
		return nil, err
	}
	var settings []conformance.Setting
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		settings = append(settings, conformance.Setting{Key: strings.TrimSpace(key), Value: strings.TrimSpace(value)})
	}
	return settings, nil
}

// thing is one line of what the equipment has: words, then options.
type thing struct {
	words   []string
	options map[string]string
}

func readThing(value string, leastWords int) (thing, error) {
	th := thing{options: map[string]string{}}
	for _, word := range strings.Fields(value) {
		if key, v, ok := strings.Cut(word, "="); ok {
			th.options[key] = v
			continue
		}
		th.words = append(th.words, word)
	}
	if len(th.words) < leastWords {
		return th, fmt.Errorf("want at least %d words", leastWords)
	}
	return th, nil
}

// word returns the word at i, "" if there is none.
func (th thing) word(i int) string {
	if i < len(th.words) {
		return th.words[i]
	}
	return ""
}

func (th thing) id(i int) (uint32, error) {
	n, err := strconv.ParseUint(th.words[i], 10, 32)
	return uint32(n), err
}

func (th thing) format(i int) (secs2.Format, error) {
	f, ok := secs2.FormatOf(th.words[i])
	if !ok {
		return f, fmt.Errorf("unknown format %s", th.words[i])
	}
	return f, nil
}

func (th thing) length() (int, error) {
	if th.options["length"] == "" {
		return 0, nil
	}
	return strconv.Atoi(th.options["length"])
}

// value returns an option as an item of format f, the zero Item if it is not
// there.
func (th thing) value(option string, f secs2.Format) (secs2.Item, error) {
	text, ok := th.options[option]
	if !ok {
		return secs2.Item{}, nil
	}
	return sml.ParseItem(fmt.Sprintf("<%s %s>", f, text))
}

func addStatusVariable(cfg *daemon.Config, value string) error {
	v, err := readVariable(value)
	cfg.Equipment.Variables = append(cfg.Equipment.Variables, v)
	return err
}

func addDataVariable(cfg *daemon.Config, value string) error {
	v, err := readVariable(value)
	cfg.Equipment.DataVariables = append(cfg.Equipment.DataVariables, v)
	return err
}

func readVariable(value string) (v gem.Variable, err error) {
	th, err := readThing(value, 3)
	if err != nil {
		return v, err
	}
	var errs [4]error
	v.Name, v.Units = th.words[1], th.word(3)
	v.VID, errs[0] = th.id(0)
	v.Format, errs[1] = th.format(2)
	v.MaxLength, errs[2] = th.length()
	v.Initial, errs[3] = th.value("initial", v.Format)
	return v, errors.Join(errs[:]...)
}

func addConstant(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 3)
	if err != nil {
		return err
	}
	var errs [6]error
	c := gem.Constant{Name: th.words[1], Units: th.word(3)}
	c.ECID, errs[0] = th.id(0)
	c.Format, errs[1] = th.format(2)
	c.MaxLength, errs[2] = th.length()
	c.Min, errs[3] = th.value("min", c.Format)
	c.Max, errs[4] = th.value("max", c.Format)
	c.Default, errs[5] = th.value("default", c.Format)
	cfg.Equipment.Constants = append(cfg.Equipment.Constants, c)
	return errors.Join(errs[:]...)
}

func addEvent(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 2)
	if err != nil {
		return err
	}
	ev := gem.Event{Name: th.words[1]}
	if ev.CEID, err = th.id(0); err != nil {
		return err
	}
	for i := 2; i < len(th.words); i++ {
		vid, err := th.id(i)
		if err != nil {
			return err
		}
		ev.DataVariables = append(ev.DataVariables, vid)
	}
	cfg.Equipment.Events = append(cfg.Equipment.Events, ev)
	return nil
}

func addCommand(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 2)
	if err != nil {
		return err
	}
	effect, ok := map[string]gem.Effect{"moves": gem.Moves, "affects": gem.Affects, "benign": gem.Benign, "starts": gem.Starts}[th.words[1]]
	if !ok {
		return fmt.Errorf("unknown effect %s", th.words[1])
	}
	cfg.Equipment.Commands = append(cfg.Equipment.Commands, gem.Command{Name: th.words[0], Effect: effect})
	return nil
}

func addParameter(cfg *daemon.Config, value string) error {
	th, err := readThing(value, 3)
	if err != nil {
		return err
	}
	commands := cfg.Equipment.Commands
	i := slices.IndexFunc(commands, func(c gem.Command) bool { return c.Name == th.words[0] })
	if i < 0 {
		return fmt.Errorf("no command %s", th.words[0])
	}
	var errs [4]error
	p := gem.Parameter{Name: th.words[1]}
	p.Format, errs[0] = th.format(2)
	p.MaxLength, errs[1] = th.length()
	p.Min, errs[2] = th.value("min", p.Format)
	p.Max, errs[3] = th.value("max", p.Format)
	if th.word(3) == "required" {
		p.Need = gem.Required
	}
	for text := range strings.SplitSeq(th.options["values"], ",") {
		if text == "" {
			continue
		}
		v, err := sml.ParseItem(fmt.Sprintf("<%s %s>", p.Format, text))
		if err != nil {
			return err
		}
		p.Values = append(p.Values, v)
	}
	commands[i].Parameters = append(commands[i].Parameters, p)
	return errors.Join(errs[:]...)
}
