// Package secs2 is SECS-II message content: items, their encoding, and the
// header of a message.
//
// # Purpose
//
// Items are read as views on received bytes and built as encoded bytes; there
// is no tree in between. Parse checks a body once, a Reader takes it apart by
// the names of its data items, constructors and the Appender build one. The
// types DRACK, HCACK and their like are the codes that answer messages. Package
// sml gives items a text form.
//
// # Shapes
//
// An item is a format byte, one to three length bytes, and a body:
//
//	+-------------+---------------------+------------------------+
//	| format << 2 | length, big-endian  | body                   |
//	| + n         | n = 1..3 bytes      | length bytes           |
//	+-------------+---------------------+------------------------+
//
// The length counts bytes; for a list it counts elements, which follow as
// items. Decoding takes any n, encoding writes the fewest that hold the
// length.
//
// # Units
//
// Lengths are bytes unless said otherwise, Len counts elements: children of a
// list, values of a number, bytes of a text.
//
// # Errors
//
// Parse and Reader return a *SyntaxError with the class of the fault, the byte
// offset and the path of the item. Appender.Err is for bodies too long to
// encode.
//
// # Concurrency
//
// An Item is immutable and may be shared as long as nobody changes the bytes
// it was parsed from. Reader and Appender belong to one goroutine.
//
// # Standard
//
// SEMI E5, edition 2004; item formats are the same in later editions. A body
// is at most one root item. The limits MaxDepth and MaxItems are ours.
package secs2
