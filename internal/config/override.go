package config

import (
	"fmt"
	"reflect"
)

// Override is a setting from a flag or an environment variable.
type Override struct {
	// Setting is "data-dir", "hsms-address", "api-address", "log-level",
	// "log-format" or "lots".
	Setting string
	Value   string
	// From names the flag or variable in problems.
	From string
}

// override puts what flags and environment say in the place of the file's.
func (b *builder) override(all []Override) {
	for _, o := range all {
		switch o.Setting {
		case "data-dir":
			b.r.replaced("data_dir", o)
			b.file.DataDir = &o.Value
		case "hsms-address":
			b.hsmsAddress(o)
		case "api-address":
			b.r.replaced("api.address", o)
			b.file.API.Address = &o.Value
		case "log-level":
			b.r.replaced("log.level", o)
			chosen(b.r, "log.level", o.Value, &b.file.Log.Level)
		case "log-format":
			b.r.replaced("log.format", o)
			chosen(b.r, "log.format", o.Value, &b.file.Log.Format)
		case "lots":
			b.r.replaced("sim.lots", o)
			chosen(b.r, "sim.lots", o.Value, &b.file.Sim.Lots)
		default:
			panic(fmt.Sprintf("config: override of %q", o.Setting))
		}
	}
}

// replaced notes that the file's value of key no longer counts, nor its
// problems.
func (r *report) replaced(key string, o Override) {
	r.flags[key] = o.From
	delete(r.blamed, key) // the file's value; sections around it stay marked
}

// chosen sets a setting that has a fixed set of words.
func chosen[T any](r *report, key, word string, to *T) {
	t := reflect.TypeFor[T]()
	v, ok := choose(t, word)
	if !ok {
		r.key(key, fmt.Sprintf("%q", shorten(word)), words(t))
		return
	}
	*to = v.(T)
}
