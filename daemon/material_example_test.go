package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// sorter is a tool with one load port. What is ordered it hands to its own
// goroutine: Order returns at once.
type sorter struct{ orders chan model.Order }

func (s sorter) Order(_ context.Context, o model.Order) { s.orders <- o }

func (s sorter) Changed(gem.Transition) {}

func (s sorter) Command(context.Context, gem.Question) (secs2.HCACK, []gem.BadParameter) {
	return secs2.HCACKCannotPerformNow, nil
}

// Run sets a carrier on the port and carries out what is ordered, up to the slot
// map.
func (s sorter) Run(ctx context.Context, d *daemon.Daemon) error {
	for o := range s.orders {
		fmt.Println("order:", o.Verb)
		if err := s.carry(ctx, d, o); err != nil {
			return err
		}
		if o.Verb == model.Dock {
			return s.done(d)
		}
	}
	return nil
}

// carry carries out an order about the carrier.
func (s sorter) carry(ctx context.Context, d *daemon.Daemon, o model.Order) error {
	switch o.Verb {
	case model.Resynchronize: // nothing is on the port, neither here nor there
		return s.tell(ctx, d, model.CarrierPlaced{Port: 1})
	case model.ReadID:
		if err := s.tell(ctx, d, model.CarrierIDRead{Port: 1, ID: "FOUP01"}); err != nil {
			return err
		}
	case model.Dock:
		if err := s.tell(ctx, d, model.CarrierIsDocked{Port: 1}, model.CarrierIsOpened{Port: 1}, model.SlotMapRead{Port: 1, Map: []byte{3, 1, 3}}); err != nil {
			return err
		}
	default:
		return nil
	}
	// The operator accepts the ID, then the slot map. A refusal is for him to read.
	if err := d.Tell(ctx, model.OperatorProceeds{Carrier: "FOUP01"}); err != nil {
		fmt.Println("refused:", err)
	}
	return nil
}

// tell tells what has happened, each fact until the disk takes it: it cannot be
// undone. What has no row now was accepted before, for an order may come twice.
func (sorter) tell(ctx context.Context, d *daemon.Daemon, facts ...model.Fact) error {
	for _, f := range facts {
		err := d.Tell(ctx, f)
		for errors.Is(err, gem.ErrStorage) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
			err = d.Tell(ctx, f)
		}
		if err != nil && !errors.Is(err, gem.ErrNotNow) {
			return err
		}
	}
	return nil
}

// done prints what the equipment has now.
func (sorter) done(d *daemon.Daemon) error {
	for _, x := range d.Material().Substrates {
		fmt.Println(x.ID, x.State, x.Processing)
	}
	return errDone
}

var errDone = errors.New("that is all")

func ExampleDaemon_Tell() {
	d, err := daemon.New(daemon.Config{
		Equipment: gem.Config{
			MDLN: "SORT-1", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}},
			Material: model.Config{Ports: []model.Port{{Location: "LP1", Dock: "FIMS1", Capacity: 3}}},
		},
		Links: []hsms.EndpointConfig{{Address: "127.0.0.1:0"}},
	}, sorter{make(chan model.Order, 16)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Run(context.Background()))
	// Output:
	// order: resynchronize
	// order: read-id
	// order: dock
	// FOUP01.01 AT SOURCE NEEDS PROCESSING
	// FOUP01.03 AT SOURCE NEEDS PROCESSING
	// that is all
}
