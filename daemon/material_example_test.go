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
		var facts []model.Fact
		switch o.Verb {
		case model.Resynchronize: // nothing is on the port, neither here nor there
			facts = []model.Fact{model.CarrierPlaced{Port: 1}}
		case model.ReadID:
			facts = []model.Fact{model.CarrierIDRead{Port: 1, ID: "FOUP01"}, model.OperatorProceeds{Carrier: "FOUP01"}}
		case model.Dock:
			facts = []model.Fact{
				model.CarrierIsDocked{Port: 1}, model.CarrierIsOpened{Port: 1}, model.SlotMapRead{Port: 1, Map: []byte{3, 1, 3}},
				model.OperatorProceeds{Carrier: "FOUP01"},
			}
		}
		for _, f := range facts {
			if err := s.tell(ctx, d, f); err != nil {
				return err
			}
		}
		if o.Verb == model.Dock {
			return s.done(d)
		}
	}
	return nil
}

// tell tells what has happened until the disk takes it: it cannot be undone. What
// cannot be was accepted before: an order may come twice.
func (sorter) tell(ctx context.Context, d *daemon.Daemon, f model.Fact) error {
	for {
		err := d.Tell(ctx, f)
		switch {
		case errors.Is(err, gem.ErrNotNow):
			return nil
		case !errors.Is(err, gem.ErrStorage):
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
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
