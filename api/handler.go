package api

import (
	"encoding/json"
	"log"
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// maxScrapes bounds the scrapes of /metrics at one time; more get 503.
const maxScrapes = 4

type handler struct {
	paths    map[string]http.Handler
	operator http.Handler // of the paths below /v1
}

// newHandler returns the paths with a registry of their own: nothing of the
// process registers metrics elsewhere.
func newHandler(e Equipment, operator http.Handler, errorLog *log.Logger) *handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		collector{e},
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return &handler{operator: operator, paths: map[string]http.Handler{
		"/healthz": http.HandlerFunc(healthz),
		"/readyz":  readyz{e},
		"/metrics": promhttp.HandlerFor(registry, promhttp.HandlerOpts{
			ErrorLog: errorLog, MaxRequestsInFlight: maxScrapes,
			DisableCompression: true, // a scrape is 12 KiB; the compressor's tables are larger
		}),
	}}
}

// ServeHTTP is the one place that refuses a request outside the operator's part.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, ok := h.paths[r.URL.Path]
	switch {
	case strings.HasPrefix(r.URL.Path, "/v1/"):
		h.operator.ServeHTTP(w, r)
	case !ok:
		reply(w, http.StatusNotFound, failure{"no such path"})
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		reply(w, http.StatusMethodNotAllowed, failure{"only GET and HEAD"})
	default:
		found.ServeHTTP(w, r)
	}
}

type failure struct {
	Error string `json:"error"`
}

type readiness struct {
	Ready  bool   `json:"ready"`
	Reason string `json:"reason,omitempty"`
}

func healthz(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, struct {
		Status string `json:"status"`
	}{"ok"})
}

type readyz struct{ Equipment }

func (h readyz) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	if err := h.Ready(); err != nil {
		reply(w, http.StatusServiceUnavailable, readiness{Reason: err.Error()})
		return
	}
	reply(w, http.StatusOK, readiness{Ready: true})
}

// reply writes a status and a JSON body.
func reply(w http.ResponseWriter, status int, body any) {
	header(w.Header(), "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client is gone
}
