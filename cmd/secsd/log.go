package main

import (
	"io"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/secsd/secsd/internal/config"
)

// levels are zap's words for those of the configuration.
var levels = map[config.LogLevel]zapcore.Level{
	config.Debug: zap.DebugLevel, config.Info: zap.InfoLevel,
	config.Warn: zap.WarnLevel, config.Error: zap.ErrorLevel,
}

// newLoggers returns the logger of the daemon, and one that writes at every
// level, for the line "ready".
func newLoggers(c config.Log, w io.Writer) (log, always *zap.Logger) {
	e := zap.NewProductionEncoderConfig()
	e.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	e.EncodeDuration = zapcore.StringDurationEncoder
	encoder := zapcore.NewJSONEncoder(e)
	if c.Console {
		e.EncodeLevel = zapcore.CapitalLevelEncoder
		encoder = zapcore.NewConsoleEncoder(e)
	}
	sink := zapcore.Lock(zapcore.AddSync(w))
	return zap.New(zapcore.NewCore(encoder, sink, levels[c.Level])),
		zap.New(zapcore.NewCore(encoder, sink, zap.DebugLevel))
}
