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

// lamp is a tool with messages of its own: hosts ask for its colour, and it tells
// them that it burns.
type lamp struct {
	oven
	colour string
}

// Respond answers S65F1, the only private message that hosts send here.
func (l lamp) Respond(_ context.Context, r gem.Request) gem.Response {
	if r.Item.Format() != secs2.ASCII {
		return gem.Response{Do: gem.RespondIllegal} // S9F7
	}
	return gem.Response{Item: secs2.A(l.colour)}
}

// Messages that no standard has, in both directions.
func ExampleResponder() {
	d, err := daemon.New(daemon.Config{
		Equipment: gem.Config{
			MDLN: "LAMP1", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}},
			Control:   gem.Control{Default: gem.StartOnLine},
			Variables: []gem.Variable{{VID: 1001, Name: "Temperature", Format: secs2.FormatF4}},
			Private: []gem.PrivateMessage{
				{Stream: 65, Function: 1, Name: "Colour Request"},
				{Stream: 65, Function: 3, Name: "Lamp Lit", Sender: gem.SentByEquipment},
			},
		},
		Links: []hsms.EndpointConfig{{Address: "127.0.0.1:0"}},
	}, lamp{colour: "RED"})
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
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()

	s, err := host.Open(ctx, host.Config{
		Link: hsms.EndpointConfig{Address: addresses[0].String()},
		Answer: func(header secs2.Header, body secs2.Item) (secs2.Item, bool) {
			return secs2.A("SEEN"), header.SF() == "S65F3"
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Establish(ctx); err != nil {
		fmt.Println(err)
		return
	}
	reply, err := s.Request(ctx, secs2.Message{Stream: 65, Function: 1, Body: secs2.A("NOW")})
	fmt.Println(reply.SF(), sml.FormatItem(reply.Body), err)
	_, err = s.Request(ctx, secs2.Message{Stream: 65, Function: 1, Body: secs2.U1(1)})
	fmt.Println(err)
	item, err := d.Send(ctx, "mes", secs2.SF{Stream: 65, Function: 3}, secs2.WantReply, secs2.A("LIT"))
	fmt.Println(sml.FormatItem(item), err)

	_ = s.Close(ctx)
	stop()
	fmt.Println("ended:", <-ended)
	// Output:
	// S65F2 <A [3] "RED"> <nil>
	// host: the equipment answered S9F7, illegal data
	// <A [4] "SEEN"> <nil>
	// ended: <nil>
}
