package gem

import "github.com/secsd/secsd/secs2"

// standardVariables returns the status variables that GEM defines, as far as
// this equipment has what they tell. Identifiers are ours and can be moved.
func standardVariables(c Config) []*variable {
	text := func(vid uint32, name, value string) *variable {
		return computed(vid, name, secs2.ASCII, func(_ valueContext, a *secs2.Appender) { a.Text(value) })
	}
	list := []*variable{
		computed(101, "Clock", secs2.ASCII, func(ctx valueContext, a *secs2.Appender) { ctx.eq.appendClock(a) }),
		computed(102, "ControlState", secs2.FormatU1, func(ctx valueContext, a *secs2.Appender) {
			a.U1(uint8(ctx.host.ctl.state))
		}),
		text(120, "MDLN", c.MDLN),
		text(121, "SOFTREV", c.SOFTREV),
		computed(122, "PreviousControlState", secs2.FormatU1, func(ctx valueContext, a *secs2.Appender) {
			a.U1(uint8(ctx.host.ctl.previous))
		}),
		text(129, "EqpName", c.EqpName),
		text(130, "EqpSerialNum", c.EqpSerialNum),
	}
	for _, v := range list {
		if vid, moved := c.MoveVIDs[v.name]; moved {
			v.vid = vid
		}
	}
	return list
}

func computed(vid uint32, name string, f secs2.Format, compute func(valueContext, *secs2.Appender)) *variable {
	return &variable{vid: vid, name: name, format: f, compute: compute}
}
