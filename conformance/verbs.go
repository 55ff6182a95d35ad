package conformance

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file reads one statement. A statement may start with the name of a
// connection and a colon.

// selectLines and establishLines are what "select" and "establish" stand for.
const (
	selectLines = `connect
H> Select.req
E> Select.rsp`
	establishLines = selectLines + `
E> S1F13 W <L [2] <A _> <A _>>
H> S1F14 <L <B 0> <L>>`
)

// expand reads a statement, or the ones that a short form stands for.
func (p *parser) expand(n int, text string) ([]statement, error) {
	link, rest := cutLink(text)
	var lines string
	switch rest {
	case "select":
		lines = selectLines
	case "establish":
		lines = establishLines
	default:
		d, err := p.statement(link, rest)
		return []statement{p.noted(n, text, d)}, err
	}
	var all []statement
	for line := range strings.SplitSeq(lines, "\n") {
		d, err := p.statement(link, line)
		if err != nil {
			return nil, err
		}
		all = append(all, p.noted(n, text+": "+line, d))
	}
	return all, nil
}

// cutLink takes the name of a connection off a statement.
func cutLink(text string) (link, rest string) {
	name, rest, ok := strings.Cut(text, ":")
	if !ok || !isName(name) {
		return "", text
	}
	return name, strings.TrimSpace(rest)
}

// statement reads one statement that is no short form.
func (p *parser) statement(link, text string) (deed, error) {
	if rest, ok := strings.CutPrefix(text, "H>"); ok {
		return p.hostFrame(link, strings.TrimSpace(rest))
	}
	if rest, ok := strings.CutPrefix(text, "E>"); ok {
		return p.equipmentDeed(link, strings.TrimSpace(rest))
	}
	if d := hostVerb(link, text); d != nil {
		return d, p.verbNeeds(d)
	}
	if words := strings.Fields(text); len(words) > 0 && words[0] == "release" {
		return parseRelease(link, words[1:])
	}
	if link != "" {
		return nil, fmt.Errorf("unknown statement %q on connection %s", text, link)
	}
	word, rest, _ := strings.Cut(text, " ")
	return p.aroundVerb(word, strings.TrimSpace(rest))
}

// hostVerb returns what the host does with a connection, nil for other text.
func hostVerb(link, text string) deed {
	switch text {
	case "connect":
		return connect{link}
	case "connect refused":
		return connectRefused{}
	case "accept":
		return accept{link}
	case "refuse":
		return refuse{}
	case "open":
		return expectOpen{link}
	case "hold":
		return holdFrames{link}
	case "close":
		return hostDeed{link, hangUp, true}
	case "half-close":
		return hostDeed{link, halfClose, false}
	case "reset":
		return hostDeed{link, reset, true}
	case "cut":
		return hostDeed{link, cutCable, false}
	case "stop reading":
		return hostDeed{link, stopReading, false}
	case "read on":
		return hostDeed{link, readOn, false}
	case "discard":
		return hostDeed{link, discard, false}
	}
	return nil
}

func (p *parser) verbNeeds(d deed) error {
	switch d := d.(type) {
	case accept, refuse:
		return p.need("active")
	case connect:
		if p.script.isHost(d.link) {
			return p.need("hosts")
		}
	}
	return nil
}

func (p *parser) hostFrame(link, text string) (deed, error) {
	if rest, ok := strings.CutPrefix(text, "hex "); ok {
		b, err := parseHex(rest)
		return sendBytes{link, b}, err
	}
	t, err := parseTemplate(text)
	return sendFrame{link, t}, err
}

// equipmentDeed reads what stands behind E>.
func (p *parser) equipmentDeed(link, text string) (deed, error) {
	switch text {
	case "closes":
		return expectEnd{link}, nil
	case "dials":
		return expectDial{}, p.need("active")
	}
	if rest, ok := strings.CutPrefix(text, "hex "); ok {
		as := ""
		if before, name, found := strings.Cut(rest, " as "); found {
			rest, as = before, strings.TrimSpace(name)
		}
		b, err := parseHex(rest)
		return expectBytes{link, as, b}, err
	}
	t, err := parseTemplate(text)
	return expectFrame{link, t}, err
}

func parseHex(text string) ([]byte, error) {
	return hex.DecodeString(strings.Join(strings.Fields(text), ""))
}

// parseRelease reads "at 1 4 13" or "every 1", then "gap 100ms".
func parseRelease(link string, words []string) (deed, error) {
	d := release{link: link}
	if i := slices.Index(words, "gap"); i >= 0 {
		if len(words) != i+2 {
			return nil, errors.New("want: gap DURATION")
		}
		gap, err := time.ParseDuration(words[i+1])
		if err != nil {
			return nil, err
		}
		d.gap, words = gap, words[:i]
	}
	if len(words) == 0 {
		return d, nil
	}
	var numbers []int
	for _, w := range words[1:] {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("bad offset %q", w)
		}
		numbers = append(numbers, n)
	}
	switch {
	case words[0] == "at" && slices.IsSorted(numbers):
		d.at = numbers
	case words[0] == "every" && len(numbers) == 1:
		d.every = numbers[0]
	default:
		return nil, errors.New("want: release [at OFFSET … | every BYTES] [gap DURATION]")
	}
	return d, nil
}

// aroundVerb reads a statement that has no connection.
func (p *parser) aroundVerb(word, rest string) (deed, error) {
	switch word {
	case "quiet", "after", "within":
		return timeVerb(word, rest)
	case "operator":
		action, refused := strings.CutPrefix(rest, "refused ")
		if refused {
			return refusedOperate{action}, p.need("operator")
		}
		return operate{rest}, p.need("operator")
	case "tool":
		action, refused := strings.CutPrefix(rest, "refused ")
		if refused {
			return refusedAct{action}, p.need("tool")
		}
		return act{action}, p.need("tool")
	case "disk":
		return setDisk{rest}, p.need("disk")
	case "restart":
		changed, err := parseSettings(rest)
		return restart{changed}, errors.Join(err, p.need("restart"))
	case "kill":
		changed, err := parseSettings(rest)
		return kill{changed}, errors.Join(err, p.need("kill"))
	case "inspect":
		return p.inspect(rest)
	case "start":
		return p.start(rest)
	}
	return nil, fmt.Errorf("unknown statement %q", word)
}

func timeVerb(word, rest string) (deed, error) {
	d, err := time.ParseDuration(rest)
	switch {
	case err != nil || d <= 0:
		return nil, fmt.Errorf("bad duration %q", rest)
	case word == "quiet":
		return quiet{d}, nil
	case word == "after":
		return after{d}, nil
	}
	return within{d}, nil
}

// parseSettings reads "KEY = VALUE", or nothing.
func parseSettings(text string) ([]Setting, error) {
	if text == "" {
		return nil, nil
	}
	s, err := parseSetting(text)
	return []Setting{s}, err
}

func parseSetting(text string) (Setting, error) {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return Setting{}, errors.New("want: KEY = VALUE")
	}
	return Setting{strings.TrimSpace(key), strings.TrimSpace(value)}, nil
}

// inspect reads "WHAT = WORDS", "WHAT = $NAME" or "WHAT <= NUMBER".
func (p *parser) inspect(rest string) (deed, error) {
	what, want, ok := strings.Cut(rest, "=")
	if !ok {
		return nil, errors.New("want: inspect WHAT = VALUE")
	}
	if less, ok := strings.CutSuffix(what, "<"); ok {
		most, err := strconv.Atoi(strings.TrimSpace(want))
		return inspect{what: strings.TrimSpace(less), most: &most}, errors.Join(err, p.need("inspect"))
	}
	i := inspect{what: strings.TrimSpace(what), want: strings.TrimSpace(want)}
	if name, ok := strings.CutPrefix(i.want, "$"); ok {
		i.want, i.capture = "", name
	}
	return i, p.need("inspect")
}

// start reads "start" or "start refused WORD …", which ends the script.
func (p *parser) start(rest string) (deed, error) {
	if rest == "" {
		return start{}, nil
	}
	words := strings.Fields(rest)
	if words[0] != "refused" || len(words) == 1 {
		return nil, errors.New("want: start, or: start refused WORD …")
	}
	if len(p.lines) > 0 {
		return nil, errors.New("nothing can follow a start that is refused")
	}
	return start{refused: words[1:]}, nil
}
