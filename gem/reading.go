package gem

import (
	"math"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// reading is the value of a variable as its limits see it: of two values of one
// format the greater one has the greater reading.
type reading uint64

// maxNumberText is the longest text that can be a number.
const maxNumberText = 40

// readingOf returns the reading of a value, false where it is not one number.
func readingOf(it secs2.Item) (reading, bool) {
	switch f := it.Format(); {
	case it.IsZero(), f == secs2.ASCII:
		return readingOfText(it.Data())
	case it.Len() != 1:
		return 0, false
	case f == secs2.Boolean:
		return reading(min(it.Data()[0], 1)), true
	case f.Unsigned():
		return reading(firstUint(it)), true
	case f.Signed():
		return reading(firstInt(it)) ^ 1<<63, true
	case f.Float():
		x, _ := it.Number()
		return readingOfFloat(x)
	}
	return 0, false
}

// readingOfFloat orders floats by their bits, which those of negative ones do the
// other way round.
func readingOfFloat(x float64) (reading, bool) {
	bits := math.Float64bits(x + 0) // no negative zero
	if bits>>63 != 0 {
		return reading(^bits), !math.IsNaN(x)
	}
	return reading(bits | 1<<63), !math.IsNaN(x)
}

// readingOfText reads a decimal number; blanks around it do not count.
func readingOfText(text []byte) (reading, bool) {
	for len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	for len(text) > 0 && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	if len(text) > maxNumberText {
		return 0, false
	}
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return 0, false
	}
	return readingOfFloat(x)
}
