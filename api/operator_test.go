package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// panel notes what an operator does, and refuses with err.
type panel struct {
	err   error
	deeds *[]string
}

func (p panel) note(format string, args ...any) error {
	*p.deeds = append(*p.deeds, fmt.Sprintf(format, args...))
	return p.err
}

func (p panel) Operator(_ context.Context, host string, a gem.Action) error {
	return p.note("%s %q", a, host)
}
func (p panel) Control(_ context.Context, host string) error { return p.note("control %q", host) }
func (p panel) Recognize(_ context.Context, tid byte) error  { return p.note("recognize %d", tid) }
func (p panel) AskTime(_ context.Context, host string) error { return p.note("ask-time %q", host) }
func (p panel) FactoryReset(context.Context) error           { return p.note("factory-reset") }
func (p panel) SendText(_ context.Context, host string, tid byte, text []byte) error {
	return p.note("text %q %d %q", host, tid, text)
}

// equipment is fake with a panel and a message on its terminal.
type equipment struct {
	fake
	panel
}

func (e equipment) Snapshot() daemon.Snapshot {
	s := e.fake.Snapshot()
	s.Links[0].State = hsms.StateSelected
	s.Process, s.AlarmsSet = "IDLE", []uint32{7}
	s.Terminals = []gem.TerminalSnapshot{
		{TID: 0, Name: "main", Unread: true, Host: "mes", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Lines: []secs2.Item{secs2.A("LOT\xFF")}}, {TID: 3},
	}
	return s
}

// local returns a request as a program on the machine sends it.
func local(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:50000", "127.0.0.1:8080"
	if method == "POST" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func serve(e Equipment, c Config, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	newHandler(e, newOperator(e, c, zap.NewNop()), log.New(io.Discard, "", 0)).ServeHTTP(w, r)
	return w
}

// wantProblem checks that an error says what it is.
func wantProblem(t *testing.T, w *httptest.ResponseRecorder, status int) {
	t.Helper()
	var p problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != status || p.Status != status || p.Title == "" || p.Detail == "" {
		t.Errorf("%d %s, want a problem with %d", w.Code, w.Body, status)
	}
	if kind := w.Header().Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("Content-Type %q", kind)
	}
}

func TestOperatorActs(t *testing.T) {
	for _, c := range []struct{ path, body, deed string }{
		{"enable", `{}`, `enable ""`},
		{"disable", `{"host":"mes"}`, `disable "mes"`},
		{"on-line", `{"host":"mes"}`, `on-line "mes"`},
		{"off-line", `{}`, `off-line ""`},
		{"local", `{}`, `local ""`},
		{"remote", `{}`, `remote ""`},
		{"purge", `{"host":"mes","confirm":"purge"}`, `purge "mes"`},
		{"control", `{"host":"fdc"}`, `control "fdc"`},
		{"recognize", `{"tid":255}`, `recognize 255`},
		{"text", `{"host":"mes","tid":3,"text":"OK ü"}`, `text "mes" 3 "OK ü"`},
		{"text", `{"text":"OK"}`, `text "" 0 "OK"`},
		{"ask-time", `{}`, `ask-time ""`},
		{"factory-reset", `{"confirm":"factory-reset"}`, `factory-reset`},
	} {
		var deeds []string
		w := serve(equipment{panel: panel{deeds: &deeds}}, Config{}, local("POST", "/v1/operator/"+c.path, c.body))
		if w.Code != 204 || w.Body.Len() > 0 || !slices.Equal(deeds, []string{c.deed}) {
			t.Errorf("%s %s: %d %s, did %q", c.path, c.body, w.Code, w.Body, deeds)
		}
	}
}

// TestOperatorIsRefused: nothing happens unless all is well.
func TestOperatorIsRefused(t *testing.T) {
	from := func(change func(r *http.Request)) func(*http.Request) { return change }
	for _, c := range []struct {
		name, method, path, body string
		change                   func(*http.Request)
		status                   int
	}{
		{"no such path", "POST", "/v1/operator/explode", `{}`, nil, 404},
		{"docs", "GET", "/v1/docs", ``, nil, 404},
		{"GET of an action", "GET", "/v1/operator/enable", ``, nil, 405},
		{"DELETE", "DELETE", "/v1/state", ``, nil, 405},
		{"no body", "POST", "/v1/operator/enable", ``, nil, 400},
		{"no JSON", "POST", "/v1/operator/enable", `host=mes`, nil, 400},
		{"an array", "POST", "/v1/operator/enable", `[]`, nil, 422},
		{"two bodies", "POST", "/v1/operator/enable", `{} {}`, nil, 400},
		{"an unknown field", "POST", "/v1/operator/enable", `{"hots":"mes"}`, nil, 422},
		{"a number for a name", "POST", "/v1/operator/enable", `{"host":1}`, nil, 422},
		{"no confirmation", "POST", "/v1/operator/purge", `{"host":"mes"}`, nil, 422},
		{"a wrong one", "POST", "/v1/operator/purge", `{"confirm":"yes"}`, nil, 422},
		{"of the reset", "POST", "/v1/operator/factory-reset", `{"confirm":true}`, nil, 422},
		{"no host", "POST", "/v1/operator/control", `{}`, nil, 422},
		{"a TID too large", "POST", "/v1/operator/recognize", `{"tid":256}`, nil, 422},
		{"a negative one", "POST", "/v1/operator/recognize", `{"tid":-1}`, nil, 422},
		{"a TID in parts", "POST", "/v1/operator/recognize", `{"tid":1.5}`, nil, 422},
		{"no TID", "POST", "/v1/operator/recognize", `{}`, nil, 422},
		{"no text", "POST", "/v1/operator/text", `{"text":""}`, nil, 422},
		{"much text", "POST", "/v1/operator/text", `{"text":"` + strings.Repeat("x", 5000) + `"}`, nil, 422},
		{"too much", "POST", "/v1/operator/text", `{"text":"` + strings.Repeat("x", 1<<20) + `"}`, nil, 413},
		{"a form", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }), 415},
		{"text/plain", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }), 415},
		{"no type", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Header.Del("Content-Type") }), 415},
		{"another machine", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.RemoteAddr = "192.0.2.7:4000" }), 403},
		{"another machine reads", "GET", "/v1/state", ``, from(func(r *http.Request) { r.RemoteAddr = "[2001:db8::7]:4000" }), 403},
		{"another machine describes", "GET", "/v1/openapi.json", ``, from(func(r *http.Request) { r.RemoteAddr = "10.0.0.1:4000" }), 403},
		{"a name that was rebound", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Host = "evil.example:8080" }), 403},
		{"no Host", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Host = "" }), 403},
		{"a name like ours", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Host = "127.0.0.1.evil.example" }), 403},
		{"a page", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }), 403},
		{"a page of a file", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Header.Set("Origin", "null") }), 403},
		{"a page on another port", "POST", "/v1/operator/enable", `{}`, from(func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:9999") }), 403},
		{"a page that reads", "GET", "/v1/state", ``, from(func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }), 403},
		{"a page asks first", "OPTIONS", "/v1/operator/enable", ``, from(func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }), 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			var deeds []string
			r := local(c.method, c.path, c.body)
			if c.change != nil {
				c.change(r)
			}
			w := serve(equipment{panel: panel{deeds: &deeds}}, Config{Hosts: []string{"etcher.fab.example"}}, r)
			wantProblem(t, w, c.status)
			if len(deeds) > 0 {
				t.Errorf("did %q", deeds)
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Error("a page is let in")
			}
		})
	}
}

func TestOperatorIsLetIn(t *testing.T) {
	for name, change := range map[string]func(*http.Request){
		"IPv6":          func(r *http.Request) { r.RemoteAddr, r.Host = "[::1]:50000", "[::1]:8080" },
		"mapped":        func(r *http.Request) { r.RemoteAddr, r.Host = "[::ffff:127.0.0.1]:50000", "127.0.0.1" },
		"localhost":     func(r *http.Request) { r.Host = "LOCALHOST.:8080" },
		"a name":        func(r *http.Request) { r.Host = "Etcher.fab.example:8080" },
		"the page":      func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:8080") },
		"same site":     func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-origin") },
		"with charset":  func(r *http.Request) { r.Header.Set("Content-Type", "application/json; charset=utf-8") },
		"the last line": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") },
	} {
		var deeds []string
		r := local("POST", "/v1/operator/enable", `{}`)
		change(r)
		if w := serve(equipment{panel: panel{deeds: &deeds}}, Config{Hosts: []string{"etcher.fab.example"}}, r); w.Code != 204 || len(deeds) != 1 {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

func TestOperatorErrors(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
	}{
		{fmt.Errorf("%w: host %q", gem.ErrUnknown, "x"), 404}, {gem.ErrNotNow, 409}, {gem.ErrSpooled, 409}, {gem.ErrValue, 422},
		{gem.ErrStorage, 503}, {fmt.Errorf("%w: T3", gem.ErrNoReply), 502}, {context.DeadlineExceeded, 504}, {errors.New("bug"), 500},
	} {
		var deeds []string
		wantProblem(t, serve(equipment{panel: panel{err: c.err, deeds: &deeds}}, Config{}, local("POST", "/v1/operator/off-line", `{}`)), c.status)
	}
	stopped := equipment{fake: fake{notReady: daemon.ErrNotRunning}}
	wantProblem(t, serve(stopped, Config{}, local("POST", "/v1/operator/off-line", `{}`)), 503)
}

func TestState(t *testing.T) {
	w := serve(equipment{}, Config{}, local("GET", "/v1/state", ""))
	want := `{"ready":true,"process":"IDLE","hosts":[{"name":"mes","controls":true,"link":"SELECTED","communication":"COMMUNICATING","control":"REMOTE","queued":2,"open":0,` +
		`"spool":{"active":true,"messages":6,"total":8,"bytes":4096,"capacity_bytes":901120}}],` +
		`"terminals":[{"tid":0,"name":"main","unread":true,"host":"mes","at":"2026-01-02T03:04:05Z","lines":[{"text":"LOT` + "\uFFFD" + `","format":"A","data":"TE9U/w=="}]},` +
		`{"tid":3,"name":"","unread":false,"lines":[]}],"alarms_set":[7]}`
	if got := strings.TrimSpace(w.Body.String()); w.Code != 200 || got != want {
		t.Errorf("%d %s\nwant %s", w.Code, got, want)
	}
	for name, want := range map[string]string{"Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s %q, want %q", name, got, want)
		}
	}
}

// TestDescription: every path is in the description, and only those are served.
func TestDescription(t *testing.T) {
	w := serve(equipment{}, Config{}, local("GET", "/v1/openapi.json", ""))
	var d struct {
		OpenAPI string                    `json:"openapi"`
		Paths   map[string]map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || d.OpenAPI != "3.1.0" || len(d.Paths) != 13 {
		t.Fatalf("%d %v: OpenAPI %s with %d paths", w.Code, err, d.OpenAPI, len(d.Paths))
	}
}

func FuzzOperator(f *testing.F) {
	f.Add("POST", "/v1/operator/text", "application/json", "127.0.0.1", `{"host":"mes","tid":0,"text":"OK"}`)
	f.Add("GET", "/v1/state", "", "localhost:8080", "")
	f.Add("POST", "/v1/operator/purge", "application/json", "[::1]", `{"confirm":"purge"}`)
	var deeds []string
	e := equipment{panel: panel{deeds: &deeds}}
	handler := newHandler(e, newOperator(e, Config{}, zap.NewNop()), log.New(io.Discard, "", 0))
	f.Fuzz(func(t *testing.T, method, path, kind, host, body string) {
		r := local("POST", "/v1/operator/text", body)
		r.Method, r.URL.Path, r.Host = method, path, host
		r.Header.Set("Content-Type", kind)
		deeds = nil
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if len(deeds) > 0 != (w.Code == 204) {
			t.Errorf("did %q, said %d", deeds, w.Code)
		}
		if w.Code >= 500 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

// TestStalledBodyHoldsNoPlace: clients that never finish their request do not keep
// others out.
func TestStalledBodyHoldsNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &guard{
			methods: map[string]string{"/v1/operator/local": http.MethodPost}, running: make(chan struct{}, 1),
			next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
		}
		ask := func(body io.Reader) int {
			r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/v1/operator/local", body)
			r.RemoteAddr = "127.0.0.1:40000"
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)
			return w.Code
		}
		stalled, end := io.Pipe()
		codes := make(chan int, 1)
		go func() { codes <- ask(stalled) }()
		synctest.Wait()
		if code := ask(strings.NewReader("{}")); code != http.StatusNoContent {
			t.Errorf("beside a stalled request: %d", code)
		}
		end.CloseWithError(io.ErrUnexpectedEOF)
		if code := <-codes; code != http.StatusBadRequest {
			t.Errorf("the stalled request: %d", code)
		}
	})
}
