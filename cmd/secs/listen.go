package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/internal/command"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

const (
	// settling is the pause behind each reply, so that what a message causes
	// stands under its reply and not behind the next one.
	settling = 200 * time.Millisecond
	// lastAnswer lets the answer to the last message go before the session ends.
	lastAnswer = 50 * time.Millisecond
	// maxWaiting bounds the messages that wait to be printed.
	maxWaiting = 4096
)

// errEnough ends listening as asked.
var errEnough = errors.New("enough")

// arrival is a message of the equipment.
type arrival struct {
	at time.Time
	host.Reply
}

// listener prints what an equipment sends.
type listener struct {
	options
	out     io.Writer
	arrived chan arrival
	lost    atomic.Int64 // messages that found the printing too far behind
	taken   atomic.Int64 // primaries received
	seen    int

	messages []secs2.Message // to be sent first
	most     int             // primaries to print; 0 is no bound
	span     time.Duration   // 0 is no bound
}

func newListener(c *cobra.Command, args []string) (*listener, error) {
	l := &listener{out: c.OutOrStdout(), arrived: make(chan arrival, maxWaiting)}
	for _, text := range args[1:] {
		m, err := parse(c, text)
		if err != nil {
			return nil, err
		}
		l.messages = append(l.messages, m)
	}
	var err error
	if l.options, err = newOptions(c, args[0]); err != nil {
		return nil, err
	}
	l.most, _ = c.Flags().GetInt("count")
	l.span, _ = c.Flags().GetDuration("for")
	switch {
	case l.most < 0:
		return nil, fmt.Errorf("--count is %d, allowed is 0 or more", l.most)
	case l.span < 0:
		return nil, fmt.Errorf("--for is %v, allowed is 0 or more", l.span)
	}
	return l, nil
}

func listen(c *cobra.Command, args []string) error {
	l, err := newListener(c, args)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = l.run(ctx)
	if n := l.lost.Load(); n > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "secs: warning: %d messages came too fast to be printed\n", n)
	}
	return err
}

// run sends the messages, then prints what the equipment sends. It returns nil
// when enough was seen, the time is over or a signal came.
func (l *listener) run(ctx context.Context) error {
	s, err := l.connect(ctx)
	if err != nil {
		return refusal(err)
	}
	defer hangUp(ctx, s)
	for _, m := range l.messages {
		if err = l.ask(ctx, s, m); err == nil {
			err = l.follow(ctx, s, settling)
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		err = l.follow(ctx, s, l.span)
	}
	switch {
	case errors.Is(err, errEnough):
		select {
		case <-time.After(lastAnswer):
		case <-ctx.Done():
		}
		return nil
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return refusal(err)
	case l.seen < l.most:
		return command.Fail(1, fmt.Errorf("%d of %d messages within %v", l.seen, l.most, l.span), "")
	}
	return nil
}

func (l *listener) connect(ctx context.Context) (*host.Session, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, l.timeout, fmt.Errorf("no answer within %v", l.timeout))
	defer cancel()
	cfg := l.host
	cfg.Received, cfg.Leave = l.received, l.leave
	s, err := host.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := s.Establish(ctx); err != nil {
		hangUp(ctx, s)
		return nil, fmt.Errorf("S1F13: %w", err)
	}
	return s, nil
}

// received keeps a primary of the equipment, but none of those that establish
// communications.
func (l *listener) received(h secs2.Header, body secs2.Item) {
	if h.Stream() == 1 && h.Function() == 13 {
		return
	}
	if l.taken.Add(1); l.leave(h) {
		return
	}
	m := secs2.Message{Stream: h.Stream(), Function: h.Function(), Body: body.Clone()}
	if h.W() {
		m.W = secs2.WantReply
	}
	select {
	case l.arrived <- arrival{time.Now(), host.Reply{Header: h, Message: m}}:
	default:
		l.lost.Add(1)
	}
}

// leave reports whether a primary comes after the last that is printed: it must
// not be answered, or the equipment takes it for told.
func (l *listener) leave(h secs2.Header) bool {
	establish := h.Stream() == 1 && h.Function() == 13
	return !establish && l.most > 0 && l.taken.Load() > int64(l.most)
}

// ask sends a message and prints its reply.
func (l *listener) ask(ctx context.Context, s *host.Session, m secs2.Message) error {
	if m.W == secs2.NoReply {
		return s.Send(m)
	}
	reply, err := s.Request(ctx, m)
	if err != nil {
		return err
	}
	return l.print(arrival{time.Now(), reply})
}

// follow prints what comes within span, or without end if span is 0.
func (l *listener) follow(ctx context.Context, s *host.Session, span time.Duration) error {
	var over <-chan time.Time
	if span > 0 {
		timer := time.NewTimer(span)
		defer timer.Stop()
		over = timer.C
	}
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-over:
			return nil
		case <-s.Ended():
			return errors.New("the session ended")
		case a := <-l.arrived:
			if err := l.print(a); err != nil {
				return err
			}
			if l.seen++; l.seen == l.most {
				return errEnough
			}
		}
	}
}

// print writes a message as a log of messages has it: a comment with the time,
// the message, an empty line.
func (l *listener) print(a arrival) error {
	if l.json {
		m := newMessage(a.Header, a.Body)
		m.Time = a.at.Format("2006-01-02T15:04:05.000Z07:00")
		return json.NewEncoder(l.out).Encode(m)
	}
	_, err := fmt.Fprintf(l.out, "// %s\n%s\n\n", a.at.Format("15:04:05.000"), sml.Format(a.Message))
	return err
}
