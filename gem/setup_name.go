package gem

import "strconv"

// This file is SetUpName (E94): the host writes there what the equipment is set up
// for; the equipment forgets it when it may not be true any more.

// setUpDoubtful notes that the equipment is used locally or OFF-LINE, or that a
// constant changed.
func (e *Equipment) setUpDoubtful() { e.material.doubtful = true }

// forgetSetUp empties SetUpName, if there is reason to. While the disk refuses it
// waits.
func (e *Equipment) forgetSetUp() {
	m := &e.material
	if !m.doubtful || e.storageFailed {
		return
	}
	m.doubtful = false
	if v := m.setUpName; v.item().Len() > 0 {
		e.put(kindConstant, strconv.FormatUint(uint64(v.vid), 10), nil)
	}
}
