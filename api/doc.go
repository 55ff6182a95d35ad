// Package api is the daemon's HTTP listener.
//
// # Purpose
//
//	GET /healthz   200 while the process lives
//	GET /readyz    200 while the daemon serves hosts, else 503 with the reason
//	GET /metrics   counters and states for Prometheus, names secsd_…
//
//	GET /v1/state            what the operator sees
//	POST /v1/operator/…      what the operator does
//	GET /v1/openapi.json     both, in OpenAPI 3.1
//
// HEAD is GET without a body. Other methods get 405 with Allow, other paths
// 404, both with a JSON body {"error": …}. Below /v1 only programs on the same
// machine are served, others get 403; errors there are as in RFC 9457.
//
// # Concurrency
//
// Serve owns its connections and returns when the last one has ended. A scrape
// reads one Snapshot of the daemon.
package api
