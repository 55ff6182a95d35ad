package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/internal/command"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

const (
	defaultTimeout = 10 * time.Second
	// closeTimeout bounds the Separate at the end, whatever became of the
	// message.
	closeTimeout = 2 * time.Second
	// maxDeviceID is the largest session ID of a data message (E37.1).
	maxDeviceID = 32767
)

// options are what all verbs take.
type options struct {
	host    host.Config // how to reach the equipment
	timeout time.Duration
	json    bool
}

// newOptions reads the flags of a command and the address in front of them.
func newOptions(c *cobra.Command, address string) (o options, err error) {
	o.host.Link.Address = address
	o.host.SessionID, _ = c.Flags().GetUint16("session")
	o.timeout, _ = c.Flags().GetDuration("timeout")
	o.host.Link.Config.Timers.T3 = o.timeout // a reply may take all of it
	o.json, _ = c.Flags().GetBool("json")
	switch _, _, badAddress := net.SplitHostPort(address); {
	case badAddress != nil:
		return o, fmt.Errorf("address is %q, allowed is HOST:PORT", address)
	case o.host.SessionID > maxDeviceID:
		return o, fmt.Errorf("--session is %d, allowed is 0 to %d", o.host.SessionID, maxDeviceID)
	case o.timeout <= 0:
		return o, fmt.Errorf("--timeout is %v, allowed is more than 0", o.timeout)
	}
	return o, nil
}

// hangUp separates; what was received is already there, so that a slow end
// spoils nothing.
func hangUp(ctx context.Context, s *host.Session) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	_ = s.Close(ctx) // the process ends anyway
}

// sender carries one message to an equipment.
type sender struct {
	options
	out     io.Writer
	message secs2.Message
}

func newSender(c *cobra.Command, args []string) (s sender, err error) {
	s.out = c.OutOrStdout()
	if s.message, err = parse(c, args[1]); err != nil {
		return s, err
	}
	s.options, err = newOptions(c, args[0])
	return s, err
}

func send(c *cobra.Command, args []string) error {
	s, err := newSender(c, args)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return s.run(ctx)
}

// run sends the message and prints the reply.
func (s sender) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, s.timeout, fmt.Errorf("no answer within %v", s.timeout))
	defer cancel()
	got, err := s.transact(ctx, s.message)
	switch {
	case err != nil:
		return refusal(err)
	case s.message.W == secs2.NoReply:
		return nil
	case s.json:
		return json.NewEncoder(s.out).Encode(newMessage(got.Header, got.Body))
	}
	_, err = fmt.Fprintln(s.out, sml.Format(got.Message))
	return err
}

// parse reads the message, a primary.
func parse(c *cobra.Command, text string) (secs2.Message, error) {
	m, warnings, err := sml.Parse(text)
	if err != nil {
		return secs2.Message{}, err
	}
	for _, w := range warnings {
		fmt.Fprintln(c.ErrOrStderr(), "secs: warning:", w)
	}
	if m.Function%2 == 0 {
		return secs2.Message{}, fmt.Errorf("%v is a secondary, allowed is a primary: an odd function", m.SF())
	}
	return m.Message, nil
}

// transact opens a session, establishes communications unless the message does
// so itself, sends it, and separates.
func (o options) transact(ctx context.Context, m secs2.Message) (got host.Reply, err error) {
	s, err := host.Open(ctx, o.host)
	if err != nil {
		return got, err
	}
	defer hangUp(ctx, s)
	if m.SF() != (secs2.SF{Stream: 1, Function: 13}) {
		if err := s.Establish(ctx); err != nil {
			return got, fmt.Errorf("S1F13: %w", err)
		}
	}
	if m.W == secs2.NoReply {
		return got, s.Send(m)
	}
	return s.Request(ctx, m)
}

// refusal says what to do about an exchange that failed.
func refusal(err error) error {
	f := command.Fail(1, err, "")
	var (
		abort *host.AbortError
		s9    *host.S9Error
		taken *host.RefusedError
		dial  *net.OpError
	)
	switch {
	case errors.As(err, &abort):
		f.Hint = "the equipment may be OFF-LINE: 'S1F17 W.' asks it to go ON-LINE; or its disk may take no changes now"
	case errors.As(err, &s9) && s9.Function == 1:
		f.Hint = "--session N takes the device ID of the equipment"
	case s9 != nil && s9.Function == 7:
		f.Hint = "the equipment's log says what it expected in the message"
	case errors.As(err, &taken):
		f.Hint = "another host, perhaps 'secs listen', has the session; a link carries one"
	case errors.As(err, &dial) && dial.Op == "dial":
		f.Hint = "is the equipment running, passive, and listening on that address?"
	}
	return f
}
