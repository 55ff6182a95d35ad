package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/host"
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

// send carries one message to an equipment and prints the reply.
func send(c *cobra.Command, args []string) error {
	session, _ := c.Flags().GetUint16("session")
	timeout, _ := c.Flags().GetDuration("timeout")
	asJSON, _ := c.Flags().GetBool("json")
	m, err := parse(c, args[1])
	switch _, _, badAddress := net.SplitHostPort(args[0]); {
	case err != nil:
		return err
	case badAddress != nil:
		return fmt.Errorf("address is %q, allowed is HOST:PORT", args[0])
	case session > maxDeviceID:
		return fmt.Errorf("--session is %d, allowed is 0 to %d", session, maxDeviceID)
	case timeout <= 0:
		return fmt.Errorf("--timeout is %v, allowed is more than 0", timeout)
	}
	interruptible, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeoutCause(interruptible, timeout, fmt.Errorf("no answer within %v", timeout))
	defer cancel()
	got, err := transact(ctx, args[0], session, m)
	switch {
	case err != nil:
		return refusal(err)
	case m.W == secs2.NoReply:
		return nil
	case asJSON:
		return json.NewEncoder(c.OutOrStdout()).Encode(newMessage(got.Header, got.Body))
	}
	_, err = fmt.Fprintln(c.OutOrStdout(), sml.Format(got.Message))
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
func transact(ctx context.Context, address string, session uint16, m secs2.Message) (got host.Reply, err error) {
	var cfg host.Config
	cfg.SessionID = session
	cfg.Link.Address = address
	cfg.Link.Config.Timers.T3 = until(ctx)
	s, err := host.Open(ctx, cfg)
	if err != nil {
		return got, err
	}
	// The reply is already there: a slow end does not spoil it.
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
		defer cancel()
		_ = s.Close(ctx) // the process ends anyway
	}()
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

// until returns what is left of ctx: a reply may take all of it.
func until(ctx context.Context) time.Duration {
	deadline, _ := ctx.Deadline()
	return max(time.Until(deadline), time.Millisecond)
}

// refusal says what to do about an exchange that failed.
func refusal(err error) error {
	f := &failure{code: 1, err: err}
	var (
		abort *host.AbortError
		s9    *host.S9Error
		dial  *net.OpError
	)
	switch {
	case errors.As(err, &abort):
		f.hint = "the equipment may be OFF-LINE: 'S1F17 W.' asks it to go ON-LINE"
	case errors.As(err, &s9) && s9.Function == 1:
		f.hint = "--session N takes the device ID of the equipment"
	case errors.As(err, &dial) && dial.Op == "dial":
		f.hint = "is the equipment running, passive, and listening on that address?"
	}
	return f
}
