package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/secsd/secsd/internal/command"
)

const (
	defaultAPI = "127.0.0.1:8080"
	// healthTimeout is less than what container engines give a check.
	healthTimeout = 3 * time.Second
	maxReason     = 4096 // bytes of the answer that are shown
)

// health asks /readyz, for a container's health check: it is not the HSMS port
// that is probed, because a connection there costs a session.
func health(c *cobra.Command, _ []string) error {
	s, err := newSettings(c.Flags())
	if err != nil {
		return err
	}
	address := defaultAPI
	if value, _, ok := s.given("api-address"); ok {
		address = value
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("api-address is %q, allowed is HOST:PORT", address)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // the server listens on all interfaces
	}
	client := http.Client{Timeout: healthTimeout}
	r, err := client.Get("http://" + net.JoinHostPort(host, port) + "/readyz")
	if err != nil {
		return command.Fail(1, err, "secsd may not run, or have another --api-address")
	}
	defer r.Body.Close()
	body, err := io.ReadAll(io.LimitReader(r.Body, maxReason))
	text := strings.TrimSpace(string(body))
	if err != nil || r.StatusCode != http.StatusOK {
		return command.Fail(1, errors.Join(fmt.Errorf("not ready: %s: %s", r.Status, text), err), "")
	}
	fmt.Fprintln(c.OutOrStdout(), text)
	return nil
}
