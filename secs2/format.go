package secs2

// Format is an item format code of E5, the upper six bits of the format byte.
type Format uint8

// The item formats of E5.
const (
	List      Format = 0o00
	Binary    Format = 0o10
	Boolean   Format = 0o11
	ASCII     Format = 0o20
	JIS8      Format = 0o21
	Localized Format = 0o22
	FormatI8  Format = 0o30
	FormatI1  Format = 0o31
	FormatI2  Format = 0o32
	FormatI4  Format = 0o34
	FormatF8  Format = 0o40
	FormatF4  Format = 0o44
	FormatU8  Format = 0o50
	FormatU1  Format = 0o51
	FormatU2  Format = 0o52
	FormatU4  Format = 0o54
)

// MaxLength is the largest item length that three length bytes can hold:
// bytes of a body, or elements of a list.
const MaxLength = 1<<24 - 1

type formatInfo struct {
	name string
	size uint8 // bytes of one element; 0 marks an undefined code
}

var formats = [64]formatInfo{
	List:      {"L", 1},
	Binary:    {"B", 1},
	Boolean:   {"BOOLEAN", 1},
	ASCII:     {"A", 1},
	JIS8:      {"J", 1},
	Localized: {"W", 1},
	FormatI8:  {"I8", 8},
	FormatI1:  {"I1", 1},
	FormatI2:  {"I2", 2},
	FormatI4:  {"I4", 4},
	FormatF8:  {"F8", 8},
	FormatF4:  {"F4", 4},
	FormatU8:  {"U8", 8},
	FormatU1:  {"U1", 1},
	FormatU2:  {"U2", 2},
	FormatU4:  {"U4", 4},
}

// String returns the SML name of the format: "L", "BOOLEAN", "U4" …
func (f Format) String() string {
	if f < 64 && formats[f].size != 0 {
		return formats[f].name
	}
	return "undefined"
}

// Size returns the bytes of one element; 1 for a list, where the elements are
// items, and 0 for an undefined code.
func (f Format) Size() int {
	if f >= 64 {
		return 0
	}
	return int(formats[f].size)
}

// Signed reports whether f is one of I1, I2, I4, I8.
func (f Format) Signed() bool { return f >= FormatI8 && f <= FormatI4 && formats[f].size != 0 }

// Unsigned reports whether f is one of U1, U2, U4, U8.
func (f Format) Unsigned() bool { return f >= FormatU8 && f <= FormatU4 && formats[f].size != 0 }

// Float reports whether f is F4 or F8.
func (f Format) Float() bool { return f == FormatF4 || f == FormatF8 }

// Textual reports whether f is A, J or W.
func (f Format) Textual() bool { return f >= ASCII && f <= Localized }

// FormatOf returns the format with the SML name s, as in "U4".
func FormatOf(s string) (f Format, ok bool) {
	for code, info := range formats {
		if info.size != 0 && info.name == s {
			return Format(code), true
		}
	}
	return 0, false
}
