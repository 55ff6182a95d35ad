package gem

import (
	"errors"
	"fmt"
)

// The reasons for which an input is refused, for errors.Is on Output.Err.
var (
	// ErrStorage says that the disk refuses; repeat it once it is back.
	ErrStorage = errors.New("gem: storage failed, the change was not made")
	// ErrNotNow says that the state model has no such transition now.
	ErrNotNow = errors.New("gem: not possible in this state")
	// ErrUnknown says that an identifier names nothing.
	ErrUnknown = errors.New("gem: unknown identifier")
	// ErrValue says that a value is out of its range, or has not the declared format or length.
	ErrValue = errors.New("gem: value does not fit")
	// ErrNoReply says that a host was asked and no reply can come any more.
	ErrNoReply = errors.New("gem: no reply")
	// ErrSpooled says that a message for a host waits in its spool; nobody will
	// be told of the reply.
	ErrSpooled = errors.New("gem: the message waits in the spool")
	// ErrDenied says that a host refuses what the operator asked it for.
	ErrDenied = errors.New("gem: the host refuses")
	// ErrTooLong is the Fault of a Primary whose text the transport did not
	// take; it is answered with S9F11.
	ErrTooLong = errors.New("gem: message longer than the limit")

	errNoReply  = fmt.Errorf("%w: the message got no reply", ErrNotNow)
	errPanicked = errors.New("gem: an internal fault, nothing was changed")
)

// SpoolError is why the equipment does not start with the spool of a host: Err is
// a *spool.CorruptError, or spool.ErrNoHost.
type SpoolError struct {
	Host string
	Err  error
}

func (e *SpoolError) Error() string { return fmt.Sprintf("gem: spool of host %q: %v", e.Host, e.Err) }

func (e *SpoolError) Unwrap() error { return e.Err }
