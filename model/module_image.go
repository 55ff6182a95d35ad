package model

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// moduleShelf keeps module processes; one without state is none:
//
//	L,5 {A ModuleID, U1[3] ModuleProcessState StepNumber StepCount, A RecID, A SubstID, A StepID}
var moduleShelf = shelf{
	image: func(m *Model, id string, buf []byte) ([]byte, bool) {
		h := m.findModule(id)
		if h == 0 || m.modules[h-1].state == moduleNoState {
			return buf, false
		}
		x := &m.modules[h-1]
		a := secs2.NewAppender(buf)
		a.List(5)
		a.Text(x.name)
		a.Data(secs2.FormatU1, []byte{byte(x.state), x.number, x.count})
		a.Text(x.recipe)
		a.Text(x.substrate)
		a.Text(x.step)
		return a.Bytes(), true
	},
	put: func(m *Model, id string, image []byte) error {
		h := m.findModule(id)
		switch {
		case h == 0 && image == nil:
			return nil
		case h == 0:
			return fmt.Errorf("%w: the equipment has no such production module", ErrUnknown)
		case image == nil:
			m.modules[h-1] = module{name: id}
			return nil
		}
		return m.modules[h-1].read(image)
	},
}

func (x *module) read(image []byte) error {
	r, err := openImage(image, 5)
	if err != nil {
		return err
	}
	y := module{name: x.name}
	r.Text("ModuleID")
	if codes := r.Item("states").Data(); len(codes) == 3 {
		y.state, y.number, y.count = moduleState(codes[0]), codes[1], codes[2]
	}
	y.recipe, y.substrate, y.step = string(r.Text("RecID")), string(r.Text("SubstID")), string(r.Text("StepID"))
	if err := r.Err(); err != nil {
		return err
	}
	*x = y
	return nil
}

// moduleVariables are the data variables of module processes: what the run of a
// recipe at hand is like. RecID is also that of a process job.
func moduleVariables() []Variable {
	text := func(vid uint32, name string, value func(*module) string) Variable {
		return Variable{VID: vid, Name: name, Format: secs2.ASCII, MaxLength: textLength, Append: func(m *Model, a *secs2.Appender) {
			if h := m.subject.Module; h != 0 {
				a.Text(value(&m.modules[h-1]))
				return
			}
			a.Text("")
		}}
	}
	code := func(vid uint32, name string, value func(*module) uint8) Variable {
		return Variable{VID: vid, Name: name, Format: secs2.FormatU1, MaxLength: 1, Append: func(m *Model, a *secs2.Appender) {
			v := uint8(0)
			if h := m.subject.Module; h != 0 {
				v = value(&m.modules[h-1])
			}
			if v == 0 {
				noValue(a, secs2.FormatU1)
				return
			}
			a.U1(v)
		}}
	}
	ofJob := func(name string, f secs2.Format) func(*Model, *secs2.Appender) {
		return of(processJobType, name, f, func(s *Subject) uint32 { return s.ProcessJob })
	}
	recID, parameters := ofJob("RecID", secs2.ASCII), ofJob("RecVariableList", secs2.List)
	return []Variable{
		{VID: 333, Name: "RecID", Format: secs2.ASCII, MaxLength: textLength, Append: func(m *Model, a *secs2.Appender) {
			if h := m.subject.Module; h != 0 {
				a.Text(m.modules[h-1].recipe)
				return
			}
			recID(m, a)
		}},
		text(421, "ModuleID", func(x *module) string { return x.name }),
		text(422, "StepID", func(x *module) string { return x.step }),
		code(423, "StepCount", func(x *module) uint8 { return x.count }),
		code(424, "StepNumber", func(x *module) uint8 { return x.number }),
		{VID: 425, Name: "RecipeParameters", Format: secs2.List, MaxLength: listLength, Append: func(m *Model, a *secs2.Appender) {
			if m.subject.Module == 0 {
				a.List(0)
				return
			}
			parameters(m, a)
		}},
		code(426, "ModuleProcessState", func(x *module) uint8 { return uint8(x.state) }),
	}
}
