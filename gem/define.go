package gem

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// This file has the rules of S2F33, S2F35 and S2F37. Each message is checked
// as a whole against a draft of what it would leave; the first fault decides
// the answer and nothing changes.

// definition is one entry of S2F33. Its image is the durable one, complete once
// the VIDs are found; it begins with L[2] and the RPTID.
type definition struct {
	key   string
	vids  secs2.Item
	image []byte
}

// defineReports is S2F33 with a > 0.
func (h *Host) defineReports(list secs2.Item) secs2.DRACK {
	entries, err := readDefinitions(list)
	if err != nil {
		h.eq.call.why = err.Error()
		return secs2.DRACKInvalidFormat
	}
	if drack := h.checkDefinitions(entries); drack != secs2.DRACKAccepted {
		return drack
	}
	for _, d := range entries {
		if d.vids.Len() == 0 {
			h.deleteReport(d.key)
			continue
		}
		h.eq.put(kindReport, h.recordID(d.key), d.image)
	}
	return secs2.DRACKAccepted
}

// readDefinitions reads every entry before any is judged.
func readDefinitions(list secs2.Item) (entries []definition, err error) {
	entries = make([]definition, 0, list.Len())
	body := secs2.NewReader(list)
	body.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		rptid := r.ID("RPTID")
		vids := *r
		r.Each("VID", func(r *secs2.Reader) { r.ID("VID") })
		if r.Err() != nil {
			return
		}
		d := definition{key: rptid.Key(), vids: vids.Item("VIDs")}
		a := secs2.NewAppender(make([]byte, 0, 16+4*d.vids.Len()))
		a.List(2)
		rptid.AppendTo(&a)
		if d.image = a.Bytes(); len(d.image) > maxRPTID {
			err = fmt.Errorf("gem: an RPTID of %d bytes, at most %d", len(d.image), maxRPTID)
		}
		entries = append(entries, d)
	})
	if body.Err() != nil {
		return nil, body.Err()
	}
	return entries, err
}

// maxRPTID is the longest RPTID with its item header, for those that are texts.
const maxRPTID = 255

func (h *Host) checkDefinitions(entries []definition) secs2.DRACK {
	draft := make(map[string]int, len(entries)) // variables of reports touched so far, 0: deleted
	count, vids := len(h.reports.byKey), h.reports.vids
	for i := range entries {
		d := &entries[i]
		n, touched := draft[d.key]
		if !touched && h.reports.byKey[d.key] != nil {
			n = len(h.reports.byKey[d.key].vars)
		}
		if d.vids.Len() == 0 {
			if n > 0 {
				count, vids = count-1, vids-n
			}
			draft[d.key] = 0
			continue
		}
		if n > 0 {
			h.eq.call.why = "RPTID " + d.key
			return secs2.DRACKRPTIDAlreadyDefined
		}
		if missing := d.addVIDs(h.eq); missing != "" {
			h.eq.call.why = "RPTID " + d.key + ", VID " + missing
			return secs2.DRACKVIDDoesNotExist
		}
		draft[d.key] = d.vids.Len()
		count, vids = count+1, vids+d.vids.Len()
	}
	size := 0
	for _, d := range entries {
		size += len(d.image)
	}
	if size > maxCommit {
		h.eq.call.why = fmt.Sprintf("%d bytes in one message, at most %d", size, maxCommit)
		return secs2.DRACKInsufficientSpace
	}
	if limits := h.eq.cfg.Reports; count > limits.Max || vids > limits.MaxVIDs {
		h.eq.call.why = fmt.Sprintf("%d reports with %d VIDs, at most %d with %d", count, vids, limits.Max, limits.MaxVIDs)
		return secs2.DRACKInsufficientSpace
	}
	return secs2.DRACKAccepted
}

// addVIDs completes the image with the VIDs, in the equipment's own width. It
// returns the first that does not exist.
func (d *definition) addVIDs(e *Equipment) (missing string) {
	e.vids = e.vids[:0]
	r := secs2.NewReader(d.vids)
	r.IDs("VID", func(id secs2.ID) {
		v := e.variables.find(id)
		switch {
		case v != nil:
			e.vids = binary.BigEndian.AppendUint32(e.vids, v.vid)
		case missing == "":
			missing = id.Key()
		}
	})
	a := secs2.NewAppender(d.image)
	a.Data(secs2.FormatU4, e.vids)
	d.image = a.Bytes()
	return missing
}

// deleteReport takes a report away, and before it every link to it.
func (h *Host) deleteReport(key string) {
	r := h.reports.byKey[key]
	if r == nil {
		return
	}
	for i := range h.events {
		linked := h.events[i].reports
		for _, l := range linked {
			if l == r {
				h.putLinks(h.eq.events.list[i], without(linked, r))
				break
			}
		}
	}
	h.eq.put(kindReport, h.recordID(key), nil)
}

func without(list []*report, r *report) (kept []*report) {
	for _, l := range list {
		if l != r {
			kept = append(kept, l)
		}
	}
	return kept
}

func (h *Host) putLinks(ev *event, reports []*report) {
	var image []byte
	if len(reports) > 0 {
		image = encodeLinks(reports)
	}
	h.eq.put(kindLink, h.recordID(strconv.FormatUint(uint64(ev.ceid), 10)), image)
}

// deleteAllReports is S2F33 with a = 0: reports go in the order of their keys.
func (h *Host) deleteAllReports() {
	for i := range h.events {
		if len(h.events[i].reports) > 0 {
			h.putLinks(h.eq.events.list[i], nil)
		}
	}
	for _, key := range sortedKeys(h.reports.byKey) {
		h.eq.put(kindReport, h.recordID(key), nil)
	}
}

// linking is one entry of S2F35.
type linking struct {
	ceid   secs2.ID
	rptids []secs2.ID
}

// linkReports is S2F35.
func (h *Host) linkReports(list secs2.Item) secs2.LRACK {
	var entries []linking
	body := secs2.NewReader(list)
	body.Each("events", func(r *secs2.Reader) {
		r.Tuple(2)
		l := linking{ceid: r.ID("CEID")}
		r.Each("RPTID", func(r *secs2.Reader) { l.rptids = append(l.rptids, r.ID("RPTID")) })
		entries = append(entries, l)
	})
	if err := body.Err(); err != nil {
		h.eq.call.why = err.Error()
		return secs2.LRACKInvalidFormat
	}
	draft, order, lrack := h.draftLinks(entries)
	if lrack != secs2.LRACKAccepted {
		return lrack
	}
	linked := make([]bool, len(h.events))
	for _, ev := range order {
		if len(draft[ev]) > 0 || len(h.events[ev.index].reports) > 0 {
			h.putLinks(ev, draft[ev])
		}
		linked[ev.index] = len(draft[ev]) > 0
	}
	h.setEnabled(func(i int) bool { return h.events[i].enabled && !linked[i] })
	return secs2.LRACKAccepted
}

// draftLinks returns what the entries leave of each event that they name, and
// those events in the order of the message.
func (h *Host) draftLinks(entries []linking) (draft map[*event][]*report, order []*event, lrack secs2.LRACK) {
	draft = make(map[*event][]*report, len(entries))
	links := h.reports.links
	for _, l := range entries {
		ev := h.eq.events.find(l.ceid)
		h.eq.call.why = "CEID " + l.ceid.Key()
		if ev == nil {
			return nil, nil, secs2.LRACKCEIDDoesNotExist
		}
		present, touched := draft[ev]
		if !touched {
			present = h.events[ev.index].reports
			order = append(order, ev)
		}
		if len(present) > 0 && len(l.rptids) > 0 {
			return nil, nil, secs2.LRACKCEIDAlreadyLinked
		}
		links += len(l.rptids) - len(present)
		reports, lrack := h.resolve(l.rptids)
		if lrack != secs2.LRACKAccepted {
			return nil, nil, lrack
		}
		draft[ev] = reports
	}
	if links > h.eq.cfg.Reports.MaxLinks {
		h.eq.call.why = fmt.Sprintf("%d links, at most %d", links, h.eq.cfg.Reports.MaxLinks)
		return nil, nil, secs2.LRACKInsufficientSpace
	}
	return draft, order, secs2.LRACKAccepted
}

// resolve finds the reports of one event; the same one twice is a link that
// exists already.
func (h *Host) resolve(rptids []secs2.ID) (reports []*report, lrack secs2.LRACK) {
	seen := make(map[*report]bool, len(rptids))
	for _, id := range rptids {
		r := h.reports.byKey[id.Key()]
		if r == nil || seen[r] {
			h.eq.call.why += ", RPTID " + id.Key()
		}
		if r == nil {
			return nil, secs2.LRACKRPTIDDoesNotExist
		}
		if seen[r] {
			return nil, secs2.LRACKCEIDAlreadyLinked
		}
		seen[r] = true
		reports = append(reports, r)
	}
	return reports, secs2.LRACKAccepted
}

// switchEvents is S2F37: the listed events, or all of them, become enabled or
// disabled.
func (h *Host) switchEvents(enable bool, listed []*event, all bool) {
	change := make([]bool, len(h.events))
	for _, ev := range listed {
		change[ev.index] = true
	}
	h.setEnabled(func(i int) bool {
		if all || change[i] {
			return enable
		}
		return h.events[i].enabled
	})
}
