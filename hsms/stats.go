package hsms

// Stats is what an endpoint has counted since it was made.
type Stats struct {
	State       State
	Peer        string // address of the connection in that state
	Connections uint64 // accepted or dialed
	Refused     uint64 // second, disabled or not allowed
	DialErrors  uint64
	Counts
}

// Stats returns the counts of all connections, past and present.
func (e *Endpoint) Stats() Stats {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.totals
	s.State = StateNotConnected
	for c := range e.conns {
		state, counts := c.snapshot()
		s.Counts.add(counts)
		if state > s.State {
			s.State, s.Peer = state, c.nc.RemoteAddr().String()
		}
	}
	return s
}

func (c *Counts) add(o Counts) {
	c.FramesIn += o.FramesIn
	c.FramesOut += o.FramesOut
	c.BytesIn += o.BytesIn
	c.BytesOut += o.BytesOut
	c.RejectsIn += o.RejectsIn
	c.RejectsOut += o.RejectsOut
	c.T3 += o.T3
	c.T6 += o.T6
	c.T7 += o.T7
	c.T8 += o.T8
	c.Selects += o.Selects
	c.LinktestMisses += o.LinktestMisses
	c.Strays += o.Strays
}
