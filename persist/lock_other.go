//go:build !unix

package persist

import (
	"errors"
	"io"
)

// lockFile refuses: without locks two daemons could share a folder.
func lockFile(string) (io.Closer, error) { return nil, errors.ErrUnsupported }
