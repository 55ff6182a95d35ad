// Package hsms carries SECS-II messages over TCP as HSMS-SS.
//
// # Purpose
//
// An [Endpoint] owns one configured link: it listens or dials, again and
// again. Each TCP connection is a [Conn]: it selects, frames, matches replies
// to primaries, keeps the timers, and tells its user what came as an [Event].
// Host and equipment use the same types; what a message means is not known
// here.
//
// Inside a Conn is a machine, the protocol without I/O: bytes and time go in,
// events, bytes and the next deadline come out (machine.go). The goroutines
// around it only move bytes.
//
// # Shapes
//
// Every frame is a length and a message. All numbers are big-endian.
//
//	      4 bytes             10 bytes            length - 10 bytes
//	+------------------+--------------------+------------------------+
//	| length: 10+text  |       header       | text: SECS-II, or none |
//	+------------------+--------------------+------------------------+
//
// The header of a data message is in [secs2.Header]. Of a control message:
//
//	byte   0   1     2         3        4      5       6..9
//	     +---------+--------+--------+-------+-------+--------------+
//	     | session | byte 2 | byte 3 | PType | SType | system bytes |
//	     |  65535  |   *    |   **   |   0   |  1-9  |              |
//	     +---------+--------+--------+-------+-------+--------------+
//	     *  Reject.req: SType, or for reason 2 PType, of the rejected message
//	     ** Select.rsp, Deselect.rsp: status; Reject.req: reason
//
// # Units
//
// Lengths are bytes, timers are [time.Duration]. Session IDs of data messages
// are device IDs, 0 to 32767; 65535 marks control messages.
//
// # Errors
//
// [*TimeoutError] names the timer, [*RejectError] the reason, both carry the
// ten-byte header of our message. [ErrNotSelected] refuses data outside
// SELECTED. An error that ends a connection matches [net.ErrClosed] and its
// cause; it is what Serve returns and what the event NotSelected carries.
//
// # Concurrency
//
// All methods of Conn and Endpoint may be called from any goroutine. Reply,
// Send, Flush and Close take only the lock of the connection's memory: they
// neither block nor call Handle, so they may be called with the user's own
// locks held. Goroutines:
//
//	goroutine         started by  stops when                 joined by
//	accept or dial    user        ctx done                   Run returns
//	listener's closer Run         ctx done, listener failed  Run
//	reader            Run, user   connection over            Serve returns last
//	flusher           Serve       connection over            Serve
//	timekeeper        Serve       connection over            Serve
//
// The reader takes every whole frame before it reads again, calls Handle for
// each, and then writes what that queued. The flusher writes what is queued
// otherwise. The timekeeper serves the deadlines and closes the socket.
//
// Orders that hold:
//
//   - SELECTED is in force before Select.rsp can leave, and Select.rsp is in
//     the out buffer before the event Selected.
//   - Data leaves in the order of Reply and Send. Linktest and Reject overtake
//     data between two frames.
//   - Deselect.rsp and Separate.req leave after the data queued before them,
//     and nothing is queued after Separate.req.
//   - NotSelected is the last event of a session. T3 starts when the kernel
//     has taken the last byte of the primary.
//
// # Standard
//
// SEMI E37 (HSMS generic services) and E37.1 (HSMS-SS), editions 1995 to 2009;
// the row numbers of the connection table are E37's. HSMS-GS (E37.2) and TLS
// are not here.
//
// Deviations, each of which Rules can take back: unknown messages get
// Reject.req where E37.1 permits to close; Linktest and Deselect are answered
// in any state; a message longer than MaxFrame costs its text, not the
// connection; a passive end accepts several TCP connections and gives the
// session to one.
package hsms
