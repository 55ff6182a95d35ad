package config

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

const (
	// maxSeconds bounds every duration of the file.
	maxSeconds = 366 * 24 * 3600
	// maxDeviceID is the largest session ID of a data message (E37.1).
	maxDeviceID = 32767
)

var (
	// YAML 1.1 reads 0123 as 83 and 1_000 as 1000; neither is a number here.
	integerText = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*|0x[0-9A-Fa-f]+)$`)
	decimalText = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
	octalText   = regexp.MustCompile(`^[-+]?0[0-9]`)
)

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

func isScalar(n *yaml.Node, tag string) bool { return n.Kind == yaml.ScalarNode && n.Tag == tag }

// describe says what stands in the file.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode && n.Tag == "!!map":
		return "a section"
	case n.Kind == yaml.SequenceNode && n.Tag == "!!seq":
		return "a list"
	case n.Kind == yaml.AliasNode:
		return "an alias"
	case n.Kind != yaml.ScalarNode:
		return "a tag " + shorten(n.Tag)
	}
	value := shorten(n.Value)
	switch n.Tag {
	case "!!null":
		return "nothing"
	case "!!str":
		return fmt.Sprintf("text %q", value)
	case "!!int", "!!float":
		return "number " + value
	case "!!bool":
		return "boolean " + value
	case "!!timestamp":
		return "date " + value
	}
	return fmt.Sprintf("%s %q", shorten(n.Tag), value)
}

// shorten cuts a text for a message.
func shorten(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

func (r *report) text(key string, n *yaml.Node) bool {
	if isScalar(n, "!!str") {
		return true
	}
	want := "text"
	if n.Kind == yaml.ScalarNode && !isNull(n) {
		want = fmt.Sprintf("text: put it in quotes, %q", shorten(n.Value))
	}
	r.at(n, key, describe(n), want)
	return false
}

func (r *report) boolean(key string, n *yaml.Node) bool {
	if isScalar(n, "!!bool") && (n.Value == "true" || n.Value == "false") {
		return true
	}
	r.at(n, key, describe(n), "true or false")
	return false
}

func (r *report) choice(key string, n *yaml.Node, t reflect.Type) bool {
	if isScalar(n, "!!str") || isScalar(n, "!!int") {
		if _, ok := choose(t, n.Value); ok {
			n.Tag = "!!str" // also a word that looks like a number
			return true
		}
	}
	want := words(t)
	if t == systemType {
		want += fmt.Sprintf(", or 1 to %d", uint32(math.MaxUint32))
	}
	r.at(n, key, describe(n), want)
	return false
}

func (r *report) integer(key string, n *yaml.Node, t reflect.Type, nonzero string) bool {
	high := uint64(math.MaxInt32)
	if t.Kind() != reflect.Int {
		high = math.MaxUint64 >> (64 - t.Bits())
	}
	if t == deviceIDType.Elem() {
		high = maxDeviceID
	}
	limits := fmt.Sprintf("0 to %d", high)
	if nonzero != "" {
		limits = nonzero
	}
	switch {
	case !isScalar(n, "!!int") || !integerText.MatchString(n.Value):
		r.at(n, key, describe(n), wantNumber("a whole number", n))
	case !fits(n.Value, 0, high) || nonzero != "" && isZero(n.Value):
		r.at(n, key, n.Value, limits)
	default:
		return true
	}
	return false
}

// startNumber checks the number form of a setting that also has words.
func (r *report) startNumber(key string, n *yaml.Node) bool {
	if v, ok := whole(n, 0, math.MaxUint32); ok && v > 0 {
		return true
	}
	r.at(n, key, describe(n), fmt.Sprintf("%s, or 1 to %d", words(systemType), uint32(math.MaxUint32)))
	return false
}

// reference checks what names a variable or an event.
func (r *report) reference(key string, n *yaml.Node, want string) bool {
	if isScalar(n, "!!str") {
		return true
	}
	if _, ok := whole(n, 0, math.MaxUint32); ok {
		return true
	}
	r.at(n, key, describe(n), want)
	return false
}

func fits(text string, low int64, high uint64) bool {
	if u, err := strconv.ParseUint(strings.TrimPrefix(text, "+"), 0, 64); err == nil {
		return u <= high
	}
	i, err := strconv.ParseInt(text, 0, 64)
	return err == nil && i >= low && i <= 0
}

func isZero(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && f == 0
}

func (r *report) number(key string, n *yaml.Node, nonzero string) bool {
	f, ok := finite(n)
	switch {
	case !ok:
		r.at(n, key, describe(n), wantNumber("a number", n))
	case nonzero != "" && f == 0:
		r.at(n, key, n.Value, nonzero)
	default:
		return true
	}
	return false
}

func (r *report) seconds(key string, n *yaml.Node, nonzero string) bool {
	f, ok := finite(n)
	switch {
	case !ok:
		r.at(n, key, describe(n), wantNumber("seconds as a number", n))
	case nonzero != "" && (f < 0 || duration(f) == 0):
		r.at(n, key, n.Value, "seconds, "+nonzero)
	case f < 0 || f > maxSeconds:
		r.at(n, key, n.Value, fmt.Sprintf("seconds, 0 to %d", maxSeconds))
	case f > 0 && duration(f) == 0:
		r.at(n, key, n.Value, "seconds, 0 or at least a nanosecond, 1e-9")
	default:
		return true
	}
	return false
}

// finite returns the value of a decimal number.
func finite(n *yaml.Node) (float64, bool) {
	if !isScalar(n, "!!int") && !isScalar(n, "!!float") || octalText.MatchString(n.Value) ||
		!decimalText.MatchString(n.Value) {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	return f, err == nil
}

func wantNumber(what string, n *yaml.Node) string {
	switch {
	case isScalar(n, "!!int"):
		return what + ", decimal without leading zeros or underscores"
	case isScalar(n, "!!str") && decimalText.MatchString(n.Value):
		return what + ": without quotes"
	}
	return what
}

// duration converts seconds, which the check has bounded.
func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * float64(time.Second)))
}
