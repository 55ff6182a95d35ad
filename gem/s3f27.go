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
	r := readAccess(&c.Reader)
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	var code secs2.CAACK
	var failures []model.PortFailure
	switch barred := c.barred(); {
	case barred != nil:
		code, failures = secs2.CAACKCannotPerformNow, c.everyPort(&r, barred[0])
	case r.Mode > model.Auto:
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

// readAccess reads the body.
func readAccess(body *secs2.Reader) (r model.AccessRequest) {
	body.Tuple(2)
	r.Mode = model.AccessMode(min(body.UintOr("ACCESSMODE", math.MaxUint8), math.MaxUint8))
	body.Each("PTN", func(x *secs2.Reader) { r.Ports = append(r.Ports, min(max(0, readPort(x)), math.MaxUint8)) })
	return r
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
	appendFailures(c.begin(), code, failures)
}

// appendFailures appends the body of S3F28.
func appendFailures(a *secs2.Appender, code secs2.CAACK, failures []model.PortFailure) {
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

// accessRefusal is S3F28 for changes that cannot be stored: it names the ports asked
// for, or all where that is not clear.
func (c *call) accessRefusal() refusal {
	var r model.AccessRequest
	if len(c.body.Encoded()) <= longestAccess {
		body := secs2.NewReader(c.body)
		r = readAccess(&body)
		if body.Err() != nil {
			r.Ports = nil
		}
	}
	a := secs2.NewAppender(nil)
	appendFailures(&a, secs2.CAACKCannotPerformNow, c.everyPort(&r, storageFault))
	return a.Bytes()
}

// longestAccess is the body of an S3F27 that names each port once and more.
const longestAccess = 1 << 10
