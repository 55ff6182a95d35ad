package model

import "testing"

// cancelled gives the services that send the carrier of port 1 away, and returns
// the one fault that they have, or "" if they are accepted.
func (r *recorder) cancelled(carrier string) (why string) {
	r.t.Helper()
	for i, q := range []CarrierRequest{
		{Action: "CancelCarrier", Carrier: carrier, Port: 1}, {Action: "CancelCarrier", Carrier: carrier, Port: NoPort},
		{Action: "CancelCarrierAtPort", Port: 1}, {Action: "CancelCarrierAtPort", Carrier: carrier, Port: 1},
	} {
		got := faultText(r.CheckCarrier(&q).Faults...)
		if i > 0 && got != why {
			r.t.Errorf("%+v: %q, others %q", q, got, why)
		}
		why = got
	}
	if why == "" {
		r.serves("CancelCarrier", carrier, 1)
		return ""
	}
	r.refuses(OperatorCancels{Carrier: carrier, Port: 1}, ErrNotNow)
	r.refuses(OperatorCancels{Port: 1}, ErrNotNow)
	return why
}

// TestCancelHeldCarrier: a process job that has its material keeps its carriers;
// one that has not waits for them anew.
func TestCancelHeldCarrier(t *testing.T) {
	for _, x := range []struct {
		name  string
		start StartMethod
		facts []Fact
		want  string
	}{
		{"SETTING UP", AutoStart, nil, ""},
		{"WAITING FOR START", ManualStart, []Fact{JobReady{"PJ"}}, "17 FOUP01: PJ is WAITING FOR START"},
		{"PROCESSING", AutoStart, []Fact{JobReady{"PJ"}}, "17 FOUP01: PJ is PROCESSING"},
		{"PAUSED in SETTING UP", AutoStart, []Fact{JobCommand{"PJ", PRPause}, JobAtRest{"PJ"}}, ""},
		{"PAUSING in PROCESSING", AutoStart, []Fact{JobReady{"PJ"}, JobCommand{"PJ", PRPause}}, "17 FOUP01: PJ is PAUSING"},
		{"PAUSED in PROCESSING", AutoStart, []Fact{JobReady{"PJ"}, JobCommand{"PJ", PRPause}, JobAtRest{"PJ"}}, "17 FOUP01: PJ is PAUSED"},
		{"STOPPING", AutoStart, []Fact{JobReady{"PJ"}, JobCommand{"PJ", PRStop}}, "17 FOUP01: PJ is STOPPING"},
		{"ABORTING", AutoStart, []Fact{JobReady{"PJ"}, JobCommand{"PJ", PRAbort}}, "17 FOUP01: PJ is ABORTING"},
		{"STOPPED", AutoStart, []Fact{JobReady{"PJ"}, JobCommand{"PJ", PRStop}, JobHalted{"PJ"}}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := started(t, toolConfig())
			w.verified(1, "FOUP01", full)
			job := onSlots("PJ", "FOUP01", 1)
			job.Start = x.start
			w.pair("CJ", job)
			w.tells(x.facts...)
			w.told()
			if got := w.cancelled("FOUP01"); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

// TestCancelAwaitedCarrier: the job that was setting up waits for the carrier that
// was cancelled, and goes on with it when it comes again.
func TestCancelAwaitedCarrier(t *testing.T) {
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", full)
	w.pair("CJ", onSlots("PJ", "FOUP01", 1))
	w.told()
	w.serves("CancelCarrier", "FOUP01", 1)
	w.tells(JobReady{"PJ"})
	w.expect("PRJobWaitingForMaterial")
	w.unload(1)
	w.told()
	w.place(1, "FOUP01")
	w.serves("ProceedWithCarrier", "FOUP01", 1)
	w.opened(1, full)
	w.told()
	w.serves("ProceedWithCarrier", "FOUP01", 1)
	w.expectOnly([]string{"SUB"}, "CAR#15 FOUP01", "PJ#4 PJ")
}

// TestCancelDestination: the carrier that wafers are to go to stays.
func TestCancelDestination(t *testing.T) {
	to := func(c *ControlJobSpec) {
		c.Out = []OutMap{{CarrierSlots{Carrier: "FOUP02"}, CarrierSlots{Carrier: "FOUP01"}}}
	}
	for name, change := range map[string]func(c *ControlJobSpec){
		"MtrlOutSpec":     to,
		"MtrlOutByStatus": func(c *ControlJobSpec) { c.ByStatus = []StatusMap{{1, CarrierSlots{Carrier: "FOUP01"}}} },
	} {
		t.Run(name, func(t *testing.T) {
			w := started(t, toolConfig())
			w.verified(1, "FOUP01", vacated)
			w.verified(2, "FOUP02", full)
			job := onSlots("PJ", "FOUP02", 1)
			w.create(&job)
			spec := controlling("CJ", OrderList, "PJ")
			change(&spec)
			w.createControl(&spec)
			w.tells(JobReady{"PJ"})
			w.told()
			if got := w.cancelled("FOUP01"); got != "17 FOUP01: PJ is PROCESSING" {
				t.Errorf("got %q", got)
			}
		})
	}
	// The job is done with the wafer, which is on its way
	w := started(t, toolConfig())
	w.verified(1, "FOUP01", vacated)
	w.verified(2, "FOUP02", full)
	job := onSlots("PJ", "FOUP02", 1)
	w.create(&job)
	spec := controlling("CJ", OrderList, "PJ")
	to(&spec)
	w.createControl(&spec)
	w.tells(JobReady{"PJ"}, SubstrateMoved{"FOUP02.01", "ROBOT.A"}, SubstrateMoved{"ROBOT.A", "PM-A"}, ProcessingBegun{"FOUP02.01"}, ProcessingEnded{"FOUP02.01", SubstProcessed, 0})
	w.told()
	if got := w.cancelled("FOUP01"); got != "17 FOUP01: FOUP02.01 is on its way there" {
		t.Errorf("got %q", got)
	}
}

// TestCarrierOutOfHeldCarrier: it does not leave the internal buffer either.
func TestCarrierOutOfHeldCarrier(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.tells(CarrierMoved{"A", "FIMS1"}).tells(CarrierIsOpened{1}).tells(SlotMapRead{1, codes(full)})
	r.serves("ProceedWithCarrier", "A", NoPort)
	job, spec := onSlots("PJ", "A", 1), controlling("CJ", OrderList, "PJ")
	r.CreateProcessJob(&job)
	r.CreateControlJob(&spec)
	r.tells(JobReady{"PJ"})
	r.answers(5, ErrWrongState, "CarrierOut", "A", 1)
}
