//go:build race

package persist_test

// sparse: the race detector is slow, and sees enough in a part of it.
const sparse = 5
