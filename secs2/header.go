package secs2

import "encoding/binary"

// HeaderSize is the length in bytes of a message header.
const HeaderSize = 10

// Header is the ten-byte header of a message, as E37 carries it and as
// stream 9 returns it (MHEAD, SHEAD).
//
//	byte   0   1   2          3         4      5      6..9
//	     +---+---+----------+---------+------+------+--------------+
//	     | session | W|stream | function | PType | SType | system bytes |
//	     +---+---+----------+---------+------+------+--------------+
//
// A data message has PType 0 and SType 0. For control messages (SType not 0)
// bytes 2 and 3 have no W, stream or function; see package hsms.
//
// Copies of a Header are made as eight bytes and two, so that is also how its
// numbers are read and written: a load that spans two stores waits for both.
type Header [HeaderSize]byte

// DataHeader builds the header of a data message. Stream is 0..127; higher
// values lose their top bit.
func DataHeader(session uint16, stream, function byte, w WBit, system uint32) Header {
	var h Header
	binary.BigEndian.PutUint64(h[:8], uint64(session)<<48|uint64(stream&0x7F|byte(w))<<40|uint64(function)<<32|uint64(system>>16))
	binary.BigEndian.PutUint16(h[8:], uint16(system))
	return h
}

// WBit is the W-bit of header byte 2: whether the sender of a primary wants a
// reply.
type WBit byte

// The two values of the W-bit.
const (
	NoReply   WBit = 0x00
	WantReply WBit = 0x80
)

// Session returns the session ID; in HSMS-SS data messages this is the device
// ID (0..32767), in control messages 65535.
func (h Header) Session() uint16 { return binary.BigEndian.Uint16(h[0:]) }

// W reports whether the W-bit is set.
func (h Header) W() bool { return h[2]&byte(WantReply) != 0 }

// Stream returns the stream, 0..127.
func (h Header) Stream() byte { return h[2] &^ byte(WantReply) }

// Function returns the function, 0..255. An odd function is a primary.
func (h Header) Function() byte { return h[3] }

// PType returns the presentation type; 0 is SECS-II.
func (h Header) PType() byte { return h[4] }

// SType returns the session type; 0 is a data message.
func (h Header) SType() byte { return h[5] }

// System returns the system bytes as one number.
func (h Header) System() uint32 {
	return uint32(binary.BigEndian.Uint16(h[6:]))<<16 | uint32(binary.BigEndian.Uint16(h[8:]))
}

// Primary reports whether the message opens a transaction: its function is odd.
func (h Header) Primary() bool { return h[3]&1 == 1 }

// SF names the message, for example "S1F13".
func (h Header) SF() string { return SF{h.Stream(), h.Function()}.String() }

// SF is a stream and function, the number of a message.
type SF struct{ Stream, Function byte }

// String returns the standard's spelling, for example "S2F33".
func (sf SF) String() string {
	var b [9]byte
	out := append(b[:0], 'S')
	out = appendDecimal(out, sf.Stream)
	out = append(out, 'F')
	return string(appendDecimal(out, sf.Function))
}

func appendDecimal(dst []byte, v byte) []byte {
	if v >= 100 {
		dst = append(dst, '0'+v/100)
	}
	if v >= 10 {
		dst = append(dst, '0'+v/10%10)
	}
	return append(dst, '0'+v%10)
}
