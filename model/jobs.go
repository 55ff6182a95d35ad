package model

// processJob is a ProcessJob object (E40), controlJob a ControlJob (E94).
type (
	processJob struct{ id string }
	controlJob struct{ id string }
)

func (j *processJob) ident() string { return j.id }
func (j *controlJob) ident() string { return j.id }

func (m *Model) repeatJobOrders()          {}
func (m *Model) progressJobs() bool        { return false }
func (m *Model) completeControlJobs() bool { return false }
func (m *Model) selectControlJobs() bool   { return false }
func (m *Model) initiateJobs() bool        { return false }

func (m *Model) tellJob(Fact) error { return ErrUnknown }

// Watches tells whether the event pauses a job that exists.
func (m *Model) Watches(uint32) bool { return false }

// pauseJobs is the rule that pauses jobs whose pause event has occurred.
func (m *Model) pauseJobs() bool { return false }

func (c *Config) jobVariables() []Variable { return nil }
