package conformance

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// This file reads and writes HSMS frames. It shares no code with the
// transport it judges.

const (
	lengthSize = 4
	headerSize = 10
	noSession  = 0xFFFF   // the session ID of control messages in HSMS-SS
	maxLength  = 64 << 20 // no equipment sends a longer message to a script
)

// The STypes of E37.
const (
	data        = 0
	selectReq   = 1
	selectRsp   = 2
	deselectReq = 3
	deselectRsp = 4
	linktestReq = 5
	linktestRsp = 6
	rejectReq   = 7
	separateReq = 9
)

var controlNames = map[string]byte{
	"Select.req": selectReq, "Select.rsp": selectRsp,
	"Deselect.req": deselectReq, "Deselect.rsp": deselectRsp,
	"Linktest.req": linktestReq, "Linktest.rsp": linktestRsp,
	"Reject.req": rejectReq, "Separate.req": separateReq,
}

// header is the ten-byte header of a frame.
type header [headerSize]byte

func (h header) session() uint16 { return binary.BigEndian.Uint16(h[0:2]) }
func (h header) stream() byte    { return h[2] & 0x7F }
func (h header) w() bool         { return h[2]&0x80 != 0 }
func (h header) function() byte  { return h[3] }
func (h header) ptype() byte     { return h[4] }
func (h header) stype() byte     { return h[5] }
func (h header) system() uint32  { return binary.BigEndian.Uint32(h[6:10]) }

func (h *header) setSession(v uint16) { binary.BigEndian.PutUint16(h[0:2], v) }
func (h *header) setSystem(v uint32)  { binary.BigEndian.PutUint32(h[6:10], v) }

// opens reports whether the frame waits for an answer.
func (h header) opens() bool {
	switch h.stype() {
	case data:
		return h.w() && h.function()%2 == 1
	case selectReq, deselectReq, linktestReq:
		return true
	}
	return false
}

// answers reports whether h has the type of an answer to the request q,
// whatever its session and system bytes.
func (h header) answers(q header) bool {
	if h.stype() != data {
		return h.stype() == q.stype()+1
	}
	return q.stype() == data && h.stream() == q.stream() &&
		(h.function() == q.function()+1 || h.function() == 0)
}

// answer reports whether h has the type of an answer at all.
func (h header) answer() bool {
	switch h.stype() {
	case data:
		return h.function()%2 == 0
	case selectRsp, deselectRsp, linktestRsp:
		return true
	}
	return false
}

// String names the frame as a script would write it.
func (h header) String() string {
	var b strings.Builder
	switch name := h.controlName(); {
	case h.ptype() != 0 || h.stype() != data && name == "":
		fmt.Fprintf(&b, "frame ptype=%d stype=%d b2=0x%02X b3=0x%02X", h.ptype(), h.stype(), h[2], h[3])
	case name != "":
		b.WriteString(name)
		if h[2] != 0 || h[3] != 0 {
			fmt.Fprintf(&b, " b2=%d b3=%d", h[2], h[3])
		}
	default:
		fmt.Fprintf(&b, "S%dF%d", h.stream(), h.function())
		if h.w() {
			b.WriteString(" W")
		}
	}
	fmt.Fprintf(&b, " session=0x%04X system=0x%08X", h.session(), h.system())
	return b.String()
}

// controlName returns the name of a control message, "" for other frames.
func (h header) controlName() string {
	for name, stype := range controlNames {
		if stype == h.stype() {
			return name
		}
	}
	return ""
}

// frame is one frame that was sent or received.
type frame struct {
	header header
	text   []byte
}

// bytes returns the frame as on the wire.
func (f *frame) bytes() []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(headerSize+len(f.text)))
	b = append(b, f.header[:]...)
	return append(b, f.text...)
}

// String gives the header, then the text as SML, or as hex if it is no item.
func (f *frame) String() string {
	s := f.header.String()
	if len(f.text) == 0 {
		return s
	}
	item, err := secs2.Parse(f.text)
	if err != nil || f.header.stype() != data {
		return s + " body=" + hexText(f.text)
	}
	return s + "\n" + sml.FormatItem(item)
}

// cutFrame takes the first whole frame off b. It returns nil when b holds
// none yet, and an error when b cannot be the start of a frame.
func cutFrame(b []byte) (f *frame, rest []byte, err error) {
	if len(b) < lengthSize {
		return nil, b, nil
	}
	n := binary.BigEndian.Uint32(b)
	if n < headerSize || n > maxLength {
		return nil, b, fmt.Errorf("length field %d is outside 10..%d", n, maxLength)
	}
	end := lengthSize + int(n)
	if len(b) < end {
		return nil, b, nil
	}
	f = &frame{text: append([]byte(nil), b[lengthSize+headerSize:end]...)}
	copy(f.header[:], b[lengthSize:])
	return f, b[end:], nil
}

// hexText prints bytes, long ones only by their beginning and their count.
func hexText(b []byte) string {
	const shown = 64
	if len(b) <= shown {
		return fmt.Sprintf("%X", b)
	}
	return fmt.Sprintf("%X… (%d bytes)", b[:shown], len(b))
}
