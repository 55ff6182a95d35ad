package hsms_test

import (
	"context"
	"fmt"
	"net"

	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// An equipment answers S1F1, a host asks it.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()

	listener := hsmstest.Listen("equipment")
	equipment, err := hsms.NewEndpoint(hsms.EndpointConfig{
		Name:   "MES",
		Listen: func() (net.Listener, error) { return listener, nil },
		Config: hsms.Config{Handle: func(c *hsms.Conn, ev *hsms.Event) {
			if ev.Kind == hsms.Primary && ev.Header.SF() == "S1F1" {
				c.Reply(ev.Header, 2, nil)
			}
		}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	go equipment.Run(ctx)

	nc, err := listener.Dial(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	host, err := hsms.NewConn(nc, hsms.Active, hsms.Config{Handle: func(c *hsms.Conn, ev *hsms.Event) {
		switch ev.Kind {
		case hsms.Selected:
			fmt.Println("selected")
			c.Send(0, 1, 1, secs2.WantReply, 42, nil)
		case hsms.Reply:
			fmt.Println("transaction", ev.Token, "got", ev.Header.SF())
			c.Close(nil)
		}
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	host.Serve(ctx)
	// Output:
	// selected
	// transaction 42 got S1F2
}
