package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s14f19 answers Generic Service Request: services of substrates (E90). Each ends
// at once, so that LINKID is 0 and no S14F21 follows.
//
//	S14F19 W <L [5] DATAID <U4 OPID> <A OBJSPEC> <A SVCNAME> <L [m] <L [2] <A SPNAME> SPVAL> …>>.
//	S14F20 <L [4] <B SVCACK> <U4 LINKID> <L [n] <L [2] <A SPNAME> SPVAL> …>
//	  <L [2] <B SVCACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// Both SVCACK are the same.
func s14f19(c *call) {
	if c.absurd() {
		return
	}
	x, ok := c.genericService()
	if !ok {
		c.illegal()
		return
	}
	c.host.arrived()
	m := c.eq.material.model
	ack, faults := secs2.SVCACKNotNow, c.barred()
	if faults == nil {
		ack, faults = m.CheckService(&x)
	}
	var set []model.ServiceParameter
	if ack == secs2.SVCACKDone {
		c.reserve()
		set = m.DoService(&x)
	}
	c.faulty(faults)
	a := c.begin()
	a.List(4)
	a.B(byte(ack))
	a.U4(0)
	a.List(len(set))
	for _, p := range set {
		a.List(2)
		a.Text(p.Name)
		a.Item(p.Value)
	}
	a.List(2)
	a.B(byte(ack))
	appendFaults(a, faults)
	c.reply()
}

// genericService reads the body.
func (c *call) genericService() (x model.ServiceCall, ok bool) {
	c.Tuple(5)
	c.Item("DATAID")
	c.Item("OPID")
	x.Spec = string(c.Text("OBJSPEC"))
	x.Service = string(c.Text("SVCNAME"))
	c.Each("parameters", func(r *secs2.Reader) {
		r.Tuple(2)
		x.Parameters = append(x.Parameters, model.ServiceParameter{Name: string(r.Text("SPNAME")), Value: r.Item("SPVAL")})
	})
	return x, c.Err() == nil
}

// serviceRefusal is S14F20 for a service whose changes cannot be stored.
var serviceRefusal = func() refusal {
	ack := secs2.B(byte(secs2.SVCACKNotNow))
	return refusal(secs2.L(ack, secs2.U4(0), secs2.L(), secs2.L(ack, secs2.L(faultItem(storageFault)))).Encoded())
}()
