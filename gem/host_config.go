package gem

import "fmt"

// HostConfig describes one host connection.
type HostConfig struct {
	// Name tells hosts apart in logs and operator actions. Required, unique.
	Name string
	// DeviceIDs are the device IDs the equipment answers to, 0 to 32767. The
	// first is the one it sends. Empty means 0.
	DeviceIDs []uint16
	// DeviceIDCheck says which messages must carry one of them.
	DeviceIDCheck DeviceIDCheck
	// SessionMSB says whether bit 15 of a received session ID counts.
	SessionMSB SessionMSB
	// MaxText is the longest text that the link takes, in bytes; S2F39 grants
	// no longer one. Default 17 MiB without the header.
	MaxText int
	// Window bounds the primaries with W=1 that wait for their reply at one
	// time; 1 to 1000, default 16.
	Window int
}

func (p *problems) hosts(hosts []HostConfig) {
	if len(hosts) == 0 {
		p.add("hosts", "none", "at least one host")
	}
	names := map[string]bool{}
	for i, h := range hosts {
		key := fmt.Sprintf("hosts[%d]", i)
		p.text(key+".name", h.Name, 1, maxName)
		if names[h.Name] {
			p.add(key+".name", h.Name, "a name that no other host has")
		}
		names[h.Name] = true
		p.number(key+".window", h.Window, 1, maxWindow)
		for _, id := range h.DeviceIDs {
			p.number(key+".device_id", int(id), 0, maxDeviceID)
		}
	}
}
