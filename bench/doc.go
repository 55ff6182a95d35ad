// Package bench measures the daemon: the scenarios that the command secs_bench
// runs.
//
// # Purpose
//
// Run starts an equipment and a host in one process. The equipment is the
// daemon as it ships: GEM, HSMS-SS over real loopback TCP, its log at level
// info, its HTTP listener with the metrics. The host connects, defines a
// report by messages, and then every scenario is run many times.
//
// # Shapes
//
// Each scenario is measured in slices. Between two of them its floor runs: the
// same number of bytes through a bare TCP connection that does nothing but
// coalesce. The floor tells what the machine can do at this moment, so the
// ratio can be compared between machines and noisy hours while operations per
// second cannot.
//
//	warm-up | row | floor | floor | row | row | floor | …
//
// Rows that wait for the disk are measured together, in more and shorter turns,
// and their floor is the bare sequence that makes one file durable: tmp, fsync,
// rename, fsync of the folder. Everything is below one new folder, which Run
// removes.
//
//	secs_bench-…/equipment-…   data folder of one equipment
//	             bare-…        files of the bare sequence
//	             journal-…     a journal without an equipment
//	             records-…     the folders that recovery starts from
//	             copy-…
//
// Two hosts ask the requests. The windowed one keeps a number of requests
// outstanding from the goroutine that reads: the reply to one sends the next.
// The waiting one has a goroutine per request outstanding, which blocks until
// its reply is there, as most host programs are written.
//
// # Units
//
// Latencies are microseconds; every operation is a sample, in a histogram whose
// buckets are less than one percent wide. A request's latency is from before
// Send to its reply in the host's handler. A push's latency is from before
// Trigger to the S6F11 in the host's handler; with W=0 the tool never waits
// for the host, so the latency is mostly that of full buffers, and one event
// in 64 is a sample.
//
// CPU is the time of the whole process, host and equipment together.
//
// # Concurrency
//
// Run returns when everything it started has stopped.
//
//	goroutine                     starts in     stops when      joined by
//	daemon, HTTP, hosts' endpoint rig.go        measuring ends  errgroup
//	measuring                     rig.go        all rows done   errgroup
//	waiting hosts, their watch    waiting.go    slice done      askWaiting
//	tool that triggers            delivery.go   block done      WaitGroup
//	tool that tells               transition.go block done      WaitGroup
//	journal alone                 commit.go     lanes done      withCommitters
//	                              recovery.go   folder made     prepare
//	committers                    commit.go     block done      WaitGroup
//	files beside reads            folder.go     block done      bare.beside
//	far end of a floor            floor.go      socket closed   WaitGroup
package bench
