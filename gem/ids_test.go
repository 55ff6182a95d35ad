package gem

import (
	"testing"

	"pgregory.net/rapid"
)

func TestIDTableFindsWhatIsThere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ids := rapid.SliceOfNDistinct(rapid.Uint32(), 0, 300, rapid.ID[uint32]).Draw(rt, "ids")
		list := make([]*uint32, len(ids))
		for i := range ids {
			list[i] = &ids[i]
		}
		table := newIDTable(list, func(id *uint32) uint32 { return *id })
		known := map[uint32]bool{}
		for _, id := range ids {
			known[id] = true
			if got := table.get(id); got == nil || *got != id {
				rt.Fatalf("get(%d) = %v", id, got)
			}
		}
		if id := rapid.Uint32().Draw(rt, "another"); !known[id] && table.get(id) != nil {
			rt.Fatalf("get(%d) finds what was never put", id)
		}
	})
}
