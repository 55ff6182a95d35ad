package gem

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// This file has the rules of S2F33, S2F35 and S2F37. Each message is checked
// as a whole against a draft of what it would leave; the first fault decides
// the answer and nothing changes.

// definition is one entry of S2F33. Its image is the durable one.
type definition struct {
	key     string
	vids    int
	missing string // the first VID that does not exist
	image   []byte
}

// defineReports is S2F33 with a > 0.
func (h *Host) defineReports(list secs2.Item) secs2.DRACK {
	limits := h.eq.cfg.Reports
	entries, err := h.readDefinitions(list)
	switch {
	case err != nil:
		h.eq.call.why = err.Error()
		return secs2.DRACKInvalidFormat
	case entries == nil:
		h.eq.call.why = fmt.Sprintf("more in one message than twice what the host may have: %d reports with %d VIDs", limits.Max, limits.MaxVIDs)
		return secs2.DRACKInsufficientSpace
	}
	if drack := h.checkDefinitions(entries); drack != secs2.DRACKAccepted {
		return drack
	}
	for _, d := range entries {
		if d.vids == 0 {
			h.deleteReport(d.key)
			continue
		}
		h.eq.put(kindReport, h.recordID(d.key), d.image)
	}
	return secs2.DRACKAccepted
}

// readDefinitions reads every entry before any is judged. It returns none for a
// message with more in it than twice what a host may have, and reads that no further.
func (h *Host) readDefinitions(list secs2.Item) (entries []definition, err error) {
	limits := h.eq.cfg.Reports
	left := 2 * limits.MaxVIDs
	const longestID, longestVID = 2 * maxRPTID, 16
	if list.Len() > 2*limits.Max || len(list.Encoded()) > list.Len()*longestID+left*longestVID {
		return nil, nil
	}
	entries = make([]definition, 0, list.Len())
	images := make([]byte, 0, len(list.Encoded())+len(list.Encoded())/2) // a VID of U1 becomes U4
	body := secs2.NewReader(list)
	body.Each("reports", func(r *secs2.Reader) {
		if left < 0 {
			r.Item("report")
			return
		}
		r.Tuple(2)
		rptid := r.ID("RPTID")
		d := h.eq.readVIDs(r)
		if r.Err() != nil {
			return
		}
		a := secs2.NewAppender(images[len(images):])
		a.List(2)
		rptid.AppendTo(&a)
		if n := len(a.Bytes()); n > maxRPTID {
			err = fmt.Errorf("gem: an RPTID of %d bytes, at most %d", n, maxRPTID)
		}
		a.Data(secs2.FormatU4, h.eq.vids)
		d.key, d.image = rptid.Key(), slices.Clip(a.Bytes())
		if n := len(images) + len(d.image); n <= cap(images) {
			images = images[:n]
		}
		left -= d.vids
		entries = append(entries, d)
	})
	switch {
	case body.Err() != nil:
		return nil, body.Err()
	case left < 0:
		return nil, nil
	}
	return entries, err
}

// readVIDs reads the variables of a report, their VIDs into the scratch.
func (e *Equipment) readVIDs(r *secs2.Reader) (d definition) {
	e.vids = e.vids[:0]
	d.vids = r.Each("VID", func(r *secs2.Reader) {
		id := r.ID("VID")
		v := e.variables.find(id)
		switch {
		case v != nil:
			e.vids = binary.BigEndian.AppendUint32(e.vids, v.vid)
		case d.missing == "" && r.Err() == nil:
			d.missing = id.Key()
		}
	})
	return d
}

// maxRPTID is the longest RPTID with its item header, for those that are texts.
const maxRPTID = 255

func (h *Host) checkDefinitions(entries []definition) secs2.DRACK {
	draft := make(map[string]int, len(entries)) // variables of reports touched so far, 0: deleted
	count, vids := len(h.reports.byKey), h.reports.vids
	size := 0
	for i := range entries {
		d := &entries[i]
		n, touched := draft[d.key]
		if old := h.reports.byKey[d.key]; !touched && old != nil {
			n = len(old.vars)
		}
		draft[d.key] = d.vids
		size += len(d.image)
		switch {
		case d.vids == 0 && n > 0:
			count, vids = count-1, vids-n
		case d.vids == 0:
		case n > 0:
			h.eq.call.why = "RPTID " + d.key
			return secs2.DRACKRPTIDAlreadyDefined
		case d.missing != "":
			h.eq.call.why = "RPTID " + d.key + ", VID " + d.missing
			return secs2.DRACKVIDDoesNotExist
		default:
			count, vids = count+1, vids+d.vids
		}
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
	entries, err := h.readLinks(list)
	switch {
	case err != nil:
		h.eq.call.why = err.Error()
		return secs2.LRACKInvalidFormat
	case entries == nil && list.Len() > 0:
		h.eq.call.why = fmt.Sprintf("more in one message than twice what the host may have: %d links", h.eq.cfg.Reports.MaxLinks)
		return secs2.LRACKInsufficientSpace
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

// readLinks reads every entry. It returns none for a message with more in it than
// twice what a host may have, and reads that no further.
func (h *Host) readLinks(list secs2.Item) (entries []linking, err error) {
	left := 2 * h.eq.cfg.Reports.MaxLinks
	const longestID = 32 // on average
	if list.Len() > max(maxAsked, 2*len(h.events)) || len(list.Encoded()) > (list.Len()+left)*longestID {
		return nil, nil
	}
	entries = make([]linking, 0, list.Len())
	rptids := make([]secs2.ID, 0, min(left, len(list.Encoded())/3)) // an RPTID takes 3 bytes at least
	body := secs2.NewReader(list)
	body.Each("events", func(r *secs2.Reader) {
		if left < 0 {
			r.Item("event")
			return
		}
		r.Tuple(2)
		l := linking{ceid: r.ID("CEID")}
		from := len(rptids)
		left -= r.Each("RPTID", func(r *secs2.Reader) {
			if id := r.ID("RPTID"); len(rptids) < cap(rptids) {
				rptids = append(rptids, id)
			}
		})
		l.rptids = rptids[from:len(rptids):len(rptids)]
		entries = append(entries, l)
	})
	switch {
	case body.Err() != nil:
		return nil, body.Err()
	case left < 0:
		return nil, nil
	}
	return entries, nil
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
	h.eq.linking++
	reports = make([]*report, 0, len(rptids))
	for _, id := range rptids {
		r := h.reports.find(id)
		switch {
		case r == nil:
			h.eq.call.why += ", RPTID " + id.Key()
			return nil, secs2.LRACKRPTIDDoesNotExist
		case r.seen == h.eq.linking:
			h.eq.call.why += ", RPTID " + id.Key()
			return nil, secs2.LRACKCEIDAlreadyLinked
		}
		r.seen = h.eq.linking
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
