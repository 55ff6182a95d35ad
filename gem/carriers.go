package gem

import (
	"math"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is what the messages about carriers and ports (stream 3) have in common.

// readPort reads PTN; a zero-length one is none. What is no port number at all is
// one that no port has.
func readPort(r *secs2.Reader) int {
	const none = math.MaxUint64
	if n := r.UintOr("PTN", none); n != none {
		return int(min(n, math.MaxInt32))
	}
	return model.NoPort
}

// readSettings reads L[n] {L[2] {name, value}}.
func readSettings(r *secs2.Reader, name, value string) (list []model.Setting) {
	r.Each("list", func(r *secs2.Reader) {
		r.Tuple(2)
		list = append(list, model.Setting{Attribute: r.Name(name), Data: r.Item(value)})
	})
	return list
}

// serves answers a service of stream 3: what bars the host, then what check says;
// do carries out what is accepted.
func (c *call) serves(check func() model.CarrierAnswer, do func()) {
	x := model.CarrierAnswer{Code: secs2.CAACKCannotPerformNow, Faults: c.barred()}
	if x.Faults == nil {
		x = check()
	}
	if x.Accepted() {
		c.reserve()
		do()
	}
	c.appendCAACK(c.begin(), x)
	c.reply()
}

// appendCAACK appends L[2] {CAACK, errors}.
func (c *call) appendCAACK(a *secs2.Appender, x model.CarrierAnswer) {
	if len(x.Faults) > 0 {
		c.why = x.Faults[0].Text
	}
	if !x.Accepted() {
		c.refused(x.Code)
	}
	a.List(2)
	a.U1(uint8(x.Code))
	appendFaults(a, x.Faults)
}

// refusedCarrier is L[2] {CAACK, errors} of a service that cannot be stored.
var refusedCarrier = secs2.L(secs2.U1(uint8(secs2.CAACKCannotPerformNow)), secs2.L(faultItem(storageFault)))

// carrierRefusal is the secondary with refusedCarrier alone.
var carrierRefusal = refusal(refusedCarrier.Encoded())
