package api

import (
	"fmt"
	"net"
	"strconv"
)

// Config says where the HTTP server listens.
type Config struct {
	// Address is HOST:PORT; port 0 takes a free one. Empty turns HTTP off.
	Address string
	// Hosts are names of this machine, besides localhost, that the Host header
	// of an operator's request may have.
	Hosts []string
}

// ConfigError is one value that the configuration may not have.
type ConfigError struct {
	Key  string // as in the configuration file: "address"
	Got  string
	Want string
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("api: %s: got %s, want %s", e.Key, e.Got, e.Want)
}

// Validate returns what is wrong, a *ConfigError.
func (c Config) Validate() error {
	if c.Address == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(c.Address)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return &ConfigError{Key: "address", Got: fmt.Sprintf("%q", c.Address), Want: "HOST:PORT, or an empty text for no HTTP"}
	}
	return nil
}
