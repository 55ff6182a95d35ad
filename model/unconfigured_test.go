package model

import (
	"errors"
	"testing"
)

// TestBoundToUnconfiguredPort: a carrier that is expected at a port which has gone
// from the configuration.
func TestBoundToUnconfiguredPort(t *testing.T) {
	r := portTool(t)
	r.serves("Bind", "FOUP01", 2)
	r.commit()
	cfg := r.cfg
	cfg.Ports = cfg.Ports[:1]
	n := newRecorder(t, cfg)
	for x, image := range r.disk {
		n.Stage(x.kind, x.id, image)
	}
	err := n.Settle()
	var missing *UnconfiguredError
	if !errors.As(err, &missing) || missing.What != "carrier FOUP01 is bound to load port 2" || !errors.Is(err, ErrUnknown) {
		t.Fatalf("start: %v", err)
	}
	if want := "configure gem300.ports[1] again until the carrier has come and gone, or CancelBind; only if the tool is empty take another data folder"; missing.Hint() != want {
		t.Errorf("hint %q", missing.Hint())
	}
}
