package daemon

import (
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
)

// Description is that of the equipment, and how its hosts reach it (E37
// "Documentation").
type Description struct {
	gem.Description
	Connections []ConnectionDescription `json:"connections"`
}

// ConnectionDescription is the HSMS link of one host, and what the host sees
// of the equipment. Times are in seconds, lengths those of header and text.
type ConnectionDescription struct {
	gem.HostDescription
	Connect          string   `json:"connect"` // of the equipment, "passive" or "active"
	Address          string   `json:"address"` // where it listens, or what it dials
	AllowFrom        []string `json:"allow_from,omitempty"`
	T3               float64  `json:"t3"`
	T5               float64  `json:"t5"`
	T6               float64  `json:"t6"`
	T7               float64  `json:"t7"`
	T8               float64  `json:"t8"`
	LinktestInterval float64  `json:"linktest_interval"` // 0 is never
	LinktestIdleOnly bool     `json:"linktest_idle_only"`
	MaxFrame         int      `json:"max_frame"` // that is taken
	Oversize         string   `json:"oversize"`  // what a longer one gets
	MaxSent          int      `json:"max_sent"`  // that the equipment sends
	SecondConnection string   `json:"second_connection"`
	NotSelectedData  string   `json:"not_selected_data"`
	Termination      string   `json:"termination"` // what the equipment ends a session with
}

// Describe returns all that a host engineer must know of the equipment.
func (d *Daemon) Describe() Description {
	d.core.mu.Lock()
	out := Description{Description: d.core.eq.Describe()}
	hosts := d.core.eq.DescribeHosts()
	d.core.mu.Unlock()
	for i, ep := range d.core.endpoints {
		out.Connections = append(out.Connections, describeConnection(hosts[i], ep.Config()))
	}
	return out
}

func describeConnection(host gem.HostDescription, link hsms.EndpointConfig) ConnectionDescription {
	c := link.Config
	x := ConnectionDescription{
		HostDescription: host, Connect: string(link.Connect), Address: link.Address,
		T3: c.Timers.T3.Seconds(), T5: c.Timers.T5.Seconds(), T6: c.Timers.T6.Seconds(),
		T7: c.Timers.T7.Seconds(), T8: c.Timers.T8.Seconds(),
		LinktestInterval: max(c.Linktest.Interval, time.Duration(0)).Seconds(), LinktestIdleOnly: !c.Linktest.Always,
		MaxFrame: c.MaxFrame, Oversize: string(c.Rules.Oversize), MaxSent: c.LongestSent(),
		SecondConnection: string(link.SecondConnection), NotSelectedData: string(c.Rules.NotSelectedData),
		Termination: "Separate.req",
	}
	for _, network := range link.AllowFrom {
		x.AllowFrom = append(x.AllowFrom, network.String())
	}
	return x
}
