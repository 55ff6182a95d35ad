package model

import (
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
			return m.unused(KindModule, id)
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
