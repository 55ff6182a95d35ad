package gem

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// report is a host's definition: RPTID and the variables, in order.
type report struct {
	key string // of the RPTID

	isNumber bool   // the RPTID is one, and
	number   uint64 // this one

	timed bool   // what it tells depends on the time
	seen  uint64 // the entry of S2F35 that named it last
	id    []byte // the RPTID item as the host wrote it
	vars  []*variable
	head  []byte // L[2], the RPTID, and the header of the list of values
}

func newReport(key string, id []byte, vars []*variable) *report {
	a := secs2.NewAppender(make([]byte, 0, len(id)+8))
	a.List(2)
	start := len(a.Bytes())
	a.Encoded(id)
	end := len(a.Bytes())
	a.List(len(vars))
	timed := slices.ContainsFunc(vars, func(v *variable) bool { return v.timed })
	number, err := strconv.ParseUint(key, 10, 64)
	return &report{key: key, isNumber: err == nil, number: number, id: a.Bytes()[start:end:end], vars: vars, head: a.Bytes(), timed: timed}
}

// hostEvent is what one host made of an event.
type hostEvent struct {
	enabled bool
	timed   bool      // one of the reports depends on the time
	reports []*report // linked, in order
}

// definitions are a host's reports, with their sizes for the bounds.
type definitions struct {
	byKey   map[string]*report
	inOrder []*report // all of them, once asked for
	vids    int       // in all reports
	links   int       // of all events
}

// find returns the report that an RPTID names, or nil.
func (d *definitions) find(rptid secs2.ID) *report {
	if n, ok := rptid.Uint(); ok {
		var digits [20]byte
		return d.byKey[string(strconv.AppendUint(digits[:0], n, 10))]
	}
	return d.byKey[rptid.Key()]
}

// appendEnabled appends the value of EventsEnabled.
func (h *Host) appendEnabled(a *secs2.Appender) {
	n := 0
	for i := range h.events {
		if h.events[i].enabled {
			n++
		}
	}
	a.List(n)
	for i := range h.events {
		if h.events[i].enabled {
			h.eq.appendID(a, h.eq.events.list[i].ceid)
		}
	}
}

// This is how the three kinds of durable definitions look: report definitions
// under host/RPTID as L[2] {RPTID, U4 array of VIDs}; links under host/CEID as
// a list of RPTIDs; the enabled events under host as a U4 array of CEIDs. A
// record that is not there is no report, no link, nothing enabled.
var (
	kindReport = &kind{name: "report", ids: reportIDs, image: reportImage, apply: applyReport}
	kindLink   = &kind{name: "link", ids: linkIDs, image: linkImage, apply: applyLink, adapt: adaptLink}
	kindEnable = &kind{name: "enabled", ids: onePerHost, image: enabledImage, apply: applyEnabled, adapt: adaptEnabled}
)

var errImage = errors.New("gem: an image of this kind looks otherwise")

// owner splits a record's id into the host and the rest.
func (e *Equipment) owner(id string) (*Host, string) {
	name, rest, _ := strings.Cut(id, "\x00")
	for _, h := range e.hosts {
		if h.cfg.Name == name {
			return h, rest
		}
	}
	return nil, ""
}

func (h *Host) recordID(rest string) string { return h.cfg.Name + "\x00" + rest }

func reportImage(e *Equipment, id string) []byte {
	h, key := e.owner(id)
	if h == nil || h.reports.byKey[key] == nil {
		return nil
	}
	r := h.reports.byKey[key]
	return encodeReport(r.id, r.vars)
}

func encodeReport(id []byte, vars []*variable) []byte {
	vids := make([]byte, 0, 4*len(vars))
	for _, v := range vars {
		vids = append(vids, byte(v.vid>>24), byte(v.vid>>16), byte(v.vid>>8), byte(v.vid))
	}
	a := secs2.NewAppender(make([]byte, 0, len(id)+len(vids)+8))
	a.List(2)
	a.Encoded(id)
	a.Data(secs2.FormatU4, vids)
	return a.Bytes()
}

func applyReport(e *Equipment, id string, image []byte) error {
	h, key := e.owner(id)
	if h == nil {
		return ErrUnknown
	}
	h.reports.inOrder = nil
	if old := h.reports.byKey[key]; old != nil {
		h.reports.vids -= len(old.vars)
		delete(h.reports.byKey, key)
	}
	if image == nil {
		return nil
	}
	it, err := secs2.Parse(image)
	if err != nil {
		return err
	}
	r := secs2.NewReader(it)
	r.Tuple(2)
	rptid, vids := r.Item("RPTID"), r.Item("VID")
	if r.Err() != nil || vids.Format() != secs2.FormatU4 {
		return errImage
	}
	vars := make([]*variable, 0, vids.Len())
	for vid := range vids.Uints() {
		v := e.variables.byID.get(uint32(vid))
		if v == nil {
			return fmt.Errorf("%w: VID %d", ErrUnknown, vid)
		}
		vars = append(vars, v)
	}
	h.reports.byKey[key] = newReport(key, rptid.Encoded(), vars)
	h.reports.vids += len(vars)
	return nil
}

func linkImage(e *Equipment, id string) []byte {
	h, ev := e.linkOwner(id)
	if h == nil || len(h.events[ev.index].reports) == 0 {
		return nil
	}
	return encodeLinks(h.events[ev.index].reports)
}

func encodeLinks(reports []*report) []byte {
	a := secs2.NewAppender(nil)
	a.List(len(reports))
	for _, r := range reports {
		a.Encoded(r.id)
	}
	return a.Bytes()
}

func (e *Equipment) linkOwner(id string) (*Host, *event) {
	h, text := e.owner(id)
	ceid, err := strconv.ParseUint(text, 10, 32)
	if h == nil || err != nil || e.events.byID.get(uint32(ceid)) == nil {
		return nil, nil
	}
	return h, e.events.byID.get(uint32(ceid))
}

func applyLink(e *Equipment, id string, image []byte) error {
	h, ev := e.linkOwner(id)
	if h == nil {
		return ErrUnknown
	}
	var reports []*report
	if image != nil {
		it, err := secs2.Parse(image)
		if err != nil {
			return err
		}
		body := secs2.NewReader(it)
		missing := ""
		body.IDs("RPTID", func(rptid secs2.ID) {
			r := h.reports.find(rptid)
			if r == nil {
				missing = rptid.Key()
			}
			reports = append(reports, r)
		})
		switch {
		case body.Err() != nil:
			return errImage
		case missing != "":
			return fmt.Errorf("%w: RPTID %s", ErrUnknown, missing)
		}
	}
	h.reports.links += len(reports) - len(h.events[ev.index].reports)
	h.events[ev.index].reports = reports
	h.events[ev.index].timed = slices.ContainsFunc(reports, func(r *report) bool { return r.timed })
	return nil
}

// adaptLink leaves the links to reports that exist.
func adaptLink(e *Equipment, id string, image []byte) []byte {
	h, ev := e.linkOwner(id)
	it, err := secs2.Parse(image)
	if h == nil || ev == nil || err != nil {
		return nil
	}
	var left []*report
	body := secs2.NewReader(it)
	body.IDs("RPTID", func(rptid secs2.ID) {
		if r := h.reports.byKey[rptid.Key()]; r != nil {
			left = append(left, r)
		}
	})
	if len(left) == 0 {
		return nil
	}
	return encodeLinks(left)
}

func enabledImage(e *Equipment, id string) []byte {
	h, _ := e.owner(id)
	if h == nil {
		return nil
	}
	return h.encodeEnabled(func(i int) bool { return h.events[i].enabled })
}

// encodeEnabled returns the image of the set of events that enabled names by
// their index; nil when it is empty.
func (h *Host) encodeEnabled(enabled func(int) bool) []byte {
	var ceids []byte
	for i, ev := range h.eq.events.list {
		if enabled(i) {
			ceids = append(ceids, byte(ev.ceid>>24), byte(ev.ceid>>16), byte(ev.ceid>>8), byte(ev.ceid))
		}
	}
	if ceids == nil {
		return nil
	}
	return secs2.Raw(secs2.FormatU4, ceids).Encoded()
}

func applyEnabled(e *Equipment, id string, image []byte) error {
	h, _ := e.owner(id)
	if h == nil {
		return ErrUnknown
	}
	for i := range h.events {
		h.events[i].enabled = false
	}
	if image == nil {
		return nil
	}
	it, err := secs2.Parse(bytes.Clone(image))
	if err != nil {
		return err
	}
	for ceid := range it.Uints() {
		ev := e.events.byID.get(uint32(ceid))
		if ev == nil {
			return fmt.Errorf("%w: CEID %d", ErrUnknown, ceid)
		}
		h.events[ev.index].enabled = true
	}
	return nil
}

// adaptEnabled leaves the events that exist.
func adaptEnabled(e *Equipment, id string, image []byte) []byte {
	h, _ := e.owner(id)
	it, err := secs2.Parse(image)
	if h == nil || err != nil {
		return nil
	}
	left := make([]bool, len(h.events))
	for ceid := range it.Uints() {
		if ev := e.events.byID.get(uint32(ceid)); ev != nil {
			left[ev.index] = true
		}
	}
	return h.encodeEnabled(func(i int) bool { return left[i] })
}

// setEnabled makes the set durable if it is another one.
func (h *Host) setEnabled(enabled func(int) bool) {
	image := h.encodeEnabled(enabled)
	if !bytes.Equal(image, h.encodeEnabled(func(i int) bool { return h.events[i].enabled })) {
		h.eq.put(kindEnable, h.recordID(""), image)
	}
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
