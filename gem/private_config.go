package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// PrivateMessage is a primary that no standard knows, or none that this package
// serves, and that the tool itself answers or sends.
type PrivateMessage struct {
	// Stream is 1 to 127 without 9, Function odd; the equipment has no other use
	// for the two.
	Stream, Function byte
	// Name is for people and required.
	Name string
	// Sender says which end sends it.
	Sender Sender
	// Reply says whether E5 would demand one.
	Reply PrivateReply
	// Local says whether the host may send it while LOCAL, Hosts which hosts
	// may. Where they may not the reply is SxF0.
	Local LocalRule
	Hosts HostRule
}

// Sender is the end that sends a message.
type Sender uint8

// The senders.
const (
	SentByHost Sender = iota
	SentByEquipment
	SentByBoth
)

// PrivateReply says whether a message has a reply.
type PrivateReply uint8

// ReplyRequired wants the W-bit, ReplyOptional leaves it to the sender.
const (
	ReplyRequired PrivateReply = iota
	ReplyOptional
)

// LocalRule says whether a message is served while LOCAL.
type LocalRule uint8

// The rules.
const (
	ServedInLocal LocalRule = iota
	RemoteOnly
)

// HostRule says from which hosts a message is served.
type HostRule uint8

// The rules.
const (
	FromAnyHost HostRule = iota
	FromController
)

func (m *PrivateMessage) sf() secs2.SF { return secs2.SF{Stream: m.Stream, Function: m.Function} }

// private checks the private messages.
func (p *problems) private(c *Config) {
	list := c.Private
	for i, m := range list {
		key := fmt.Sprintf("private[%d]", i)
		p.text(key+".name", m.Name, 1, maxName)
		if m.Stream == 0 || m.Stream > 127 || m.Stream == 9 || m.Function&1 == 0 {
			p.add(key, m.sf().String(), "a stream of 1 to 127 other than 9, and an odd function")
			continue
		}
		if c.own(m.sf()) {
			p.add(key, m.sf().String(), "a message that the equipment does not have already")
		}
		if slices.ContainsFunc(list[:i], func(x PrivateMessage) bool { return x.sf() == m.sf() }) {
			p.add(key, m.sf().String(), "a message that occurs once")
		}
	}
}

// own tells whether a primary is one that the equipment takes, or that GEM lets
// an equipment send.
func (c *Config) own(sf secs2.SF) bool {
	rows := routes()
	if c.Material.Enabled() {
		rows = append(rows, materialRoutes()...)
	}
	return slices.ContainsFunc(rows, func(r route) bool { return r.stream == sf.Stream && r.function == sf.Function }) ||
		slices.ContainsFunc(c.sends(), func(x outgoing) bool { return x.sf == sf }) || slices.Contains(spoolable[sf.Stream], sf.Function)
}

// spoolable are the primaries that a host may select for the spool: those that
// GEM lets equipment send, and the private ones.
func (c *Config) spoolable() primaries {
	all := spoolable
	if c.Material.Enabled() {
		all[16] = []byte{7, 9}
	}
	for i := range c.Private {
		if m := &c.Private[i]; m.Sender != SentByHost && m.Stream != 1 {
			all[m.Stream] = append(slices.Clone(all[m.Stream]), m.Function)
			slices.Sort(all[m.Stream])
		}
	}
	return all
}
