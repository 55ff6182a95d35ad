package secs2

import "fmt"

// Class says what is wrong with bytes that are no item, or with an item that
// does not have the shape its message defines.
type Class string

// The classes, in the order in which they are checked for each item.
const (
	Truncated      Class = "truncated"        // bytes are missing in an item header
	BadLengthBytes Class = "bad-length-bytes" // the format byte claims no length bytes
	BadFormatCode  Class = "bad-format-code"  // E5 does not define the format code
	Depth          Class = "depth"            // lists nest deeper than the limit
	LengthOverrun  Class = "length-overrun"   // the length claims more than is left
	LocalizedShort Class = "localized-short"  // a W item of one byte: half a header
	LengthMultiple Class = "length-multiple"  // not a multiple of the element size
	TrailingBytes  Class = "trailing-bytes"   // bytes follow the root item
	TooManyItems   Class = "limit"            // more items than the limit
	Shape          Class = "shape"            // an item is not what the message defines
)

// SyntaxError tells where bytes stop being an item, or where a message body
// stops being what its definition asks for.
type SyntaxError struct {
	Class  Class
	Offset int    // of the item in the body, in bytes
	Path   string // of the item, as in "/1/0" or "/reports[1]/VID[0]"; "/" is the root
	Detail string // what was expected and what came
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("secs2: %s at byte %d, item %s: %s", e.Class, e.Offset, e.Path, e.Detail)
}
