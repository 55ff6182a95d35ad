// Package logs keeps the log from stopping the program.
//
// # Purpose
//
// A write to stderr waits for as long as nobody reads the other end of its pipe.
// A Queue takes log lines without waiting and has them written by a goroutine of
// its own. When too much waits, lines are dropped and counted, and one line
// "log lines lost" tells how many once there is room again. Lines that the
// writer refuses are counted with them.
//
// # Concurrency
//
// Any goroutine may write. The goroutine that writes starts in Open, and Close
// waits for its end, but not for ever: while the writer does not return, it
// lives on until the process ends.
package logs

import (
	"bytes"
	"io"
	"sync"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

const (
	// maxWaiting bounds the lines that wait, in bytes; as many more may be in the
	// hands of the writer.
	maxWaiting = 1 << 20
	// closeTimeout bounds how long Close waits for the writer.
	closeTimeout = time.Second
)

// Queue is a zapcore.WriteSyncer that does not wait for its writer.
type Queue struct {
	w       io.Writer
	encoder zapcore.Encoder
	wake    chan struct{} // has a token when there is something to do
	ended   chan struct{} // closed at the end of run

	mu      sync.Mutex
	waiting []byte
	lost    int // lines that were dropped or refused, until they are told
	closed  bool
}

// Open starts a queue in front of w. The encoder is that of the log; it forms
// the line about lost lines.
func Open(w io.Writer, encoder zapcore.Encoder) *Queue {
	q := &Queue{w: w, encoder: encoder, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	go q.run()
	return q
}

// Write takes one line. It never fails: there is nobody to tell.
func (q *Queue) Write(line []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return len(line), nil
	}
	if len(q.waiting)+len(line) > maxWaiting {
		q.lost++
	} else {
		q.waiting = append(q.waiting, line...)
	}
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return len(line), nil
}

// Sync does nothing: zap calls it where nobody may wait. Close writes the rest.
func (q *Queue) Sync() error { return nil }

// Close takes no more lines and waits until those that were taken are written,
// at most a second.
func (q *Queue) Close() {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		close(q.wake)
	}
	q.mu.Unlock()
	timeout := time.NewTimer(closeTimeout)
	defer timeout.Stop()
	select {
	case <-q.ended:
	case <-timeout.C:
	}
}

func (q *Queue) run() {
	defer close(q.ended)
	var batch []byte
	for range q.wake {
		batch = q.flush(batch)
	}
	q.flush(batch)
}

// flush writes what waits, then how many lines were lost behind it. The memory of
// the batch before serves the next one, and the batch is returned for that.
func (q *Queue) flush(before []byte) []byte {
	q.mu.Lock()
	batch, lost := q.waiting, q.lost
	q.waiting, q.lost = before[:0], 0
	q.mu.Unlock()
	n, _ := q.w.Write(batch)
	untold := bytes.Count(batch[n:], []byte{'\n'})
	if lost > 0 && !q.tell(lost) {
		untold += lost
	}
	if untold > 0 {
		q.mu.Lock()
		q.lost += untold
		q.mu.Unlock()
	}
	return batch
}

// tell writes that lines were lost, at every level of the log.
func (q *Queue) tell(lost int) bool {
	entry := zapcore.Entry{Level: zap.WarnLevel, Time: time.Now(), Message: "log lines lost"}
	line, err := q.encoder.EncodeEntry(entry, []zapcore.Field{zap.Int("lines", lost)})
	if err != nil {
		return false
	}
	defer line.Free()
	_, err = q.w.Write(line.Bytes())
	return err == nil
}
