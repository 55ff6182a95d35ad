// Package conformance runs scripts that test a piece of equipment from the
// outside, as its host sees it: one script for each number of a checklist.
//
// # Shapes
//
// A script is a text. Blank lines and lines that start with # do not count.
// Its header comes first:
//
//	number: GEM-COM-04
//	title: S1F14 with COMMACK 1 leads to WAIT DELAY
//	needs: operator, restart
//	config: comm.default = DISABLED
//
// needs names abilities that not every target has: active, hosts, operator,
// tool, disk, restart, kill, inspect. What the equipment consists of, and how a script
// adds to it, is in testdata/equipment.txt. Other configuration keys are those of the specification;
// what is not set is ENABLED, ON-LINE, REMOTE and the defaults there.
//
// Then one statement a line. H> is what the host does, E> what the equipment
// must do; a name and a colon before it mean another connection than the usual
// one ("b: H> Select.req"), to the port of the host with that name if "config:
// host = NAME" gives the equipment one.
//
//	connect                          open a connection
//	connect refused                  it is refused, or closed without a byte
//	select                           connect, Select.req, Select.rsp 0
//	establish                        select, then S1F13 and S1F14 COMMACK 0
//	close | half-close | reset       end it: both ways, our way, or broken
//	cut                              from now on every packet is lost
//	stop reading | read on           leave received bytes in the kernel
//	hold                             gather what H> sends, and write it with
//	release [at N… | every N] [gap D]  cuts behind these bytes, pauses between
//	discard                          forget what came and was not expected
//	open                             assert that the connection stands
//	E> closes                        the equipment closes the connection
//	E> dials, then accept | refuse   the equipment is the active entity
//
//	H> S1F3 W <L <U4 102>>           a message, with an item in SML
//	E> S1F4 <L <U1 5>>               the answer to the oldest open S1F3
//	E> Select.rsp status=1           a control message
//	E> Reject.req b2=0 reason=4 to p the answer to the frame named p
//	H> frame stype=8 ptype=1         any header
//	H> hex 0000000A FFFF 00 00 0005 00000001
//
// Options of a frame: "as NAME" names it, "to NAME" answers that frame;
// session=, system= (a number or the name of a frame), status= or reason= or
// b3=, b2=, ptype=, stype=; body=HEX or fill=BYTES in place of an item.
//
//	quiet 9.999s                     for this long nothing happens
//	after 10s                        nothing before 10 s; at 10 s what follows
//	within 100ms                     what follows comes at most so much later
//	operator [refused] ACTION        the operator does, or is refused, something;
//	operator for HOST ACTION         for one host only, where it concerns one;
//	operator enable                  or disable, on-line, off-line, local, remote,
//	                                 purge (the spool),
//	operator command RCMD [CPNAME <item>]…
//	operator sets ECID <item>…       constants,
//	operator recognizes TID          the message on a terminal,
//	operator types TID <item>        a text for the host,
//	operator creates PPID <item>     or edits; deletes PPID, uploads PPID, downloads
//	                                 PPID, downloads-formatted PPID,
//	operator asks-time               the host,
//	operator controls HOST           which host may command,
//	operator resets                  to what the factory delivered
//	tool [refused] ACTION            the tool does, or is refused, something,
//	tool trigger CEID [VID <item>]…  such as these: an event with values,
//	tool bursts CEID VID 1..N        many as fast as it can, the value counting,
//	tool set VID <item>…             values of variables,
//	tool alarm ALID set|clear [VID <item>]…
//	tool process TRIGGER [VID <item>]…  the processing state model,
//	tool selects PPID                a program; tool loads PPID takes the copy that
//	tool loaded <item>               it runs, and tells it,
//	tool rejects PPID WORD           when it verifies that program next, the next
//	tool gets RCMD [CPNAME <item>]…  command that it got, its answer to that one
//	tool answers HCACK [CPNAME CPACK]…
//	tool placed PORT                 facts of material, jobs and modules of GEM300,
//	tool ordered VERB [NAME]         and the orders for them, listed in
//	tool not-ordered VERB [NAME]     testdata/material.txt,
//	disk ok | fails | stalls         commits are kept, are lost, have to wait,
//	disk mute | tears                are kept without a word, wait half written
//	restart [KEY = VALUE]            stop, and start with what it has stored
//	kill [KEY = VALUE]               the same without notice: what waits is lost
//	start refused WORD…              the set-up is refused, naming the words
//	inspect WHAT = VALUE             something no message tells; <= for numbers
//	repeat 50 … end                  the lines between, 50 times
//	repeat k 1..27 … end             with {k} replaced by 1, 2 … 27
//	include NAME                     the statements of include/NAME.txt, a folder in
//	                                 the script's own or in one of the two above it
//
// Items are SML; [n] may be left out. In place of a value may stand:
//
//	_          any item                  <A _>       any text
//	<A [1..20] _>  with this length      <L <U1 1> ...>  more may follow
//	$x         remember this item as x, or be equal to it
//	<A $x>     the same for one format   <L [$n] ...>    for the count
//	<A "x"...> a text that begins so     <A ..."x"...>  that contains this
//	<B @p>     the header of the frame named p
//
// # Rules
//
// Every frame of the equipment must be expected, in order on its connection,
// and so must the end of a connection and each dial. What has come and is not
// expected fails at the next quiet or after, or at the end. All ten header
// bytes count: an answer has the session and system bytes of its request, a
// request of the equipment has system bytes that none of its open requests and
// not its last one had. Items are compared as bytes. An expectation that is
// not met fails at once: time passes in quiet, after, within and release gap.
//
// # Units
//
// Durations as Go writes them: 45s, 9.999999999s, 100ms.
//
// # Errors
//
// Parse returns a *ParseError, a run a *StatementError; both name file and line. An
// error of a run that matches errors.ErrUnsupported is no verdict: the target
// cannot do what the script asks for.
//
// # Concurrency
//
// A Script may run many times, also at once. A run has two goroutines for each
// connection, which end with the connection or with the run. It calls package
// time directly; under testing/synctest its clock is the bubble's.
//
// # Standard
//
// SEMI E37 and E37.1 for frames, E5 for items, E30 for the order of messages.
// The runner has its own code for frames, so that it can judge the transport.
package conformance
