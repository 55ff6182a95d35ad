package sim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist/persisttest"
)

// TestChaos lets hosts, operators and power cuts do what they like to lots without
// end: once they leave the tool alone, lots go on.
func TestChaos(t *testing.T) {
	for seed := range uint64(few(6, 3)) {
		synctest.Test(t, func(t *testing.T) { chaos(t, seed) })
	}
}

func chaos(t *testing.T, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 4))
	c, equipment := shortLots()
	c.Failures = Failures{SlotMap: 0.05, CarrierID: 0.05, WaferLost: 0.02, ChamberAlarm: 0.02}
	f := start300(t, c, equipment, persisttest.NewDisk())
	for range 150 {
		time.Sleep(time.Duration(random.Int64N(int64(8 * time.Second))))
		synctest.Wait()
		f.sound()
		if random.IntN(12) == 0 {
			disk := f.disk.Kill()
			f.end()
			f = start300(t, c, equipment, disk)
			continue
		}
		f.disturb(random)
	}
	// The operator lets go on what stands still.
	s := f.Material()
	for _, p := range s.Ports {
		f.try(model.PortService{Port: p.Number, Status: model.InService})
		f.try(model.PortAccess{Port: p.Number, Mode: model.Manual})
	}
	for _, x := range s.ControlJobs {
		f.try(model.ControlJobCommand{Job: x.ID, Command: model.CJResume})
	}
	for _, x := range s.ProcessJobs {
		f.try(model.JobCommand{Job: x.ID, Command: model.PRResume})
	}
	f.tool.Command(t.Context(), gem.Question{Command: "RESUME"})
	f.givesSlotsBack()
	for range 3 {
		f.awaitNext("LotCompleted")
	}
	f.sound()
}

// disturb does one thing at random.
func (f *fab) disturb(random *rand.Rand) {
	s := f.Material()
	switch random.IntN(10) {
	case 0:
		commands := []string{"START", "STOP", "ABORT", "PAUSE", "RESUME", "RESUME", "PP-SELECT"}
		f.tool.Command(f.t.Context(), gem.Question{Command: commands[random.IntN(len(commands))], Parameters: []gem.Argument{ppid("POLY")}})
	case 1:
		if n := len(s.ProcessJobs); n > 0 {
			f.try(model.JobCommand{Job: s.ProcessJobs[random.IntN(n)].ID, Command: model.PRStart + model.PRCommand(random.IntN(6))})
		}
	case 2:
		if n := len(s.ControlJobs); n > 0 {
			f.try(model.ControlJobCommand{
				Job: s.ControlJobs[random.IntN(n)].ID, Command: model.CJStart + model.CJCommand(random.IntN(8)), Action: model.SaveJobs + model.CtrlJobAction(random.IntN(2)),
			})
		}
	case 3:
		if n := len(s.Carriers); n > 0 {
			f.try(model.OperatorCancels{Carrier: s.Carriers[random.IntN(n)].ID})
		}
	case 4:
		f.try(model.PortAccess{Port: 1 + random.IntN(2), Mode: model.AccessMode(random.IntN(2))})
	case 5:
		f.try(model.PortService{Port: 1 + random.IntN(2), Status: model.ServiceStatus(random.IntN(2))})
	case 6:
		commands, codes := []string{simDeliver, simRemove}, []uint8{1, 3, 3, 4, 5}
		f.tool.Command(f.t.Context(), gem.Question{Command: commands[random.IntN(2)], Parameters: []gem.Argument{
			atPort(uint8(1 + random.IntN(2))), asText("CarrierID", fmt.Sprint("X", random.IntN(3))), slotMap(codes[random.IntN(5)], codes[random.IntN(5)]),
		}})
	case 7:
		f.tool.Command(f.t.Context(), gem.Question{Command: simFail, Parameters: []gem.Argument{asText("Failure", failureNames[random.IntN(len(failureNames))])}})
	case 8:
		f.takesASlot(random)
	case 9:
		f.givesSlotsBack()
	}
	synctest.Wait()
}

// takesASlot has a host register a wafer in the slot of one that is out.
func (f *fab) takesASlot(random *rand.Rand) {
	var out []string
	v := newView(time.Now(), f.Material())
	for _, w := range v.Substrates {
		for _, slot := range []string{w.Source, w.Destination} {
			if c, _ := v.slotOf(slot); c != nil && v.at[slot] == nil {
				out = append(out, slot)
			}
		}
	}
	if len(out) > 0 {
		slot := out[random.IntN(len(out))]
		f.asHost(`S14F9 W <L <A> <A "Substrate"> <L <L <A "ObjID"> <A "IN-` + slot + `">> <L <A "SubstLocID"> <A "` + slot + `">>>>.`)
	}
}

// givesSlotsBack has a host remove them all.
func (f *fab) givesSlotsBack() {
	for _, w := range f.Material().Substrates {
		if strings.HasPrefix(w.ID, "IN-") {
			f.asHost(`S14F11 W <L <A "Substrate:` + w.ID + `>"> <L>>.`)
		}
	}
}

// asHost is one message of a host that goes again.
func (f *fab) asHost(text string) {
	f.t.Helper()
	m := connect(f)
	m.send(text)
	_ = m.session.Close(f.t.Context())
	synctest.Wait()
}

// try is a fact that may be refused.
func (f *fab) try(x model.Fact) {
	f.t.Helper()
	err := f.Daemon.Tell(f.t.Context(), x)
	if err != nil && !errors.Is(err, gem.ErrNotNow) && !errors.Is(err, gem.ErrUnknown) {
		f.t.Errorf("%T%+v: %v", x, x, err)
	}
}
