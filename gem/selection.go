package gem

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// spoolable are the primaries that an equipment may originate, without stream 1,
// which never spools (E30 4.11.3.2). A host may select all of them, whether or
// not this equipment sends them.
var spoolable = primaries{
	2: {17}, 5: {1}, 6: {1, 5, 11, 13}, 7: {1, 3, 5, 23, 25, 27, 29}, 9: {1, 3, 5, 7, 9, 11, 13}, 10: {1, 7},
}

// primaries are functions by stream.
type primaries [128][]byte

// selection is the set of primaries that spool, per stream as a bit per
// function.
type selection map[byte]*[4]uint64

func (s selection) add(stream, function byte) {
	if s[stream] == nil {
		s[stream] = new([4]uint64)
	}
	s[stream][function>>6] |= 1 << (function & 63)
}

func (s selection) has(sf secs2.SF) bool {
	functions := s[sf.Stream]
	return functions != nil && functions[sf.Function>>6]&(1<<(sf.Function&63)) != 0
}

// kindSpoolSet is what a host selected with S2F43; its image is the list of that
// message, no record the configured set.
var kindSpoolSet = &kind{
	name: "spool set",
	ids:  onePerHost,
	image: func(e *Equipment, id string) []byte {
		h, _ := e.owner(id)
		if h == nil {
			return nil
		}
		return h.spool.selectedAs
	},
	apply: func(e *Equipment, id string, image []byte) error {
		h, _ := e.owner(id)
		if h == nil {
			return ErrUnknown
		}
		h.spool.selectedAs = image
		if image == nil {
			h.spool.selected = e.cfg.selection(&e.spoolable)
			return nil
		}
		list, err := secs2.Parse(image)
		if err != nil {
			return err
		}
		entries, err := readSelection(list)
		if err != nil {
			return err
		}
		h.spool.selected = selection{}
		for _, x := range entries {
			h.spool.selected.addStream(x.stream, x.functions, &e.spoolable)
		}
		return nil
	},
}

// addStream selects functions of a stream, all that it has when none is named.
func (s selection) addStream(stream byte, functions []byte, known *primaries) {
	if len(functions) == 0 && int(stream) < len(known) {
		functions = known[stream]
	}
	for _, f := range functions {
		s.add(stream, f)
	}
}

// selected is one entry of S2F43; no functions are all of them.
type selected struct {
	stream    byte
	functions []byte
}

// readSelection reads the list of S2F43.
func readSelection(list secs2.Item) (entries []selected, err error) {
	body := secs2.NewReader(list)
	body.Each("streams", func(r *secs2.Reader) {
		r.Tuple(2)
		x := selected{stream: number8(r, "STRID", &err)}
		r.Each("FCNID", func(r *secs2.Reader) { x.functions = append(x.functions, number8(r, "FCNID", &err)) })
		entries = append(entries, x)
	})
	if body.Err() != nil {
		return nil, body.Err()
	}
	return entries, err
}

// number8 reads an integer that fits a byte, of whatever width.
func number8(r *secs2.Reader, name string, fault *error) byte {
	n := r.Uint(name)
	if n > 255 {
		*fault = fmt.Errorf("gem: %s %d, at most 255", name, n)
	}
	return byte(n)
}

// fault is what S2F44 tells of a stream.
type fault struct {
	stream    byte
	strack    secs2.STRACK
	functions []byte
}

// merge adds a fault; there is one for each kind of fault of a stream.
func merge(list []fault, f fault) []fault {
	for i := range list {
		if list[i].stream == f.stream && list[i].strack == f.strack {
			for _, function := range f.functions {
				if !slices.Contains(list[i].functions, function) {
					list[i].functions = append(list[i].functions, function)
				}
			}
			return list
		}
	}
	return append(list, f)
}

// inOrder brings faults into the order of their streams in the message, and those
// of one stream into that of their codes.
func inOrder(faults []fault, entries []selected) {
	place := func(f fault) int {
		return slices.IndexFunc(entries, func(x selected) bool { return x.stream == f.stream })
	}
	slices.SortStableFunc(faults, func(a, b fault) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.strack, b.strack))
	})
}

// faults judges one entry. Functions that do not exist and secondary ones give
// two faults, in this order.
func (x selected) faults(all *primaries) (faults []fault) {
	switch {
	case x.stream == 1:
		return []fault{{x.stream, secs2.STRACKNotAllowed, nil}}
	case x.stream > 127 || all[x.stream] == nil:
		return []fault{{x.stream, secs2.STRACKStreamUnknown, nil}}
	}
	unknown := fault{x.stream, secs2.STRACKFunctionUnknown, nil}
	secondary := fault{x.stream, secs2.STRACKSecondaryFunction, nil}
	known := selection{}
	known.addStream(x.stream, nil, all)
	for _, f := range x.functions {
		switch {
		case f&1 == 0 && !slices.Contains(secondary.functions, f):
			secondary.functions = append(secondary.functions, f)
		case f&1 == 1 && !known.has(secs2.SF{Stream: x.stream, Function: f}) && !slices.Contains(unknown.functions, f):
			unknown.functions = append(unknown.functions, f)
		}
	}
	for _, f := range []fault{unknown, secondary} {
		if f.functions != nil {
			faults = append(faults, f)
		}
	}
	return faults
}
