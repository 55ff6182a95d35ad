package gem

import (
	"errors"
	"strings"
)

// This file makes the records of the last run fit a configuration that changed
// meanwhile. What does not exist any more goes, with what hangs on it: the
// constant, the report with a variable that is gone and the links to it, an
// event's links and its enabled state. A number out of its range becomes the
// nearest bound, another value that is not allowed the default. Each of these is a
// Note, and the disk learns of it. What a host had that is gone stays on disk,
// unused, for its return; with spooled messages of such a host there is no start.

// reconcile puts a record into effect, as far as the configuration allows. An
// image that is none of its kind is an error: no configuration made it so.
func (e *Equipment) reconcile(k *kind, r Record) error {
	name, _, ofHost := strings.Cut(r.ID, "\x00")
	if h, _ := e.owner(r.ID); ofHost && h == nil {
		e.out.Notes = append(e.out.Notes, Note{
			Severity: Warn, Message: "record unused", Host: name, Every: true, Detail: readable(k, r) + ": the host is not configured",
		})
		return nil
	}
	err := k.apply(e, r.ID, r.Image)
	if err == nil || !errors.Is(err, ErrUnknown) && !errors.Is(err, ErrValue) {
		return err
	}
	n := Note{Severity: Warn, Message: "record dropped", Every: true}
	n.Detail = readable(k, r) + ": " + misfit(err)
	var left []byte
	if k.adapt != nil {
		left = k.adapt(e, r.ID, r.Image)
	}
	if left != nil {
		n.Message = "record changed"
	}
	if err := k.apply(e, r.ID, left); err != nil && !errors.Is(err, ErrUnknown) {
		return err
	}
	e.out.Notes = append(e.out.Notes, n)
	e.corrections = append(e.corrections, Record{k.name, r.ID, left})
	return nil
}

// readable names a record for people.
func readable(k *kind, r Record) string {
	return strings.TrimSpace(k.name + " " + strings.ReplaceAll(r.ID, "\x00", " "))
}

// misfit says what is wrong with a record.
func misfit(err error) string {
	text := err.Error()
	switch {
	case text == ErrUnknown.Error():
		return "not configured"
	case errors.Is(err, ErrUnknown):
		return strings.TrimPrefix(text, ErrUnknown.Error()+": ") + " is not configured"
	}
	return strings.TrimPrefix(text, ErrValue.Error()+": ")
}

// correctRecords brings to the disk what reconcile changed.
func (e *Equipment) correctRecords() {
	if len(e.corrections) > 0 {
		e.commit()
		e.out.Commit.Records = append(e.out.Commit.Records, e.corrections...)
		e.corrections = nil
	}
}
