package hsms

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
	"testing/synctest"

	"github.com/secsd/secsd/secs2"
)

// TestFC33_FrameLength: the length field is 10 and the text, whatever the
// size, also where the buffers of the way out grow; read by hand.
func TestFC33_FrameLength(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		var sizes []int
		for n := 4080; n <= 4110; n++ {
			sizes = append(sizes, n)
		}
		for n := 65_520; n <= 65_550; n++ {
			sizes = append(sizes, n)
		}
		for _, n := range sizes {
			text := bytes.Repeat([]byte{byte(n)}, n)
			sent := make(chan error, 1)
			go func() {
				_, err := c.Send(1, 7, 3, secs2.NoReply, 0, text)
				c.Flush()
				sent <- err
			}()
			frame := make([]byte, 4+secs2.HeaderSize+n)
			if _, err := io.ReadFull(p, frame); err != nil {
				t.Fatalf("text of %d bytes: %v", n, err)
			}
			if got := binary.BigEndian.Uint32(frame); got != uint32(10+n) {
				t.Fatalf("text of %d bytes: length field %d, want %d", n, got, 10+n)
			}
			if !bytes.Equal(frame[14:], text) {
				t.Fatalf("text of %d bytes came back changed", n)
			}
			if err := <-sent; err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			p.expectSilence()
		}
	})
}
