package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/internal/folder"
	"github.com/secsd/secsd/secs2"
)

// This file is a daemon of an integrator, which tests run as the command
// "numbered": its tool raises numbered events as fast as they are taken, and
// prints each number once it was.

// What that equipment has.
const (
	numberVID   = 1001
	numberCEID  = 5001
	settingECID = 2001
)

func numbered() {
	dir := flag.String("data-dir", "", "")
	from := flag.Uint64("from", 1, "")
	count := flag.Uint64("count", 0, "")
	strict := flag.Bool("strict", false, "")
	flag.Parse()
	if err := runNumbered(*dir, &counting{from: *from, count: *count}, *strict); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runNumbered(dir string, tool *counting, strict bool) error {
	ctx, stop := untilSignal(context.Background())
	defer stop()
	log := zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), os.Stderr, zap.InfoLevel))
	journal, err := folder.Open(dir)
	if err != nil {
		return err
	}
	cfg := daemon.Config{Equipment: numberedEquipment(), Journal: journal, Logger: log, Links: []hsms.EndpointConfig{{Address: "127.0.0.1:0"}}}
	if strict {
		cfg.Equipment.Delivery = gem.StrictDelivery
	}
	p := &process{log: log, always: log}
	tool.started, tool.out = p.ready, os.Stdout
	if p.daemon, err = daemon.New(cfg, tool); err == nil {
		p.hsms, err = p.daemon.Listen()
	}
	if err == nil {
		p.http, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return err
	}
	err = p.serve(ctx)
	_ = journal.Close() // with a full disk it cannot say that all is well
	return err
}

func numberedEquipment() gem.Config {
	return gem.Config{
		MDLN: "COUNTER", SOFTREV: "1", Hosts: []gem.HostConfig{{Name: "mes"}},
		Communications: gem.Communications{EstablishCommunicationsTimeout: time.Second},
		Control:        gem.Control{Default: gem.StartOnLine},
		Variables:      []gem.Variable{{VID: numberVID, Name: "Number", Format: secs2.FormatU8, Initial: secs2.U8(0)}},
		Events:         []gem.Event{{CEID: numberCEID, Name: "Counted"}},
		Constants:      []gem.Constant{{ECID: settingECID, Name: "Setting", Format: secs2.FormatU4, Default: secs2.U4(0)}},
	}
}

// counting is the tool.
type counting struct {
	from, count uint64
	started     func()
	out         io.Writer
}

// Run implements daemon.Tool. A number that the disk refuses is repeated until
// it is taken.
func (c *counting) Run(ctx context.Context, d *daemon.Daemon) error {
	c.started()
	for n := c.from; n < c.from+c.count; {
		err := d.Trigger(ctx, numberCEID, gem.Value{VID: numberVID, Item: secs2.U8(n)})
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			if _, err := io.WriteString(c.out, strconv.FormatUint(n, 10)+"\n"); err != nil {
				return err
			}
			n++
		case !errors.Is(err, gem.ErrStorage):
			return err
		default:
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	<-ctx.Done()
	return nil
}

func (c *counting) Changed(gem.Transition) {}

func (c *counting) Command(context.Context, gem.Question) (secs2.HCACK, []gem.BadParameter) {
	return secs2.HCACKCannotPerformNow, nil
}
