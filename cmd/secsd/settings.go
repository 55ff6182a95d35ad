package main

import (
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/internal/command"
	"github.com/secsd/secsd/internal/config"
)

// settings are the flags of a command and the environment behind them.
type settings struct {
	flags *pflag.FlagSet
	viper *viper.Viper
}

// newSettings looks at the flags of one command; --data-dir is SECSD_DATA_DIR in
// the environment.
func newSettings(flags *pflag.FlagSet) (settings, error) {
	v := viper.New()
	v.SetEnvPrefix("SECSD")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AllowEmptyEnv(true)
	v.AutomaticEnv()
	return settings{flags, v}, v.BindPFlags(flags)
}

// given returns the value of a flag or its environment variable, and which of
// them it was. An empty variable is none, except the one that turns HTTP off.
func (s settings) given(name string) (value, from string, ok bool) {
	value = s.viper.GetString(name)
	switch {
	case s.flags.Changed(name):
		return value, "--" + name, true
	case s.viper.IsSet(name) && (value != "" || name == "api-address"):
		return value, "SECSD_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_")), true
	}
	return "", "", false
}

// source returns the file that is named, or the demo.
func (s settings) source() (config.Source, error) {
	path, from, ok := s.given("config")
	if !ok {
		return config.Source{Name: "the built-in etcher.yaml", Data: configs.Etcher}, nil
	}
	return readFile(path, from)
}

// readFile returns the file at path, which a flag or variable names.
func readFile(path, from string) (config.Source, error) {
	src, err := config.ReadFile(path)
	if err != nil {
		return src, command.Fail(2, err, "give the path of an equipment definition with "+from)
	}
	return src, nil
}

// load returns the configuration that the flags, the environment and the file
// make together.
func (s settings) load() (config.Config, error) {
	src, err := s.source()
	if err != nil {
		return config.Config{}, err
	}
	for _, name := range []string{"data-dir", "hsms-address", "api-address", "log-level", "log-format", "lots"} {
		if value, from, ok := s.given(name); ok {
			src.Overrides = append(src.Overrides, config.Override{Setting: name, Value: value, From: from})
		}
	}
	c, err := config.Load(src)
	if err != nil {
		return c, command.Fail(2, err, "docs/configuration.md explains every key")
	}
	return c, nil
}
