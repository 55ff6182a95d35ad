package logs

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// pipe is a writer whose reader can stop reading.
type pipe struct {
	token chan struct{} // full while nobody reads, or one write is under way
	mu    sync.Mutex
	got   bytes.Buffer
	err   error
}

func newPipe() *pipe { return &pipe{token: make(chan struct{}, 1)} }

func (p *pipe) stop() { p.token <- struct{}{} }
func (p *pipe) goOn() { <-p.token }

func (p *pipe) Write(b []byte) (int, error) {
	p.stop()
	defer p.goOn()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, p.err
	}
	return p.got.Write(b)
}

func (p *pipe) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

func (p *pipe) lines() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Split(strings.TrimSuffix(p.got.String(), "\n"), "\n")
}

func open(w io.Writer) (*Queue, *zap.Logger) {
	encoder := zapcore.NewJSONEncoder(zapcore.EncoderConfig{MessageKey: "msg"})
	q := Open(w, encoder)
	return q, zap.New(zapcore.NewCore(encoder, q, zap.DebugLevel))
}

func TestLinesComeInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe()
		q, log := open(p)
		log.Info("ready")
		synctest.Wait()
		if got := p.lines(); len(got) != 1 || got[0] != `{"msg":"ready"}` {
			t.Errorf("before Close: %q", got)
		}
		for range 1000 {
			log.Info("a")
			log.Info("b")
		}
		q.Close()
		log.Info("late")
		q.Close()
		if got := strings.Join(p.lines()[1:], ""); got != strings.Repeat(`{"msg":"a"}{"msg":"b"}`, 1000) {
			t.Errorf("%d bytes", len(got))
		}
	})
}

// TestNobodyReads writes far more than the queue holds, then lets the reader go
// on: nobody has waited, and every line is there or counted.
func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe()
		q, log := open(p)
		p.stop()
		begin := time.Now()
		const first, size = 3, maxWaiting / 10
		line := strings.Repeat("x", size)
		for range first {
			log.Info("first")
			time.Sleep(time.Nanosecond) // the writer takes it, and is stuck
		}
		for range 20 {
			log.Info(line)
		}
		if d := time.Since(begin); d != first*time.Nanosecond {
			t.Errorf("waited %v", d)
		}
		p.goOn()
		time.Sleep(time.Nanosecond)
		log.Info("last")
		q.Close()
		got := p.lines()
		if n := len(got); n != first+9+2 || got[n-2] != `{"msg":"log lines lost","lines":11}` || got[n-1] != `{"msg":"last"}` {
			t.Errorf("%d lines, the last %q", n, got[n-2:])
		}
	})
}

// TestCloseDoesNotWaitForEver: a writer that does not return costs a second.
func TestCloseDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe()
		q, log := open(p)
		p.stop()
		log.Info("stuck")
		begin := time.Now()
		q.Close()
		if d := time.Since(begin); d != closeTimeout {
			t.Errorf("waited %v", d)
		}
		p.goOn()
		<-q.ended
		if got := p.lines(); got[0] != `{"msg":"stuck"}` {
			t.Errorf("lines %q", got)
		}
	})
}

// TestRefusedLinesAreCounted: a full disk has room again.
func TestRefusedLinesAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe()
		p.err = errors.New("no space left")
		q, log := open(p)
		for range 5 {
			log.Info("refused")
			synctest.Wait()
		}
		log.Info(strings.Repeat("x", maxWaiting)) // longer than all that may wait
		synctest.Wait()
		p.fail(nil)
		log.Info("taken")
		q.Close()
		if got := strings.Join(p.lines(), ""); got != `{"msg":"taken"}{"msg":"log lines lost","lines":6}` {
			t.Errorf("got %s", got)
		}
	})
}
