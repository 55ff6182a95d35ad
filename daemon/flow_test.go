package daemon

import (
	"encoding/binary"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// rawHost is a host that reads only when it is told to.
type rawHost struct {
	t    *testing.T
	conn *hsmstest.Conn
}

func (h rawHost) write(header secs2.Header, body secs2.Item) {
	frame := binary.BigEndian.AppendUint32(nil, uint32(secs2.HeaderSize+len(body.Encoded())))
	frame = append(append(frame, header[:]...), body.Encoded()...)
	_, _ = h.conn.Write(frame) // what becomes of it shows in what comes back
}

func (h rawHost) read() (header secs2.Header) {
	h.t.Helper()
	var length [4]byte
	if _, err := io.ReadFull(h.conn, length[:]); err != nil {
		h.t.Fatal(err)
	}
	frame := make([]byte, binary.BigEndian.Uint32(length[:]))
	if _, err := io.ReadFull(h.conn, frame); err != nil {
		h.t.Fatal(err)
	}
	copy(header[:], frame)
	return header
}

// TestPrimariesWaitForAHostThatPauses: a host that asks and asks and does not
// read for a while fills the out buffer with replies. A primary that falls due
// meanwhile waits; the connection lives on.
func TestPrimariesWaitForAHostThatPauses(t *testing.T) {
	const requests = 6_000
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, func(c *Config) { c.Links[0].Config.Timers.T3 = 5 * time.Second })
		conn, err := b.listener.Dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		h := rawHost{t, conn}
		h.write(secs2.Header{0xFF, 0xFF, 0, 0, 0, 1, 0, 0, 0, 1}, secs2.Item{})
		h.write(secs2.DataHeader(0, 1, 13, secs2.WantReply, 2), secs2.L())
		go func() {
			for i := range requests {
				h.write(secs2.DataHeader(0, 1, 3, secs2.WantReply, uint32(10+i)), secs2.L())
			}
		}()
		time.Sleep(20 * time.Second) // T3 of the equipment's own S1F13 runs out
		got := map[string]int{}
		for got["S1F4"] < requests || got["S9F9"] < 1 {
			header := h.read()
			if header.SType() == 0 {
				got[header.SF()]++
			}
		}
		if got["S1F13"] != 1 || got["S1F14"] != 1 || got["S9F9"] != 1 || got["S1F4"] != requests {
			t.Errorf("received %v", got)
		}
		_ = conn.Close()
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}
