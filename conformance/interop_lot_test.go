package conformance_test

import (
	"context"
	"testing"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/sim"
)

// This file has a foreign host run 300 mm lots.

// patientTool is the simulated tool, whose carriers come when the host is ready.
type patientTool struct {
	*sim.Tool
	ready chan struct{}
}

func (p patientTool) Run(ctx context.Context, d *daemon.Daemon) error {
	select {
	case <-p.ready:
		return p.Tool.Run(ctx, d)
	case <-ctx.Done():
		return nil
	}
}

// interopLots runs a lot whose carrier waits for the host, then one that the host
// announces, and that ends with an abort.
func interopLots(t *testing.T, h *foreignHost, ready chan struct{}) {
	h.want(`true`, "connect")
	h.want(`["SE-300", "1.0"]`, "are-you-there")
	follow(h)
	close(ready)
	for _, part := range []struct {
		name string
		run  func(*foreignHost)
	}{
		{"verification", interopVerification},
		{"objects", interopObjects},
		{"jobs", interopJobs},
		{"pause", interopPause},
		{"completion", interopCompletion},
		{"announced", interopAnnounced},
	} {
		if !step(t, h, part.name, func(*testing.T) { part.run(h) }) {
			return
		}
	}
	h.want(`null`, "disconnect")
}

// follow has the host define a report for each event, link and enable it.
func follow(h *foreignHost) {
	for _, s := range []struct{ vids, ceids []string }{
		{[]string{"301", "302", "303"}, []string{"343", "346", "348", "353", "355", "358", "359", "360", "361", "309"}},
		{[]string{"302", "308", "307"}, []string{"354"}},
		{[]string{"331", "332"}, []string{"420"}},
		{[]string{"351"}, []string{"441", "443", "445", "446", "447", "448", "449", "450", "452", "453"}},
		{[]string{"371", "373", "375"}, []string{"502", "505", "511", "512"}},
	} {
		for _, ceid := range s.ceids {
			h.want(ceid, append([]string{"subscribe", ceid}, s.vids...)...)
		}
	}
}

// told waits for an event with these values of its report.
func (h *foreignHost) told(ceid, values string) {
	h.t.Helper()
	h.gets("S6F11", `["*", `+ceid+`, [[`+ceid+`, [`+values+`]]]]`)
}

const full = `[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]`

func interopVerification(h *foreignHost) {
	h.told("343", `1, "FOUP-0401", "LP1"`)
	h.told("343", `2, "FOUP-0402", "LP2"`)
	h.want(`[1, [[14, "*"]]]`, "carrier-action", "Dance", "FOUP-0401", "1")
	h.want(`[3, [[3, "FOUP-0409"]]]`, "carrier-action", "ProceedWithCarrier", "FOUP-0409", "1")
	h.want(`[0, []]`, "carrier-action", "ProceedWithCarrier", "FOUP-0401", "1")
	h.told("348", `1, "FOUP-0401", "LP1"`)
	h.told("354", `"FOUP-0401", 0, `+full)
	h.want(`[0, []]`, "carrier-action", "ProceedWithCarrier", "FOUP-0401", "1", "Usage", "PRODUCT")
	h.told("355", `1, "FOUP-0401", "FIMS1"`)
}

func interopObjects(h *foreignHost) {
	h.want(`[[["FOUP-0401", [["LocationID", "FIMS1"], ["SlotMapStatus", 2], ["SlotMap", `+full+`], ["Usage", "PRODUCT"]]]], [0, []]]`,
		"attributes", "Carrier", "FOUP-0401", "LocationID", "SlotMapStatus", "SlotMap", "Usage")
	h.want(`[[["FOUP-0401", "*"], ["FOUP-0402", "*"]], [0, []]]`, "attributes", "Carrier", "")
	h.want(`[[["FOUP-0401.03", [["SubstState", 0], ["SubstProcState", 0], ["SubstSource", "FOUP-0401.03"]]]], [0, []]]`,
		"attributes", "Substrate", "FOUP-0401.03", "SubstState", "SubstProcState", "SubstSource")
	h.want(`[[["FOUP-0401", []]], [1, [[4, "*"]]]]`, "attributes", "Carrier", "FOUP-0401", "Colour")
	h.want(`[[], [1, [[3, "*"]]]]`, "attributes", "Carrier", "FOUP-0409", "LocationID")
}

func interopJobs(h *foreignHost) {
	h.want(`32`, "job-space")
	h.want(`[["PJ-1", "PJ-2"], [true, []]]`, "create-jobs",
		"PJ-1", `OXIDE\MAIN-45`, "TRUE", "FOUP-0401", "1,2", "PJ-2", `OXIDE\MAIN-45`, "TRUE", "FOUP-0401", "3")
	h.told("420", `"PJ-1", 0`)
	h.told("420", `"PJ-2", 0`)
	h.want(`["PJ-1", [false, [[11, "*"], [21, "*"]]]]`, "create-job", "PJ-1", "NONE", "TRUE", "FOUP-0401", "9")
	h.want(`["ControlJob:CJ-1>", [["ObjID", "CJ-1"], ["CarrierInputSpec", ["FOUP-0401"]], ["MtrlOutSpec", []],
		["ProcessingCtrlSpec", [["PJ-1", [], []], ["PJ-2", [], []]]], ["ProcessOrderMgmt", 3], ["StartMethod", true]], [0, []]]`,
		"create-control-job", "CJ-1", "FOUP-0401", "TRUE", "PJ-1", "PJ-2")
	for _, ceid := range []string{"441", "443", "445"} {
		h.told(ceid, `"CJ-1"`)
	}
	h.told("420", `"PJ-1", 3`)
	h.told("358", `1, "FOUP-0401", "FIMS1"`)
	h.want(`[[["CJ-1", "*"]], [0, []]]`, "attributes", "ControlJob", "CJ-1")
	h.want(`[[["PJ-1", "*"]], [0, []]]`, "attributes", "ProcessJob", "PJ-1")
}

func interopPause(h *foreignHost) {
	h.told("502", `"FOUP-0401.01", "ROBOT.A", 0`)
	h.want(`["PJ-1", [true, []]]`, "job-command", "PJ-1", "PAUSE")
	h.told("420", `"PJ-1", 7`)
	h.want(`["PJ-1", [false, [[17, "PAUSE not valid in PAUSED"]]]]`, "job-command", "PJ-1", "PAUSE")
	h.want(`[["PJ-1", 7], ["PJ-2", 0]]`, "jobs")
	h.want(`[true, []]`, "control-job-command", "CJ-1", "2")
	h.told("448", `"CJ-1"`)
	h.want(`[false, [17, "*"]]`, "control-job-command", "CJ-1", "2")
	h.want(`[5, [[17, "FOUP-0401 is IN ACCESS"]]]`, "carrier-action", "CancelCarrier", "FOUP-0401", "1")
	h.want(`[true, []]`, "control-job-command", "CJ-1", "3")
	h.told("449", `"CJ-1"`)
	h.want(`["PJ-1", [true, []]]`, "job-command", "PJ-1", "RESUME")
	h.told("420", `"PJ-1", 3`)
}

// interopCompletion announces the next carrier while the first one is at work.
func interopCompletion(h *foreignHost) {
	h.want(`[0, []]`, "carrier-action", "CarrierNotification", "FOUP-7001", "", "SlotMap", "3311111111111111111111111")
	for _, wafer := range []string{"01", "02", "03"} {
		slot := `"FOUP-0401.` + wafer + `"`
		h.told("511", slot+`, "*", 1`)
		h.told("512", slot+`, "*", 2`)
		h.told("505", slot+`, `+slot+`, 2`)
	}
	h.told("420", `"PJ-2", 4`)
	h.told("359", `1, "FOUP-0401", "FIMS1"`)
	h.told("450", `"CJ-1"`)
	h.told("453", `"CJ-1"`)
	h.told("309", `1, "FOUP-0401", "*"`)
	h.told("361", `1, "FOUP-0401", "LP1"`)
}

func interopAnnounced(h *foreignHost) {
	h.told("346", `1, "FOUP-7001", "LP1"`)
	h.told("353", `1, "FOUP-7001", "FIMS1"`)
	h.want(`["PJ-3", [true, []]]`, "create-job", "PJ-3", `NITRIDE\SPACER-08`, "FALSE", "FOUP-7001", "")
	h.want(`["ControlJob:CJ-2>", "*", [0, []]]`, "create-control-job", "CJ-2", "FOUP-7001", "FALSE", "PJ-3")
	h.told("446", `"CJ-2"`)
	h.want(`[true, []]`, "control-job-command", "CJ-2", "1")
	h.told("447", `"CJ-2"`)
	h.told("420", `"PJ-3", 2`)
	h.want(`["PJ-3", [true, []]]`, "job-command", "PJ-3", "START")
	h.told("502", `"FOUP-7001.01", "ROBOT.A", 0`)
	h.want(`[true, []]`, "control-job-command", "CJ-2", "7", "1")
	h.told("420", `"PJ-3", 11`)
	h.told("360", `1, "FOUP-7001", "FIMS1"`)
	h.told("452", `"CJ-2"`)
	h.told("453", `"CJ-2"`)
	h.told("361", `1, "FOUP-7001", "LP1"`)
	h.want(`[[["FOUP-0402", "*"], "**"], [0, []]]`, "attributes", "Carrier", "")
}
