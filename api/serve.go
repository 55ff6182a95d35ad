package api

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/daemon"
)

// The limits of the HTTP server.
const (
	readTimeout    = 10 * time.Second
	writeTimeout   = 30 * time.Second
	idleTimeout    = 60 * time.Second
	closeTimeout   = time.Second // for requests under way when the daemon stops
	maxHeaderBytes = 16 << 10
)

// Equipment is what the listener tells about and acts on; a *daemon.Daemon.
type Equipment interface {
	Snapshot() daemon.Snapshot
	// Ready returns why hosts are not served, nil if they are.
	Ready() error
	Panel
}

// Serve answers HTTP on l until ctx is done, then closes l and ends.
func Serve(ctx context.Context, l net.Listener, e Equipment, c Config, log *zap.Logger) error {
	if log == nil {
		log = zap.NewNop()
	}
	log = log.Named("api")
	standard, err := zap.NewStdLogAt(log, zap.WarnLevel)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:        newHandler(e, newOperator(e, c, log), standard),
		ReadTimeout:    readTimeout,
		WriteTimeout:   writeTimeout,
		IdleTimeout:    idleTimeout,
		MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:       standard,
	}
	stopped := make(chan error, 1)
	defer context.AfterFunc(ctx, func() { stopped <- shutdown(server) })()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// shutdown lets requests under way end, within their time.
func shutdown(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return server.Close()
	}
	return nil
}
