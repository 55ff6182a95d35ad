package gem

import (
	"bytes"
	"fmt"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is the material of the lives: two load ports with carriers of three
// slots, two locations and a module.

// lifeMaterial is the equipment's part of it.
func lifeMaterial(rt *rapid.T) model.Config {
	cfg := model.Config{
		Ports: []model.Port{{Dock: "FIMS1", Capacity: 3}, {Capacity: 3}}, Modules: []string{"EFEM"},
		Locations: []model.Location{{Name: "ROBOT"}, {Name: "ALIGNER", Reader: model.HasSubstrateReader}, {Name: "PM", Use: model.ProductionModule}},
		Jobs:      model.Jobs{MaxProcessJobs: 4, MaxControlJobs: 3},
	}
	cfg.Jobs.ControlJobs = rapid.SampledFrom([]model.ControlJobNeed{model.ControlJobRequired, model.ControlJobRequired, model.NoControlJobs}).Draw(rt, "control jobs")
	cfg.Jobs.Extinct = rapid.SampledFrom([]model.Extinction{model.MaterialGone, model.WithControlJob}).Draw(rt, "extinct")
	return cfg
}

// material is some facts of the tool, most of them such as can be now.
func (l *life) material() {
	if !l.cfg.Material.Enabled() {
		return
	}
	for range rapid.IntRange(1, 6).Draw(l.rt, "facts") {
		facts := l.facts()
		l.step(Material{facts[l.one(len(facts), "fact")]})
		if o := &l.out; o.Err != nil && (o.Commit.Seq != 0 || len(o.Orders) > 0 || len(o.Transitions) > 0) {
			l.fatalf("a fact that was refused changed something: %v", o.Err)
		}
	}
}

func (l *life) facts() []model.Fact {
	s := l.e.Material()
	facts := []model.Fact{
		model.PortAccess{Port: 1 + l.one(2, "port"), Mode: model.AccessMode(l.one(2, "mode"))},
		model.PortService{Port: 1 + l.one(3, "port"), Status: model.ServiceStatus(l.one(2, "status"))},
		model.PortFault{Port: 1, Kind: model.CarrierOpenFailure, Change: model.AlarmChange(l.one(2, "change"))},
		model.ReaderChange{Port: 2, State: model.ReaderState(l.one(2, "reader"))},
		model.PIOSignal{Port: 1 + l.one(2, "port"), Signal: model.PIOInput(l.one(8, "signal")), Level: model.Level(l.one(2, "level"))},
		model.ModuleStarted{Module: "PM", Recipe: "OXIDE"}, model.ModuleStep{Module: "PM", Number: 1, Step: "ETCH"},
		model.ModuleStepEnded{Module: "PM"}, model.ModuleEnded{Module: "PM"}, model.ModuleBlocked{Module: "EFEM", Reason: model.ErrorCondition},
		model.ModuleUnblocked{Module: "EFEM"}, model.TaskStarted{Module: "EFEM", Task: "LOAD", Type: model.SupportTask}, model.TaskEnded{Module: "EFEM"},
	}
	for _, p := range s.Ports {
		facts = append(facts, portFacts(p.Number, fmt.Sprintf("FOUP%02d", 1+l.one(3, "carrier")))...)
	}
	places := []string{"ROBOT", "ALIGNER", "PM", "NOWHERE"}
	for _, x := range s.Substrates {
		to := append(places, x.Source, x.Source)
		facts = append(facts, model.SubstrateMoved{From: x.Location, To: to[l.one(len(to), "to")]}, model.ProcessingBegun{Substrate: x.ID},
			model.ProcessingEnded{Substrate: x.ID, Outcome: model.SubstProcessed})
	}
	for _, j := range s.ProcessJobs {
		facts = append(facts, model.JobReady{Job: j.ID}, model.JobAtRest{Job: j.ID}, model.JobHalted{Job: j.ID}, model.JobReady{Job: j.ID})
	}
	if len(s.Substrates) > 0 && l.one(8, "lost") == 0 {
		facts = append(facts, model.SubstrateIsLost{Substrate: s.Substrates[0].ID})
	}
	return facts
}

func portFacts(port int, id string) []model.Fact {
	return []model.Fact{
		model.LoadStarted{Port: port}, model.CarrierPlaced{Port: port}, model.CarrierIsClamped{Port: port}, model.CarrierIDRead{Port: port, ID: id},
		model.CarrierIDRead{Port: port, ID: fmt.Sprintf("FOUP%02d", port)}, model.CarrierIDUnread{Port: port}, model.CarrierIsDocked{Port: port}, model.CarrierIsOpened{Port: port},
		model.SlotMapRead{Port: port, Map: []byte{3, 3, 1}}, model.SlotMapRead{Port: port, Map: []byte{3, 4, 3}}, model.SlotMapUnread{Port: port},
		model.CarrierIsClosed{Port: port}, model.CarrierIsUndocked{Port: port}, model.CarrierIsUnclamped{Port: port}, model.UnloadStarted{Port: port},
		model.CarrierRemoved{Port: port}, model.LoadFailed{Port: port}, model.UnloadFailed{Port: port},
		model.OperatorProceeds{Port: port, Carrier: id}, model.OperatorProceeds{Port: port, Carrier: fmt.Sprintf("FOUP%02d", port)}, model.OperatorCancels{Port: port},
	}
}

var (
	someCarrier = pick(secs2.A("FOUP01"), secs2.A("FOUP01"), secs2.A("FOUP02"), secs2.A("FOUP03"), secs2.A("FOUP 9:"), secs2.A(""))
	somePort    = pick(secs2.U1(1), secs2.U1(1), secs2.U1(2), secs2.U1(9), secs2.U1())
	someJob     = pick(secs2.A("PJ1"), secs2.A("PJ1"), secs2.A("PJ2"), secs2.A("PJ3"), secs2.A("PJ*"))
	someControl = pick(secs2.A("CJ1"), secs2.A("CJ1"), secs2.A("CJ2"), secs2.A("CJ3"))
	someType    = pick(secs2.A("Carrier"), secs2.A("Substrate"), secs2.A("SubstLoc"), secs2.A("ProcessJob"), secs2.A("ControlJob"), secs2.A("EPTTracker"), secs2.A("LoadPort"), secs2.A("TSClock"), secs2.A("Wafer"))
	someObject  = pick(secs2.A("FOUP01"), secs2.A("FOUP01.01"), secs2.A("PM"), secs2.A("PJ1"), secs2.A("CJ1"), secs2.A("1"), secs2.A("NONE"))
	someAttr    = pick(secs2.A("ObjID"), secs2.A("LotID"), secs2.A("SubstUsage"), secs2.A("DisableEvents"), secs2.A("State"), secs2.A("SlotMap"), secs2.A("PRJobState"), secs2.A("MtrlOutSpec"))
	someDataID  = pick(secs2.U4(1))
	empty       = pick(secs2.L())

	jobBody = tuple(someJob, pick(secs2.B(13)), list(tuple(someCarrier, pick(secs2.L(), secs2.L(), secs2.U1(1, 2), secs2.U1(1), secs2.U1(9))), 2),
		tuple(pick(secs2.U1(1), secs2.U1(1), secs2.U1(2), secs2.U1(3)), pick(secs2.A("OXIDE"), secs2.A("OXIDE"), secs2.A("NONE")), empty),
		pick(secs2.Bool(true), secs2.Bool(true), secs2.Bool(false)), pick(secs2.L(), secs2.L(), secs2.L(secs2.U4(505)), secs2.L(secs2.U4(5001))))
)

// materialBodies has a maker for every message of GEM300.
var materialBodies = map[string]maker{
	"S3F15": tuple(someDataID, pick(secs2.U4(100))),
	"S3F17": tuple(someDataID, pick(actions()...), someCarrier, somePort, pick(secs2.L(), secs2.L(), secs2.L(secs2.L(secs2.A("Usage"), secs2.A("TEST"))),
		secs2.L(secs2.L(secs2.A("SlotMap"), secs2.L(secs2.U1(3), secs2.U1(3), secs2.U1(1)))), secs2.L(secs2.L(secs2.A("Capacity"), secs2.U1(9))))),
	"S3F19": none,
	"S3F21": tuple(pick(secs2.A("G")), pick(secs2.U1(1)), list(somePort, 2)),
	"S3F23": tuple(pick(secs2.A("DELETE")), pick(secs2.A("G")), empty),
	"S3F25": tuple(pick(secs2.A("ReserveAtPort"), secs2.A("CancelReservationAtPort"), secs2.A("ChangeServiceStatus")), somePort,
		pick(secs2.L(), secs2.L(secs2.L(secs2.A("ServiceStatus"), secs2.U1(1))), secs2.L(secs2.L(secs2.A("ServiceStatus"), secs2.U1(0))))),
	"S3F27":  tuple(pick(secs2.U1(0), secs2.U1(1), secs2.U1(2)), list(somePort, 2)),
	"S3F29":  tuple(pick(secs2.A("LP1"), secs2.A("")), someCarrier, pick(secs2.A("T7"), secs2.A("")), pick(secs2.U4(0), secs2.U4())),
	"S3F31":  tuple(pick(secs2.A("LP1"), secs2.A("")), someCarrier, pick(secs2.A("T7")), pick(secs2.U4(2)), pick(secs2.A("AB"))),
	"S14F1":  tuple(pick(secs2.A("")), someType, list(someObject, 2), list(tuple(someAttr, value, pick(secs2.U1(0), secs2.U1(6), secs2.U1())), 1), list(someAttr, 2)),
	"S14F3":  tuple(pick(secs2.A("")), someType, list(someObject, 2), list(tuple(someAttr, pick(secs2.A("LOT9"), secs2.U1(1), secs2.Bool(true), secs2.L())), 2)),
	"S14F5":  pick(secs2.A(""), secs2.A("Carrier:FOUP01>")),
	"S14F7":  tuple(pick(secs2.A("")), list(someType, 2)),
	"S14F9":  tuple(pick(secs2.A("")), pick(secs2.A("ControlJob"), secs2.A("ControlJob"), secs2.A("Substrate"), secs2.A("Carrier")), controlJobBody),
	"S14F11": tuple(pick(secs2.A("Substrate:FOUP01.01>"), secs2.A("ControlJob:CJ1>"), secs2.A("Substrate:W1>")), empty),
	"S14F19": tuple(someDataID, pick(secs2.U4(0)), pick(secs2.A("Substrate:FOUP01.01>")), pick(secs2.A("UpdateSubstrateObject"), secs2.A("ProceedWithSubstrate"), secs2.A("X")),
		list(tuple(pick(secs2.A("SubstID"), secs2.A("SubstType"), secs2.A("SubstState")), pick(secs2.A("FOUP01.01"), secs2.U1(0))), 3)),
	"S14F23": tuple(someDataID, pick(secs2.U4(100))),
	"S14F25": list(someType, 2),
	"S14F27": tuple(pick(secs2.A("Substrate")), list(pick(secs2.A("UpdateSubstrateObject"), secs2.A("X")), 2)),
	"S16F1":  tuple(someDataID, pick(secs2.U4(100))),
	"S16F3":  tuple(someDataID, pick(secs2.B(14)), list(pick(secs2.A("FOUP01.01"), secs2.A("W9")), 2), tuple(pick(secs2.U1(1)), pick(secs2.A("OXIDE")), empty), pick(secs2.Bool(true))),
	"S16F5":  tuple(someDataID, someJob, pick(secs2.A("START"), secs2.A("PAUSE"), secs2.A("RESUME"), secs2.A("STOP"), secs2.A("ABORT"), secs2.A("CANCEL"), secs2.A("X")), empty),
	"S16F11": func(rt *rapid.T) secs2.Item {
		items := []secs2.Item{secs2.U4(1)}
		for it := range jobBody(rt).All() {
			items = append(items, it)
		}
		return secs2.L(items...)
	},
	"S16F15": tuple(someDataID, list(jobBody, 3)),
	"S16F17": list(someJob, 2),
	"S16F19": none,
	"S16F21": none,
	"S16F23": tuple(someJob, list(tuple(pick(secs2.A("Time")), pick(secs2.U4(3))), 1)),
	"S16F25": tuple(list(someJob, 2), pick(secs2.Bool(true), secs2.Bool(false))),
	"S16F27": tuple(someControl, pick(secs2.U1(1), secs2.U1(2), secs2.U1(3), secs2.U1(4), secs2.U1(5), secs2.U1(6), secs2.U1(7), secs2.U1(8), secs2.U1(9)),
		pick(secs2.L(), secs2.L(secs2.A("Action"), secs2.U1(0)), secs2.L(secs2.A("Action"), secs2.U1(1)))),
	"S16F29": pick(secs2.U1(1), secs2.U1(3), secs2.U1(9)),
}

// actions are those of S3F17, the one that lets a carrier go on more often.
func actions() (items []secs2.Item) {
	for _, name := range []string{
		"Bind", "CancelBind", "CarrierNotification", "CancelCarrierNotification", "ProceedWithCarrier", "CancelCarrier", "CancelCarrierAtPort",
		"CarrierReCreate", "CarrierRelease", "CarrierIn", "CarrierOut", "CancelCarrierOut",
	} {
		items = append(items, secs2.A(name), secs2.A("ProceedWithCarrier"))
	}
	return items
}

// controlJobBody is what a control job is created from.
func controlJobBody(rt *rapid.T) secs2.Item {
	pair := func(name string, value secs2.Item) secs2.Item { return secs2.L(secs2.A(name), value) }
	return secs2.L(
		pair("ObjID", someControl(rt)),
		pair("CarrierInputSpec", pick(secs2.L(), secs2.L(secs2.A("FOUP01")), secs2.L(secs2.A("FOUP01"), secs2.A("FOUP02")))(rt)),
		pair("MtrlOutSpec", secs2.L()),
		pair("ProcessingCtrlSpec", list(tuple(someJob, empty, empty), 2)(rt)),
		pair("ProcessOrderMgmt", pick(secs2.U1(1), secs2.U1(3))(rt)),
		pair("StartMethod", pick(secs2.Bool(true), secs2.Bool(true), secs2.Bool(false))(rt)),
	)
}

// materialMessage is a message of GEM300 of a host.
func (l *life) materialMessage() {
	if !l.cfg.Material.Enabled() {
		return
	}
	rows := materialRoutes()
	r := rows[l.one(len(rows), "message")]
	body := materialBodies[secs2.SF{Stream: r.stream, Function: r.function}.String()](l.rt)
	if rapid.IntRange(0, 30).Draw(l.rt, "other body") == 0 {
		body = anyItem(l.rt)
	}
	l.ask(l.host(), r.stream, r.function, secs2.WantReply, body)
}

// checkMaterial: what must hold between the models holds.
func (l *life) checkMaterial() {
	if m := l.e.material.model; m != nil && l.e.restored == nil {
		for _, v := range m.Violations() {
			l.fatalf("%s", v)
		}
	}
}

// sameMaterialRestored compares what the disk has of the material with the memory.
func (l *life) sameMaterialRestored() {
	fresh := l.create()
	fresh.now, fresh.out = l.now, new(Output)
	for _, r := range l.disk.records {
		if err := fresh.restore(r); err != nil {
			l.fatalf("%v", err)
		}
	}
	if err := fresh.applyRestored(); err != nil {
		l.fatalf("%v", err)
	}
	for _, k := range materialKinds {
		for _, r := range l.disk.records {
			if r.Kind == k.name && !bytes.Equal(k.image(fresh, r.ID), k.image(l.e, r.ID)) {
				l.fatalf("%s %s: memory % X, disk % X", k.name, r.ID, k.image(l.e, r.ID), k.image(fresh, r.ID))
			}
		}
	}
	if a, b := fmt.Sprintf("%+v", fresh.Material()), fmt.Sprintf("%+v", l.e.Material()); a != b {
		l.fatalf("memory has %s, disk %s", b, a)
	}
}
