package gem

import (
	"errors"
	"testing"
)

// twoHosts returns an equipment with the hosts mes and fdc, started with the
// records.
func twoHosts(t testing.TB, records ...Record) (*Equipment, *Output) {
	t.Helper()
	cfg := testConfig()
	cfg.Hosts = append(cfg.Hosts, HostConfig{Name: "fdc"})
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	out := new(Output)
	for _, r := range records {
		if e.Step(t0, Restored{r}, out); out.Err != nil {
			t.Fatal(out.Err)
		}
	}
	if e.Step(t0, Start{}, out); out.Err != nil {
		t.Fatal(out.Err)
	}
	return e, out
}

func (e *Equipment) controllerName() string {
	for _, h := range e.Snapshot().Hosts {
		if h.Controls {
			return h.Name
		}
	}
	return ""
}

func TestControllerMoves(t *testing.T) {
	e, out := twoHosts(t)
	if got := e.controllerName(); got != "mes" {
		t.Errorf("%s controls at first, want mes", got)
	}
	e.Step(t0, TakeControl{1}, out)
	if got := e.controllerName(); out.Err != nil || got != "fdc" || len(out.Commit.Records) != 1 || len(out.Transitions) != 1 {
		t.Errorf("%v: %s controls, commit %v, transitions %v", out.Err, got, out.Commit, out.Transitions)
	}
	record := out.Commit.Records[0]
	e.Step(t0, TakeControl{1}, out)
	if out.Commit.Seq != 0 || out.Err != nil {
		t.Errorf("moved where it is: %v, %v", out.Commit, out.Err)
	}
	e.Step(t0, StorageFailed{Seq: 1}, out)
	if got := e.controllerName(); got != "mes" || len(out.Transitions) != 1 {
		t.Errorf("%s controls after the commit failed, %v", got, out.Transitions)
	}
	if e.Step(t0, TakeControl{1}, out); !errors.Is(out.Err, ErrStorage) {
		t.Errorf("moved without a disk: %v", out.Err)
	}

	if e, _ = twoHosts(t, record); e.controllerName() != "fdc" {
		t.Errorf("%s controls after a restart, want fdc", e.controllerName())
	}
	e, out = twoHosts(t, Record{"controller", "", []byte("gone")})
	if got := e.controllerName(); got != "mes" || len(out.Commit.Records) != 1 || len(out.Notes) != 1 {
		t.Errorf("%s controls for a host that is gone, %v, %v", got, out.Commit, out.Notes)
	}
}
