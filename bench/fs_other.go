//go:build !linux

package bench

// fileSystemAt returns "unknown" on this system.
func fileSystemAt(string) string { return "unknown" }
