package bench

import (
	"errors"
	"fmt"
	"os"
)

// Config says how much to measure.
type Config struct {
	// Requests is the number of operations of each row with a reply; pushes
	// without a reply are many more. 1 to 100,000,000.
	Requests int
	// Concurrency is the number of transactions outstanding; 1 to 1,000.
	Concurrency int
	// SVIDs is the number of status variables that one S1F3 asks for; 1 to
	// 10,000.
	SVIDs int
	// StorePairs is the number of process job and control job pairs in the
	// memory table, and a quarter of it that of carriers, slots and substrates; 0 to
	// 100,000, 0 leaves them out.
	StorePairs int
	// DataDir is the folder in which Run makes a data folder of its own, and
	// removes it. Empty is where the system keeps what is temporary, on a disk
	// if it can be.
	DataDir string
}

// maxOutstandingIDs keeps the requests outstanding within the out buffer of
// the host.
const maxOutstandingIDs = 32_000

// Validate returns every value that cannot be measured, joined.
func (c Config) Validate() error {
	errs := []error{
		within("requests", c.Requests, 1, 100_000_000),
		within("concurrency", c.Concurrency, 1, 1_000),
		within("svid-count", c.SVIDs, 1, 10_000),
		within("store-pairs", c.StorePairs, 0, 100_000),
		folderExists(c.DataDir),
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return within("concurrency × svid-count", c.Concurrency*c.SVIDs, 1, maxOutstandingIDs)
}

// folderExists finds a folder that is not there before anything is measured.
func folderExists(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("data folder: %w", err)
	case !info.IsDir():
		return fmt.Errorf("data folder: %s is a file", dir)
	}
	return nil
}

func within(name string, v, low, high int) error {
	if v < low || v > high {
		return fmt.Errorf("%s is %d, allowed is %d to %d", name, v, low, high)
	}
	return nil
}
