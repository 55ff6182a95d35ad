package daemon_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// baker is an oven that comes with a process program and gets another one at its
// panel.
type baker struct {
	oven
	done chan struct{}
}

// Programs implements daemon.Supplier: the first start stores them.
func (baker) Programs() []daemon.SuppliedProgram {
	return []daemon.SuppliedProgram{
		{PPID: "BAKE-120", Format: gem.Unformatted, Content: secs2.A("120 degC, 30 min").Encoded()},
	}
}

func (b baker) Run(ctx context.Context, d *daemon.Daemon) error {
	defer close(b.done)
	text := "140 degC, 20 min"
	err := d.EditProgram(ctx, "BAKE-140", gem.Unformatted, strings.NewReader(text))
	fmt.Println("plain text:", errors.Is(err, gem.ErrValue))
	if err := d.EditProgram(ctx, "BAKE-140", gem.Unformatted, bytes.NewReader(secs2.A(text).Encoded())); err != nil {
		return err
	}
	for _, p := range d.ListPrograms() {
		fmt.Println(p.PPID, p.Format)
	}
	return nil
}

// Process programs: the content is an item as it stands in S7F3, header and all.
func ExampleDaemon_EditProgram() {
	b := baker{done: make(chan struct{})}
	d, err := daemon.New(daemon.Config{
		Equipment: gem.Config{MDLN: "OVEN1", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}}},
		Links:     []hsms.EndpointConfig{{Address: "127.0.0.1:0"}},
	}, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	<-b.done
	stop()
	fmt.Println("ended:", <-ended)
	// Output:
	// plain text: true
	// BAKE-120 unformatted
	// BAKE-140 unformatted
	// ended: <nil>
}
