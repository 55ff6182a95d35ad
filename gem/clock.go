package gem

import (
	"strings"
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file is the equipment's clock: the caller's time plus an offset that
// hosts set with S2F31, in the three forms of TIME.

// The values of TimeFormat.
const (
	time12       = 0 // YYMMDDhhmmss
	time16       = 1 // YYYYMMDDhhmmsscc
	timeExtended = 2 // YYYY-MM-DDThh:mm:ss.ssssss±hh:mm
)

// extendedLayout is timeExtended for package time.
const extendedLayout = "2006-01-02T15:04:05.000000Z07:00"

const centisecond = 10 * time.Millisecond

// maxAhead is how far stamps of events may run ahead of the time to stay
// distinct.
const maxAhead = time.Second

// clockStamp is the time that one message tells: every Clock in it is the
// same. An event's stamp is later than that of the event before.
type clockStamp struct {
	at      time.Time
	ofEvent bool
}

// time returns the equipment's time.
func (e *Equipment) time() time.Time { return e.now.Add(e.clockOffset).In(e.cfg.Location) }

// appendClock is the value of the status variable Clock.
func appendClock(ctx *valueContext, a *secs2.Appender) {
	e := ctx.eq
	if ctx.stamp.at.IsZero() {
		ctx.stamp.at = e.time()
		if ctx.stamp.ofEvent {
			ctx.stamp.at = e.distinct(ctx.stamp.at)
		}
	}
	e.appendTime(a, ctx.stamp.at)
}

// distinct moves t behind the stamp of the last event where the 16 character
// form would not tell them apart. It goes no more than maxAhead: events beyond
// that share the last stamp.
func (e *Equipment) distinct(t time.Time) time.Time {
	last := e.lastStamp
	if next := last.Truncate(centisecond).Add(centisecond); e.constants.timeFormat.number == time16 && t.Before(next) {
		switch {
		case next.Sub(t) <= maxAhead:
			t = next
		case last.After(t) && last.Sub(t) <= maxAhead:
			t = last
		}
	}
	e.lastStamp = t
	return t
}

// appendTime appends t as TimeFormat asks for.
func (e *Equipment) appendTime(a *secs2.Appender, t time.Time) {
	var b [34]byte
	switch e.constants.timeFormat.number {
	case time12:
		put2(b[0:], t.Year()%100)
		putSeconds(b[2:], t)
		a.Data(secs2.ASCII, b[:12])
	case time16:
		appendStamp(a, t)
	case timeExtended:
		a.Data(secs2.ASCII, t.AppendFormat(b[:0], extendedLayout))
	}
}

// appendStamp appends t as TIMESTAMP: YYYYMMDDhhmmsscc.
func appendStamp(a *secs2.Appender, t time.Time) {
	var b [16]byte
	put2(b[0:], t.Year()/100)
	put2(b[2:], t.Year()%100)
	putSeconds(b[4:], t)
	put2(b[14:], t.Nanosecond()/int(centisecond))
	a.Data(secs2.ASCII, b[:])
}

// putSeconds writes MMDDhhmmss.
func putSeconds(b []byte, t time.Time) {
	_, month, day := t.Date()
	hour, minute, second := t.Clock()
	for i, v := range [...]int{int(month), day, hour, minute, second} {
		put2(b[2*i:], v)
	}
}

func put2(b []byte, v int) { b[0], b[1] = byte('0'+v/10%10), byte('0'+v%10) }

// parseTime reads a TIME in any of the three forms. Years of two digits from
// 70 on are in the last century.
func (e *Equipment) parseTime(text string) (time.Time, bool) {
	switch len(text) {
	case 12:
		century := "20"
		if text[:2] >= "70" {
			century = "19"
		}
		return e.parseDigits(century + text + "00")
	case 16:
		return e.parseDigits(text)
	}
	t, err := time.Parse("2006-01-02T15:04:05Z07:00", text)
	return t, err == nil && extendedTime(text)
}

// extendedTime checks what time.Parse takes too widely: one to six digits of
// the second, and a zone of less than a day.
func extendedTime(text string) bool {
	const seconds = len("2006-01-02T15:04:05")
	fraction, zone := text[seconds:], "Z"
	if i := strings.IndexAny(fraction, "Z+-"); i >= 0 {
		fraction, zone = fraction[:i], fraction[i:]
	}
	return len(fraction) >= 2 && len(fraction) <= 7 && fraction[0] == '.' &&
		(zone == "Z" || zone[1:] < "24" && zone[4:] < "60")
}

// parseDigits reads YYYYMMDDhhmmsscc in the configured zone; a date that the
// calendar does not have is none.
func (e *Equipment) parseDigits(text string) (time.Time, bool) {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return time.Time{}, false
		}
	}
	t, err := time.ParseInLocation("20060102150405.00", text[:14]+"."+text[14:], e.cfg.Location)
	return t, err == nil
}

// kindClock is the offset of the clock; its image is I8 nanoseconds, no record
// is no offset.
var kindClock = &kind{
	name:  "clock",
	stays: "the time is none of the settings",
	image: func(e *Equipment, _ string) []byte {
		if e.clockOffset == 0 {
			return nil
		}
		return secs2.I8(int64(e.clockOffset)).Encoded()
	},
	apply: func(e *Equipment, _ string, image []byte) error {
		e.clockOffset = 0
		if image == nil {
			return nil
		}
		it, err := secs2.Parse(image)
		if err != nil || it.Format() != secs2.FormatI8 || it.Len() != 1 {
			return errImage
		}
		e.clockOffset = time.Duration(firstInt(it))
		return nil
	},
}
