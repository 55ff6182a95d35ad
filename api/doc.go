// Package api is the daemon's HTTP listener.
//
// # Purpose
//
//	GET /healthz   200 while the process lives
//	GET /readyz    200 while the daemon serves hosts, else 503 with the reason
//	GET /metrics   counters and states for Prometheus, names secsd_…
//
// HEAD is GET without a body. Other methods get 405 with Allow, other paths
// 404, both with a JSON body {"error": …}.
//
// # Concurrency
//
// Serve owns its connections and returns when the last one has ended. A scrape
// reads one Snapshot of the daemon.
package api
