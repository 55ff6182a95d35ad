package sml

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// parseInt reads a decimal, 0x or 0b number. Decimal means decimal: 010 is ten.
// The class is "", BadNumber or Range.
func parseInt(token string) (negative bool, magnitude uint64, class Class) {
	digits, negative := cutSign(token)
	base := 10
	if len(digits) > 2 && digits[0] == '0' {
		switch lower(digits[1]) {
		case 'x':
			base, digits = 16, digits[2:]
		case 'b':
			base, digits = 2, digits[2:]
		}
	}
	magnitude, err := strconv.ParseUint(digits, base, 64)
	return negative, magnitude, numberClass(err)
}

// parseFloat reads a number of any kind, rounded once, to a float of bits bits.
func parseFloat(token string, bits int) (v float64, class Class) {
	digits, negative := cutSign(token)
	switch strings.ToUpper(clip(digits)) {
	case "NAN":
		return math.NaN(), ""
	case "INF", "INFINITY":
		v = math.Inf(1)
	default:
		v, class = parseFinite(digits, bits)
	}
	if negative {
		v = -v
	}
	return v, class
}

// parseFinite reads what is not NaN or infinite. Only decimal digits reach
// ParseFloat, which knows more forms than SML.
func parseFinite(digits string, bits int) (float64, Class) {
	if len(digits) > 2 && digits[0] == '0' && isLetter(digits[1]) && lower(digits[1]) != 'e' {
		_, n, class := parseInt(digits)
		if bits == 32 {
			return float64(float32(n)), class
		}
		return float64(n), class
	}
	if digits == "" || !isDigit(digits[0]) && digits[0] != '.' || strings.Contains(digits, "_") {
		return 0, BadNumber
	}
	v, err := strconv.ParseFloat(digits, bits)
	return v, numberClass(err)
}

func cutSign(token string) (digits string, negative bool) {
	if token != "" && (token[0] == '-' || token[0] == '+') {
		return token[1:], token[0] == '-'
	}
	return token, false
}

// numberClass tells the two failures of strconv apart.
func numberClass(err error) Class {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, strconv.ErrRange):
		return Range
	}
	return BadNumber
}

// clip shortens a token for a message, or for a look at its beginning.
func clip(token string) string { return token[:min(len(token), 32)] }
