package model

import (
	"slices"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestReadCarrierSlots(t *testing.T) {
	for _, slots := range []secs2.Item{
		secs2.L(secs2.U1(1), secs2.U1(25)), secs2.L(secs2.U4(1), secs2.I2(25)), secs2.U1(1, 25), secs2.U2(1, 25), secs2.L(secs2.A("1"), secs2.A("25")),
	} {
		r := secs2.NewReader(secs2.L(secs2.A("FOUP01"), slots))
		c := ReadCarrierSlots(&r)
		if r.Err() != nil || c.Carrier != "FOUP01" || !slices.Equal(c.Slots, []uint8{1, 25}) {
			t.Errorf("% X: %v, %v", slots.Encoded(), c, r.Err())
		}
	}
	for _, slots := range []secs2.Item{secs2.L(), secs2.U1()} {
		r := secs2.NewReader(secs2.L(secs2.A("FOUP01"), slots))
		if c := ReadCarrierSlots(&r); r.Err() != nil || len(c.Slots) != 0 {
			t.Errorf("% X: %v, %v", slots.Encoded(), c, r.Err())
		}
	}
	r := secs2.NewReader(secs2.L(secs2.A("FOUP01"), secs2.L(secs2.U2(300), secs2.I1(-1))))
	if c := ReadCarrierSlots(&r); r.Err() != nil || !slices.Equal(c.Slots, []uint8{0, 0}) {
		t.Errorf("slots that cannot be: %v, %v", c, r.Err())
	}
	for _, it := range []secs2.Item{secs2.A("FOUP01"), secs2.L(secs2.A("FOUP01")), secs2.L(secs2.A("FOUP01"), secs2.F4(1)), secs2.L(secs2.L(), secs2.L())} {
		r := secs2.NewReader(it)
		if ReadCarrierSlots(&r); r.Err() == nil {
			t.Errorf("% X is taken", it.Encoded())
		}
	}
}

// givenJob returns the attributes of a control job, some of them replaced; the
// zero Item leaves one out.
func givenJob(changes ...Setting) (settings []Setting) {
	all := []Setting{
		{"ObjID", secs2.A("CJ1")},
		{"CarrierInputSpec", secs2.L(secs2.A("FOUP01"))},
		{"MtrlOutSpec", secs2.L(secs2.L(secs2.L(secs2.A("FOUP01"), secs2.L(secs2.U1(1))), secs2.L(secs2.A("FOUP02"), secs2.U1(3))))},
		{"ProcessingCtrlSpec", secs2.L(secs2.L(secs2.A("PJ1"), secs2.L(secs2.L(secs2.A("Rule"), secs2.U1(1))), secs2.L()))},
		{"ProcessOrderMgmt", secs2.U4(3)},
		{"StartMethod", secs2.Bool(true)},
	}
	for _, c := range changes {
		if i := slices.IndexFunc(all, func(s Setting) bool { return s.Attribute == c.Attribute }); i >= 0 {
			all[i] = c
			continue
		}
		all = append(all, c)
	}
	return slices.DeleteFunc(all, func(s Setting) bool { return s.Data.IsZero() })
}

func TestReadControlJob(t *testing.T) {
	s, used, faults := ReadControlJob(givenJob(
		Setting{"mtrloutbystatus", secs2.L(secs2.L(secs2.U1(5), secs2.L(secs2.A("FOUP03"), secs2.L())))}, Setting{"PauseEvent", secs2.L(secs2.U4(505))},
		Setting{"DataCollectionPlan", secs2.A("plan")}, Setting{"State", secs2.A("whatever")}, Setting{"ObjType", secs2.U1(1)}, Setting{"CurrentPRJob", secs2.L()},
	))
	if len(faults) > 0 || len(used) != 9 {
		t.Fatal(faults, used)
	}
	if s.ID != "CJ1" || !slices.Equal(s.Carriers, []string{"FOUP01"}) || s.Order != OrderList || s.Start != AutoStart || s.DataCollectionPlan != "plan" ||
		!slices.Equal(s.PauseEvents, []uint32{505}) {
		t.Errorf("%+v", s)
	}
	if len(s.Out) != 1 || s.Out[0].To.Carrier != "FOUP02" || s.Out[0].To.Slots[0] != 3 || len(s.ByStatus) != 1 || s.ByStatus[0].Status != 5 {
		t.Errorf("destinations %+v, %+v", s.Out, s.ByStatus)
	}
	if len(s.Jobs) != 1 || s.Jobs[0].ID != "PJ1" || s.Jobs[0].ControlRule.Len() != 1 {
		t.Errorf("jobs %+v", s.Jobs)
	}
}

func TestReadControlJob_Faults(t *testing.T) {
	none := secs2.Item{}
	for _, x := range []struct {
		change Setting
		want   Fault
	}{
		{Setting{"ObjID", none}, Fault{ErrInsufficient, "ObjID is missing"}},
		{Setting{"CarrierInputSpec", none}, Fault{ErrInsufficient, "CarrierInputSpec is missing"}},
		{Setting{"MtrlOutSpec", none}, Fault{ErrInsufficient, "MtrlOutSpec is missing"}},
		{Setting{"ProcessingCtrlSpec", none}, Fault{ErrInsufficient, "ProcessingCtrlSpec is missing"}},
		{Setting{"ProcessOrderMgmt", none}, Fault{ErrInsufficient, "ProcessOrderMgmt is missing"}},
		{Setting{"StartMethod", none}, Fault{ErrInsufficient, "StartMethod is missing"}},
		{Setting{"Color", secs2.A("red")}, Fault{ErrUnknownAttribute, "Color"}},
		{Setting{"objid", secs2.A("CJ2")}, Fault{ErrImproper, "ObjID comes twice"}},
		{Setting{"ObjID", secs2.U1(1)}, Fault{ErrAttributeValue, "ObjID: wrong format"}},
		{Setting{"CarrierInputSpec", secs2.A("FOUP01")}, Fault{ErrAttributeValue, "CarrierInputSpec: wrong format"}},
		{Setting{"CarrierInputSpec", secs2.L(secs2.U1(1))}, Fault{ErrAttributeValue, "CarrierInputSpec: wrong format"}},
		{Setting{"MtrlOutSpec", secs2.L(secs2.A("FOUP01"))}, Fault{ErrAttributeValue, "MtrlOutSpec: wrong format"}},
		{Setting{"MtrlOutByStatus", secs2.U1(1)}, Fault{ErrAttributeValue, "MtrlOutByStatus: wrong format"}},
		{Setting{"PauseEvent", secs2.L(secs2.F4(1))}, Fault{ErrAttributeValue, "PauseEvent: wrong format"}},
		{Setting{"ProcessingCtrlSpec", secs2.L(secs2.L(secs2.A("PJ1"), secs2.L()))}, Fault{ErrAttributeValue, "ProcessingCtrlSpec: wrong format"}},
		{Setting{"ProcessingCtrlSpec", secs2.L(secs2.L(secs2.A("PJ1"), secs2.L(), secs2.A("x")))}, Fault{ErrAttributeValue, "ProcessingCtrlSpec: wrong format"}},
		{Setting{"ProcessOrderMgmt", secs2.A("LIST")}, Fault{ErrAttributeValue, "ProcessOrderMgmt: wrong format"}},
		{Setting{"StartMethod", secs2.A("Auto")}, Fault{ErrAttributeValue, "StartMethod: wrong format"}},
		{Setting{"DataCollectionPlan", secs2.L()}, Fault{ErrAttributeValue, "DataCollectionPlan: wrong format"}},
	} {
		if _, _, faults := ReadControlJob(givenJob(x.change)); !slices.Equal(faults, []Fault{x.want}) {
			t.Errorf("%s % X: %v, want %v", x.change.Attribute, x.change.Data.Encoded(), faults, x.want)
		}
	}
}
