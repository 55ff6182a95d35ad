package daemon

import (
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file holds how the daemon's log lines look: constant messages, facts
// in fields whose names are the same everywhere.

// notesPerSecond bounds how often one message of a note is logged: a tool that
// raises events while no host is there must not flood the log.
const notesPerSecond = 10

// sampled returns a logger that drops repetitions of one message beyond
// notesPerSecond, except every hundredth.
func sampled(log *zap.Logger) *zap.Logger {
	return log.WithOptions(zap.WrapCore(func(c zapcore.Core) zapcore.Core {
		return zapcore.NewSamplerWithOptions(c, time.Second, notesPerSecond, 100)
	}))
}

func logTransition(log *zap.Logger, t *gem.Transition) {
	row := zap.Skip() // for a move that is in no table
	if t.Row != 0 {
		row = zap.Int("row", t.Row)
	}
	object := zap.Skip()
	if t.Object != "" {
		object = zap.String("object", t.Object)
	}
	log.Info("transition", host(t.Host), zap.String("machine", t.Machine), object, row,
		zap.String("from", t.From), zap.String("to", t.To), zap.String("on", t.On))
}

// host is the field of a line that concerns one host; the others have none.
func host(name string) zap.Field {
	if name == "" {
		return zap.Skip()
	}
	return zap.String("host", name)
}

var levels = [...]zapcore.Level{gem.Debug: zap.DebugLevel, gem.Info: zap.InfoLevel, gem.Warn: zap.WarnLevel, gem.Fault: zap.ErrorLevel}

func logNote(log *zap.Logger, n *gem.Note) {
	entry := log.Check(levels[n.Severity], n.Message)
	if entry == nil {
		return
	}
	fields := []zap.Field{host(n.Host)}
	if n.Header != (secs2.Header{}) {
		fields = append(fields, zap.Object("header", header(n.Header)))
	}
	if n.Detail != "" {
		fields = append(fields, zap.String("detail", n.Detail))
	}
	entry.Write(fields...)
}

// header logs a message header.
type header secs2.Header

// MarshalLogObject implements zapcore.ObjectMarshaler.
func (h header) MarshalLogObject(enc zapcore.ObjectEncoder) error {
	header := secs2.Header(h)
	enc.AddUint16("session", header.Session())
	enc.AddString("sf", header.SF())
	enc.AddBool("w", header.W())
	enc.AddUint32("system", header.System())
	return nil
}
