package gem

import "github.com/secsd/secsd/secs2"

// style is one of the two forms in which reports tell their values: the values
// alone, or each behind its VID.
type style struct {
	event     secs2.SF // the primary that tells an event
	annotated bool
}

var (
	plainStyle     = &style{event: secs2.SF{Stream: 6, Function: 11}}
	annotatedStyle = &style{event: secs2.SF{Stream: 6, Function: 13}, annotated: true}
)

// reportStyle is the style of the events that happen now, for all hosts: what is
// queued or spooled keeps the one it has.
func (e *Equipment) reportStyle() *style {
	if e.constants.rpType.number != 0 {
		return annotatedStyle
	}
	return plainStyle
}

// appendValues appends the values of a report.
func (s *style) appendValues(ctx *valueContext, a *secs2.Appender, vars []*variable) {
	for _, v := range vars {
		if s.annotated {
			a.Encoded(v.tag)
		}
		v.appendValue(ctx, a)
	}
}

// pairHeader is the length of the header of a pair.
const pairHeader = 2

// tagOf returns the header of a pair and the VID in it, encoded.
func (f IDFormat) tagOf(vid uint32) []byte {
	a := secs2.NewAppender(nil)
	a.List(2)
	f.appendID(&a, vid)
	return a.Bytes()
}
