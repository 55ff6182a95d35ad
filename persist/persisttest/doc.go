// Package persisttest provides a disk in memory that can lose power.
//
// # Purpose
//
// [Disk] is a [persist.FS] that keeps apart what is durable and what is only in
// the page cache. [Disk.Crash] returns the disk as it may look after power loss,
// [Disk.Kill] as it looks after the death of the process. Calls can be made to
// fail, the disk to be full, read-only, or gone.
//
// # What power loss may do
//
// Operations that were not synced are kept or lost each for itself, by the
// [Choice] of the test; what is kept was carried out in the order of the calls:
//
//   - the data of a write may be kept in part, any byte of it for itself;
//   - the length that a write gives a file is kept apart from its data: bytes
//     that the length covers and the data does not are zero, data behind the
//     length is lost;
//   - what Create, Rename, Remove and MakeDir do to a folder is kept apart from
//     the data of the file; a Rename inside one folder is kept whole or not at
//     all, one between two folders in two halves;
//   - a file's Sync says nothing about its name, a folder's SyncDir nothing
//     about the data in it.
//
// No file system loses all that; each loses some of it.
//
// # Concurrency
//
// A Disk may be used from several goroutines. It starts none, has no clock and
// blocks nowhere, except that the function given to Before may.
package persisttest
