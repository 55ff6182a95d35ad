package spool

// Recovery is what a folder held.
type Recovery struct {
	// Messages is how many are kept.
	Messages int
	// LastNumber is the highest Number of all messages that the segments know of, consumed ones too; 0: none.
	LastNumber uint64
	// Torn is the bytes of an append that a crash left unfinished, and that was dropped.
	Torn int
}

// Restore tells, before Recover, of one segment file, in any order. It keeps nothing of data, and refuses only a number
// told before: Recover judges.
func (s *Store) Restore(number uint32, data []byte) error { return nil }

// Recover puts what Restore was told into effect. Head and kept are those of the durable state (1 and 0 if there is none).
// Damage is a *CorruptError. The segments that are not needed any more are left to Removals.
func (s *Store) Recover(head, kept uint64) (Recovery, error) { return Recovery{}, nil }
