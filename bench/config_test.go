package bench

import (
	"strings"
	"testing"
)

func TestConfigRefusesWhatCannotBeMeasured(t *testing.T) {
	good := Config{Requests: 1000, Concurrency: 16, SVIDs: 32}
	for _, test := range []struct {
		name   string
		change func(*Config)
		want   string // in the error; empty: none
	}{
		{"usual", func(*Config) {}, ""},
		{"smallest", func(c *Config) { *c = Config{Requests: 1, Concurrency: 1, SVIDs: 1} }, ""},
		{"no request", func(c *Config) { c.Requests = 0 }, "requests is 0, allowed is 1 to 100000000"},
		{"negative", func(c *Config) { c.Concurrency = -1 }, "concurrency is -1, allowed is 1 to 1000"},
		{"above the largest window", func(c *Config) { c.Concurrency = 1001 }, "concurrency is 1001"},
		{"too many variables", func(c *Config) { c.SVIDs = 10_001 }, "svid-count is 10001"},
		{"negative pairs", func(c *Config) { c.StorePairs = -5 }, "store-pairs is -5"},
		{"requests beyond the out buffer", func(c *Config) { c.Concurrency, c.SVIDs = 1000, 100 }, "concurrency × svid-count is 100000"},
		{"no such data folder", func(c *Config) { c.DataDir = "no/such" }, "data folder: stat no/such"},
		{"a file as data folder", func(c *Config) { c.DataDir = "config.go" }, "data folder: config.go is a file"},
		{"two at once", func(c *Config) { c.Requests, c.SVIDs = 0, 0 }, "svid-count is 0"},
	} {
		c := good
		test.change(&c)
		err := c.Validate()
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
