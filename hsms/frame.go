package hsms

import (
	"encoding/binary"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// sType is a session type, header byte 5 (E37 SType table).
type sType byte

const (
	sData        sType = 0
	sSelectReq   sType = 1
	sSelectRsp   sType = 2
	sDeselectReq sType = 3
	sDeselectRsp sType = 4
	sLinktestReq sType = 5
	sLinktestRsp sType = 6
	sRejectReq   sType = 7
	sSeparateReq sType = 9
)

// String returns the standard's name of the message type.
func (s sType) String() string {
	switch s {
	case sData:
		return "Data"
	case sSelectReq:
		return "Select.req"
	case sSelectRsp:
		return "Select.rsp"
	case sDeselectReq:
		return "Deselect.req"
	case sDeselectRsp:
		return "Deselect.rsp"
	case sLinktestReq:
		return "Linktest.req"
	case sLinktestRsp:
		return "Linktest.rsp"
	case sRejectReq:
		return "Reject.req"
	case sSeparateReq:
		return "Separate.req"
	}
	return fmt.Sprintf("SType %d", byte(s))
}

// messageName names a message for people: "S1F13", "Select.req", "PType 5".
func messageName(h secs2.Header) string {
	switch {
	case h.PType() != 0:
		return fmt.Sprintf("PType %d", h.PType())
	case h.SType() == byte(sData):
		return h.SF()
	}
	return sType(h.SType()).String()
}

const (
	lengthSize = 4                             // the length field before each header
	prefixSize = lengthSize + secs2.HeaderSize // the least a frame can have

	// noSession is the session ID of all HSMS-SS control messages.
	noSession uint16 = 0xFFFF
)

// controlHeader builds the header of a control message.
func controlHeader(session uint16, b2, b3 byte, s sType, system uint32) secs2.Header {
	var h secs2.Header
	binary.BigEndian.PutUint16(h[0:], session)
	h[2], h[3], h[5] = b2, b3, byte(s)
	binary.BigEndian.PutUint32(h[6:], system)
	return h
}

// appendFrame appends length field, header and text to dst.
func appendFrame(dst []byte, h secs2.Header, text []byte) []byte { return appendHead(dst, h, text, 0) }

// appendHead is appendFrame for a text of which rest bytes follow later.
func appendHead(dst []byte, h secs2.Header, text []byte, rest int) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(secs2.HeaderSize+len(text)+rest))
	dst = append(dst, h[:]...)
	return append(dst, text...)
}

// keptControlText is the longest text of a control message that is kept: the
// header which some peers put into Reject.req.
const keptControlText = secs2.HeaderSize

// frame is one message as it came. Text points into the reader's buffer.
type frame struct {
	header    secs2.Header
	text      []byte
	length    uint32 // the length field
	discarded bool   // the text was too long to keep
}

// splitter cuts the received bytes into frames. It never asks for more than
// the length of a message that will be kept; longer text it discards in
// pieces as it comes.
type splitter struct {
	maxFrame uint32 // longest length field of a data message that is kept
	hardMax  uint32 // longest length field
	keepData bool   // false: the text of data messages is not wanted
	oversize Oversize

	frame frame  // the latest
	skip  uint32 // bytes of its text still to discard
	need  int    // bytes that the frame at the front takes, as far as known
}

// next takes at most one frame from the front of data. It returns the number
// of bytes it is done with, and whether s.frame is complete. After an error
// the stream is lost.
func (s *splitter) next(data []byte) (n int, complete bool, err error) {
	if s.skip > 0 {
		n = s.drop(data)
		return n, s.skip == 0, nil
	}
	s.need = prefixSize
	if len(data) < lengthSize {
		return 0, false, nil
	}
	length := binary.BigEndian.Uint32(data)
	if length < secs2.HeaderSize {
		return 0, false, &frameError{problem: "length below 10", length: length}
	}
	if length > s.hardMax {
		return 0, false, &frameError{problem: "length above the maximum", length: length}
	}
	if len(data) < prefixSize {
		return 0, false, nil
	}
	s.frame.header, s.frame.length = secs2.Header(data[lengthSize:prefixSize]), length
	s.frame.text, s.frame.discarded = nil, false
	if !s.keeps() {
		return s.discard(data[prefixSize:])
	}
	size := lengthSize + int(length)
	if len(data) < size {
		s.need = size
		return 0, false, nil
	}
	s.frame.text = data[prefixSize:size:size]
	return size, true, nil
}

// keeps reports whether the text of the frame is wanted whole.
func (s *splitter) keeps() bool {
	if s.isData() {
		return s.frame.length == secs2.HeaderSize || s.keepData && s.frame.length <= s.maxFrame
	}
	return s.frame.length <= secs2.HeaderSize+keptControlText
}

// discard drops what has come of the text of the frame, whose header was just
// taken.
func (s *splitter) discard(text []byte) (n int, complete bool, err error) {
	if s.isData() && s.keepData && s.oversize == OversizeClose {
		return 0, false, &frameError{problem: "length above the maximum", length: s.frame.length}
	}
	s.frame.discarded = true
	s.skip = s.frame.length - secs2.HeaderSize
	n = prefixSize + s.drop(text)
	return n, s.skip == 0, nil
}

func (s *splitter) drop(data []byte) int {
	n := min(len(data), int(s.skip))
	s.skip -= uint32(n)
	return n
}

func (s *splitter) isData() bool {
	h := s.frame.header
	return h.PType() == 0 && h.SType() == byte(sData)
}
