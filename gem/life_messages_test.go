package gem

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// This file is what hosts, tool and operator do in a life: mostly what the
// equipment expects, at times with something wrong in it.

// maker makes a body.
type maker func(rt *rapid.T) secs2.Item

// pick takes one of the items.
func pick(items ...secs2.Item) maker {
	return func(rt *rapid.T) secs2.Item { return rapid.SampledFrom(items).Draw(rt, "item") }
}

// ids is one identifier of those, now and then in another width or unknown.
func ids(known ...uint32) maker {
	return func(rt *rapid.T) secs2.Item {
		id := rapid.SampledFrom(known).Draw(rt, "id")
		switch rapid.IntRange(0, 15).Draw(rt, "id form") {
		case 13:
			return secs2.U2(uint16(id))
		case 14:
			return secs2.U4(99_999)
		case 15:
			return rapid.SampledFrom([]secs2.Item{secs2.A("x"), secs2.L(), secs2.U4(), secs2.U4(1, 2), secs2.I4(-1), secs2.F4(1)}).Draw(rt, "bad id")
		}
		return secs2.U4(id)
	}
}

// list is a list of up to most elements.
func list(of maker, most int) maker {
	return func(rt *rapid.T) secs2.Item {
		items := make([]secs2.Item, rapid.IntRange(0, most).Draw(rt, "length"))
		for i := range items {
			items[i] = of(rt)
		}
		return secs2.L(items...)
	}
}

// tuple is a list of these, at times one too few or too many.
func tuple(of ...maker) maker {
	return func(rt *rapid.T) secs2.Item {
		var items []secs2.Item
		for _, m := range of {
			items = append(items, m(rt))
		}
		switch rapid.IntRange(0, 40).Draw(rt, "shape") {
		case 39:
			items = items[:len(items)-1]
		case 40:
			items = append(items, secs2.U1(1))
		}
		return secs2.L(items...)
	}
}

func none(*rapid.T) secs2.Item { return secs2.Item{} }

var (
	someVID  = ids(101, 102, 103, 105, 112, 114, 1001, 1002, 1003, 1004, 3001, 251, 4001)
	someSVID = ids(101, 102, 105, 106, 107, 1001, 1002, 1003, 1004)
	someECID = ids(251, 252, 253, 254, 255, 256, 257, 258, 259, 4001, 4002, 4003, 4004, 4005)
	someCEID = ids(1, 2, 3, 10, 13, 50, 51, 52, 5001, 5002)
	someRPT  = ids(1, 2, 3)
	value    = pick(secs2.U1(1), secs2.U2(2), secs2.U4(0), secs2.Bool(true), secs2.Bool(true), secs2.Bool(false), secs2.F4(7), secs2.A("STD"), secs2.A("LONGER THAN IT MAY BE"), secs2.I2(-3), secs2.L())
	somePPID = pick(secs2.A("OXIDE"), secs2.A("OXIDE"), secs2.A("../x"), secs2.B(0, 1), secs2.A(""), secs2.A(string(make([]byte, 121))))
	someText = pick(secs2.A("LOT 7 IS HOT"), secs2.A(""), secs2.J([]byte{0xC3}), secs2.A(string(make([]byte, 5000))))
	anyItem  = pick(secs2.U4(1), secs2.A("A"), secs2.B(1, 2), secs2.L(secs2.U4(1), secs2.L()), secs2.Bool(true))
)

// bodies has a maker for every message that a host may send.
var bodies = map[string]maker{
	"S1F1":  none,
	"S1F3":  list(someSVID, 4),
	"S1F11": list(someSVID, 4),
	"S1F13": pick(secs2.L(), secs2.L(secs2.A("M"), secs2.A("S"))),
	"S1F15": none,
	"S1F17": none,
	"S1F21": list(someVID, 4),
	"S1F23": list(someCEID, 3),
	"S2F13": list(someECID, 4),
	"S2F15": list(tuple(someECID, value), 3),
	"S2F17": none,
	"S2F25": pick(secs2.B(1, 2, 3)),
	"S2F29": list(someECID, 4),
	"S2F31": pick(secs2.A("2026010112000000"), secs2.A("260101120000"), secs2.A("2026-01-01T12:00:00.0Z"), secs2.A("2026020299999999"), secs2.A("")),
	"S2F33": tuple(pick(secs2.U4(0)), list(tuple(someRPT, list(someVID, 4)), 3)),
	"S2F35": tuple(pick(secs2.U4(0)), list(tuple(someCEID, list(someRPT, 3)), 3)),
	"S2F37": tuple(pick(secs2.Bool(true), secs2.Bool(true), secs2.Bool(false)), list(someCEID, 3)),
	"S2F39": tuple(pick(secs2.U4(1)), pick(secs2.U4(100), secs2.U4(1<<30))),
	"S2F41": tuple(pick(secs2.A("START"), secs2.A("PP-SELECT"), secs2.A("NOPE")),
		list(tuple(pick(secs2.A("PPID"), secs2.A("COUNT"), secs2.A("X")), pick(secs2.A("OXIDE"), secs2.U1(3), secs2.U1(99))), 2)),
	"S2F43": list(tuple(pick(secs2.U1(6), secs2.U1(5), secs2.U1(1), secs2.U1(9), secs2.U1(10)), list(pick(secs2.U1(11), secs2.U1(1), secs2.U1(12), secs2.U1(99)), 2)), 3),
	"S2F21": pick(secs2.A("START"), secs2.A("PP-SELECT"), secs2.A("NOPE"), secs2.U1(1)),
	"S2F23": func(rt *rapid.T) secs2.Item {
		return tuple(pick(secs2.U4(1), secs2.U4(2), secs2.U2(1), secs2.A("T")), pick(secs2.A("000001"), secs2.A("00000050"), secs2.A("000000"), secs2.A("x")),
			pick(secs2.U4(0), secs2.U4(5), secs2.U4(4)), pick(secs2.U4(1), secs2.U4(2), secs2.U4(9)), list(someSVID, 3))(rt)
	},
	"S2F45": tuple(pick(secs2.U4(0)), list(someLimits, 2)),
	"S2F47": list(someSVID, 3),
	"S2F49": tuple(pick(secs2.U4(0)), pick(secs2.A(""), secs2.A("OBJ")), pick(secs2.A("START"), secs2.A("PP-SELECT"), secs2.A("NOPE")),
		list(tuple(pick(secs2.A("PPID"), secs2.A("COUNT")), pick(secs2.A("OXIDE"), secs2.U1(3), secs2.L(secs2.U1(3)), secs2.L(secs2.L(secs2.A("X"), secs2.U1(1))))), 2)),
	"S2F51": none,
	"S2F53": list(someRPT, 3),
	"S2F55": list(someCEID, 3),
	"S2F57": none,
	"S2F59": none,
	"S2F61": none,
	"S2F63": list(pick(secs2.U4(1), secs2.U4(2), secs2.A("T")), 2),
	"S5F3":  tuple(pick(secs2.B(0x80), secs2.B(0x80), secs2.B(0)), pick(secs2.U4(7), secs2.U4(8), secs2.U4(), secs2.U4(99), secs2.L())),
	"S5F5":  pick(secs2.U4(), secs2.U4(7, 8), secs2.U4(99), secs2.L(secs2.U4(7))),
	"S5F7":  none,
	"S6F15": someCEID,
	"S6F17": someCEID,
	"S6F19": someRPT,
	"S6F21": someRPT,
	"S6F23": pick(secs2.U1(0), secs2.U1(0), secs2.U1(1), secs2.U1(2)),
	"S7F1":  tuple(somePPID, pick(secs2.U4(10), secs2.U4(1<<31))),
	"S7F3":  tuple(somePPID, pick(secs2.B(1, 2, 3), secs2.A("BODY"), secs2.L(secs2.U1(1)))),
	"S7F5":  somePPID,
	"S7F17": list(somePPID, 2),
	"S7F19": none,
	"S7F21": none,
	"S7F23": tuple(somePPID, pick(secs2.A("ETCH9"), secs2.A("OTHER")), pick(secs2.A("1.0")),
		list(tuple(pick(secs2.U2(10), secs2.U2(99)), list(pick(secs2.F4(5), secs2.F4(-5), secs2.A("x")), 2)), 3)),
	"S7F25": somePPID,
	"S10F3": tuple(pick(secs2.B(0), secs2.B(0), secs2.B(9)), someText),
	"S10F5": tuple(pick(secs2.B(0), secs2.B(0), secs2.B(9)), list(someText, 3)),
	"S10F9": someText,
}

// someLimits are limits of one variable in its own format, or of one that has
// none.
func someLimits(rt *rapid.T) secs2.Item {
	limitIDs := pick(secs2.B(1), secs2.B(2), secs2.B(3), secs2.B(7), secs2.B(9))
	bounds := func(of func(n int) secs2.Item) maker {
		return func(rt *rapid.T) secs2.Item {
			if rapid.IntRange(0, 4).Draw(rt, "undefine") == 4 {
				return secs2.L()
			}
			low := rapid.IntRange(0, 9).Draw(rt, "LOWERDB")
			return secs2.L(of(low+rapid.IntRange(-1, 3).Draw(rt, "deadband")), of(low))
		}
	}
	vid, of := secs2.U4(1002), func(n int) secs2.Item { return secs2.U4(uint32(n)) }
	switch rapid.IntRange(0, 5).Draw(rt, "variable") {
	case 0, 1:
		vid, of = secs2.U4(1001), func(n int) secs2.Item { return secs2.F4(float32(n)) }
	case 5:
		vid = secs2.U4(1003)
	}
	return tuple(pick(vid), list(tuple(limitIDs, bounds(of)), 3))(rt)
}

// TestEveryRouteHasABody keeps the lives complete.
func TestEveryRouteHasABody(t *testing.T) {
	served := map[string]bool{}
	for _, r := range routes() {
		sf := secs2.SF{Stream: r.stream, Function: r.function}.String()
		served[sf] = true
		if bodies[sf] == nil {
			t.Errorf("%s: no body", sf)
		}
	}
	for sf := range bodies {
		if !served[sf] {
			t.Errorf("%s: no route", sf)
		}
	}
	for _, r := range materialRoutes() {
		if sf := (secs2.SF{Stream: r.stream, Function: r.function}).String(); materialBodies[sf] == nil {
			t.Errorf("%s: no body", sf)
		}
	}
}

// primary is a message of a host.
func (l *life) primary() {
	rows := routes()
	r := rows[l.one(len(rows), "message")]
	sf := secs2.SF{Stream: r.stream, Function: r.function}.String()
	body := bodies[sf](l.rt)
	if rapid.IntRange(0, 30).Draw(l.rt, "other body") == 0 {
		body = anyItem(l.rt)
	}
	w := secs2.WantReply
	if rapid.IntRange(0, 10).Draw(l.rt, "W") == 0 {
		w = secs2.NoReply
	}
	l.ask(l.host(), r.stream, r.function, w, body)
}

// toolActs is a fact of the tool.
func (l *life) toolActs() {
	deeds := l.toolDeeds()
	deeds[l.one(len(deeds), "tool")]()
}

func (l *life) toolDeeds() []func() {
	return []func(){
		func() {
			l.step(Trigger{CEID: rapid.SampledFrom([]uint32{5001, 5002, 10, 40, 1, 99}).Draw(l.rt, "CEID")})
		},
		func() {
			l.step(Trigger{CEID: 5001, Values: []Value{{3001, secs2.A("W-1")}, {1002, secs2.U4(3)}}})
		},
		func() {
			l.step(SetVariables{[]Value{{1002, secs2.U4(rapid.Uint32().Draw(l.rt, "value"))}, {1004, secs2.L(secs2.A(string(make([]byte, rapid.IntRange(0, 3000).Draw(l.rt, "long")))))}}})
		},
		func() { l.alarm() },
		func() { l.processes() },
		func() {
			n := uint32(rapid.IntRange(0, 12).Draw(l.rt, "value"))
			l.step(SetVariables{[]Value{{1001, secs2.F4(float32(n))}, {1002, secs2.U4(n)}}})
		},
		func() { l.step(SetVariables{[]Value{{101, secs2.A("x")}, {1002, secs2.A("x")}}}) },
	}
}

// alarm is the tool saying that an alarm is set or cleared, true or not.
func (l *life) alarm() {
	alid := rapid.SampledFrom([]uint32{7, 8, 99}).Draw(l.rt, "ALID")
	state := AlarmState(rapid.IntRange(0, 1).Draw(l.rt, "state"))
	l.step(AlarmChange{ALID: alid, State: state, Values: []Value{{1002, secs2.U4(9)}}})
}

// operatorActs is an action at the panel.
func (l *life) operatorActs() {
	deeds := l.operatorDeeds()
	deeds[l.one(len(deeds), "operator")]()
}

func (l *life) operatorDeeds() []func() {
	return append(l.operatorPrograms(), []func(){
		func() {
			l.step(Operator{rapid.SampledFrom([]int{AllHosts, 0, 1}).Draw(l.rt, "who"), Action(rapid.IntRange(1, 7).Draw(l.rt, "action"))})
		},
		func() { l.step(TakeControl{l.host()}) },
		func() { l.step(AskTime{l.host()}) },
		func() {
			l.systems++
			l.orders[uint64(l.systems)] = true
			name := rapid.SampledFrom([]string{"START", "PP-SELECT", "NOPE"}).Draw(l.rt, "RCMD")
			l.step(OperatorCommand{Token: uint64(l.systems), Name: name, Parameters: []Argument{{"PPID", secs2.A("OXIDE")}}})
		},
		func() {
			l.step(OperatorConstants{[]Value{{4002, secs2.U2(uint16(rapid.IntRange(0, 30).Draw(l.rt, "ECV")))}, {4004, secs2.Bool(true)}}})
		},
		func() {
			if l.one(10, "reset") == 0 {
				l.step(FactoryReset{})
			}
		},
		func() { l.step(Recognize{rapid.SampledFrom([]byte{0, 0, 0, 3, 9}).Draw(l.rt, "TID")}) },
		func() { l.step(OperatorText{Host: l.host(), Text: []byte("OK")}) },
		func() { l.step(AskTime{l.host()}) },
		func() {
			if rapid.IntRange(0, 5).Draw(l.rt, "reset") == 0 {
				l.step(FactoryReset{})
			}
		},
	}...)
}
