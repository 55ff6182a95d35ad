package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/secsd/secsd/configs"
)

// TestKilledLots ends the demo in the middle of lots without end, again and again:
// each start goes on with them. SECSD_KILL_ROUNDS says how often.
func TestKilledLots(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel()
	rounds := 5
	if text := os.Getenv("SECSD_KILL_ROUNDS"); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	dir := t.TempDir()
	file := filepath.Join(dir, "fast.yaml")
	fast := strings.NewReplacer("\n  speed: 1\n", "\n  speed: 500\n", "dock: FIMS1}", "dock: FIMS1, capacity: 3}", "dock: FIMS2}", "dock: FIMS2, capacity: 3}").
		Replace(string(configs.Etcher))
	if err := os.WriteFile(file, []byte(fast), 0o600); err != nil {
		t.Fatal(err)
	}
	start := func() *child {
		return spawn(t, nil, "secsd", "run", "--config", file, "--lots", "forever", "--hsms-address", "127.0.0.1:0", "--api-address", "127.0.0.1:0", "--data-dir", filepath.Join(dir, "data")).serving()
	}
	for range rounds {
		d := start()
		<-time.After(time.Duration(random.Int64N(int64(1500 * time.Millisecond))))
		d.end(syscall.SIGKILL)
	}
	d := start()
	d.logged(4, `"row":13,"from":"COMPLETED"`)
	d.end(syscall.SIGTERM)
}
