package main

import (
	"io"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/internal/logs"
)

// levels are zap's words for those of the configuration.
var levels = map[config.LogLevel]zapcore.Level{
	config.Debug: zap.DebugLevel, config.Info: zap.InfoLevel,
	config.Warn: zap.WarnLevel, config.Error: zap.ErrorLevel,
}

// newLoggers returns the logger of the daemon, and one that writes at every
// level, for the line "ready". Both write to the queue, which does not wait for w;
// the caller closes it.
func newLoggers(c config.Log, w io.Writer) (log, always *zap.Logger, queue *logs.Queue) {
	e := zap.NewProductionEncoderConfig()
	e.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	e.EncodeDuration = zapcore.StringDurationEncoder
	encoder := zapcore.NewJSONEncoder(e)
	if c.Console {
		e.EncodeLevel = zapcore.CapitalLevelEncoder
		encoder = zapcore.NewConsoleEncoder(e)
	}
	queue = logs.Open(w, encoder)
	return zap.New(zapcore.NewCore(encoder, queue, levels[c.Level])),
		zap.New(zapcore.NewCore(encoder, queue, zap.DebugLevel)), queue
}
