package api

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// This file is who may use the operator's part of the API: programs on the same
// machine. A web page that a browser on it shows is none of them.

// maxBody bounds the body of a request, in bytes.
const maxBody = 64 << 10

// problem is an error as RFC 9457 has it.
type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// fail answers with a problem.
func fail(w http.ResponseWriter, status int, detail string) {
	header(w.Header(), "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(problem{http.StatusText(status), status, detail}) // the client is gone
}

// refusal returns why a request is none of the operator's, "" if it is. names
// are those that the machine may be called by.
func refusal(r *http.Request, names []string) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() {
		return "this path is for programs on the same machine: the request came from " + r.RemoteAddr
	}
	if !named(r.Host, names) {
		return "this path is for a loopback address: the Host header says " + r.Host + "; api.hosts in the configuration allows other names"
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Host != r.Host {
			return "requests from web pages of another origin are not served: " + origin
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return "requests from web pages of another site are not served"
	}
	return ""
}

// named tells whether the Host header names this machine itself.
func named(header string, names []string) bool {
	host := header
	if h, _, err := net.SplitHostPort(header); err == nil {
		host = h
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return addr.Unmap().IsLoopback()
	}
	return host == "localhost" || slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, host) })
}

// isJSON tells whether the body of a request says that it is JSON, which no web
// page can say to a foreign origin without asking first.
func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// guard lets the operator's requests through.
type guard struct {
	names   []string
	methods map[string]string // by path
	next    http.Handler
	running chan struct{} // a place for each request
}

// maxRequests bounds the operator's requests at one time; more get 503.
const maxRequests = 32

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if why := refusal(r, g.names); why != "" {
		fail(w, http.StatusForbidden, why)
		return
	}
	method, known := g.methods[r.URL.Path]
	switch {
	case !known:
		fail(w, http.StatusNotFound, "no such path")
		return
	case r.Method != method && !(method == http.MethodGet && r.Method == http.MethodHead):
		w.Header().Set("Allow", strings.Replace(method, http.MethodGet, "GET, HEAD", 1))
		fail(w, http.StatusMethodNotAllowed, "only "+method)
		return
	case method == http.MethodPost && !isJSON(r):
		fail(w, http.StatusUnsupportedMediaType, "the body is JSON, and Content-Type says so: application/json")
		return
	}
	// The body comes first: a client that stalls in it holds no place.
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1)) // one more, for huma to notice
	if err != nil {
		fail(w, http.StatusBadRequest, "the body ends early")
		return
	}
	select {
	case g.running <- struct{}{}:
		defer func() { <-g.running }()
	default:
		fail(w, http.StatusServiceUnavailable, "too many requests at one time")
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	header(w.Header(), "application/json")
	g.next.ServeHTTP(w, r)
}

// header sets what every answer has.
func header(h http.Header, contentType string) {
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
}
