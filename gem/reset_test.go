package gem

import (
	"errors"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestEveryKindKnowsFactoryReset: a kind says which of its objects a factory
// reset takes back, or why it takes back none.
func TestEveryKindKnowsFactoryReset(t *testing.T) {
	for _, k := range kinds() {
		if (k.ids == nil) == (k.stays == "") {
			t.Errorf("kind %q: want ids or stays, and not both", k.name)
		}
	}
}

func TestFactoryReset(t *testing.T) {
	records := []Record{
		{"constant", "4002", secs2.U2(7).Encoded()},
		{"switch", "", []byte{byte(SwitchLocal)}},
		{"controller", "", []byte("fdc")},
		{"report", "fdc\x00" + "1", secs2.L(secs2.U4(1), secs2.Raw(secs2.FormatU4, []byte{0, 0, 3, 0xE9})).Encoded()},
		{"link", "fdc\x00" + "5001", secs2.L(secs2.U4(1)).Encoded()},
		{"enabled", "fdc\x00", secs2.Raw(secs2.FormatU4, []byte{0, 0, 0x13, 0x89}).Encoded()},
		{"spool set", "mes\x00", secs2.L().Encoded()},
		{"clock", "", secs2.I8(1e9).Encoded()},
	}
	e, out := twoHosts(t, records...)
	factory := func() (left []string) {
		for _, r := range records {
			for _, k := range kinds() {
				if k.name == r.Kind && k.stays == "" && string(k.image(e, r.ID)) != string(k.atFirst(e, r.ID)) {
					left = append(left, r.Kind)
				}
			}
		}
		return left
	}
	if n := len(factory()); n != len(records)-1 {
		t.Fatalf("only %v are changed", factory())
	}
	if e.Step(t0, FactoryReset{}, out); out.Err != nil || len(factory()) > 0 || len(out.Commit.Records) != len(records)-1 {
		t.Errorf("%v, left %v, commit %v", out.Err, factory(), out.Commit.Records)
	}
	if len(e.hosts[1].reports.byKey) != 0 || e.hosts[1].reports.links != 0 || e.controller != 0 || e.panel != SwitchRemote || e.clockOffset == 0 {
		t.Errorf("after the reset: %+v", e.Snapshot())
	}
	e.Step(t0, StorageFailed{Seq: out.Commit.Seq}, out)
	if n := len(factory()); n != len(records)-1 {
		t.Errorf("after the commit failed only %v are as before", factory())
	}
	if e.Step(t0, FactoryReset{}, out); !errors.Is(out.Err, ErrStorage) {
		t.Errorf("without a disk: %v", out.Err)
	}
	e.Step(t0, StorageBack{}, out)
	e.Step(t0, FactoryReset{}, out)
	if e.Step(t0, FactoryReset{}, out); out.Err != nil || out.Commit.Seq != 0 {
		t.Errorf("a second reset: %v, commit %v", out.Err, out.Commit)
	}
}
