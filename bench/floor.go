package bench

import (
	"context"
	"net"
	"sync"
)

// floor is a bare TCP connection over loopback, with a far end that does
// nothing but count bytes. Both ends coalesce: they write for all that one
// read brought.
type floor struct {
	near, far net.Conn
	in, out   int // bytes of a message to the near end, and from it
	wg        sync.WaitGroup
}

// floorBuffer is how much a floor reads or writes at a time.
const floorBuffer = 64 << 10

// newFloor connects two ends. An out of 0 is a stream to the near end, which
// stream starts; else the far end answers each out with an in.
func newFloor(out, in int) (*floor, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	f := &floor{in: in, out: out}
	if f.near, err = net.Dial("tcp", l.Addr().String()); err != nil {
		return nil, err
	}
	if f.far, err = l.Accept(); err != nil {
		f.near.Close()
		return nil, err
	}
	if out > 0 {
		f.wg.Go(f.echo)
	}
	return f, nil
}

func (f *floor) close() {
	f.near.Close()
	f.far.Close()
	f.wg.Wait()
}

// echo answers until the connection ends.
func (f *floor) echo() {
	buf := make([]byte, floorBuffer)
	var reply []byte
	for rest := 0; ; {
		n, err := f.far.Read(buf)
		if err != nil {
			return
		}
		rest += n
		reply = grow(reply, rest/f.out*f.in)
		rest %= f.out
		if _, err := f.far.Write(reply); err != nil {
			return
		}
	}
}

// ask has n messages answered, at most window of them outstanding.
func (f *floor) ask(ctx context.Context, n, window int) error {
	defer context.AfterFunc(ctx, f.interrupt)()
	buf := make([]byte, floorBuffer)
	var batch []byte
	toSend, owed, credit, rest := n, n, window, 0
	for owed > 0 {
		credit = min(credit, toSend)
		batch = grow(batch, credit*f.out)
		toSend -= credit
		if _, err := f.near.Write(batch); err != nil {
			return err
		}
		got, err := f.near.Read(buf)
		if err != nil {
			return err
		}
		rest += got
		credit = rest / f.in
		owed -= credit
		rest %= f.in
	}
	return nil
}

// stream sends n messages to the near end.
func (f *floor) stream(ctx context.Context, n int) error {
	defer context.AfterFunc(ctx, f.interrupt)()
	f.wg.Go(func() {
		buf := make([]byte, floorBuffer)
		for left := n * f.in; left > 0; {
			wrote, err := f.far.Write(buf[:min(left, len(buf))])
			if err != nil {
				return // the near end finds the connection closed
			}
			left -= wrote
		}
	})
	buf := make([]byte, floorBuffer)
	for left := n * f.in; left > 0; {
		got, err := f.near.Read(buf)
		if err != nil {
			return err
		}
		left -= got
	}
	return nil
}

func (f *floor) interrupt() {
	f.near.Close()
	f.far.Close()
}

// grow returns b with length n.
func grow(b []byte, n int) []byte {
	if n > cap(b) {
		return make([]byte, n)
	}
	return b[:n]
}
