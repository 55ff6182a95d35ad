package gem

import "github.com/secsd/secsd/secs2"

// style is one of the two forms in which reports tell their values: the values
// alone, or each behind its VID.
type style struct {
	event secs2.SF // the primary that tells an event

	appendValues func(ctx *valueContext, a *secs2.Appender, vars []*variable)
}

var (
	plainStyle     = &style{secs2.SF{Stream: 6, Function: 11}, appendPlain}
	annotatedStyle = &style{secs2.SF{Stream: 6, Function: 13}, appendAnnotated}
)

// reportStyle is the style of the events that happen now, for all hosts: what is
// queued or spooled keeps the one it has.
func (e *Equipment) reportStyle() *style {
	if e.constants.rpType.number != 0 {
		return annotatedStyle
	}
	return plainStyle
}

func appendPlain(ctx *valueContext, a *secs2.Appender, vars []*variable) {
	for _, v := range vars {
		v.appendValue(ctx, a)
	}
}

func appendAnnotated(ctx *valueContext, a *secs2.Appender, vars []*variable) {
	for _, v := range vars {
		a.Encoded(v.tag)
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
