//go:build !linux

package hsms

import (
	"net"
	"time"
)

// setUserTimeout does nothing where the system has no such option.
func setUserTimeout(*net.TCPConn, time.Duration) {}
