package manual

import "github.com/secsd/secsd/gem"

// This file writes the section of an equipment that handles carriers.

func material(p *page, w *writer) {
	m := w.Material
	if m == nil {
		p.say(plain("This equipment has no GEM300: no load ports, carriers, substrates and jobs."))
		return
	}
	p.say(plainf("OBJSPEC may call the equipment Equipment:%s>.", m.Name))
	p.heading(3, "material-places", "Load ports and places")
	t := columns("PortID", "Location", "Dock", "Slots of a carrier", "Carrier ID reader")
	for _, x := range m.Ports {
		t.row("", number(x.PortID), plain(x.Location), plain(x.Dock), number(x.Capacity), plain(yes(x.Reader)))
	}
	p.table(t)
	t = columns("Substrate location", "Production module", "Substrate ID reader")
	for _, x := range m.Locations {
		t.row("", plain(x.Name), plain(yes(x.Module)), plain(yes(x.Reader)))
	}
	p.table(t)
	p.table(properties(
		"Carrier locations inside", list(m.Buffer, plain, "none: fixed buffer"),
		"Trackers of performance besides the equipment and the production modules", list(m.Modules, plain, "none"),
	))
	p.heading(3, "material-jobs", "Jobs")
	p.table(properties(
		"Process jobs", plainf("at most %d, of them %d active", m.Jobs.MaxProcessJobs, m.Jobs.MaxActiveProcessJobs),
		"Control jobs", plainf("at most %d, of them %d active", m.Jobs.MaxControlJobs, m.Jobs.MaxActiveControlJobs),
		"Active process jobs of one control job", plainf("at most %d", m.Jobs.PerControlJob),
		"A process job begins only with a control job", yes(m.Jobs.NeedControlJob),
		"Events that may pause jobs, besides those of substrates and module processes", list(m.PauseEvents, w.event, "none"),
	))
	t = columns("Recipe variable", "Format", "Minimum", "Maximum")
	for _, x := range m.RecipeVariables {
		t.row("", plain(x.Name), plain(x.Format), value(x.Min), value(x.Max))
	}
	p.table(t)
	for _, x := range m.Models {
		w.materialModel(p, x)
	}
}

// materialModel writes a state model.
func (w *writer) materialModel(p *page, m gem.MaterialModelDescription) {
	p.heading(3, anchor("model", m.Name), m.Name)
	if m.Variable != "" {
		p.say(plainf("%s tells the state.", m.Variable))
	}
	t := columns("State", "Code")
	for _, s := range m.States {
		var c []span
		if s.Code != nil {
			c = number(*s.Code)
		}
		t.row("", plain(s.Name), c)
	}
	p.table(t)
	w.rows(p, m.Transitions)
}
