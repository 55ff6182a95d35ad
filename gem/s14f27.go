package gem

import "github.com/secsd/secsd/model"

// s14f27 answers Get Service Parameter Name Request: the parameters of the generic
// services of a type of objects.
//
//	S14F27 W <L [3] <A OBJSPEC> <A OBJTYPE> <L [n] <A SVCNAME> …>>.      n = 0: all
//	S14F28 <L [2] <L [n] <L [2] <A SVCNAME> <L [a] <A SPNAME> …>> …>
//	  <L [2] <U1 OBJACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
func s14f27(c *call) {
	if c.exceeds(maxTypes) {
		return
	}
	c.Tuple(3)
	spec, typ := string(c.Text("OBJSPEC")), c.Name("OBJTYPE")
	names := c.names("SVCNAME")
	if c.Err() != nil {
		c.illegal()
		return
	}
	types, faults := c.eq.material.model.OwnedTypes(spec, []string{typ})
	var services []string
	if len(types) == 1 {
		services, faults = servicesNamed(types[0], names)
	}
	a := c.begin()
	a.List(2)
	a.List(len(services))
	for _, name := range services {
		parameters, _ := types[0].ServiceParameters(name)
		a.List(2)
		a.Text(name)
		a.List(len(parameters))
		for _, p := range parameters {
			a.Text(p)
		}
	}
	c.appendObjectStatus(a, faults)
	c.reply()
}

// servicesNamed returns which of the services a type has, and a fault for each
// other; without names all.
func servicesNamed(t *model.ObjectType, names []string) (services []string, faults []model.Fault) {
	if len(names) == 0 {
		return t.Services, nil
	}
	for _, name := range names {
		if _, ok := t.ServiceParameters(name); ok {
			services = append(services, name)
		} else {
			faults = append(faults, model.Fault{Code: model.ErrUnsupported, Text: model.Clip(name)})
		}
	}
	return services, faults
}
