package api

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
)

// fake is an equipment with one host that is REMOTE.
type fake struct {
	Panel
	notReady error
}

func (f fake) Ready() error { return f.notReady }

func (f fake) Snapshot() daemon.Snapshot {
	s := daemon.Snapshot{
		Snapshot: gem.Snapshot{Commits: 17, Hosts: []gem.HostSnapshot{{
			Name: "mes", Controls: true, Communication: gem.Communicating, Control: gem.OnLineRemote, Queued: 2,
			Stats: gem.HostStats{Received: 41},
			Spool: gem.SpoolSnapshot{Active: true, Actual: 6, Total: 8, Bytes: 4096, Capacity: 901120},
		}}},
		Storage: daemon.Storage{Identity: "0190-x", Failures: 2},
		Links:   []hsms.Stats{{State: hsms.StateSelected, Counts: hsms.Counts{FramesIn: 99, T3: 3}}},
	}
	s.Hosts[0].Stats.S9[9] = 3
	return s
}

func get(t *testing.T, e Equipment, method, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	newHandler(e, newOperator(e, Config{}, zap.NewNop()), log.Default()).ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w
}

func TestPaths(t *testing.T) {
	stopped := fake{notReady: errors.New("daemon: not running")}
	for _, c := range []struct {
		e            Equipment
		method, path string
		status       int
		body         string
	}{
		{fake{}, "GET", "/healthz", 200, `{"status":"ok"}`},
		{stopped, "GET", "/healthz", 200, `{"status":"ok"}`},
		{fake{}, "GET", "/readyz", 200, `{"ready":true}`},
		{fake{}, "GET", "/readyz?x=1", 200, `{"ready":true}`},
		{stopped, "GET", "/readyz", 503, `{"ready":false,"reason":"daemon: not running"}`},
		{fake{}, "POST", "/readyz", 405, `{"error":"only GET and HEAD"}`},
		{fake{}, "DELETE", "/metrics", 405, `{"error":"only GET and HEAD"}`},
		{fake{}, "GET", "/", 404, `{"error":"no such path"}`},
		{fake{}, "POST", "/nowhere", 404, `{"error":"no such path"}`},
		{fake{}, "GET", "/readyz/", 404, `{"error":"no such path"}`},
	} {
		w := get(t, c.e, c.method, c.path)
		if w.Code != c.status || strings.TrimSpace(w.Body.String()) != c.body {
			t.Errorf("%s %s: %d %s, want %d %s", c.method, c.path, w.Code, w.Body, c.status, c.body)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s %s: Content-Type %q", c.method, c.path, got)
		}
		if allow := w.Header().Get("Allow"); (w.Code == 405) != (allow == "GET, HEAD") {
			t.Errorf("%s %s: %d with Allow %q", c.method, c.path, w.Code, allow)
		}
	}
}

func TestMetrics(t *testing.T) {
	text := get(t, fake{}, "GET", "/metrics").Body.String()
	for _, line := range []string{
		`secsd_hsms_state{host="mes"} 3`,
		`secsd_communicating{host="mes"} 1`,
		`secsd_control_state{host="mes"} 5`,
		`secsd_controls{host="mes"} 1`,
		`secsd_queued_messages{host="mes"} 2`,
		`secsd_messages_received_total{host="mes"} 41`,
		`secsd_hsms_frames_total{direction="in",host="mes"} 99`,
		`secsd_timer_expiries_total{host="mes",timer="T3"} 3`,
		`secsd_error_messages_total{host="mes",sf="S9F9"} 3`,
		`secsd_commits_total 17`,
		`secsd_storage_failed 0`,
		`secsd_alarms_set 0`,
		`secsd_storage_failures_total 2`,
		`secsd_data_folder_info{identity="0190-x"} 1`,
		`secsd_spool_active{host="mes"} 1`,
		`secsd_spool_messages{host="mes"} 6`,
		`secsd_spool_messages_since_active{host="mes"} 8`,
		`secsd_spool_bytes{host="mes"} 4096`,
		`secsd_spool_capacity_bytes{host="mes"} 901120`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	if !strings.Contains(text, "process_resident_memory_bytes") || !strings.Contains(text, "go_goroutines") {
		t.Error("no metrics of the process")
	}
}

// TestMetricNames holds the names to Prometheus's conventions.
func TestMetricNames(t *testing.T) {
	help, kind := map[string]string{}, map[string]string{}
	lines := bufio.NewScanner(get(t, fake{}, "GET", "/metrics").Body)
	for lines.Scan() {
		part := strings.SplitN(lines.Text(), " ", 4)
		if len(part) == 4 && strings.HasPrefix(part[2], "secsd_") {
			map[string]map[string]string{"HELP": help, "TYPE": kind}[part[1]][part[2]] = part[3]
		}
	}
	if len(kind) < 20 {
		t.Fatalf("%d metrics", len(kind))
	}
	for name, k := range kind {
		if (k == "counter") != strings.HasSuffix(name, "_total") {
			t.Errorf("%s is a %s", name, k)
		}
		if !strings.HasSuffix(help[name], ".") {
			t.Errorf("%s: help %q is no sentence", name, help[name])
		}
	}
}

func TestServeUntilDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hsmstest.Listen("api")
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- Serve(ctx, l, fake{}, Config{}, nil) }()
		client, err := l.Dial(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(client, "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		r, err := http.ReadResponse(bufio.NewReader(client), nil)
		if err != nil || r.StatusCode != 200 {
			t.Fatalf("%v %v", r, err)
		}
		// A second client never finishes its request: it must not hold up the end.
		slow, err := l.Dial(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(slow, "GET /rea"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		begin := time.Now()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve returned %v", err)
		}
		if d := time.Since(begin); d > closeTimeout {
			t.Errorf("Serve took %v to end", d)
		}
		client.Close()
		slow.Close()
	})
}

func TestStalledRequestIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hsmstest.Listen("api")
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- Serve(ctx, l, fake{}, Config{}, nil) }()
		client, err := l.Dial(ctx)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		if _, err := io.WriteString(client, "GET /healthz HT"); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(client); err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Log(err)
		}
		if d := time.Since(begin); d < readTimeout || d > readTimeout+time.Second {
			t.Errorf("cut after %v, want %v", d, readTimeout)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestListenerError(t *testing.T) {
	l := hsmstest.Listen("api")
	l.Close()
	if err := Serve(t.Context(), l, fake{}, Config{}, nil); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Serve returned %v", err)
	}
}

func TestAddress(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "127.0.0.1:8080": true, "[::1]:0": true, ":8080": true, "localhost:65535": true,
		"127.0.0.1": false, "localhost:65536": false, "localhost:http": false, "localhost:": false, "::1:80": false,
	} {
		if err := (Config{Address: address}).Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", address, err)
		}
	}
}
