package model

// This file is what follows by itself: after each service and each fact the
// rules below are asked, in this order, until none has anything to do. The same
// rules find after a start what is to go on.

// maxRounds bounds the rules' work: each round takes a transition at least, and no
// legal chain is as long. Reaching it is a bug.
const maxRounds = 100_000

func (m *Model) run() {
	for range maxRounds {
		if !m.pauseJobs() && !m.progressJobs() && !m.completeControlJobs() && !m.releaseCarriers() && !m.sendOut() &&
			!m.selectControlJobs() && !m.initiateJobs() {
			m.assert()
			return
		}
	}
	panic("model: the rules find no end")
}
