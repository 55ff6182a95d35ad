package gem

import "fmt"

// This file is how the problems of a configuration are told.

// ConfigError is one value that the configuration may not have.
type ConfigError struct {
	Key  string // as in the configuration file: "hosts[1].window"
	Got  string
	Want string
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("gem: %s: got %s, want %s", e.Key, e.Got, e.Want)
}

type problems struct {
	errs         []error
	listedAlarms int // of the configuration; withDefaults puts GEM300's behind them
}

func (p *problems) add(key string, got any, want string) {
	p.errs = append(p.errs, &ConfigError{Key: key, Got: fmt.Sprintf("%v", got), Want: want})
}

func (p *problems) number(key string, v, low, high int) {
	if v < low || v > high {
		p.add(key, v, fmt.Sprintf("%d to %d", low, high))
	}
}

func (p *problems) text(key, s string, low, high int) {
	ok := len(s) >= low && len(s) <= high
	for i := range len(s) {
		ok = ok && s[i] >= 0x20 && s[i] <= 0x7E
	}
	if !ok {
		p.add(key, fmt.Sprintf("%q", s), fmt.Sprintf("%d to %d printable ASCII characters", low, high))
	}
}
