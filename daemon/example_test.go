package daemon_test

import (
	"context"
	"fmt"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// oven is an integrator's tool: it has one temperature and one command.
type oven struct{}

func (oven) Run(ctx context.Context, d *daemon.Daemon) error {
	if err := d.Set(gem.Value{VID: 1001, Item: secs2.F4(21.5)}); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

func (oven) Changed(gem.Transition) {}

func (oven) Command(_ context.Context, q gem.Question) (secs2.HCACK, []gem.BadParameter) {
	if q.Command == "START" {
		return secs2.HCACKDone, nil
	}
	return secs2.HCACKCannotPerformNow, nil
}

// An equipment with one variable and one command, and a host that asks and
// commands it.
func Example() {
	d, err := daemon.New(daemon.Config{
		Equipment: gem.Config{
			MDLN: "OVEN1", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}},
			Control:   gem.Control{Default: gem.StartOnLine},
			Variables: []gem.Variable{{VID: 1001, Name: "Temperature", Units: "degC", Format: secs2.FormatF4, Initial: secs2.F4(21.5)}},
			Commands:  []gem.Command{{Name: "START"}},
		},
		Links: []hsms.EndpointConfig{{Address: "127.0.0.1:0"}},
	}, oven{})
	if err != nil {
		fmt.Println(err)
		return
	}
	addresses, err := d.Listen()
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()

	talk(ctx, addresses[0].String())

	stop()
	fmt.Println("ended:", <-ended)
	// Output:
	// S1F4 <L [1]
	//   <F4 [1] 21.5>
	// >
	// S2F42 <L [2]
	//   <B [1] 0x00>
	//   <L [0]>
	// >
	// ended: <nil>
}

// talk is the host's side.
func talk(ctx context.Context, address string) {
	s, err := host.Open(ctx, host.Config{Link: hsms.EndpointConfig{Address: address}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = s.Close(ctx) }()
	if err := s.Establish(ctx); err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []secs2.Message{
		{Stream: 1, Function: 3, Body: secs2.L(secs2.U4(1001))},
		{Stream: 2, Function: 41, Body: secs2.L(secs2.A("START"), secs2.L())},
	} {
		reply, err := s.Request(ctx, m)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(reply.SF(), sml.FormatItem(reply.Body))
	}
}
