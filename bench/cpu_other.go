//go:build !unix

package bench

import "time"

// processTime returns 0: not known on this system.
func processTime() time.Duration { return 0 }
