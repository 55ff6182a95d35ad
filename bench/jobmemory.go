package bench

import (
	"bytes"
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is the heap that material and jobs take (GEM300), in a daemon with its
// data folder: what a host creates, and what the tool brings in.

// The material of a tool that is full.
const (
	carrierSlots   = 25
	fullCarriers   = 50
	fullSubstrates = 200
	fullPairs      = 20
)

// Objects lie in chunks of so many. Of carriers and substrates there can be few, so
// chunks are filled before anything is measured, and with them the buffers on the way.
const (
	firstChunk = 255
	// A host may announce 1,000 carriers.
	mostCarriers = 2 * firstChunk
	// So many carriers hold what fills chunks of substrates, and so many of them
	// have a place inside the tool.
	firstInside = firstChunk / 5
	mostInside  = 2 * firstInside
	// They come through so many ports at a time.
	inwardPorts = 8
)

// The rows, in their order.
const (
	pairRow      = "process job and control job"
	carrierRow   = "carrier without slots"
	slotRow      = "slot"
	substrateRow = "substrate"
	namedRow     = "slot and substrate, SubstID and LotID from the host"
	fullRow      = "50 carriers × 25 slots, 200 substrates, 20 pairs: all together"
)

// materialBytes measures from n pairs, and from a quarter as many carriers, slots
// and substrates as far as there can be so many; 0 measures nothing.
func materialBytes(ctx context.Context, dir string, n int) ([]Memory, error) {
	if n == 0 {
		return []Memory{{pairRow, 0, 0}, {carrierRow, 0, 0}, {slotRow, 0, 0}, {substrateRow, 0, 0}, {namedRow, 0, 0}, {fullRow, 0, 0}}, nil
	}
	f := &filling{ctx: ctx, dir: dir}
	carriers := min(max(n/4, 1), mostCarriers)
	full := min(max(n/4/carrierSlots, 1), mostInside)
	slots := full * carrierSlots
	pair := f.fill(n, created(createJob, processJob, 0, n), created(createObject, controlJob, 0, n))
	carrier := f.carrier(carriers)
	content := f.fill(1, created(carrierAction, mappedCarrier, firstChunk, full), broughtIn(firstInside, full))
	named := f.fill(1, created(carrierAction, namedCarrier, firstChunk, full), broughtIn(firstInside, full))
	all := f.fill(fullPairs, created(createJob, processJob, 0, fullPairs), created(createObject, controlJob, 0, fullPairs),
		created(carrierAction, mappedCarrier, 0, fullCarriers), broughtIn(0, fullSubstrates/carrierSlots))
	return []Memory{
		{pairRow, total(pair) / float64(n), n},
		{carrierRow, carrier, carriers},
		{slotRow, (content[0] - carrier*float64(full)) / float64(slots), slots},
		{substrateRow, content[1] / float64(slots), slots},
		{namedRow, (total(named) - carrier*float64(full)) / float64(slots), slots},
		{fullRow, total(all), 1},
	}, f.err
}

// carrier returns what one without slots takes: there can be so few that it is the
// median of three equipments.
func (f *filling) carrier(n int) float64 {
	var each []float64
	for range 3 {
		each = append(each, total(f.fill(1, created(carrierAction, bareCarrier, firstChunk, n)))/float64(n))
	}
	return median(each)
}

func total(bytes []float64) (sum float64) {
	for _, b := range bytes {
		sum += b
	}
	return sum
}

// stage is objects: the first ones, then n that are measured. make makes n of them
// from a number on.
type stage struct {
	first, n int
	make     func(ctx context.Context, r *rig, from, n int) error
}

// created is objects that the host creates.
func created(q request, body func(number int) secs2.Item, first, n int) stage {
	return stage{first, n, func(ctx context.Context, r *rig, from, n int) error { return r.link.create(ctx, q, from, n, body) }}
}

// broughtIn is the substrates of carriers that were announced: the tool maps their
// slots and moves them inside.
func broughtIn(first, n int) stage {
	return stage{first, n, func(ctx context.Context, r *rig, from, n int) error {
		var group errgroup.Group
		for port := range inwardPorts {
			group.Go(func() error {
				for number := from + port; number < from+n; number += inwardPorts {
					if err := r.bringIn(ctx, port+1, number); err != nil {
						return err
					}
				}
				return nil
			})
		}
		return group.Wait()
	}}
}

// bringIn has the tool bring a carrier in through a port.
func (r *rig) bringIn(ctx context.Context, port, number int) error {
	id := carrierID(number)
	for _, f := range []model.Fact{
		model.CarrierPlaced{Port: port},
		model.CarrierIDRead{Port: port, ID: id},
		model.SlotMapRead{Port: port, Map: bytes.Repeat([]byte{model.SlotCorrectlyOccupied}, carrierSlots)},
		model.CarrierMoved{Carrier: id, Location: placeInside(number)},
	} {
		if err := r.daemon.Tell(ctx, f); err != nil {
			return fmt.Errorf("%+v: %w", f, err)
		}
	}
	return nil
}

func placeInside(number int) string { return fmt.Sprintf("BUF%d", number+1) }

// buffered is an equipment with room for so many jobs, and for many carriers
// inside.
func buffered(jobs int) model.Config {
	c := material(model.Jobs{MaxProcessJobs: jobs, MaxControlJobs: jobs})
	c.Ports = make([]model.Port, inwardPorts)
	for i := range firstInside + mostInside {
		c.Buffer = append(c.Buffer, placeInside(i))
	}
	return c
}

// filling measures equipment after equipment, until one fails.
type filling struct {
	ctx context.Context
	dir string
	err error
}

// fill starts an equipment with room for so many jobs and returns the heap that
// each stage takes.
func (f *filling) fill(jobs int, stages ...stage) []float64 {
	bytes := make([]float64, len(stages))
	if f.err != nil {
		return bytes
	}
	cfg := Config{Requests: 1, Concurrency: 1, SVIDs: 1, DataDir: f.dir}
	f.err = withRig(f.ctx, setup{cfg: cfg, kind: windowedHost, material: buffered(jobs)}, func(ctx context.Context, r *rig) error {
		if err := r.link.askWindowed(ctx, durableRequest(), 100*createdAtOnce, createdAtOnce, new(histogram)); err != nil {
			return err // it fills the buffers
		}
		for i, s := range stages {
			if err := s.make(ctx, r, 0, s.first); err != nil {
				return err
			}
			before := heap()
			if err := s.make(ctx, r, s.first, s.n); err != nil {
				return err
			}
			bytes[i] = heap() - before
		}
		return nil
	})
	return bytes
}

// bareCarrier is the body of an S3F17 that announces a carrier and nothing else.
func bareCarrier(number int) secs2.Item { return carrierOf(number) }

// mappedCarrier announces a carrier with its slot map, full.
func mappedCarrier(number int) secs2.Item {
	return carrierOf(number, attribute("SlotMap", eachSlot(func(int) secs2.Item { return secs2.U1(model.SlotCorrectlyOccupied) })))
}

// namedCarrier announces it with what is in it, too.
func namedCarrier(number int) secs2.Item {
	return carrierOf(number,
		attribute("SlotMap", eachSlot(func(int) secs2.Item { return secs2.U1(model.SlotCorrectlyOccupied) })),
		attribute("ContentMap", eachSlot(func(slot int) secs2.Item {
			return secs2.L(secs2.A(fmt.Sprintf("LOT-%06d", number)), secs2.A(fmt.Sprintf("WAFER-%06d", number*carrierSlots+slot)))
		})))
}

func eachSlot(item func(slot int) secs2.Item) secs2.Item {
	list := make([]secs2.Item, carrierSlots)
	for i := range list {
		list[i] = item(i)
	}
	return secs2.L(list...)
}

func carrierOf(number int, properties ...secs2.Item) secs2.Item {
	return secs2.L(secs2.U4(0), secs2.A("CarrierNotification"), secs2.A(carrierID(number)), secs2.U1(), secs2.L(properties...))
}
