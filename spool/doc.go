// Package spool keeps the primaries of one host while it cannot be reached: SEMI E30 spooling.
//
// # Purpose
//
// A Store is the bounded message store of one host: the bookkeeping of its segment files and their byte format. It reads
// and writes nothing itself: Append and Removals return what must be done with the files, Read says which it needs.
//
// # Shapes
//
// docs/format/spool.md draws a segment file byte by byte. A segment is 4,096 bytes from its creation on, so that an append
// never meets a full disk. Messages have an index that only grows; a segment's header says which one is the first that
// starts in it, so that nothing is remembered for each message.
//
// # Units
//
// All lengths are bytes. Bytes and Capacity count segment files at their full size, from the commit that makes them until
// the one that removes them is durable.
//
// # Errors
//
// A *CorruptError names the segment and the offset of a damage. What a crash can leave of the newest segment is no damage.
//
// # Concurrency
//
// None: whoever steps the core calls it.
//
// # Standard
//
// SEMI E30, Spooling. The edition is the one in STANDARDS.md.
package spool
