package gem

import (
	"slices"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// This file is what the hosts of TestLife do, and their links.

func (l *life) linkUp() {
	h := l.host()
	if l.linked[h] || l.ended[h] || l.e.hosts[h].comm.state == CommunicationDisabled {
		return
	}
	l.linked[h] = true
	l.step(LinkUp{h})
}

func (l *life) linkDown() {
	if h := l.host(); (l.linked[h] || l.ended[h]) && l.files.reads(h) {
		l.lose(h)
		l.ended[h] = false
		l.step(LinkDown{h, "cable"})
	}
}

// lose forgets what the session with a host held.
func (l *life) lose(h int) {
	l.due[h] = map[uint32]bool{}
	l.linked[h], l.open[h], l.owed[h] = false, nil, map[uint32]bool{}
}

// establish brings a host to COMMUNICATING.
func (l *life) establish() {
	h := l.host()
	if !l.linked[h] {
		return
	}
	l.ask(h, 1, 13, secs2.WantReply, secs2.L())
	for len(l.open[h]) > 0 && l.files.reads(h) {
		l.answer(h, 0)
	}
}

// setUp is what a host sends after it has connected.
func (l *life) setUp() { l.setUpHost(l.host()) }

func (l *life) setUpHost(h int) {
	l.ask(h, 2, 15, secs2.WantReply, secs2.L(secs2.L(secs2.U4(255), secs2.Bool(true))))
	l.ask(h, 2, 33, secs2.WantReply, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(101), secs2.U4(1002))))))
	l.ask(h, 2, 35, secs2.WantReply, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(5001), secs2.L(secs2.U4(1))))))
	l.ask(h, 2, 37, secs2.WantReply, secs2.L(secs2.Bool(true), secs2.L()))
	l.ask(h, 5, 3, secs2.WantReply, secs2.L(secs2.B(0x80), secs2.U4()))
}

// ask sends a primary of a host.
func (l *life) ask(host int, stream, function byte, w secs2.WBit, body secs2.Item) {
	if !l.linked[host] || !l.files.reads(host) {
		return
	}
	l.systems++
	if w == secs2.WantReply {
		l.owed[host][l.systems] = true
		l.due[host][l.systems] = l.e.hosts[host].communicating()
	}
	header := secs2.DataHeader(0, stream, function, w, l.systems)
	l.read(host, Primary{Host: host, Header: header, Body: body, Program: l.e.ProgramRules().Examine(header, body)})
}

// read steps what a host's reader brings.
func (l *life) read(host int, in Input) {
	l.by = host
	l.step(in)
	l.by = -1
}

// garbage is a message that no host should send.
func (l *life) garbage() {
	h := l.host()
	if !l.linked[h] || !l.files.reads(h) {
		return
	}
	l.systems++
	w := rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(l.rt, "w")
	header := secs2.DataHeader(uint16(rapid.SampledFrom([]int{0, 0, 4, 0x8000}).Draw(l.rt, "session")),
		byte(rapid.IntRange(0, 127).Draw(l.rt, "stream")), byte(rapid.IntRange(0, 127).Draw(l.rt, "function"))|1, w, l.systems)
	if header.W() {
		l.owed[h][l.systems] = true
	}
	body, fault := secs2.ParseBody(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(l.rt, "bytes"))
	if rapid.IntRange(0, 9).Draw(l.rt, "too long") == 0 {
		fault = ErrTooLong
	}
	in := Primary{Host: h, Header: header, Body: body, Fault: fault}
	if fault == nil {
		in.Program = l.e.ProgramRules().Examine(header, body)
	}
	l.read(h, in)
}

// reply ends one open transaction of the equipment, in any way.
func (l *life) reply() {
	h := l.host()
	if n := len(l.open[h]); n > 0 && l.files.reads(h) {
		l.answer(h, rapid.IntRange(0, n-1).Draw(l.rt, "transaction"))
	}
}

// answer ends the open transaction i of a host.
func (l *life) answer(h, i int) {
	m := l.open[h][i]
	l.open[h] = slices.Delete(l.open[h], i, i+1)
	sent := secs2.DataHeader(0, m.Stream, m.Function, m.W, 3)
	way := rapid.IntRange(0, 11).Draw(l.rt, "way")
	if way == 11 {
		l.step(Failed{Host: h, Token: m.Token, Header: sent, Cause: T3Expired})
		return
	}
	in := Reply{Host: h, Token: m.Token, Header: secs2.DataHeader(0, m.Stream, m.Function+1, secs2.NoReply, 3), Body: goodReply(&m)}
	switch way {
	case 8:
		in.Header, in.Body = secs2.DataHeader(0, m.Stream, 0, secs2.NoReply, 3), secs2.Item{}
	case 9:
		in.Body = rapid.SampledFrom([]secs2.Item{secs2.L(), secs2.B(1), secs2.L(secs2.B(1), secs2.L()), secs2.A("x"), {}}).Draw(l.rt, "bad reply")
	case 10:
		in.Body, in.Fault = secs2.Item{}, &secs2.SyntaxError{Class: secs2.Shape}
	}
	if in.Fault == nil {
		in.Program = l.e.ProgramRules().Examine(in.Header, in.Body)
	}
	l.read(h, in)
}

// goodReply is what a host says when all is well.
func goodReply(m *Message) secs2.Item {
	switch m.sf() {
	case secs2.SF{Stream: 1, Function: 13}:
		return secs2.L(secs2.B(0), secs2.L())
	case secs2.SF{Stream: 1, Function: 1}:
		return secs2.L()
	case secs2.SF{Stream: 2, Function: 17}:
		return secs2.A("2026010112000000")
	case secs2.SF{Stream: 7, Function: 5}:
		return secs2.L(secs2.A("OXIDE"), secs2.B(9))
	}
	return secs2.B(0)
}

// private is a private message of a host, of the tool, or an answer of the tool,
// which may come too late.
func (l *life) private() {
	switch h := l.host(); rapid.IntRange(0, 3).Draw(l.rt, "private") {
	case 0:
		l.ask(h, 65, rapid.SampledFrom([]byte{1, 3}).Draw(l.rt, "function"), rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(l.rt, "w"), secs2.A("X"))
	case 1:
		l.step(Send{h, secs2.SF{Stream: 65, Function: 3}, rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(l.rt, "w"), secs2.A("X")})
	default:
		if len(l.requests) > 0 {
			r := l.requests[0]
			l.requests = l.requests[1:]
			l.step(Respond{r.ID, Response{rapid.SampledFrom([]ResponseKind{RespondItem, RespondAbort, RespondIllegal}).Draw(l.rt, "way"), secs2.A("Y")}})
		}
	}
}

func (l *life) stray() {
	if h := l.host(); l.linked[h] {
		l.step(Stray{h, secs2.DataHeader(0, 6, 12, secs2.NoReply, 3)})
	}
}
