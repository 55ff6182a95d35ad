package secs2

// Message is what E5 defines of a message: its number, whether the sender
// wants a reply, and its body. The zero Item is a header-only message.
type Message struct {
	Stream, Function byte
	W                WBit
	Body             Item
}

// SF returns the number of the message.
func (m Message) SF() SF { return SF{m.Stream, m.Function} }
