package main

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// mes is a host that speaks SML.
type mes struct {
	t       *testing.T
	session *host.Session
}

// dial connects a host and establishes communications.
func dial(t *testing.T, address string, received func(secs2.Header, secs2.Item)) mes {
	t.Helper()
	s, err := host.Open(t.Context(), host.Config{
		Link: hsms.EndpointConfig{Dial: func(ctx context.Context) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", address)
		}}, Received: received,
	})
	if err != nil {
		t.Fatal(err)
	}
	m := mes{t, s}
	if err := s.Establish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return m
}

// ask sends a message and returns its reply as SML on one line, "S2F0" for an
// abort.
func (m mes) ask(text string) string {
	m.t.Helper()
	msg, _, err := sml.Parse(text)
	if err != nil {
		m.t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(m.t.Context(), patience)
	defer stop()
	reply, err := m.session.Request(ctx, msg.Message)
	var abort *host.AbortError
	if errors.As(err, &abort) {
		return abort.Header.SF()
	}
	if err != nil {
		m.t.Fatalf("%s: %v", text, err)
	}
	return strings.Join(strings.Fields(sml.FormatItem(reply.Body)), " ")
}

// want sends messages and wants these replies.
func (m mes) want(pairs ...string) {
	m.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got := m.ask(pairs[i]); got != pairs[i+1] {
			m.t.Errorf("%s got %s, want %s", pairs[i], got, pairs[i+1])
		}
	}
}

func (m mes) close() { _ = m.session.Close(context.WithoutCancel(m.t.Context())) }

// TestRestartKeepsAll: what a host configured and the operator switched is there
// after the end of the process, in order and not.
func TestRestartKeepsAll(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			args := []string{"--hsms-address", "127.0.0.1:0", "--api-address", "127.0.0.1:0", "--data-dir", filepath.Join(t.TempDir(), "data")}
			d := spawn(t, nil, "secsd", args...).serving()
			m := dial(t, d.ready.HSMS[0], nil)
			m.want(
				`S2F15 W <L <L <U4 4001> <U2 12>> <L <U4 255> <BOOLEAN TRUE>>>.`, `<B [1] 0x00>`,
				`S2F33 W <L <U4 1> <L <L <U4 7> <L <U4 102> <U4 1001>>>>>.`, `<B [1] 0x00>`,
				`S2F35 W <L <U4 1> <L <L <U4 5031> <L <U4 7>>>>>.`, `<B [1] 0x00>`,
				`S2F37 W <L <BOOLEAN TRUE> <L <U4 5031>>>.`, `<B [1] 0x00>`,
				`S2F43 W <L <L <U1 6> <L <U1 11>>>>.`, `<L [2] <B [1] 0x00> <L [0]> >`,
			)
			d.end(signal)
			m.close()
			d = spawn(t, nil, "secsd", args...).serving()
			m = dial(t, d.ready.HSMS[0], nil)
			m.want(
				`S2F13 W <L <U4 4001> <U4 255>>.`, `<L [2] <U2 [1] 12> <BOOLEAN [1] TRUE> >`,
				`S2F33 W <L <U4 1> <L <L <U4 7> <L <U4 102>>>>>.`, `<B [1] 0x03>`, // it is defined
				`S2F35 W <L <U4 1> <L <L <U4 5031> <L <U4 7>>>>>.`, `<B [1] 0x03>`, // and linked
			)
			m.close()
			// Enabled, and selected for the spool, which the loss of the host makes active.
			d.logged(1, `"msg":"spool active"`)
			d.end(signal)
			d = spawn(t, nil, "secsd", args...).serving()
			d.logged(1, `"msg":"spool active"`)
			if _, body := d.get("/metrics"); !strings.Contains(body, `secsd_spool_active{host="mes"} 1`) {
				t.Error("the spool is not active any more")
			}
			d.end(syscall.SIGTERM)
		})
	}
}
