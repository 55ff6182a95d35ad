// Package host is the host's side of a session: what a fab host does to an
// equipment over HSMS, as far as tools and tests need it.
//
// # Purpose
//
// Open dials an equipment, or waits for one to dial, until the session is
// SELECTED. Establish exchanges S1F13 and S1F14, Request sends a message and
// waits for its reply, Close separates. Primaries of the equipment are
// answered by themselves; Config.Received sees them.
//
// A Session is one connection. When it ends it stays ended; Open another.
//
// # Errors
//
// Request ends with an *AbortError for SxF0, an *S9Error when the equipment
// says that it cannot handle the message, an hsms.TimeoutError for T3, an
// hsms.RejectError for Reject.req, the cause of ctx, or an error that matches
// net.ErrClosed when the session is over.
//
// # Concurrency
//
// All methods may be called from any goroutine. Open starts one goroutine, the
// link's, which starts those of hsms; Close waits for all of them.
//
// # Standard
//
// SEMI E37 through package hsms; E30 4.1 for S1F13 and S1F14.
package host
