package manual

import (
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestDictionary: every body can be read, every item is explained and used, a
// reply is there, and formats are those of E5.
func TestDictionary(t *testing.T) {
	dict, err := readDictionary()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for sf, entry := range dict.messages {
		if entry.Name == "" || !slices.Contains([]string{"host", "equipment", "both"}, entry.From) {
			t.Errorf("%s: name %q, from %q", sf, entry.Name, entry.From)
		}
		if _, ok := dict.messages[entry.Reply]; entry.Reply != "" && !ok {
			t.Errorf("%s: no reply %s", sf, entry.Reply)
		}
		m, err := dict.detail(sf, "both")
		if err != nil {
			t.Errorf("%s: %v", sf, err)
		}
		for _, name := range m.Items {
			used[name] = true
			if _, err := dict.item(name, "U4"); err != nil {
				t.Errorf("%s: %v", sf, err)
			}
		}
	}
	for name, it := range dict.items {
		if !used[name] {
			t.Errorf("%s is in no message", name)
		}
		for _, f := range slices.Concat(formats(it.Formats, "U4"), formats(it.Sent, "U4")) {
			if _, ok := secs2.FormatOf(f); !ok {
				t.Errorf("%s: format %q", name, f)
			}
		}
		if it.Means == "" || len(it.Formats) == 0 {
			t.Errorf("%s: %+v", name, it)
		}
	}
}

// TestDictionaryKnowsWhatIsServed: names are those of the route table, and a
// message is sent by who may send it.
func TestDictionaryKnowsWhatIsServed(t *testing.T) {
	dict, err := readDictionary()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range document(t).Messages {
		entry, ok := dict.messages[m.SF]
		if !ok || entry.Name != m.Name || entry.Reply != m.Reply {
			t.Errorf("%s %s, reply %q: the dictionary has %s, reply %q", m.SF, m.Name, m.Reply, entry.Name, entry.Reply)
		}
		detail, err := dict.detail(m.SF, entry.From)
		if err != nil || detail.ReplyNeed != m.ReplyNeed {
			t.Errorf("%s: its reply is %s, the dictionary says %s, %v", m.SF, m.ReplyNeed, detail.ReplyNeed, err)
		}
		if entry.From != "both" && entry.From != sender(m.Direction) {
			t.Errorf("%s from the %s: the dictionary says %s", m.SF, sender(m.Direction), entry.From)
		}
	}
}

func TestShapes(t *testing.T) {
	for body, want := range map[string]string{
		"<DRACK>":                       "S2F34\n<DRACK>.",
		"<L [0]>":                       "S2F34\n<L [0]>.",
		"":                              "S2F34.",
		"<L [2] <A> <L [n] <B...>>>":    "S2F34\n<L [2]\n  <A>\n  <L [n]\n    <B...>\n  >\n>.",
		"<L [p] <L [1] <A>> | <L [0]>>": "S2F34\n<L [p]\n  <L [1]\n    <A>\n  >\n  /* or */\n  <L [0]>\n>.",
	} {
		got, _, err := sml("S2F34", body)
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v", body, got, err)
		}
	}
	for _, body := range []string{"<L [2] <A>", "<L [2 <A>>", "<>", "<A>>", "A", "<A B>"} {
		if got, _, err := sml("S2F34", body); err == nil {
			t.Errorf("%s is taken for %q", body, got)
		}
	}
	_, list, _ := sml("S1F1", "<L [3] <A> <L [n] <B...>> <A>>")
	if got := strings.Join(itemsIn(list, map[string]bool{}), " "); got != "A B" {
		t.Errorf("items %q", got)
	}
}
