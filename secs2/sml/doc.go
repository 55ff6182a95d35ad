// Package sml is the text form of SECS-II messages and items.
//
// # Purpose
//
// SML (SECS Message Language) was never standardised and every product has its
// dialect. This package prints one form, the canonical one, and reads nearly
// all of them. Logs, tests, scripts and the command line use it; it is never on
// the wire.
//
// # Shapes
//
// Append and Format print a message, AppendItem and FormatItem an item. The
// same item always gives the same bytes:
//
//	S2F33 W
//	<L [2]
//	  <U4 [1] 1>
//	  <A [9] "C:\RCP\A1">
//	>.
//
// Every item shows its number of elements, also 0. Texts are runs in double
// quotes between 0xHH bytes, without escape sequences; B is 0xHH, BOOLEAN is
// TRUE or FALSE, floats are the shortest decimal that reads back. Canonical
// text reads back to the same bytes, except for the payload of a NaN and
// BOOLEAN bytes other than 0 and 1.
//
// Parse and ParseItem read tolerantly: the methods of Options choose more. A
// Reader takes one message after the other out of a document. Beside the
// canonical form they know
//
//   - labels (name: S1F1), quoted headers, [W], INPUT and OUTPUT, S1,F1;
//   - comments: /* */, //, * and # to the end of the line;
//   - type names of other products: LIST, BINARY, ASCII, UINT4, FP8 …;
//   - sizes as a hint, as a range, as "L,2"; names of items and variables
//     behind "=", which are passed over;
//   - either quote, commas between values, decimal, 0x and 0b numbers.
//
// A number never has a comma or a digit group in it, whatever the locale.
//
// # Units
//
// Offsets and columns are bytes. Lines and columns count from 1.
//
// # Errors
//
// Errors are *Error: a class, the place, and what was expected. What a
// tolerant reader passes over comes back as a Warning.
//
// # Concurrency
//
// Functions and Options may be used by many goroutines, a Reader by one.
//
// # Standard
//
// There is none. E5 defines the items; the grammar is a superset of the
// dialects in use.
package sml
