package config

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
)

// never is how package hsms writes "not at all" for the numbers whose zero
// means the default; the file says 0.
const never = -1

// maxHosts bounds the hosts of one equipment.
const maxHosts = 64

// defaultPort is where an equipment listens by default, as E37 suggests.
const defaultPort = 5000

// hosts fills the host connections of gem and their links, index by index.
func (b *builder) hosts() {
	if n := len(b.file.Hosts); n > maxHosts {
		b.r.key("hosts", fmt.Sprintf("%d hosts", n), fmt.Sprintf("at most %d", maxHosts))
		b.file.Hosts = b.file.Hosts[:maxHosts]
	}
	for i, h := range b.file.Hosts {
		m := h.HSMS.Messages
		g := gem.HostConfig{Name: h.Name, DeviceIDCheck: m.DeviceIDCheck, Window: m.MaxOpenOut}
		for _, id := range h.DeviceID {
			g.DeviceIDs = append(g.DeviceIDs, uint16(id))
		}
		if m.MaskSessionMSB {
			g.SessionMSB = gem.IgnoreMSB
		}
		b.config.Equipment.Hosts = append(b.config.Equipment.Hosts, g)
		key := fmt.Sprintf("hosts[%d].hsms", i)
		link := h.HSMS.endpoint()
		link.Name = h.Name
		link.Address = b.address(key+".address", h.HSMS.Connection)
		link.AllowFrom = b.networks(key+".allow_from", h.HSMS.Connection.AllowFrom)
		b.config.Links = append(b.config.Links, link)
	}
}

// checks are the words of package hsms for gem's extents of the check.
var checks = map[gem.DeviceIDCheck]hsms.DeviceIDCheck{
	gem.CheckPrimaries: hsms.CheckPrimary, gem.CheckAll: hsms.CheckAll, gem.CheckNone: hsms.CheckOff,
}

// endpoint returns the link but for its name and its addresses.
func (t transport) endpoint() hsms.EndpointConfig {
	return hsms.EndpointConfig{
		Connect:          t.Connection.Connect,
		SecondConnection: t.Connection.Second,
		NoProbeOnSecond:  isFalse(t.Connection.ProbeOnSecond),
		ReplaceAnyIP:     isFalse(t.Connection.ReplaceSameIP),
		ConnectTimeout:   t.Connection.ConnectTimeout,
		Config: hsms.Config{
			Timers: hsms.Timers{
				T3: t.Timers.T3, T5: t.Timers.T5, T6: t.Timers.T6, T7: t.Timers.T7, T8: t.Timers.T8,
			},
			Linktest:         t.Timers.linktest(),
			Rules:            t.Messages.rules(),
			WriteTimeout:     t.Timers.WriteTimeout,
			MaxFrame:         t.Messages.MaxFrame,
			HardMaxFrame:     t.Messages.HardMaxFrame,
			SystemBytesStart: int64(t.Messages.SystemBytes),
		},
	}
}

func (t timers) linktest() hsms.Linktest {
	return hsms.Linktest{
		Interval:  orNever(t.LinktestInterval),
		MaxMisses: t.LinktestMisses,
		Always:    isFalse(t.LinktestIdleOnly),
		Strict:    t.LinktestStrict,
	}
}

func (m messages) rules() hsms.Rules {
	return hsms.Rules{
		Strict:            m.Strict,
		StrictSession:     m.StrictSession,
		NoReject:          isFalse(m.SendReject),
		NotSelectedData:   m.NotSelectedData,
		Oversize:          m.Oversize,
		Reselect:          m.Reselect,
		SelectStatus1:     m.SelectStatus1,
		Deselect:          m.Deselect,
		DeviceIDCheck:     checks[m.DeviceIDCheck],
		MaskSessionMSB:    m.MaskSessionMSB,
		Reject4CloseAfter: orNever(m.Reject4Close),
	}
}

// orNever returns the value of a key, 0 for one that is not there.
func orNever[T int | time.Duration](key *T) T {
	switch {
	case key == nil:
		return 0
	case *key == 0:
		return never
	}
	return *key
}

// isFalse tells a key that is false from one that is not there: true is the
// default of all that ask.
func isFalse(key *bool) bool { return key != nil && !*key }

// address joins address and port, each with its default.
func (b *builder) address(key string, c connection) string {
	host := or(c.Address, "127.0.0.1")
	if host == "" || strings.ContainsAny(host, " \t/[]") || strings.Contains(host, ":") && net.ParseIP(host) == nil {
		b.r.key(key, fmt.Sprintf("%q", shorten(host)), "a host name or IP address (the port is a key of its own), 0.0.0.0 for all interfaces")
	}
	return net.JoinHostPort(host, strconv.Itoa(int(or(c.Port, defaultPort))))
}

// networks reads a list of networks and single addresses. An empty one would let
// everybody in where it seems to let in nobody.
func (b *builder) networks(key string, texts []string) []netip.Prefix {
	if n := b.r.nodes[key]; n != nil && n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
		b.r.key(key, "an empty list", "networks or addresses; without the key any host may connect")
	}
	var all []netip.Prefix
	for i, text := range texts {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			var single netip.Addr
			if single, err = netip.ParseAddr(text); err == nil {
				network = netip.PrefixFrom(single, single.BitLen())
			}
		}
		if err != nil {
			b.r.key(fmt.Sprintf("%s[%d]", key, i), fmt.Sprintf("%q", shorten(text)), "a network as in 10.1.0.0/16, or an IP address")
			continue
		}
		all = append(all, network.Masked())
	}
	return all
}

// hsmsAddress moves the first host.
func (b *builder) hsmsAddress(o Override) {
	if len(b.file.Hosts) == 0 {
		return // Validate asks for a host
	}
	const key = "hosts[0].hsms.address"
	b.r.replaced(key, o)
	host, port, err := net.SplitHostPort(o.Value)
	number, portErr := strconv.ParseUint(port, 10, 16)
	if err != nil || portErr != nil {
		b.r.key(key, fmt.Sprintf("%q", shorten(o.Value)), "HOST:PORT")
		return
	}
	if host == "" {
		host = "0.0.0.0"
	}
	c, short := &b.file.Hosts[0].HSMS.Connection, uint16(number)
	c.Address, c.Port = &host, &short
}

// links lets package hsms judge each link, and sees that no two of them want
// the same port.
func (b *builder) links() {
	for i, link := range b.config.Links {
		key := fmt.Sprintf("hosts[%d].hsms", i)
		link.Config.Handle = func(*hsms.Conn, *hsms.Event) {} // the daemon's, later
		b.judge(key+".", link.Validate())
		for _, w := range link.Config.Warnings() {
			n := b.r.nearest(key)
			b.config.Warnings = append(b.config.Warnings,
				fmt.Sprintf("%s:%d:%d: warning: %s: %s", b.r.file, n.Line, n.Column, key, w))
		}
		for j := range i {
			if samePort(b.config.Links[j], link) {
				b.r.key(key+".port", link.Address, fmt.Sprintf("another one than hosts[%d], which listens there", j))
				break
			}
		}
	}
}

// samePort reports whether both links listen where only one can.
func samePort(a, b hsms.EndpointConfig) bool {
	hostA, portA, _ := net.SplitHostPort(a.Address)
	hostB, portB, _ := net.SplitHostPort(b.Address)
	if a.Connect == hsms.Active || b.Connect == hsms.Active || portA != portB || portA == "0" {
		return false
	}
	return hostA == hostB || anyInterface(hostA) || anyInterface(hostB)
}

// anyInterface reports whether host is 0.0.0.0 or ::.
func anyInterface(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsUnspecified()
}
