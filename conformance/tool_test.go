package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"

	"github.com/secsd/secsd/conformance"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// scriptTool is a tool that does what the script says, see toolDeeds. It carries out one command at a time and takes as long as the script lets
// it. A command that the script does not name is an error at the end.
type scriptTool struct {
	bursts  chan burst // to Run, one at a time
	mu      sync.Mutex
	waiting []*order // commands that no "gets" has named
	taken   *order   // the one that "answers" answers

	rejects    map[string]string // what it finds wrong with programs
	loaded     *daemon.Program   // the copy that it runs
	copied     []byte            // what is in it, once that was read
	copiedFrom *daemon.Program

	handled handled
}

// order is a command at the tool.
type order struct {
	text   string
	answer chan answer // capacity 1
}

type answer struct {
	hcack secs2.HCACK
	bad   []gem.BadParameter
}

var _ daemon.Tool = (*scriptTool)(nil)

func newScriptTool() *scriptTool {
	return &scriptTool{bursts: make(chan burst, 1), rejects: map[string]string{}}
}

// burst is many events, with the value of a variable counting from 1 to n.
type burst struct{ ceid, vid, n uint32 }

// Run says that the tool is there, then raises the events of bursts. The script
// misses those that are refused.
func (t *scriptTool) Run(ctx context.Context, d *daemon.Daemon) error {
	_ = d.Process(ctx, "initialized")
	for {
		select {
		case <-ctx.Done():
			return nil
		case b := <-t.bursts:
			for i := range b.n {
				_ = d.Trigger(ctx, b.ceid, gem.Value{VID: b.vid, Item: secs2.U4(i + 1)})
			}
		}
	}
}

func (*scriptTool) Changed(gem.Transition) {}

func (t *scriptTool) Command(ctx context.Context, q gem.Question) (secs2.HCACK, []gem.BadParameter) {
	var text strings.Builder
	text.WriteString(q.Command)
	for _, p := range q.Parameters {
		fmt.Fprintf(&text, " %s %s", p.Name, sml.FormatItem(p.Value))
	}
	if q.Host == "" {
		text.WriteString(" by operator")
	}
	o := &order{text.String(), make(chan answer, 1)}
	t.mu.Lock()
	t.waiting = append(t.waiting, o)
	t.mu.Unlock()
	select {
	case a := <-o.answer:
		return a.hcack, a.bad
	case <-ctx.Done():
		return secs2.HCACKCannotPerformNow, nil
	}
}

// left reports a command that the script did not name.
func (t *scriptTool) left() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) > 0 {
		return fmt.Errorf("the tool got %s, which the script does not expect", t.waiting[0].text)
	}
	return nil
}

// deed carries out an action of the tool or of the operator, given the words
// behind its name. An error that the equipment gave goes through refused.
type deed func(p *inProcess, words []string) error

// toolDeeds are the actions of the tool, by their first word.
func toolDeeds() map[string]deed {
	all := map[string]deed{
		"trigger": triggers,
		"process": processes,
		"set":     sets,
		"selects": selectsProgram,
		"loads":   loadsProgram,
		"loaded":  hasLoaded,
		"rejects": rejectsProgram,
		"alarm":   changesAlarm,
		"bursts":  func(p *inProcess, words []string) error { return p.tool.burst(words) },
		"gets":    func(p *inProcess, words []string) error { return p.tool.gets(strings.Join(words, " ")) },
		"answers": func(p *inProcess, words []string) error { return p.tool.answers(words) },
	}
	maps.Copy(all, materialDeeds())
	return all
}

// Act carries out an action of the script.
func (p *inProcess) Act(action string) error { return p.perform("tool", toolDeeds(), action) }

// perform finds the deed of an action of who and does it.
func (p *inProcess) perform(who string, deeds map[string]deed, action string) error {
	words, err := splitAction(action)
	if err != nil {
		return err
	}
	do, ok := deeds[words[0]]
	if !ok {
		return fmt.Errorf("%s %s: %w", who, action, errors.ErrUnsupported)
	}
	return do(p, words[1:])
}

func triggers(p *inProcess, words []string) error {
	if len(words) == 0 {
		return errors.New("want: tool trigger CEID [VID <item>]…")
	}
	ceid, err := strconv.ParseUint(words[0], 10, 32)
	if err != nil {
		return err
	}
	values, err := readValues(words[1:])
	if err != nil {
		return err
	}
	return refused(p.daemon.Trigger(context.Background(), uint32(ceid), values...))
}

func processes(p *inProcess, words []string) error {
	if len(words) == 0 {
		return errors.New("want: tool process TRIGGER [VID <item>]…")
	}
	values, err := readValues(words[1:])
	if err != nil {
		return err
	}
	return refused(p.daemon.Process(context.Background(), words[0], values...))
}

func sets(p *inProcess, words []string) error {
	values, err := readValues(words)
	if err != nil {
		return err
	}
	return refused(p.daemon.Set(values...))
}

func (t *scriptTool) burst(words []string) error {
	if len(words) != 3 {
		return errors.New("want: tool bursts CEID VID 1..N")
	}
	last, ok := strings.CutPrefix(words[2], "1..")
	if !ok {
		return errors.New("want: tool bursts CEID VID 1..N")
	}
	var numbers [3]uint32
	for i, word := range []string{words[0], words[1], last} {
		n, err := strconv.ParseUint(word, 10, 32)
		if err != nil {
			return err
		}
		numbers[i] = uint32(n)
	}
	t.bursts <- burst{numbers[0], numbers[1], numbers[2]}
	return nil
}

// refused marks the equipment's own word.
func refused(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", conformance.ErrRefused, err)
}

func (t *scriptTool) gets(want string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		return errors.New("the tool got no command")
	}
	t.taken, t.waiting = t.waiting[0], t.waiting[1:]
	if t.taken.text != want {
		return fmt.Errorf("the tool got %s, want %s", t.taken.text, want)
	}
	return nil
}

func (t *scriptTool) answers(words []string) error {
	if len(words) == 0 {
		return errors.New("want: tool answers HCACK [CPNAME CPACK …]")
	}
	t.mu.Lock()
	o := t.taken
	t.taken = nil
	t.mu.Unlock()
	if o == nil {
		return errors.New("the tool has no command to answer: tool gets comes first")
	}
	hcack, err := strconv.ParseUint(words[0], 10, 8)
	if err != nil || len(words)%2 == 0 {
		return errors.New("want: tool answers HCACK [CPNAME CPACK …]")
	}
	a := answer{hcack: secs2.HCACK(hcack)}
	for i := 1; i < len(words); i += 2 {
		code, err := strconv.ParseUint(words[i+1], 10, 8)
		if err != nil {
			return err
		}
		a.bad = append(a.bad, gem.BadParameter{Name: words[i], Code: secs2.CPACK(code)})
	}
	o.answer <- a
	return nil
}

// readValues reads pairs of a VID and an item.
func readValues(words []string) ([]gem.Value, error) {
	if len(words)%2 != 0 {
		return nil, errors.New("want pairs of VID and item")
	}
	var values []gem.Value
	for i := 0; i < len(words); i += 2 {
		vid, err := strconv.ParseUint(words[i], 10, 32)
		if err != nil {
			return nil, err
		}
		item, err := sml.ParseItem(words[i+1])
		if err != nil {
			return nil, err
		}
		values = append(values, gem.Value{VID: uint32(vid), Item: item})
	}
	return values, nil
}

// splitAction cuts an action into its words; an item is one word, in canonical
// form.
func splitAction(action string) (words []string, err error) {
	for rest := strings.TrimSpace(action); rest != ""; rest = strings.TrimSpace(rest) {
		end := strings.IndexByte(rest+" ", ' ')
		if rest[0] == '<' {
			if end = itemEnd(rest); end < 0 {
				return nil, fmt.Errorf("item has no end: %q", rest)
			}
			item, err := sml.ParseItem(rest[:end])
			if err != nil {
				return nil, err
			}
			words = append(words, sml.FormatItem(item))
		} else {
			words = append(words, rest[:end])
		}
		rest = rest[end:]
	}
	if len(words) == 0 {
		return nil, errors.New("want an action")
	}
	return words, nil
}

// itemEnd returns where the item that text begins with ends, -1 if it does not.
func itemEnd(text string) int {
	depth, quoted := 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
