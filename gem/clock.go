package gem

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// clockLength is the length of a time YYYYMMDDhhmmsscc.
const clockLength = 16

// appendClock appends the present time as YYYYMMDDhhmmsscc, in the configured
// zone.
func (e *Equipment) appendClock(a *secs2.Appender) {
	var b [clockLength]byte
	t := e.now.In(e.cfg.Location)
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	put2(b[0:], year/100)
	put2(b[2:], year%100)
	put2(b[4:], int(month))
	put2(b[6:], day)
	put2(b[8:], hour)
	put2(b[10:], minute)
	put2(b[12:], second)
	put2(b[14:], t.Nanosecond()/int(10*time.Millisecond))
	a.Data(secs2.ASCII, b[:])
}

func put2(b []byte, v int) { b[0], b[1] = byte('0'+v/10%10), byte('0'+v%10) }
