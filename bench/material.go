package bench

import (
	"bytes"
	"context"
	"fmt"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is the equipment of the rows of GEM300 and what its host asks for.

// benchRecipe is the process program that jobs name.
const benchRecipe = "BENCH-RECIPE"

// material is the ports and places of the measured equipment: two ports, a robot,
// two chambers.
func material(jobs model.Jobs) model.Config {
	return model.Config{
		Ports: []model.Port{{Dock: "FIMS1"}, {Dock: "FIMS2"}},
		Locations: []model.Location{
			{Name: "ROBOT"}, {Name: "PM-A", Use: model.ProductionModule}, {Name: "PM-B", Use: model.ProductionModule},
		},
		Jobs: jobs,
	}
}

// storeRecipe stores what jobs name.
func (l *link) storeRecipe(ctx context.Context) error {
	return l.order(ctx, secs2.SF{Stream: 7, Function: 3}, secs2.L(secs2.A(benchRecipe), secs2.B(0)))
}

// series are requests for objects with consecutive numbers: each has a body of its
// own. With so many outstanding, every token asks for each so manieth object.
type series struct {
	many int
	body func(token uint64, number int) []byte
	next []int // by token: the number of its next one
}

// newSeries returns the requests for objects from number first on, so many of them
// outstanding.
func newSeries(q request, first, outstanding int, body func(token uint64, number int) []byte) request {
	s := &series{many: outstanding, body: body, next: make([]int, outstanding)}
	for i := range s.next {
		s.next[i] = first + i
	}
	q.next = s.take
	return q
}

func (s *series) take(token uint64) []byte {
	number := s.next[token]
	s.next[token] += s.many
	return s.body(token, number)
}

// renumbered returns bodies that differ in the digits of their numbers only, without
// making each anew: numbers have six digits at most.
func renumbered(outstanding int, body func(number int) secs2.Item) func(token uint64, number int) []byte {
	zeros, ones := body(0).Encoded(), body(111_111).Encoded()
	bodies := make([][]byte, outstanding)
	for i := range bodies {
		bodies[i] = bytes.Clone(zeros)
	}
	return func(token uint64, number int) []byte {
		b, rest := bodies[token], number
		for i := len(b) - 1; i >= 0; i-- {
			if zeros[i] == ones[i] {
				rest = number // another one begins before
				continue
			}
			b[i] = '0' + byte(rest%10)
			rest /= 10
		}
		return b
	}
}

// The messages that create objects, and the ends of their replies.
var (
	createJob     = request{sf: secs2.SF{Stream: 16, Function: 11}, ends: secs2.L(secs2.Bool(true), secs2.L()).Encoded()}
	createObject  = request{sf: secs2.SF{Stream: 14, Function: 9}, ends: secs2.L(secs2.U1(0), secs2.L()).Encoded()}
	carrierAction = request{sf: secs2.SF{Stream: 3, Function: 17}, ends: secs2.L(secs2.U1(0), secs2.L()).Encoded()}
)

// create makes n objects with numbers from first on.
func (l *link) create(ctx context.Context, q request, first, n int, body func(number int) secs2.Item) error {
	if n == 0 {
		return nil
	}
	outstanding := min(n, createdAtOnce)
	made := func(_ uint64, number int) []byte { return body(number).Encoded() }
	return l.askWindowed(ctx, newSeries(q, first, outstanding, made), n, outstanding, new(histogram))
}

// createdAtOnce is how many requests are outstanding where only the objects
// count.
const createdAtOnce = 64

// processJob is the body of an S16F11 for a job with three substrates of a carrier
// of its own.
func processJob(number int) secs2.Item {
	return processJobOf(jobID(number), secs2.B(model.MaterialCarriers),
		secs2.L(secs2.L(secs2.A(carrierID(number)), secs2.L(secs2.U1(1), secs2.U1(2), secs2.U1(3)))))
}

func processJobOf(id string, materialType, material secs2.Item) secs2.Item {
	recipe := secs2.L(secs2.U1(1), secs2.A(benchRecipe), secs2.L())
	return secs2.L(secs2.U4(0), secs2.A(id), materialType, material, recipe, secs2.Bool(true), secs2.L())
}

func jobID(number int) string { return fmt.Sprintf("PJ-%07d", number) }

func carrierID(number int) string { return fmt.Sprintf("FOUP-%06d", number) }

// controlJob is the body of an S14F9 for the control job of that process job.
func controlJob(number int) secs2.Item {
	processing := secs2.L(secs2.L(secs2.A(jobID(number)), secs2.L(), secs2.L()))
	return secs2.L(secs2.A(""), secs2.A("ControlJob"), secs2.L(
		attribute("ObjID", secs2.A(fmt.Sprintf("CJ-%07d", number))),
		attribute("CarrierInputSpec", secs2.L(secs2.A(carrierID(number)))),
		attribute("MtrlOutSpec", secs2.L()),
		attribute("ProcessingCtrlSpec", processing),
		attribute("ProcessOrderMgmt", secs2.U1(model.OrderList)),
		attribute("StartMethod", secs2.Bool(true)),
	))
}

func attribute(name string, value secs2.Item) secs2.Item { return secs2.L(secs2.A(name), value) }
