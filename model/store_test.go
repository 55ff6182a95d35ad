package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// named is an object that is nothing but its identifier.
type named struct{ id string }

func (n *named) ident() string { return n.id }

// TestStoreIsAList compares a store with a list of the same objects.
func TestStoreIsAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s store[named, *named]
		var want []string
		id := rapid.Custom(func(t *rapid.T) string { return fmt.Sprintf("O-%d", rapid.IntRange(0, 20).Draw(t, "number")) })
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				if x := id.Draw(t, "id"); !slices.Contains(want, x) {
					s.add(named{x})
					want = append(want, x)
				}
			},
			"remove": func(t *rapid.T) {
				x := id.Draw(t, "id")
				if h := s.find(x); h != 0 {
					s.remove(h)
					want = slices.DeleteFunc(want, func(y string) bool { return x == y })
				}
			},
			"find": func(t *rapid.T) {
				x := id.Draw(t, "id")
				if h := s.find(x); (h != 0) != slices.Contains(want, x) || h != 0 && s.at(h).id != x {
					t.Fatalf("%s is %d", x, h)
				}
			},
			"sort": func(*rapid.T) {
				s.sort(func(a, b *named) int { return strings.Compare(a.id, b.id) })
				slices.Sort(want)
			},
			"": func(t *rapid.T) {
				var got []string
				for _, o := range s.all() {
					got = append(got, o.id)
				}
				if !slices.Equal(got, want) || s.count != len(want) {
					t.Fatalf("%d: %v, want %v", s.count, got, want)
				}
			},
		})
	})
}

// TestStoreChunks: handles of every chunk name objects of their own, which never
// move.
func TestStoreChunks(t *testing.T) {
	var s store[named, *named]
	places := map[*named]string{}
	for i := range 4 * chunk {
		id := fmt.Sprintf("O-%d", i)
		places[s.at(s.add(named{id}))] = id
	}
	if len(places) != 4*chunk || len(s.chunks) != 4 {
		t.Errorf("%d places in %d chunks", len(places), len(s.chunks))
	}
	for at, id := range places {
		if at.id != id || s.at(s.find(id)) != at {
			t.Errorf("%s is at another place", id)
		}
	}
}
