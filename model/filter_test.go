package model

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestRelations: the qualifier stands on the left; texts compare without case,
// numbers by value; what does not compare never matches.
func TestRelations(t *testing.T) {
	list := secs2.L(secs2.A("FOUP01"), secs2.L(secs2.A("FOUP02"), secs2.L(secs2.U1(3))))
	for _, x := range []struct {
		qualifier, value secs2.Item
		holds            string // one letter for each relation that holds
	}{
		{secs2.U1(5), secs2.U1(5), "=≤≥+"},
		{secs2.U1(5), secs2.U4(9), "≠<≤-"},
		{secs2.I8(-1), secs2.U8(1 << 63), "≠<≤-"},
		{secs2.I2(-3), secs2.I4(-4), "≠>≥-"},
		{secs2.U8(1<<53 + 1), secs2.U8(1 << 53), "≠>≥-"},
		{secs2.F4(2.5), secs2.U1(2), "≠>≥-"},
		{secs2.U1(13), secs2.B(13), "=≤≥+"},
		{secs2.F8(13), secs2.B(13), "=≤≥+"},
		{secs2.Bool(true), secs2.Bool(true), "=≤≥+"},
		{secs2.Bool(true), secs2.U1(1), ""},
		{secs2.A("5"), secs2.U1(5), ""},
		{secs2.U1(5), secs2.A("5"), ""},
		{secs2.U1(5), secs2.U1(), ""},
		{secs2.U1(), secs2.U4(), "=+"},
		{secs2.A("foup01"), secs2.A("FOUP01"), "=≤≥+"},
		{secs2.A("a"), secs2.A("B"), "≠<≤-"},
		{secs2.A("OUP"), secs2.A("FOUP01"), "≠>≥+"},
		{secs2.A(""), secs2.A(""), "=≤≥+"},
		{secs2.W(1, []byte("FOUP01")), secs2.A("FOUP01"), "=≤≥+"},
		{secs2.A("foup02"), list, "+"},
		{secs2.A("FOUP"), list, "-"},
		{secs2.A("F*"), list, "+"},
		{secs2.U4(3), list, "+"},
		{secs2.U4(4), list, "-"},
		{list, list, "=-"},
		{secs2.L(), list, "≠-"},
		{secs2.L(secs2.U1(3)), list, "≠+"},
		{secs2.A("x"), secs2.L(), "-"},
		{secs2.U1(3), secs2.L(secs2.A("FOUP01")), ""},
		{secs2.A("3"), secs2.L(secs2.L(secs2.U1(3))), ""},
		{secs2.Bool(true), list, ""},
		{secs2.L(secs2.A("FOUP01")), secs2.L(secs2.A("FOUP01")), "=-"},
	} {
		var holds strings.Builder
		for r, letter := range []rune("=≠<≤>≥+-") {
			if Relation(r).holds(x.qualifier, x.value) {
				holds.WriteRune(letter)
			}
		}
		if holds.String() != x.holds {
			t.Errorf("% X, % X: %s holds, want %s", x.qualifier.Encoded(), x.value.Encoded(), holds.String(), x.holds)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, x := range []struct {
		pattern, text string
		want          bool
	}{
		{"FOUP*", "foup01", true}, {"FOUP*", "FOUP", true}, {"FOUP0?", "FOUP01", true}, {"FOUP0?", "FOUP001", false}, {"FOUP01?", "FOUP01", false},
		{"*01", "FOUP01", true}, {"F*0*1", "FOUP001", true}, {"F*0*2", "FOUP001", false}, {"*", "x", true}, {"*", "", false}, {"**", "", true}, {"", "", true},
		{"", "x", false}, {"?", "", false}, {"*?", "", false}, {"a*b*c", "aXbXbXc", true}, {strings.Repeat("*a", 300), strings.Repeat("a", 300), false},
	} {
		if got := match([]byte(x.pattern), []byte(x.text)); got != x.want {
			t.Errorf("%q like %q: %v", x.text, x.pattern, got)
		}
	}
}
