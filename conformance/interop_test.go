package conformance_test

import (
	"bytes"
	"cmp"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/zap/zaptest"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/internal/folder"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/sim"
)

// TestInteropSecsgem: a host made of secsgem (Python) runs the demo equipment.
// docs/interop.md says how.
func TestInteropSecsgem(t *testing.T) {
	peer := foreignCheckout(t, "SECSD_INTEROP_SECSGEM")
	interop(t, func(port string) *exec.Cmd {
		cmd := exec.Command(cmp.Or(os.Getenv("SECSD_INTEROP_PYTHON"), "python3"), "testdata/interop/host.py", port)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+peer, "PYTHONDONTWRITEBYTECODE=1")
		return cmd
	})
}

// TestInteropSecs4java8: a host made of secs4java8 (Java) does the same.
func TestInteropSecs4java8(t *testing.T) {
	peer := foreignCheckout(t, "SECSD_INTEROP_SECS4JAVA8")
	classes := t.TempDir()
	args := []string{"-nowarn", "-implicit:class", "-d", classes, "-sourcepath", filepath.Join(peer, "src/main/java"), "testdata/interop/Host.java"}
	if strings.HasSuffix(peer, ".jar") {
		args = []string{"-d", classes, "-cp", peer, "testdata/interop/Host.java"}
	}
	if out, err := exec.CommandContext(t.Context(), "javac", args...).CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	classPath := classes + string(filepath.ListSeparator) + peer
	interop(t, func(port string) *exec.Cmd { return exec.Command("java", "-cp", classPath, "Host", port) })
}

// interop runs two hosts, one after the other, each with an equipment of its own.
func interop(t *testing.T, host func(port string) *exec.Cmd) {
	t.Run("capabilities", func(t *testing.T) {
		d, port := serveEtcher(t, func(tool *sim.Tool) daemon.Tool { return tool })
		converse(t, startForeign(t, host(port)), d)
	})
	t.Run("lots", func(t *testing.T) {
		ready := make(chan struct{})
		_, port := serveEtcher(t, func(tool *sim.Tool) daemon.Tool { return patientTool{tool, ready} })
		interopLots(t, startForeign(t, host(port)), ready)
	})
}

func foreignCheckout(t *testing.T, variable string) string {
	t.Helper()
	peer := os.Getenv(variable)
	if peer == "" {
		t.Skipf("%s names no checkout, see docs/interop.md", variable)
	}
	return peer
}

// serveEtcher runs the daemon with the demo equipment and what wrap makes of its
// tool on a port of loopback, and ends it with the test.
func serveEtcher(t *testing.T, wrap func(*sim.Tool) daemon.Tool) (d *daemon.Daemon, port string) {
	t.Helper()
	cfg, err := config.Load(config.Source{Name: "etcher.yaml", Data: configs.Etcher, Overrides: []config.Override{
		{Setting: "hsms-address", Value: "127.0.0.1:0"}, {Setting: "data-dir", Value: t.TempDir()},
	}})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Sim.Speed, cfg.Sim.Alarms = 20, sim.Alarms{}
	journal, err := folder.Open(cfg.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	tool, err := sim.New(cfg.Sim, cfg.Equipment)
	if err != nil {
		t.Fatal(err)
	}
	d, err = daemon.New(daemon.Config{Equipment: cfg.Equipment, Links: cfg.Links, Journal: journal, Logger: zaptest.NewLogger(t)}, wrap(tool))
	if err != nil {
		t.Fatal(err)
	}
	addresses, err := d.Listen()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("daemon: %v", err)
		}
		if err := journal.Close(); err != nil {
			t.Error(err)
		}
	})
	_, port, err = net.SplitHostPort(addresses[0].String())
	if err != nil {
		t.Fatal(err)
	}
	return d, port
}

// converse is what each of the hosts does, one capability after the other.
func converse(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	h.want(`true`, "connect")
	for _, c := range []struct {
		name string
		run  func(*testing.T, *foreignHost, *daemon.Daemon)
	}{
		{"control", interopControl},
		{"variables", interopVariables},
		{"constants", interopConstants},
		{"clock", interopClock},
		{"commands", interopCommands},
		{"other commands", interopOtherCommands},
		{"operator", interopOperator},
		{"programs", interopPrograms},
		{"alarms", interopAlarms},
		{"traces", interopTraces},
		{"limits", interopLimits},
		{"terminal", interopTerminal},
		{"spool", interopSpool},
	} {
		h.early = nil
		if !step(t, h, c.name, func(t *testing.T) { c.run(t, h, d) }) {
			return
		}
	}
	h.want(`null`, "disconnect")
}

// step runs a part of a conversation as a test of its own.
func step(t *testing.T, h *foreignHost, name string, run func(*testing.T)) bool {
	return t.Run(name, func(t *testing.T) {
		outer := h.t
		h.t = t
		defer func() { h.t = outer }()
		run(t)
	})
}

func interopControl(_ *testing.T, h *foreignHost, _ *daemon.Daemon) {
	h.want(`["SE-300", "1.0"]`, "are-you-there")
	h.want(`2`, "online") // it is
	h.want(`0`, "offline")
	h.want(`0`, "online")
}

func interopVariables(_ *testing.T, h *foreignHost, _ *daemon.Daemon) {
	h.want(`[[1002, "WaferTotal", "wafers"], [1303, "ChamberARFForwardPower", "W"]]`, "status-names", "1002", "1303")
	h.want(`[184213, [63, 7], "OP1187", "*", "*", "*", false]`, "status", "1002", "1009", "1011", "1207", "1005", "1303", "1008")
	h.want(`[[]]`, "status", "77777")
}

func interopConstants(_ *testing.T, h *foreignHost, _ *daemon.Daemon) {
	h.want(`[90, 5e-07, "BAY-03", true]`, "constants", "4001", "4002", "4010", "4009")
	h.want(`[[4001, "PumpDownTimeout", 10, 600, 90, "s"]]`, "constant-names", "4001")
	h.want(`0`, "set-constant", "4001", "U2", "120")
	h.want(`0`, "set-constant", "4002", "F8", "1e-06")
	h.want(`0`, "set-constant", "4010", "A", "BAY-04")
	h.want(`3`, "set-constant", "4001", "U2", "601")
	h.want(`1`, "set-constant", "77777", "U2", "1")
	h.want(`0`, "set-constant", "4001", "I8", "130") // what secsgem takes for an integer
	h.want(`[130, 1e-06, "BAY-04"]`, "constants", "4001", "4002", "4010")
}

func interopClock(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	h.want(`0`, "set-clock", "2030010203040500")
	hostReads(t, h, "203001020304")
	if err := d.AskTime(t.Context(), "mes"); err != nil {
		t.Fatal(err)
	}
	h.gets("S2F17", `"*"`)
	hostReads(t, h, "203105060708") // what it answered
}

// hostReads reads a clock that was set a moment ago.
func hostReads(t *testing.T, h *foreignHost, minute string) {
	t.Helper()
	if now, _ := h.ask("clock").(string); len(now) != 16 || !strings.HasPrefix(now, minute) {
		t.Errorf("the host read the time %q, want %s", now, minute)
	}
}

// interopCommands runs a lot and follows it by its events.
func interopCommands(_ *testing.T, h *foreignHost, _ *daemon.Daemon) {
	h.want(`[2, []]`, "command", "START")
	h.want(`31`, "subscribe", "31", "108")
	h.want(`13`, "subscribe", "13", "103", "104")
	h.want(`5033`, "subscribe", "5033", "3004", "3003", "108")
	h.want(`5104`, "subscribe", "5104", "3010", "3012", "3013")
	h.want(`[0, []]`, "command", "PP-SELECT", `PPID=OXIDE\MAIN-45`)
	h.gets("S6F11", `["*", 31, [[31, ["OXIDE\\MAIN-45"]]]]`)
	h.want(`[3, [["PPID", 2]]]`, "command", "PP-SELECT", "PPID=NONE")
	h.want(`[1, []]`, "command", "DANCE")
	h.want(`[4, []]`, "command", "START", "LOTID=LOT-7")
	h.gets("S6F11", `["*", 13, [[13, [65, 64]]]]`)
	h.gets("S6F11", `["*", 5033, [[5033, ["LOT-7", "*", "OXIDE\\MAIN-45"]]]]`)
	h.gets("S6F11", `["*", 5104, [[5104, ["MAIN-ETCH", "*", "*"]]]]`)
	h.want(`["*", 13, [[13, [67, "*"]]]]`, "event-report", "13")
	h.want(`[4, []]`, "command", "STOP")
	h.gets("S6F11", `["*", 13, [[13, [64, 67]]]]`)
	h.want(`0`, "unsubscribe")
}

// interopOtherCommands sends commands in the two forms besides S2F41.
func interopOtherCommands(_ *testing.T, h *foreignHost, _ *daemon.Daemon) {
	h.want(`31`, "subscribe", "31", "108")
	h.want(`[0, []]`, "enhanced-command", "PP-SELECT", `PPID=POLY\GATE-12`)
	h.gets("S6F11", `["*", 31, [[31, ["POLY\\GATE-12"]]]]`)
	h.want(`[3, [["PPID", 2]]]`, "enhanced-command", "PP-SELECT", "PPID=NONE")
	h.want(`[1, []]`, "enhanced-command", "DANCE")
	h.want(`13`, "subscribe", "13", "103", "104")
	h.want(`0`, "simple-command", "START")
	h.gets("S6F11", `["*", 13, [[13, [67, "*"]]]]`)
	h.want(`0`, "simple-command", "ABORT")
	h.gets("S6F11", `["*", 13, [[13, [64, 67]]]]`)
	h.want(`1`, "simple-command", "DANCE")
	h.want(`2`, "simple-command", "PP-SELECT") // which has a parameter
	h.want(`0`, "unsubscribe")
}

// interopOperator does at the panel what hosts are told of.
func interopOperator(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	h.want(`20`, "subscribe", "20", "208")
	h.want(`4`, "subscribe", "4", "205")
	if err := d.SetConstants(t.Context(), gem.Value{VID: 4001, Item: secs2.U2(75)}); err != nil {
		t.Fatal(err)
	}
	h.gets("S6F11", `["*", 20, [[20, [4001]]]]`)
	h.want(`[75]`, "constants", "4001")
	hcack, _, err := d.OperatorCommand(t.Context(), "PP-SELECT", gem.Argument{Name: "PPID", Value: secs2.A(`NITRIDE\SPACER-08`)})
	if err != nil || hcack != secs2.HCACKDone {
		t.Fatal(hcack, err)
	}
	h.gets("S6F11", `["*", 4, [[4, ["*"]]]]`)
	h.want(`["NITRIDE\\SPACER-08"]`, "status", "108")
	h.want(`0`, "unsubscribe")
}

// interopPrograms moves process programs for the host and for the operator.
func interopPrograms(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	const night = `OXIDE\NIGHT-1`
	body := strings.Repeat("PRESSURE=12.5; POWER=650; ", 8000) // longer than what goes as one piece
	h.want(`0`, "send-program", night, body)
	h.want(`[`+text(night)+`, `+text(body)+`]`, "program", night)
	if list, _ := h.ask("programs").([]any); !slices.Contains(list, any(night)) {
		t.Errorf("the host reads %v as the list of programs", list)
	}
	h.want(`[]`, "program", "NONE")
	h.want(`4`, "delete-program", night, "NONE")
	h.want(`0`, "delete-program", night)
	h.want(`4`, "delete-program", night)

	edited := secs2.A("EDITED AT THE PANEL")
	done := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	done(d.EditProgram(t.Context(), "PANEL-3", gem.Unformatted, bytes.NewReader(edited.Encoded())))
	done(d.UploadProgram(t.Context(), "mes", "PANEL-3"))
	h.gets("S7F3", `["PANEL-3", "EDITED AT THE PANEL"]`)
	done(d.DeleteProgram(t.Context(), "PANEL-3"))
	done(d.DownloadProgram(t.Context(), "mes", "PANEL-3", gem.Unformatted))
	h.gets("S7F5", `"PANEL-3"`)
	h.want(`["PANEL-3", "EDITED AT THE PANEL"]`, "program", "PANEL-3")
}

func interopAlarms(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	const helium = `23, "BACKSIDE HELIUM LEAK RATE HIGH"]`
	h.want(`[[4, `+helium+`, [1, 3, "GAS LEAK IN GAS BOX"], [[], 77777, ""]]`, "alarms", "23", "3", "77777")
	h.want(`[[1, 1, "*"], [1, 2, "*"], "**"]`, "alarms")
	h.want(`1`, "enable-alarm", "77777")
	h.want(`0`, "enable-alarm", "23")
	h.want(`[[4, `+helium+`]`, "enabled-alarms")
	h.want(`1046`, "subscribe", "1046", "201", "3005")
	if err := d.Alarm(t.Context(), 23, gem.AlarmSet, gem.Value{VID: 3005, Item: secs2.A("W07")}); err != nil {
		t.Fatal(err)
	}
	h.gets("S5F1", `[132, `+helium)
	h.gets("S6F11", `["*", 1046, [[1046, [23, "W07"]]]]`)
	h.want(`[[132, `+helium+`]`, "alarms", "23")
	h.want(`[[23]]`, "status", "107")
	if err := d.Alarm(t.Context(), 23, gem.AlarmClear); err != nil {
		t.Fatal(err)
	}
	h.gets("S5F1", `[4, `+helium)
	h.want(`0`, "disable-alarm", "23")
	h.want(`[]`, "enabled-alarms")
}

func interopTraces(_ *testing.T, h *foreignHost, _ *daemon.Daemon) {
	h.want(`4`, "trace", "7", "000001", "4", "2", "1002", "77777")
	h.want(`3`, "trace", "7", "000000", "4", "2", "1002")
	h.want(`0`, "trace", "7", "00000050", "4", "2", "1002", "1011")
	h.gets("S6F1", `[7, 2, "*", ["*", "OP1187", "*", "OP1187"]]`)
	h.gets("S6F1", `[7, 4, "*", ["*", "OP1187", "*", "OP1187"]]`)
	h.want(`0`, "trace", "8", "00000010", "1000", "1", "1002")
	h.gets("S6F1", `[8, 1, "*", ["*"]]`)
	h.want(`0`, "trace", "8", "000001", "0", "1") // the end of it
}

func interopLimits(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	h.want(`[1, [[77777, 1, "*"]]]`, "limit", "77777", "1", "U2", "50000", "40000")
	h.want(`[1, [[1414, 4, [1, 2]]]]`, "limit", "1414", "1", "U2", "60001", "40000")
	h.want(`[0, []]`, "limit", "1008", "1", "BOOLEAN", "TRUE", "FALSE")
	h.want(`[[1008, ["", false, true, [[1, true, false]]]], [1011, "*"]]`, "limits", "1008", "1011")
	h.want(`3008`, "subscribe", "3008", "203", "202", "204", "1008")
	for _, step := range []struct {
		pressed bool
		event   string
	}{{true, `[1008, 1, 0, true]`}, {false, `[1008, 1, 1, false]`}} {
		if err := d.Set(gem.Value{VID: 1008, Item: secs2.Bool(step.pressed)}); err != nil {
			t.Fatal(err)
		}
		h.gets("S6F11", `["*", 3008, [[3008, `+step.event+`]]]`)
	}
	h.want(`0`, "unsubscribe")
}

func interopTerminal(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	h.want(`60`, "subscribe", "60", "101")
	h.want(`0`, "display", "0", "LOT 7 IS HOT")
	h.want(`2`, "display", "9", "LOT 7 IS HOT")
	operatorReads(t, d, "LOT 7 IS HOT")
	if err := d.Recognize(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	h.gets("S6F11", `["*", 60, [[60, ["*"]]]]`)
	h.want(`0`, "display-lines", "0", "LOT 7", "IS HOT")
	operatorReads(t, d, "LOT 7", "IS HOT")
	if err := d.SendText(t.Context(), "mes", 0, []byte("OK, WILL DO")); err != nil {
		t.Fatal(err)
	}
	h.gets("S10F1", `[0, "OK, WILL DO"]`)
}

func operatorReads(t *testing.T, d *daemon.Daemon, want ...string) {
	t.Helper()
	var lines []string
	for _, line := range d.Snapshot().Terminals[0].Lines {
		lines = append(lines, string(line.Data()))
	}
	if !slices.Equal(lines, want) {
		t.Errorf("the operator reads %q, want %q", lines, want)
	}
}

// interopSpool lets an event happen while the host is away.
func interopSpool(t *testing.T, h *foreignHost, d *daemon.Daemon) {
	h.want(`5008`, "subscribe", "5008", "3001")
	h.want(`51`, "subscribe", "51", "101")
	h.want(`[0, []]`, "spool-streams", "6")
	h.want(`0`, "set-constant", "255", "BOOLEAN", "TRUE")
	h.want(`null`, "disconnect")
	if err := d.Trigger(t.Context(), 5008, gem.Value{VID: 3001, Item: secs2.U1(2)}); err != nil {
		t.Fatal(err)
	}
	h.want(`true`, "connect")
	h.want(`0`, "spooled", "0")
	h.gets("S6F11", `["*", 5008, [[5008, [2]]]]`)
	h.gets("S6F11", `["*", 51, [[51, ["*"]]]]`)
	h.want(`2`, "spooled", "0")
	h.want(`0`, "unsubscribe")
}
