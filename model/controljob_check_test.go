package model

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestCheckControlJob(t *testing.T) {
	cfg := toolConfig()
	cfg.Jobs.MaxControlJobs = 2
	long, texts := strings.Repeat("x", 81), distinct{}
	for _, x := range []struct {
		name   string
		change func(s *ControlJobSpec)
		want   string
	}{
		{"good", func(*ControlJobSpec) {}, ""},
		{"bad id", func(s *ControlJobSpec) { s.ID = "" }, `7 ObjID "" is no identifier`},
		{"id in use", func(s *ControlJobSpec) { s.ID = "OLD" }, "11 OLD"},
		{"too long a plan", func(s *ControlJobSpec) { s.DataCollectionPlan = long }, "7 DataCollectionPlan has more than 80 characters"},
		{"job not QUEUED", func(s *ControlJobSpec) { s.Jobs[0].ID = "RUNS" }, "17 RUNS is SETTING UP"},
		{"too many jobs", func(s *ControlJobSpec) { s.Jobs = make([]ControlledJob, 1001) }, "12 ProcessingCtrlSpec: more than 1000 jobs"},
		{"long rules", func(s *ControlJobSpec) { s.Jobs[0].ControlRule = secs2.A(strings.Repeat("x", 5000)) }, "12 A: rules of more than 4096 bytes"},
		{"no such jobs", func(s *ControlJobSpec) { s.Jobs = append(s.Jobs, ControlledJob{ID: "X"}, ControlledJob{ID: "Y"}) }, "3 X; 3 Y"},
		{"job twice", func(s *ControlJobSpec) { s.Jobs = append(s.Jobs, ControlledJob{ID: "A"}) }, "12 A comes twice"},
		{"claimed", func(s *ControlJobSpec) { s.Jobs[0].ID = "P" }, "17 P belongs to OLD"},
		{"no jobs", func(s *ControlJobSpec) { s.Jobs = nil }, "12 ProcessingCtrlSpec is empty"},
		{"carrier missing", func(s *ControlJobSpec) { s.Carriers = []string{"FOUP09"} }, "12 CarrierInputSpec: FOUP01 is missing"},
		{"carrier twice", func(s *ControlJobSpec) { s.Carriers = append(s.Carriers, "FOUP01") }, "12 CarrierInputSpec: FOUP01 comes twice"},
		{"no carrier", func(s *ControlJobSpec) { s.Carriers = append(s.Carriers, "F:1") }, `7 CarrierInputSpec: "F:1" is no identifier`},
		{"too many carriers", func(s *ControlJobSpec) { s.Carriers = make([]string, 101) }, "12 CarrierInputSpec: more than 100 carriers"},
		{"no inputs", func(s *ControlJobSpec) { s.Carriers = nil }, ""},
		{"order 0", func(s *ControlJobSpec) { s.Order = 0 }, "7 ProcessOrderMgmt is not 1, 2 or 3"},
		{"events", func(s *ControlJobSpec) { s.PauseEvents = []uint32{1, 343} }, "29 CEID 1; 14 CEID 343 pauses no jobs"},
		{"too many events", func(s *ControlJobSpec) { s.PauseEvents = make([]uint32, 501) }, "12 pause events: more than 500"},
		{"too many maps", func(s *ControlJobSpec) { s.Out = make([]OutMap, 501) }, "12 MtrlOutSpec: more than 500 elements"},
		{"no source", func(s *ControlJobSpec) { s.Out = []OutMap{{CarrierSlots{}, CarrierSlots{Carrier: "FOUP02"}}} }, `7 MtrlOutSpec: source "" is no identifier`},
		{"no destination", func(s *ControlJobSpec) { s.Out = []OutMap{{CarrierSlots{Carrier: "FOUP01"}, CarrierSlots{}}} }, `7 MtrlOutSpec: destination "" is no identifier`},
		{"source twice", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{1, 1}}, CarrierSlots{"FOUP02", []uint8{1, 2}}}}
		}, "12 MtrlOutSpec: source FOUP01 slot 1 comes twice"},
		{"source slot 26", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{26}}, CarrierSlots{"FOUP02", []uint8{1}}}}
		},
			"12 MtrlOutSpec: source FOUP01 has no slot 26"},
		{"destination slot 26", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{1}}, CarrierSlots{"FOUP02", []uint8{26}}}}
		},
			"12 MtrlOutSpec: destination FOUP02 has no slot 26"},
		{"unequal slots", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{1, 2}}, CarrierSlots{"FOUP02", []uint8{1}}}}
		}, "12 MtrlOutSpec: FOUP01 to FOUP02, 2 slots to 1"},
		{"destination twice", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{1, 2}}, CarrierSlots{"FOUP02", []uint8{1, 1}}}}
		}, "12 MtrlOutSpec: destination FOUP02 slot 1 comes twice"},
		{"one slot given, one its own", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{7}}, CarrierSlots{"FOUP02", nil}}, {CarrierSlots{"FOUP01", []uint8{2, 3}}, CarrierSlots{"FOUP02", []uint8{4, 7}}}}
		}, "12 MtrlOutSpec: destination FOUP02 slot 7 comes twice"},
		{"two their own", func(s *ControlJobSpec) {
			s.Jobs, s.Carriers = append(s.Jobs, ControlledJob{ID: "B"}), append(s.Carriers, "FOUP03")
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{3}}, CarrierSlots{"FOUP02", nil}}, {CarrierSlots{"FOUP03", []uint8{3}}, CarrierSlots{"FOUP02", nil}}}
		}, "12 MtrlOutSpec: destination FOUP02 slot 3 comes twice"},
		{"all of two carriers", func(s *ControlJobSpec) {
			s.Jobs, s.Carriers = append(s.Jobs, ControlledJob{ID: "B"}, ControlledJob{ID: "C"}), append(s.Carriers, "FOUP03")
			s.Out = []OutMap{{CarrierSlots{"FOUP01", nil}, CarrierSlots{"FOUP02", nil}}, {CarrierSlots{"FOUP03", nil}, CarrierSlots{"FOUP02", nil}}}
		}, "12 MtrlOutSpec: destination FOUP02 slot 2 comes twice"},
		{"two carriers into one", func(s *ControlJobSpec) {
			s.Jobs, s.Carriers = append(s.Jobs, ControlledJob{ID: "B"}), append(s.Carriers, "FOUP03")
			s.Out = []OutMap{{CarrierSlots{"FOUP01", nil}, CarrierSlots{"FOUP02", nil}}, {CarrierSlots{"FOUP03", nil}, CarrierSlots{"FOUP02", nil}}}
		}, ""},
		{"some by slot, the rest their own", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{1}}, CarrierSlots{"FOUP02", []uint8{9}}}, {CarrierSlots{"FOUP01", nil}, CarrierSlots{"FOUP02", nil}}}
		}, ""},
		{"slot of one that stays", func(s *ControlJobSpec) {
			s.Jobs[0].ID = "D"
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{5}}, CarrierSlots{"FOUP01", []uint8{6}}}}
		}, "12 MtrlOutSpec: destination FOUP01 slot 6 comes twice"},
		{"two that change places", func(s *ControlJobSpec) {
			s.Jobs[0].ID = "D"
			s.Out = []OutMap{{CarrierSlots{"FOUP01", []uint8{5, 6}}, CarrierSlots{"FOUP01", []uint8{6, 5}}}}
		}, ""},
		{"source unknown", func(s *ControlJobSpec) {
			s.Out = []OutMap{{CarrierSlots{"FOUP03", []uint8{1}}, CarrierSlots{"FOUP02", []uint8{1}}}}
		}, "12 MtrlOutSpec: source FOUP03 is no input"},
		{"by too many statuses", func(s *ControlJobSpec) { s.ByStatus = make([]StatusMap, 257) }, "12 MtrlOutByStatus: more than 256 elements"},
		{"by status to none", func(s *ControlJobSpec) { s.ByStatus = make([]StatusMap, 1) }, `7 MtrlOutByStatus: "" is no identifier`},
		{"by status, slot twice", func(s *ControlJobSpec) { s.ByStatus = []StatusMap{{1, CarrierSlots{"FOUP02", []uint8{3, 3}}}} },
			"12 MtrlOutByStatus: FOUP02 slot 3 comes twice"},
		{"by status", func(s *ControlJobSpec) { s.ByStatus = []StatusMap{{1, CarrierSlots{"FOUP02", []uint8{30}}}} }, "12 MtrlOutByStatus: FOUP02 has no slot 30"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := started(t, cfg)
			w.pair("GO", bare("RUNS"))
			w.pair("OLD", onSlots("P", "FOUP01", 1))
			for _, job := range []ProcessJobSpec{
				onSlots("A", "FOUP01", 1, 2), onSlots("B", "FOUP03", 3), onSlots("C", "FOUP03", 2), onSlots("D", "FOUP01", 5, 6),
			} {
				w.create(&job)
			}
			w.told()
			spec := controlling("NEW", OrderList, "A")
			spec.Carriers = []string{"FOUP01"}
			x.change(&spec)
			if got := faultText(w.CheckControlJob(&spec)...); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
			texts.add(t, x.want)
			w.expect()
		})
	}
	w := started(t, cfg)
	for _, id := range []string{"A", "B", "C"} {
		w.pair(id, onSlots("P"+id, "FOUP01", 1))
	}
	job := bare("X")
	w.create(&job)
	spec := controlling("D", OrderList, "X")
	if got := faultText(w.CheckControlJob(&spec)...); got != "15 the queue is full" {
		t.Error(got)
	}
	w.told()
}

func TestSetControlJob(t *testing.T) {
	set := func(w *recorder, name string, it secs2.Item) string {
		c := w.CheckSetAttr("", "ControlJob", []string{"CJ"}, []Setting{{name, it}})
		if !c.Empty() {
			w.SetAttr(c)
		}
		return faultText(c.Faults...)
	}
	spec := secs2.L(secs2.L(secs2.A("B"), secs2.L(secs2.L(secs2.A("rule"), secs2.U1(1))), secs2.L()))
	out := secs2.L(secs2.L(secs2.L(secs2.A("FOUP01"), secs2.L(secs2.U1(1))), secs2.L(secs2.A("FOUP02"), secs2.U1(3))))
	for _, x := range []struct {
		name string
		it   secs2.Item
		want string
	}{
		{"ProcessingCtrlSpec", spec, ""},
		{"ProcessingCtrlSpec", secs2.L(), "12 ProcessingCtrlSpec is empty"},
		{"ProcessingCtrlSpec", secs2.L(secs2.L(secs2.A("X"), secs2.L(), secs2.L())), "3 ProcessingCtrlSpec: X"},
		{"MtrlOutSpec", out, ""},
		{"MtrlOutSpec", secs2.L(secs2.A("x")), "7 MtrlOutSpec: wrong format"},
		{"MtrlOutByStatus", secs2.L(secs2.L(secs2.U1(1), secs2.L(secs2.A("FOUP02"), secs2.L()))), ""},
		{"CarrierInputSpec", secs2.L(secs2.A("FOUP01"), secs2.A("FOUP02")), ""},
		{"CarrierInputSpec", secs2.L(secs2.A("FOUP02")), "12 CarrierInputSpec: FOUP01 is missing"},
		{"DataCollectionPlan", secs2.A("PLAN"), ""},
		{"PauseEvent", secs2.L(secs2.U4(505)), ""},
		{"PauseEvent", secs2.L(secs2.U4(1)), "29 PauseEvent: CEID 1"},
		{"ProcessOrderMgmt", secs2.U1(1), ""},
		{"ProcessOrderMgmt", secs2.U1(4), "7 ProcessOrderMgmt is not 1, 2 or 3"},
		{"StartMethod", secs2.Bool(false), "5 StartMethod"},
		{"State", secs2.U1(1), "5 State"},
	} {
		w := started(t, toolConfig())
		job := onSlots("B", "FOUP01", 1)
		w.create(&job)
		w.pair("CJ", onSlots("A", "FOUP01", 1))
		if got := set(w, x.name, x.it); got != x.want {
			t.Errorf("%s: got %q, want %q", x.name, got, x.want)
		}
		w.told()
	}
	w := processing(t)
	c := w.CheckSetAttr("", "ControlJob", []string{"CJ-1"}, []Setting{{"MtrlOutSpec", secs2.L()}})
	if got := faultText(c.Faults...); !strings.HasPrefix(got, "17 MtrlOutSpec") {
		t.Error(got)
	}
}
