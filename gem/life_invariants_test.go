package gem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is what holds after every Step of a life.

// fatalf ends a life, with what happened last.
func (l *life) fatalf(format string, args ...any) {
	l.rt.Helper()
	last := l.story[max(0, len(l.story)-120):]
	l.rt.Fatalf("%s\nwhat happened last:\n%s", fmt.Sprintf(format, args...), strings.Join(last, "\n"))
}

// tell notes what an input led to.
func (l *life) tell(in Input) {
	var text strings.Builder
	fmt.Fprintf(&text, "%v %T", l.now.Sub(t0), in)
	switch in := in.(type) {
	case Primary:
		fmt.Fprintf(&text, " %d %s W=%v %d %X %v", in.Host, in.Header.SF(), in.Header.W(), in.Header.System(), in.Body.Encoded(), in.Fault)
	case Reply:
		fmt.Fprintf(&text, " %d %s %X %v", in.Host, in.Header.SF(), in.Body.Encoded(), in.Fault)
	case Continue, Tick, Start:
	default:
		fmt.Fprintf(&text, " %+v", in)
	}
	for i := range l.out.Messages {
		m := &l.out.Messages[i]
		fmt.Fprintf(&text, "\n\t%d %v W=%v %X", m.Host, m.sf(), m.W, m.Body)
	}
	for _, t := range l.out.Transitions {
		fmt.Fprintf(&text, "\n\t%+v", t)
	}
	if l.out.Commit.Seq != 0 {
		fmt.Fprintf(&text, "\n\tcommit %d, %d records", l.out.Commit.Seq, len(l.out.Commit.Records))
	}
	l.story = append(l.story, text.String())
}

// promises: who asked gets one answer. Stream 9 is one, also where it is spooled.
func (l *life) promises() {
	for _, n := range l.out.Notes {
		for i, h := range l.e.hosts {
			if n.Message == "message in error" && n.Host == h.cfg.Name {
				delete(l.due[i], n.Header.System())
			}
		}
	}
	if id := l.out.Asked; id != 0 {
		l.waiting[id] = true
	}
	for _, o := range l.out.Outcomes {
		if !l.waiting[o.ID] {
			l.fatalf("an outcome of %d, which nobody waits for", o.ID)
		}
		delete(l.waiting, o.ID)
	}
	for _, v := range l.out.Verdicts {
		if !l.orders[v.Token] {
			l.fatalf("a verdict on %d, which nobody waits for", v.Token)
		}
		delete(l.orders, v.Token)
	}
}

// sent holds one message to the gate and to the transactions.
func (l *life) sent(m *Message) {
	h := l.e.hosts[m.Host]
	sf := m.sf()
	if !l.linked[m.Host] {
		l.fatalf("%v sent without a session", sf)
	}
	if _, err := secs2.ParseBody(m.Body); err != nil && m.Program == 0 { // else the rest of it is in the file
		l.fatalf("%v: %v", sf, err)
	}
	if m.IsReply() {
		system := m.Primary.System()
		if !l.owed[m.Host][system] {
			l.fatalf("%v answers nothing, or twice", sf)
		}
		delete(l.owed[m.Host], system)
		delete(l.due[m.Host], system)
		return
	}
	after := stateOf(h)
	before := l.before[m.Host]
	if !before.permits(m) && !after.permits(m) {
		l.fatalf("%v (event %d) sent in %+v, then %+v", sf, eventOf(m), before, after)
	}
	if (m.Token != 0) != (m.W == secs2.WantReply) {
		l.fatalf("%v: token %d, W %v", sf, m.Token, m.W)
	}
	if m.W == secs2.WantReply {
		l.spoolFirst(h, m, before.spooling && after.spooling)
		c := *m
		c.Body = slices.Clone(m.Body)
		l.open[m.Host] = append(l.open[m.Host], c)
	}
}

// spoolFirst: while the spool is active, what it holds goes before all else.
func (l *life) spoolFirst(h *Host, m *Message, active bool) {
	for _, x := range h.open {
		spooled := x.purpose == spooledMessage || x.purpose == s1f13Question || x.purpose == s1f1Question
		if x.msg.Token == m.Token && active && !spooled {
			l.fatalf("%v sent past an active spool", m.sf())
		}
	}
}

// permits says whether a state lets a primary of the equipment out. While the
// spool is active, an S6F11 may be one that comes out of it.
func (s hostState) permits(m *Message) bool {
	establish := secs2.SF{Stream: 1, Function: 13}
	attempt := secs2.SF{Stream: 1, Function: 1}
	switch sf := m.sf(); {
	case s.comm == CommunicationDisabled:
		return false
	case s.comm != Communicating:
		return sf == establish || sf.Stream == 9
	case s.ctl == AttemptOnLine:
		return sf == establish || sf == attempt || sf.Stream == 9 || eventOf(m) == 1
	case !s.ctl.onLine():
		return sf == establish || sf.Stream == 9 || eventOf(m) == 1
	default:
		return sf != attempt
	}
}

// eventOf returns the CEID of an S6F11 or S6F13, 0 if the message is neither.
func eventOf(m *Message) uint64 {
	if m.Stream != 6 || m.Function != 11 && m.Function != 13 {
		return 0
	}
	it, err := secs2.ParseBody(m.Body)
	if err != nil {
		return 0
	}
	r := secs2.NewReader(it)
	r.Tuple(3)
	r.Uint("DATAID")
	return r.Uint("CEID")
}

// check is what holds whatever happened.
func (l *life) check(in Input) {
	for _, n := range l.out.Notes {
		if n.Message == "handler panicked" {
			l.fatalf("%#v: %s", in, n.Detail)
		}
	}
	if _, tick := in.(Tick); tick && !l.out.More && !l.out.Deadline.IsZero() && !l.out.Deadline.After(l.now) {
		l.fatalf("after a Tick at %v the next one is due at %v", l.now, l.out.Deadline)
	}
	if _, starting := in.(RestoredProgram); starting {
		return
	}
	l.checkAlarms()
	l.checkMaterial()
	l.checkPrograms()
	for _, h := range l.e.hosts {
		l.checkTransactions(h)
		l.checkQueue(h)
		l.checkDefinitions(h)
		l.checkSpool(h)
		l.checkTraces(h)
		l.checkLimits(h)
		l.checkEnabledAlarms(h)
	}
}

// await holds that each primary that somebody waits for has one Outcome.
func (l *life) await() {
	if l.out.Asked != 0 {
		l.awaited[l.out.Asked] = true
	}
	for _, o := range l.out.Outcomes {
		if !l.awaited[o.ID] {
			l.fatalf("outcome of %d: nobody asked, or it is the second", o.ID)
		}
		delete(l.awaited, o.ID)
	}
}

func (l *life) checkTransactions(h *Host) {
	establish := 0
	tokens := map[uint64]bool{}
	for _, x := range h.open {
		if x.purpose == s1f13Question {
			establish++
		}
		if tokens[x.msg.Token] {
			l.fatalf("two transactions with token %d", x.msg.Token)
		}
		tokens[x.msg.Token] = true
	}
	// S1F13 and S1F1 are sent at once, beyond the window.
	if establish > 1 || len(h.open) > h.cfg.Window+2 {
		l.fatalf("%d S1F13 open, %d in all", establish, len(h.open))
	}
	if !h.communicating() && len(h.open) > establish {
		l.fatalf("%d transactions open in %v", len(h.open), h.comm.state)
	}
	if h.communicating() && !h.linked {
		l.fatalf("COMMUNICATING without a session")
	}
	if h.ctl.state == ControlOnLine || h.ctl.state == ControlOffLine {
		l.fatalf("stays in %v", h.ctl.state)
	}
	if h.ctl.state.onLine() && (h.ctl.state == OnLineLocal) != (l.e.panel == SwitchLocal) {
		l.fatalf("%v with the switch at %d", h.ctl.state, l.e.panel)
	}
}

// checkQueue counts again what the queue counts as it goes.
func (l *life) checkQueue(h *Host) {
	q := &h.queue
	bytes, passing, bound := 0, 0, 0
	for _, x := range q.entries[q.head:] {
		bytes += len(x.msg.Body)
		if x.passes() {
			passing++
		}
		if x.spoolBound {
			bound++
		} else if h.comm.state == CommunicationDisabled {
			l.fatalf("%v waits while DISABLED", x.msg.sf())
		}
	}
	if bytes != q.bytes || passing != q.passing || bound != q.bound {
		l.fatalf("queue has %d bytes, %d passing, %d for the spool; it counts %d, %d, %d", bytes, passing, bound, q.bytes, q.passing, q.bound)
	}
	if q.len() > maxQueued {
		l.fatalf("%d messages wait", q.len())
	}
}

// checkDefinitions: what is enabled and linked is defined, and counted.
func (l *life) checkDefinitions(h *Host) {
	vids, links := 0, 0
	for _, r := range h.reports.byKey {
		vids += len(r.vars)
	}
	for i := range h.events {
		for _, r := range h.events[i].reports {
			links++
			if h.reports.byKey[r.key] != r {
				l.fatalf("event %d has a report that is not defined", l.e.events.list[i].ceid)
			}
		}
	}
	if vids != h.reports.vids || links != h.reports.links {
		l.fatalf("%d VIDs and %d links; it counts %d and %d", vids, links, h.reports.vids, h.reports.links)
	}
	limit := l.cfg.Reports
	if len(h.reports.byKey) > limit.Max || vids > limit.MaxVIDs || links > limit.MaxLinks {
		l.fatalf("%d reports, %d VIDs, %d links are too many", len(h.reports.byKey), vids, links)
	}
}

func (l *life) checkSpool(h *Host) {
	s := &h.spool
	if s.model.Active() && s.count() > s.total() {
		l.fatalf("SpoolCountActual %d, SpoolCountTotal %d", s.count(), s.total())
	}
	if !s.model.Active() && h.queue.bound > 0 && !h.spooling() {
		l.fatalf("%d messages for a spool that is not active", h.queue.bound)
	}
	if s.store.Bytes() > s.store.Capacity() {
		l.fatalf("%d bytes of segments, %d are allowed", s.store.Bytes(), s.store.Capacity())
	}
}

// checkEnabledAlarms: what a host enabled is what the disk has, once it has it.
func (l *life) checkEnabledAlarms(h *Host) {
	image := h.encodeAlarms(h.alarms)
	if stored := l.disk.records["alarms "+h.recordID("")].Image; len(l.disk.waiting) == 0 && !l.failed && l.e.restored == nil && !bytes.Equal(image, stored) {
		l.fatalf("alarms %X are enabled, on disk %X", image, stored)
	}
}

// checkLimits: what a host defined is what the disk has, once it has it, and is
// sampled.
func (l *life) checkLimits(h *Host) {
	for i, v := range l.e.monitored {
		defined := h.definedLimits(v)
		image := limitImage(&defined)
		if (image == nil) != (h.limits[i] == nil) || image != nil && l.e.limitsDue.index < 0 {
			l.fatalf("limits %X of %s are kept or sampled otherwise", image, v.name)
		}
		stored := l.disk.records["limits "+h.limitsID(v)].Image
		if len(l.disk.waiting) == 0 && !l.failed && l.e.restored == nil && !bytes.Equal(image, stored) {
			l.fatalf("limits %X of %s, on disk %X", image, v.name, stored)
		}
	}
}

// checkTraces: what runs is within the bounds, found by its TRID, and armed.
func (l *life) checkTraces(h *Host) {
	reserved := 0
	for _, t := range h.traces.list {
		reserved += t.reserved
		if h.traces.byKey[t.key] != t || t.due.index < 0 {
			l.fatalf("trace %s is not found or not armed", t.key)
		}
		if t.slot >= t.total || t.taken >= t.group || len(t.values) > t.reserved {
			l.fatalf("trace %s: sample %d of %d, %d in a group of %d, %d bytes of %d", t.key, t.slot, t.total, t.taken, t.group, len(t.values), t.reserved)
		}
	}
	if len(h.traces.list) != len(h.traces.byKey) || reserved != h.traces.reserved || len(h.traces.list) > h.eq.cfg.Traces.Max {
		l.fatalf("%d traces, %d by TRID, %d bytes reserved, it counts %d", len(h.traces.list), len(h.traces.byKey), reserved, h.traces.reserved)
	}
}

// checkAlarms: what is set is what the tool told last.
func (l *life) checkAlarms() {
	set := 0
	ofModel := map[uint32]bool{}
	for _, a := range l.e.cfg.Material.Alarms() {
		ofModel[a.ALID] = true
	}
	for _, al := range l.e.alarms.list {
		if !ofModel[al.ALID] && al.state != l.alarms[al.ALID] {
			l.fatalf("alarm %d is %v, the tool said %v", al.ALID, al.state, l.alarms[al.ALID])
		}
		set += int(al.state)
	}
	if set != l.e.alarms.set {
		l.fatalf("%d alarms are set, it counts %d", set, l.e.alarms.set)
	}
}
