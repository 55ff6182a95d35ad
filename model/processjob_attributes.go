package model

import "github.com/secsd/secsd/secs2"

// processJobType is the type ProcessJob (E40.1); SetAttr changes nothing of it.
var processJobType = &ObjectType{
	Name: "ProcessJob",
	Attributes: []Attribute{
		{Name: "ObjType", Format: secs2.ASCII, value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("ProcessJob") }},
		{Name: "ObjID", Format: secs2.ASCII, value: jobValue(func(_ *Model, j *processJob, a *secs2.Appender) { a.Text(j.id) })},
		{Name: "PauseEvent", Format: secs2.List, value: jobValue(func(_ *Model, j *processJob, a *secs2.Appender) { appendPauses(j.pauses(), a) })},
		{Name: "PRJobState", Format: secs2.FormatU1, value: jobValue(func(_ *Model, j *processJob, a *secs2.Appender) { a.U1(uint8(j.state)) })},
		{Name: "PRMtlNameList", Format: secs2.List, value: jobValue(func(m *Model, j *processJob, a *secs2.Appender) { m.appendMaterial(j, a) })},
		{Name: "PRMtlType", Format: secs2.Binary, value: jobValue(appendMaterialType)},
		{Name: "PRProcessStart", Format: secs2.Boolean, value: jobValue(func(_ *Model, j *processJob, a *secs2.Appender) { a.Bool(j.flags&jobAuto != 0) })},
		{Name: "PRRecipeMethod", Format: secs2.FormatU1, value: jobValue(func(_ *Model, j *processJob, a *secs2.Appender) { a.U1(j.method) })},
		{Name: "RecID", Format: secs2.ASCII, value: jobValue(func(m *Model, j *processJob, a *secs2.Appender) { a.Text(m.names.text(j.recipe)) })},
		{Name: "RecVariableList", Format: secs2.List, value: jobValue(func(_ *Model, j *processJob, a *secs2.Appender) { appendVariables(j, a) })},
	},
	find: func(m *Model, id string) uint32 { return m.jobs.find(id) },
	each: func(m *Model, yield func(h uint32) bool) {
		for h := range m.jobs.all() {
			if !yield(h) {
				return
			}
		}
	},
	id: func(m *Model, h uint32) string { return m.jobs.at(h).id },
}

func jobValue(value func(*Model, *processJob, *secs2.Appender)) func(*Model, uint32, *secs2.Appender) {
	return func(m *Model, h uint32, a *secs2.Appender) { value(m, m.jobs.at(h), a) }
}

func appendMaterialType(_ *Model, j *processJob, a *secs2.Appender) {
	if !j.hasMaterial() {
		noValue(a, secs2.Binary)
		return
	}
	a.B(j.materialType)
}
