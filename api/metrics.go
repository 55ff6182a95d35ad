package api

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
)

// collector turns one Snapshot per scrape into metrics.
type collector struct{ Equipment }

// metric is one time series per host, or one for the equipment.
type metric struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	read func(s *daemon.Snapshot, host int) float64
}

// hostMetric returns a metric of a host, by its index in the snapshot.
func hostMetric(kind prometheus.ValueType, name, help string, read func(s *daemon.Snapshot, host int) float64) metric {
	return metric{prometheus.NewDesc("secsd_"+name, help, []string{"host"}, nil), kind, read}
}

const (
	gauge   = prometheus.GaugeValue
	counter = prometheus.CounterValue
)

// perHost are the metrics with the one label host.
var perHost = []metric{
	hostMetric(gauge, "hsms_state", "Connection state: 1 NOT CONNECTED, 2 NOT SELECTED, 3 SELECTED.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Links[h].State) }),
	hostMetric(gauge, "communicating", "1 while the communications state is COMMUNICATING.",
		func(s *daemon.Snapshot, h int) float64 { return flag(s.Hosts[h].Communication == gem.Communicating) }),
	hostMetric(gauge, "control_state", "Control state: 1 EQUIPMENT OFF-LINE, 2 ATTEMPT ON-LINE, 3 HOST OFF-LINE, 4 LOCAL, 5 REMOTE.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Control) }),
	hostMetric(gauge, "controls", "1 for the host that may command the tool.",
		func(s *daemon.Snapshot, h int) float64 { return flag(s.Hosts[h].Controls) }),
	hostMetric(gauge, "queued_messages", "Messages that wait to be sent.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Queued) }),
	hostMetric(gauge, "open_transactions", "Primaries of the equipment that wait for their reply.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Open) }),
	hostMetric(gauge, "spool_active", "1 while events wait on disk until the host sends S6F23.",
		func(s *daemon.Snapshot, h int) float64 { return flag(s.Hosts[h].Spool.Active) }),
	hostMetric(gauge, "spool_messages", "Messages in the spool, SpoolCountActual.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Spool.Actual) }),
	hostMetric(gauge, "spool_messages_since_active", "Messages for the spool since it became active last, those discarded too, SpoolCountTotal.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Spool.Total) }),
	hostMetric(gauge, "spool_bytes", "Bytes of the spool's segment files.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Spool.Bytes) }),
	hostMetric(gauge, "spool_capacity_bytes", "Bytes that the spool's segment files may take.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Spool.Capacity) }),
	hostMetric(gauge, "spool_fault", "1 while what is spooled cannot be read and sent; the log says why.",
		func(s *daemon.Snapshot, h int) float64 { return flag(s.Hosts[h].Spool.Fault != "") }),
	hostMetric(counter, "messages_received_total", "Messages from the host.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Stats.Received) }),
	hostMetric(counter, "messages_sent_total", "Messages to the host.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Stats.Sent) }),
	hostMetric(counter, "messages_ignored_total", "Messages from the host that were dropped without an answer.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Stats.Ignored) }),
	hostMetric(counter, "messages_discarded_total", "Messages of the equipment that were never sent.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Hosts[h].Stats.Discarded) }),
	hostMetric(counter, "connections_total", "TCP connections accepted or dialed.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Links[h].Connections) }),
	hostMetric(counter, "connections_refused_total", "TCP connections refused: a second one, a disabled link, a network not allowed.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Links[h].Refused) }),
	hostMetric(counter, "dial_errors_total", "Attempts to connect that failed.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Links[h].DialErrors) }),
	hostMetric(counter, "selects_total", "Times SELECTED was entered.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Links[h].Selects) }),
	hostMetric(counter, "linktest_misses_total", "Linktests that got no answer within T6.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Links[h].LinktestMisses) }),
	hostMetric(counter, "stray_messages_total", "Replies that belong to no open transaction.",
		func(s *daemon.Snapshot, h int) float64 { return float64(s.Links[h].Strays) }),
}

// pair is a metric with a second label and its two or more values.
type pair struct {
	desc *prometheus.Desc
	read func(s *daemon.Snapshot, host int, emit func(label string, v uint64))
}

// hostPair returns a counter of a host that has one value per label.
func hostPair(name, help, label string, read func(s *daemon.Snapshot, host int, emit func(string, uint64))) pair {
	return pair{prometheus.NewDesc("secsd_"+name, help, []string{"host", label}, nil), read}
}

// perHostAndLabel are the counters with a second label.
var perHostAndLabel = []pair{
	hostPair("hsms_frames_total", "HSMS messages, control messages included.", "direction",
		func(s *daemon.Snapshot, h int, emit func(string, uint64)) {
			emit("in", s.Links[h].FramesIn)
			emit("out", s.Links[h].FramesOut)
		}),
	hostPair("hsms_bytes_total", "Bytes of HSMS messages.", "direction",
		func(s *daemon.Snapshot, h int, emit func(string, uint64)) {
			emit("in", s.Links[h].BytesIn)
			emit("out", s.Links[h].BytesOut)
		}),
	hostPair("hsms_rejects_total", "Reject messages.", "direction",
		func(s *daemon.Snapshot, h int, emit func(string, uint64)) {
			emit("in", s.Links[h].RejectsIn)
			emit("out", s.Links[h].RejectsOut)
		}),
	hostPair("timer_expiries_total", "Expiries of the HSMS timers.", "timer",
		func(s *daemon.Snapshot, h int, emit func(string, uint64)) {
			emit("T3", s.Links[h].T3)
			emit("T6", s.Links[h].T6)
			emit("T7", s.Links[h].T7)
			emit("T8", s.Links[h].T8)
		}),
	hostPair("error_messages_total", "Stream 9 messages sent.", "sf",
		func(s *daemon.Snapshot, h int, emit func(string, uint64)) {
			for f := 1; f < len(s.Hosts[h].Stats.S9); f += 2 {
				emit(fmt.Sprintf("S9F%d", f), s.Hosts[h].Stats.S9[f])
			}
		}),
}

var (
	alarmsSet     = prometheus.NewDesc("secsd_alarms_set", "Alarms that are set.", nil, nil)
	storageFailed = prometheus.NewDesc("secsd_storage_failed", "1 while the data folder takes no commits.", nil, nil)
	failures      = prometheus.NewDesc("secsd_storage_failures_total", "Times the data folder stopped to take commits.", nil, nil)
	dataFolder    = prometheus.NewDesc("secsd_data_folder_info", "The data folder, by its identity; 1.", []string{"identity"}, nil)
	unread        = prometheus.NewDesc("secsd_terminal_messages_unread", "Messages on the terminals that the operator has not recognised.", nil, nil)
	commits       = prometheus.NewDesc("secsd_commits_total", "Changes that had to become durable, of which several may share one write.", nil, nil)
)

func flag(v bool) float64 {
	if v {
		return 1
	}
	return 0
}

// Describe implements prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, m := range perHost {
		out <- m.desc
	}
	for _, p := range perHostAndLabel {
		out <- p.desc
	}
	for _, d := range []*prometheus.Desc{alarmsSet, storageFailed, failures, dataFolder, unread, commits} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (c collector) Collect(out chan<- prometheus.Metric) {
	s := c.Snapshot()
	out <- prometheus.MustNewConstMetric(alarmsSet, gauge, float64(len(s.AlarmsSet)))
	out <- prometheus.MustNewConstMetric(storageFailed, gauge, flag(s.StorageFailed))
	out <- prometheus.MustNewConstMetric(failures, counter, float64(s.Storage.Failures))
	if id := s.Storage.Identity; id != "" {
		out <- prometheus.MustNewConstMetric(dataFolder, gauge, 1, id)
	}
	out <- prometheus.MustNewConstMetric(unread, gauge, unreadMessages(s.Terminals))
	out <- prometheus.MustNewConstMetric(commits, counter, float64(s.Commits))
	for h := range min(len(s.Hosts), len(s.Links)) {
		name := s.Hosts[h].Name
		for _, m := range perHost {
			out <- prometheus.MustNewConstMetric(m.desc, m.kind, m.read(&s, h), name)
		}
		for _, p := range perHostAndLabel {
			p.read(&s, h, func(label string, v uint64) {
				out <- prometheus.MustNewConstMetric(p.desc, counter, float64(v), name, label)
			})
		}
	}
}

func unreadMessages(terminals []gem.TerminalSnapshot) (n float64) {
	for _, t := range terminals {
		n += flag(t.Unread)
	}
	return n
}
