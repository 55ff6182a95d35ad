package config

import (
	"fmt"
	"reflect"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/sim"
)

// Config is a whole configuration, valid in all its parts.
type Config struct {
	Equipment gem.Config
	// Links are the connections of Equipment.Hosts, in the same order.
	Links   []hsms.EndpointConfig
	Sim     sim.Config
	API     api.Config
	DataDir string
	Log     Log
	// Warnings are values that work and are yet likely to cause trouble.
	Warnings []string
}

// Log says which lines are logged and how.
type Log struct {
	Level LogLevel
	// Console writes lines for eyes instead of JSON.
	Console bool
}

// Load returns the configuration in src. Its error is an *InvalidError.
func Load(src Source) (Config, error) {
	r := newReport(src.Name)
	root, ok := r.parse(src.Data)
	if !ok || !r.value("", root, reflect.TypeFor[file](), "") {
		return Config{}, r.err()
	}
	if r.dropped > 0 {
		return Config{}, r.err() // what is left of such a file is not worth a judgement
	}
	f, err := decodeFile(root)
	if err != nil {
		return Config{}, err
	}
	b := builder{r: r, file: &f}
	b.override(src.Overrides)
	b.build()
	return b.config, r.err()
}

// decodeFile decodes what the check has left of the tree.
func decodeFile(root *yaml.Node) (f file, err error) {
	settings := map[string]any{}
	if err := root.Decode(&settings); err != nil {
		return f, fmt.Errorf("config: %w", err)
	}
	v := viper.New()
	if err := v.MergeConfigMap(settings); err != nil {
		return f, fmt.Errorf("config: %w", err)
	}
	strict := func(c *mapstructure.DecoderConfig) {
		c.ErrorUnused = true
		c.WeaklyTypedInput = false
		c.DecodeHook = convert
	}
	if err := v.Unmarshal(&f, strict); err != nil {
		return f, fmt.Errorf("config: %w", err)
	}
	return f, nil
}

// convert turns the file's words, seconds and single device IDs into the types
// that they are decoded into.
func convert(from, to reflect.Type, value any) (any, error) {
	switch {
	case to == durationType:
		return duration(reflect.ValueOf(value).Convert(reflect.TypeFor[float64]()).Float()), nil
	case to == deviceIDType && from.Kind() != reflect.Slice:
		return []any{value}, nil
	case from.Kind() == reflect.String && choices[to] != nil:
		v, _ := choose(to, value.(string))
		return v, nil
	}
	return value, nil
}
