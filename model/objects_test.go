package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// objectTool is an equipment TOOL1 with two ports, a chamber PM, which is a
// location and has a tracker, and process jobs PJ1 to PJ3.
func objectTool(t *testing.T) *Model {
	t.Helper()
	m := started(t, Config{Name: "TOOL1", Ports: []Port{{}, {}}, Locations: []Location{{Name: "ROBOT"}, {Name: "PM", Use: ProductionModule}}}).Model
	for i := range 3 {
		job := bare(fmt.Sprint("PJ", i+1))
		if i == 1 {
			job.Recipe = "ETCH_B"
		}
		m.CreateProcessJob(&job)
	}
	return m
}

// TestObjectTypes: every type is whole, its attributes have values in their format.
func TestObjectTypes(t *testing.T) {
	m := objectTool(t)
	for _, typ := range ObjectTypes() {
		if typ.find == nil || typ.each == nil || typ.id == nil ||
			attributeNamed(typ.Attributes, "ObjType") == nil || attributeNamed(typ.Attributes, "ObjID") == nil {
			t.Errorf("%s is not whole", typ.Name)
		}
		for _, at := range typ.Attributes {
			if (at.Access == ReadWrite) != (at.set != nil) || (at.set == nil) != (at.check == nil) {
				t.Errorf("%s %s: access %v", typ.Name, at.Name, at.Access)
			}
		}
		objects, _ := typ.all(m)
		for _, h := range objects {
			if typ.lookup(m, typ.id(m, h)) != h {
				t.Errorf("%s %s is not found", typ.Name, typ.id(m, h))
			}
			for _, at := range typ.Attributes {
				var buf []byte
				if it := at.append(m, h, &buf); at.Access == ReadWrite && it.Format() != at.Format {
					t.Errorf("%s %s %s is %v, not %v", typ.Name, typ.id(m, h), at.Name, it.Format(), at.Format)
				}
			}
		}
	}
}

func TestTarget(t *testing.T) {
	m := objectTool(t)
	location := TypeNamed("SubstLoc")
	for _, x := range []struct {
		spec string
		hint *ObjectType
		want string // type:id, with ? if it does not exist, or the code
	}{
		{"", nil, "equipment"}, {"Equipment", nil, "equipment"}, {"equipment:TOOL1>", nil, "equipment"}, {"Equipment:>", nil, "equipment"},
		{"TOOL1>", nil, "equipment"}, {"Equipment:TOOL2>", nil, "1"}, {"Equipment:tool1>", nil, "1"},
		{"ProcessJob:PJ1>", nil, "ProcessJob:PJ1"}, {"PROCESSJOB:PJ1", nil, "ProcessJob:PJ1"}, {"ProcessJob:pj1", nil, "ProcessJob:pj1?"},
		{"ProcessJob@Job:PJ1>", nil, "ProcessJob:PJ1"}, {"Equipment:TOOL1>ProcessJob:PJ1>", nil, "ProcessJob:PJ1"}, {"TOOL1>PJ1>", nil, "ProcessJob:PJ1"},
		{":PJ1>", nil, "ProcessJob:PJ1"}, {"PJ1", nil, "ProcessJob:PJ1"}, {"PJ9", nil, ":PJ9?"}, {"2>", nil, "LoadPort:2"},
		{"PM", nil, "1"}, {"PM", location, "SubstLoc:PM"}, {"EPTTracker:PM>", location, "EPTTracker:PM"}, {"PJ1", location, "ProcessJob:PJ1"},
		{"Wafer:W1>", nil, "2"}, {"Wafer:W1>ProcessJob:PJ1>", nil, "1"}, {"Equipment:TOOL1>Wafer:W1>", nil, "2"},
		{"ProcessJob:PJ1>Wafer:W1>", nil, "2"}, {"ProcessJob:PJ9>Wafer:W1>", nil, "1"}, {"LoadPort:1>ProcessJob:PJ1>", nil, "2"},
		{"ProcessJob:PJ1>Equipment:TOOL1>", nil, "2"}, {"Equipment:TOOL1>Equipment:TOOL1>", nil, "2"},
		{">", nil, "8"}, {"ProcessJob:", nil, "8"}, {"ProcessJob:PJ1>>", nil, "8"}, {"A:B:C>", nil, "8"}, {"PJ*", nil, "8"}, {" PJ1", nil, "8"},
		{strings.Repeat("x", maxSpec+1), nil, "8"}, {"Job?:PJ1", nil, "8"},
	} {
		at, f := m.Target(x.spec, x.hint)
		got := "equipment"
		switch {
		case f != nil:
			got = fmt.Sprint(f.Code)
			if f.Text == "" || len(f.Text) > maxErrText {
				t.Errorf("%.90q: text %q", x.spec, f.Text)
			}
		case !at.Equipment():
			got = ":" + at.ID
			if at.Type != nil {
				got = at.Type.Name + got
			}
			if !at.Exists() {
				got += "?"
			}
		}
		if got != x.want {
			t.Errorf("%.90q is %s, want %s", x.spec, got, x.want)
		}
	}
}

// asked returns what GetAttr answers: identifiers with their values, then the codes
// of the faults.
func asked(t *testing.T, m *Model, q Query) string {
	t.Helper()
	x, ok := m.GetAttr(&q)
	if !ok {
		return "too much"
	}
	a := secs2.NewAppender(nil)
	if !x.Append(m, &a, 1<<20) {
		return "too long"
	}
	it, err := secs2.Parse(a.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for object := range it.All() {
		words = append(words, sml.FormatItem(object))
	}
	for _, f := range x.Faults {
		words = append(words, f.String())
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

func TestGetAttr(t *testing.T) {
	m := objectTool(t)
	object := func(id string) string {
		return fmt.Sprintf(`<L [2] <A [3] %q> <L [1] <L [2] <A [5] "ObjID"> <A [3] %q> > > >`, id, id)
	}
	id := []string{"ObjID"}
	for _, x := range []struct {
		q    Query
		want string
	}{
		{Query{Type: "ProcessJob", Attributes: id}, object("PJ1") + " " + object("PJ2") + " " + object("PJ3")},
		{Query{Type: "processjob", IDs: []string{"PJ3", "PJ1"}, Attributes: id}, object("PJ3") + " " + object("PJ1")},
		{Query{Type: "ProcessJob", IDs: []string{"PJ9"}, Attributes: id}, "ERRCODE 3: PJ9"},
		{Query{Spec: "ProcessJob:PJ2", Type: "ProcessJob", Attributes: id}, object("PJ2")},
		{Query{Spec: "ProcessJob:PJ2", Attributes: id}, object("PJ2")},
		{Query{Spec: "PJ2", Type: "ProcessJob", IDs: []string{"PJ2", "PJ1"}, Attributes: id}, object("PJ2") + " ERRCODE 3: PJ1"},
		{Query{Spec: "ProcessJob:PJ9", Type: "ProcessJob"}, "ERRCODE 3: PJ9"},
		{Query{Spec: "ProcessJob:PJ9", Type: "ProcessJob", IDs: id}, "ERRCODE 1: ProcessJob:PJ9"},
		{Query{Spec: "ProcessJob:PJ1", Type: "Carrier"}, "ERRCODE 6: Carrier"},
		{Query{Spec: "Equipment:X>", Type: "Carrier"}, "ERRCODE 1: Equipment:X"},
		{Query{IDs: []string{"PJ1"}, Attributes: id}, object("PJ1")},
		{Query{IDs: []string{"PM"}}, "ERRCODE 6:"},
		{Query{}, "ERRCODE 6:"},
		{Query{Type: "Wafer"}, "ERRCODE 6: Wafer"},
		{Query{Type: "Carrier"}, ""},
		{Query{Type: "ProcessJob", Filters: []Filter{{"recid", secs2.A("etch_b"), 0}}, Attributes: id}, object("PJ2")},
		{Query{Type: "ProcessJob", Filters: []Filter{{"PRJobState", secs2.I4(0), 0}, {"RecID", secs2.A("*_A"), 0}}, Attributes: id}, object("PJ1") + " " + object("PJ3")},
		{Query{Type: "ProcessJob", IDs: []string{"PJ3", "PJ2"}, Filters: []Filter{{"RecID", secs2.A("*_A"), 0}}, Attributes: id}, object("PJ3")},
		{Query{Type: "ProcessJob", Filters: []Filter{{"Color", secs2.A("red"), 0}}}, "ERRCODE 4: Color"},
		{Query{Type: "ProcessJob", Filters: []Filter{{"RecID", secs2.A("x"), 8}}}, "ERRCODE 12: ATTRRELN 8 of RecID"},
		{Query{Type: "ProcessJob", IDs: []string{"PJ1"}, Attributes: []string{"Color", "objid"}},
			`<L [2] <A [3] "PJ1"> <L [1] <L [2] <A [5] "objid"> <A [3] "PJ1"> > > > ERRCODE 4: Color`},
	} {
		if got := asked(t, m, x.q); got != x.want {
			t.Errorf("%+v\n got %s\nwant %s", x.q, got, x.want)
		}
	}
}

// TestGetAttr_Bounds: what would take long is not done.
func TestGetAttr_Bounds(t *testing.T) {
	m := objectTool(t)
	filters := slices.Repeat([]Filter{{"ObjID", secs2.A("*"), 0}}, 10_000)
	if got := asked(t, m, Query{Type: "ProcessJob", Filters: filters}); got != "too much" {
		t.Errorf("10,000 filters: %.100s", got)
	}
	ids := slices.Repeat([]string{"PJ1"}, 10_000)
	if got := asked(t, m, Query{Type: "ProcessJob", IDs: ids}); got != "too long" {
		t.Errorf("10,000 times the same: %.100s", got)
	}
}

func TestSetAttr(t *testing.T) {
	m := objectTool(t)
	yes, no := secs2.Bool(true), secs2.Bool(false)
	robot := func(value string) string {
		return `<L [2] <A [5] "ROBOT"> <L [1] <L [2] <A [13] "DisableEvents"> <BOOLEAN [1] ` + value + `> > > >`
	}
	for _, x := range []struct {
		spec, typ string
		ids       []string
		settings  []Setting
		want      string
	}{
		{"", "SubstLoc", []string{"ROBOT"}, []Setting{{"disableevents", yes}}, strings.Replace(robot("TRUE"), "DisableEvents", "disableevents", 1)},
		{"SubstLoc:ROBOT>", "SubstLoc", nil, []Setting{{"DisableEvents", no}}, robot("FALSE")},
		{"", "SubstLoc", []string{"ROBOT", "ROBOT", "X"}, []Setting{{"DisableEvents", yes}}, robot("TRUE") + " ERRCODE 3: X"},
		{"", "SubstLoc", nil, []Setting{{"DisableEvents", yes}}, "ERRCODE 12: no object is named"},
		{"", "SubstLoc", []string{"ROBOT"}, []Setting{{"SubstID", secs2.A("W")}}, "ERRCODE 5: SubstID"},
		{"", "SubstLoc", []string{"ROBOT"}, []Setting{{"ObjID", secs2.A("W")}, {"DisableEvents", no}}, "ERRCODE 5: ObjID"},
		{"", "SubstLoc", []string{"ROBOT"}, []Setting{{"Color", secs2.A("W")}}, "ERRCODE 4: Color"},
		{"", "SubstLoc", []string{"ROBOT"}, []Setting{{"DisableEvents", secs2.A("T")}}, "ERRCODE 7: DisableEvents"},
		{"", "SubstLoc", []string{"ROBOT"}, []Setting{{"DisableEvents", no}, {"DisableEvents", yes}}, "ERRCODE 12: DisableEvents comes twice"},
		{"", "Wafer", []string{"ROBOT"}, nil, "ERRCODE 6: Wafer"},
	} {
		c := m.CheckSetAttr(x.spec, x.typ, x.ids, x.settings)
		if !c.Empty() {
			m.SetAttr(c)
		}
		a := secs2.NewAppender(nil)
		c.Append(m, &a, 1<<20)
		it, _ := secs2.Parse(a.Bytes())
		var words []string
		for object := range it.All() {
			words = append(words, sml.FormatItem(object))
		}
		for _, f := range c.Faults {
			words = append(words, f.String())
		}
		if got := strings.Join(strings.Fields(strings.Join(words, " ")), " "); got != x.want {
			t.Errorf("%v\n got %s\nwant %s", x.settings, got, x.want)
		}
	}
	if got := asked(t, m, Query{Type: "SubstLoc", IDs: []string{"ROBOT"}, Attributes: []string{"DisableEvents"}}); got != robot("TRUE") {
		t.Errorf("in the end %s", got)
	}
}

func TestInFormat(t *testing.T) {
	for _, x := range []struct {
		it   secs2.Item
		f    secs2.Format
		want secs2.Item // zero: not that
	}{
		{secs2.U4(3), secs2.FormatU1, secs2.U1(3)}, {secs2.I2(3), secs2.FormatU1, secs2.U1(3)}, {secs2.U8(300), secs2.FormatU2, secs2.U2(300)},
		{secs2.U2(300), secs2.FormatU1, secs2.Item{}}, {secs2.I1(-1), secs2.FormatU1, secs2.Item{}}, {secs2.U1(1, 2), secs2.FormatU1, secs2.Item{}},
		{secs2.U1(), secs2.FormatU1, secs2.Item{}}, {secs2.A("3"), secs2.FormatU1, secs2.Item{}}, {secs2.F4(3), secs2.FormatU1, secs2.Item{}},
		{secs2.U1(3), secs2.FormatU4, secs2.U4(3)}, {secs2.U1(3), secs2.FormatU8, secs2.U8(3)},
		{secs2.J([]byte("x")), secs2.ASCII, secs2.A("x")}, {secs2.W(1, []byte("x")), secs2.ASCII, secs2.A("x")}, {secs2.U1(3), secs2.ASCII, secs2.Item{}},
		{secs2.L(), secs2.List, secs2.L()}, {secs2.A(""), secs2.List, secs2.Item{}},
	} {
		got, ok := inFormat(x.it, x.f)
		if ok == x.want.IsZero() || ok && !got.Equal(x.want) {
			t.Errorf("% X in %v: % X, %v", x.it.Encoded(), x.f, got.Encoded(), ok)
		}
	}
}
