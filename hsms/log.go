package hsms

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/secs2"
)

// header is how a message looks in the log.
type header secs2.Header

// MarshalLogObject writes the header's fields.
func (h header) MarshalLogObject(enc zapcore.ObjectEncoder) error {
	sh := secs2.Header(h)
	enc.AddUint16("session", sh.Session())
	enc.AddUint32("system", sh.System())
	if sh.PType() == 0 && sh.SType() == byte(sData) {
		enc.AddString("sf", sh.SF())
		enc.AddBool("w", sh.W())
		return nil
	}
	enc.AddString("control", messageName(sh))
	enc.AddUint8("byte2", sh[2])
	enc.AddUint8("byte3", sh[3])
	return nil
}

// logger writes the lines of an endpoint and its connections. What a peer can
// provoke is limited, all connections together; the next line tells how many
// were left out.
type logger struct {
	*zap.Logger
	limits *limits
}

type limits struct {
	mu     sync.Mutex
	byKind [noteKinds]limit
}

type limit struct {
	since      time.Time
	lines      int
	suppressed int
}

func newLogger(l *zap.Logger) *logger { return &logger{l, &limits{}} }

// with returns a logger with one more field, under the same limits.
func (l *logger) with(f zap.Field) *logger { return &logger{l.Logger.With(f), l.limits} }

// admit reports whether one more line of the kind may be written, and how many
// were left out before.
func (l *logger) admit(k noteKind) (suppressed int, ok bool) {
	most := linesPerSecond
	per := time.Second
	switch k {
	case noteTransition, noteT3, noteClosing:
		most = 100
	case noteRefusal:
		per = time.Minute
	default:
	}
	l.limits.mu.Lock()
	defer l.limits.mu.Unlock()
	limit := &l.limits.byKind[k]
	if now := time.Now(); now.Sub(limit.since) >= per {
		limit.since, limit.lines = now, 0
	}
	limit.lines++
	if limit.lines > most {
		limit.suppressed++
		return 0, false
	}
	suppressed, limit.suppressed = limit.suppressed, 0
	return suppressed, true
}

const linesPerSecond = 5

// lines holds the level and message of each kind of note.
var lines = [noteKinds]struct {
	level   zapcore.Level
	message string
}{
	noteTransition:      {zap.InfoLevel, "transition"},
	noteRefused:         {zap.WarnLevel, "transition refused"},
	noteControlSession:  {zap.WarnLevel, "control session"},
	noteControlText:     {zap.WarnLevel, "control text"},
	noteDropped:         {zap.WarnLevel, "message dropped"},
	noteRejectSent:      {zap.WarnLevel, "reject sent"},
	noteRejectReceived:  {zap.WarnLevel, "reject received"},
	noteRejectUnmatched: {zap.WarnLevel, "reject unmatched"},
	noteLinktestReject:  {zap.WarnLevel, "linktest rejected"},
	noteLinktestSlow:    {zap.WarnLevel, "linktest late"},
	noteLinktestMissed:  {zap.WarnLevel, "linktest missed"},
	noteStatusByte2:     {zap.WarnLevel, "status misplaced"},
	noteSelectStatus:    {zap.WarnLevel, "select status"},
	noteReselect:        {zap.WarnLevel, "select repeated"},
	noteReplySession:    {zap.WarnLevel, "reply session"},
	noteReplyW:          {zap.WarnLevel, "reply wbit"},
	noteMismatch:        {zap.WarnLevel, "reply mismatched"},
	noteStray:           {zap.WarnLevel, "reply stray"},
	noteLate:            {zap.WarnLevel, "reply late"},
	noteT3:              {zap.WarnLevel, "timer expired"},
	noteOversize:        {zap.WarnLevel, "message oversize"},
	noteOutputFull:      {zap.WarnLevel, "output full"},
	noteClosing:         {zap.WarnLevel, "connection ends"},
	noteRefusal:         {zap.WarnLevel, "connection refused"},
	noteSent:            {zap.DebugLevel, "sent"},
}

// logNotes writes what the machine noted. It is called without mu.
func (c *Conn) logNotes() {
	c.mu.Lock()
	notes := c.m.notes.take()
	c.mu.Unlock()
	for i := range notes {
		c.log.write(&notes[i])
	}
}

func (l *logger) write(n *note) {
	line := lines[n.kind]
	switch {
	case n.quiet:
		line.level = zap.DebugLevel
	case n.kind == noteClosing && orderly(n.err):
		line.level = zap.InfoLevel
	}
	ce := l.Check(line.level, line.message)
	if ce == nil {
		return
	}
	fields := n.fields()
	if line.level == zap.DebugLevel {
		ce.Write(fields...)
		return
	}
	suppressed, ok := l.admit(n.kind)
	if !ok {
		return
	}
	if suppressed > 0 {
		fields = append(fields, zap.Int("suppressed", suppressed))
	}
	ce.Write(fields...)
}

// orderly reports whether a connection ends because somebody wished so.
func orderly(err error) bool {
	for _, wish := range []error{errClosed, errPeerClosed, errSeparated, errDisabled, errReplaced, context.Canceled} {
		if errors.Is(err, wish) {
			return true
		}
	}
	return false
}

// fields returns what the note's line tells.
func (n *note) fields() []zap.Field {
	var fields []zap.Field
	if n.kind == noteSent {
		return append(fields, zap.Object("header", header(n.header)), zap.Int("length", 0))
	}
	if n.header != (secs2.Header{}) {
		fields = append(fields, zap.Inline(header(n.header)))
	}
	switch n.kind {
	case noteTransition, noteRefused:
		fields = append(fields, zap.String("machine", connectionTable.Name()), zap.Int("row", n.row.Number),
			zap.Stringer("from", n.row.From), zap.Stringer("to", n.row.To), zap.String("on", string(n.row.On)))
	case noteRejectSent, noteRejectReceived, noteRejectUnmatched:
		fields = append(fields, zap.Stringer("reason", RejectReason(n.n)))
	case noteSelectStatus:
		fields = append(fields, zap.Stringer("status", SelectStatus(n.n)))
	case noteLate:
		fields = append(fields, zap.Stringer("timer", T3), zap.Duration("late", n.late))
	case noteT3:
		fields = append(fields, zap.Stringer("timer", T3))
	case noteLinktestSlow:
		fields = append(fields, zap.Stringer("timer", T6))
	case noteLinktestMissed:
		fields = append(fields, zap.Stringer("timer", T6), zap.Int("misses", n.n))
	case noteReplySession:
		fields = append(fields, zap.Int("expected", n.n))
	case noteControlText, noteOversize:
		fields = append(fields, zap.Int("length", n.n))
	case noteOutputFull:
		fields = append(fields, zap.Int("bound", n.n))
	default:
	}
	if n.err != nil {
		fields = append(fields, zap.Error(n.err))
	}
	return fields
}

// frame writes the line of one data message, at debug level. Every message
// comes here, so what costs least is asked first.
func (l *logger) frame(direction string, h secs2.Header, length int) {
	if !l.Core().Enabled(zap.DebugLevel) {
		return
	}
	if ce := l.Check(zap.DebugLevel, direction); ce != nil {
		ce.Write(zap.Object("header", header(h)), zap.Int("length", length))
	}
}

// received writes the line of a message that came, at debug level.
func (l *logger) received(f *frame) {
	l.frame("received", f.header, int(f.length)-secs2.HeaderSize)
}
