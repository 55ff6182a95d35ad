package spool

// Read returns a message that is on disk. If need is not 0, the caller fetches that segment, gives it to Fetched and asks
// again. The body is valid until the next Read, Fetched or Forget. An error is a *CorruptError.
func (s *Store) Read(index uint64) (m Message, need uint32, err error) { return Message{}, 0, nil }

// Fetched takes the segment that Read needed, and keeps data.
func (s *Store) Fetched(number uint32, data []byte) {}

// Forget frees what reading holds in memory.
func (s *Store) Forget() {}
