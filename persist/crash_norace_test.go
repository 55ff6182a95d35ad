//go:build !race

package persist_test

// sparse is of how many outcomes and faults one is tried.
const sparse = 1
