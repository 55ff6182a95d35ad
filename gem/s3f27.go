package gem

import (
	"math"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s3f27 answers Change Access. The ports that can change do, the others are listed;
// one that is in the mode already counts as changed.
//
//	S3F27 W <L [2] <U1 ACCESSMODE> <L [n] <U1 PTN> …>>.      n = 0: all ports
//	S3F28 <L [2] <U1 CAACK> <L [n] <L [3] <U1 PTN> <U4 ERRCODE> <A ERRTEXT>> …>>.
//
// A reason that concerns no port alone, such as LOCAL, is given for each of them.
func s3f27(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	var r model.AccessRequest
	c.Tuple(2)
	mode := c.UintOr("ACCESSMODE", math.MaxUint8)
	c.Each("PTN", func(x *secs2.Reader) { r.Ports = append(r.Ports, min(max(0, readPort(x)), math.MaxUint8)) })
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	var code secs2.CAACK
	var failures []model.PortFailure
	r.Mode = model.AccessMode(min(mode, math.MaxUint8))
	switch barred := c.barred(); {
	case barred != nil:
		code, failures = secs2.CAACKCannotPerformNow, c.everyPort(&r, barred[0])
	case mode > uint64(model.Auto):
		code, failures = secs2.CAACKInvalidData, c.everyPort(&r, model.Fault{Code: model.ErrImproper, Text: "ACCESSMODE is neither 0 nor 1"})
	default:
		code, failures = m.CheckAccess(&r)
	}
	if code == secs2.CAACKDone || code == secs2.CAACKPerformedWithErrors {
		c.reserve()
		m.ChangeAccess(&r)
	}
	appendS3F28(c, code, failures)
	c.reply()
}

// everyPort gives one reason for all ports of a request.
func (c *call) everyPort(r *model.AccessRequest, f model.Fault) (list []model.PortFailure) {
	for _, n := range r.Ports {
		list = append(list, model.PortFailure{Port: n, Fault: f})
	}
	if list == nil {
		for i := range c.eq.cfg.Material.Ports {
			list = append(list, model.PortFailure{Port: i + 1, Fault: f})
		}
	}
	return list
}

func appendS3F28(c *call, code secs2.CAACK, failures []model.PortFailure) {
	if len(failures) > 0 {
		c.why = failures[0].Fault.Text
		c.refused(code)
	}
	a := c.begin()
	a.List(2)
	a.U1(uint8(code))
	a.List(len(failures))
	for _, f := range failures {
		a.List(3)
		a.U1(uint8(f.Port))
		a.U4(uint32(f.Fault.Code))
		a.Text(f.Fault.Text)
	}
}

// accessRefusal is S3F28 for changes that cannot be stored.
var accessRefusal = refusal(secs2.L(secs2.U1(uint8(secs2.CAACKCannotPerformNow)), secs2.L(
	secs2.L(secs2.U1(0), secs2.U4(uint32(storageFault.Code)), secs2.A(storageFault.Text)))).Encoded())
