package model

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestValidateTellsWhatIsWrong(t *testing.T) {
	whole := func(change func(*Config)) Config {
		c := Config{Ports: []Port{{}}, Locations: []Location{{Name: "PM-A", Use: ProductionModule}}}
		change(&c)
		return c
	}
	for _, test := range []struct {
		change func(*Config)
		want   string // "" is right
	}{
		{func(*Config) {}, ""},
		{func(c *Config) { c.Name = "My>1" }, `gem300.name: got "My>1", want ` + identifier},
		{func(c *Config) { c.Locations[0].Name = "PM-A " }, `gem300.locations[0].name: got "PM-A ", want ` + identifier},
		{func(c *Config) { c.Locations[0].Name = "LP1" }, `gem300.locations[0].name: got "LP1", want ` + identifier + ", that nothing else has"},
		{func(c *Config) { c.Modules = []string{strings.Repeat("m", 81)} }, "gem300.modules[0]"},
		{func(c *Config) { c.Ports = nil }, "gem300.ports: got 0, want 1 to 20"},
		{func(c *Config) { c.Ports[0].Capacity = 26 }, "gem300.ports[0].capacity: got 26, want 1 to 25"},
		{func(c *Config) {
			c.RecipeVariables = []RecipeVariable{{Name: "Dose", Format: secs2.FormatF4, Min: secs2.F4(10), Max: secs2.F4(3)}}
		}, "gem300.recipe_variables[0].min: got 10, want at most max, 3"},
		{func(c *Config) {
			c.RecipeVariables = []RecipeVariable{{Name: "Dose", Format: secs2.FormatF4, Min: secs2.F4(10)}}
		}, ""},
	} {
		err := whole(test.change).Validate()
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%v, want none", err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	if err := (Config{}).Validate(); err != nil {
		t.Errorf("without GEM300: %v", err)
	}
}
