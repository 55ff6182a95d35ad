package hsms

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// minMaxFrame is the smallest MaxFrame: any stream 9 message and a greeting
// must fit.
const minMaxFrame = 1 << 10

// Validate reports every value that cannot work, joined: its key as in the
// configuration file, the value, and what is allowed.
func (c Config) Validate() error {
	c = c.withDefaults()
	var errs []error
	if c.Handle == nil {
		errs = append(errs, errors.New("hsms: Handle is nil, a function is required"))
	}
	errs = append(errs, c.Timers.validate(), c.Rules.validate(),
		positive("write_timeout", c.WriteTimeout),
		between("linktest_max_misses", int64(c.Linktest.MaxMisses), 1, math.MaxInt32),
		between("hard_max_frame", int64(c.HardMaxFrame), minMaxFrame, math.MaxInt32),
		between("max_frame", int64(c.MaxFrame), minMaxFrame, int64(c.HardMaxFrame)),
	)
	if c.SystemBytesStart > math.MaxUint32 {
		errs = append(errs, between("system_bytes_start", c.SystemBytesStart, 0, math.MaxUint32))
	}
	return errors.Join(errs...)
}

func (t Timers) validate() error {
	return errors.Join(positive("T3", t.T3), positive("T5", t.T5), positive("T6", t.T6),
		positive("T7", t.T7), positive("T8", t.T8))
}

func (r Rules) validate() error {
	return errors.Join(
		oneOf("not_selected_data", r.NotSelectedData, RejectData, DropData, CloseData),
		oneOf("oversize", r.Oversize, OversizeS9F11, OversizeClose),
		oneOf("reselect", r.Reselect, ReselectStatus1, ReselectStatus0, ReselectClose),
		oneOf("select_status1", r.SelectStatus1, Status1Fail, Status1Accept),
		oneOf("ss_deselect", r.Deselect, DeselectAccept, DeselectReject, DeselectClose),
		oneOf("device_id_check", r.DeviceIDCheck, CheckPrimary, CheckAll, CheckOff),
	)
}

// Warnings lists the values that are legal and yet likely to cause trouble:
// timers outside their usual range, or at odds with each other.
func (c Config) Warnings() []string {
	c = c.withDefaults()
	t := c.Timers
	var out []string
	for _, timer := range []struct {
		name       string
		value, max time.Duration
	}{
		{"T3", t.T3, 120 * time.Second},
		{"T5", t.T5, 240 * time.Second},
		{"T6", t.T6, 240 * time.Second},
		{"T7", t.T7, 240 * time.Second},
		{"T8", t.T8, 120 * time.Second},
		{"linktest_interval", c.Linktest.Interval, 3600 * time.Second},
	} {
		if timer.value >= 0 && (timer.value < time.Second || timer.value > timer.max) {
			out = append(out, fmt.Sprintf("%s = %v is outside the usual range of 1s to %v", timer.name, timer.value, timer.max))
		}
	}
	if c.Linktest.Interval > 0 && c.Linktest.Interval < t.T6 {
		out = append(out, fmt.Sprintf("linktest_interval = %v is shorter than T6 = %v: a slow answer delays the next linktest", c.Linktest.Interval, t.T6))
	}
	if t.T6 >= t.T7 {
		out = append(out, fmt.Sprintf("T6 = %v is not shorter than T7 = %v: a select that gets no answer ends with T7", t.T6, t.T7))
	}
	return out
}

func positive(key string, d time.Duration) error {
	if d > 0 {
		return nil
	}
	return fmt.Errorf("hsms: %s is %v, allowed is more than 0s", key, d)
}

func between(key string, v, lo, hi int64) error {
	if lo <= v && v <= hi {
		return nil
	}
	return fmt.Errorf("hsms: %s is %d, allowed is %d to %d", key, v, lo, hi)
}

func oneOf[T ~string](key string, v T, allowed ...T) error {
	if slices.Contains(allowed, v) {
		return nil
	}
	names := make([]string, len(allowed))
	for i, a := range allowed {
		names[i] = string(a)
	}
	return fmt.Errorf("hsms: %s is %q, allowed is one of %s", key, v, strings.Join(names, ", "))
}
