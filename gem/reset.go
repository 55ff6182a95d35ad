package gem

import (
	"maps"
	"slices"
	"strconv"
)

// FactoryReset is the operator's wish that everything hosts and operators have
// set up be as the configuration has it: constants, reports, links, limits,
// what is enabled, spool selection, switch and controlling host, for all hosts and in
// one commit. Running traces stop. Programs, spooled messages, the clock and the
// messages on the terminals stay: each kind of record says so. No event tells
// it: afterwards nobody has enabled one.
type FactoryReset struct{}

func (FactoryReset) input() {}

func (e *Equipment) factoryReset() error {
	if e.storageFailed || e.backlogged() {
		return ErrStorage
	}
	for _, h := range e.hosts {
		h.stopTraces()
	}
	all := kinds()
	slices.Reverse(all) // nothing goes before what hangs on it
	for _, k := range all {
		if k.stays != "" {
			continue
		}
		for _, id := range k.ids(e) {
			first := k.atFirst(e, id)
			if !slices.Equal(first, k.image(e, id)) {
				e.put(k, id, first)
			}
		}
	}
	e.out.Notes = append(e.out.Notes, Note{Severity: Warn, Message: "factory reset", Every: true})
	return nil
}

// atFirst is the image of an object that nobody has changed.
func (k *kind) atFirst(e *Equipment, id string) []byte {
	if k.first == nil {
		return nil
	}
	return k.first(e, id)
}

// The ids of the kinds of which there is one object, or one of each host.

func oneObject(*Equipment) []string { return []string{""} }

func onePerHost(e *Equipment) (ids []string) {
	for _, h := range e.hosts {
		ids = append(ids, h.recordID(""))
	}
	return ids
}

func constantIDs(e *Equipment) (ids []string) {
	for _, v := range e.variables.list[constant] {
		ids = append(ids, strconv.FormatUint(uint64(v.vid), 10))
	}
	return ids
}

func reportIDs(e *Equipment) (ids []string) {
	for _, h := range e.hosts {
		for _, key := range slices.Sorted(maps.Keys(h.reports.byKey)) {
			ids = append(ids, h.recordID(key))
		}
	}
	return ids
}

func linkIDs(e *Equipment) (ids []string) {
	for _, h := range e.hosts {
		for _, ev := range e.events.list {
			if len(h.events[ev.index].reports) > 0 {
				ids = append(ids, h.recordID(strconv.FormatUint(uint64(ev.ceid), 10)))
			}
		}
	}
	return ids
}
