package sim

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/secsd/secsd/model"
)

// This file is what the tool sees when it looks: the material and the jobs that
// the equipment holds are its world.

// view is the world at one moment.
type view struct {
	now time.Time
	model.Snapshot
	at       map[string]*model.SubstrateSnapshot // what lies at a location
	jobs     map[string]*model.ProcessJobSnapshot
	carriers map[string]*model.CarrierSnapshot
	wafers   map[string]*model.SubstrateSnapshot
}

func newView(now time.Time, s model.Snapshot) *view {
	v := &view{
		now: now, Snapshot: s, at: map[string]*model.SubstrateSnapshot{}, jobs: map[string]*model.ProcessJobSnapshot{},
		carriers: map[string]*model.CarrierSnapshot{}, wafers: map[string]*model.SubstrateSnapshot{},
	}
	for i := range s.Substrates {
		w := &s.Substrates[i]
		v.at[w.Location], v.wafers[w.ID] = w, w
	}
	for i := range s.ProcessJobs {
		v.jobs[s.ProcessJobs[i].ID] = &s.ProcessJobs[i]
	}
	for i := range s.Carriers {
		v.carriers[s.Carriers[i].ID] = &s.Carriers[i]
	}
	return v
}

// fate is what is to become of a wafer.
type fate uint8

const (
	stays    fate = iota // its job stands still, or has not begun
	proceeds             // it is to be processed
	returns              // it goes home
)

// fate of a wafer follows from its job and from what was done to it.
func (v *view) fate(w *model.SubstrateSnapshot) fate {
	j := v.jobs[w.Job]
	switch {
	case j == nil:
		return returns
	case j.State == model.Pausing || j.State == model.Paused:
		return stays
	case w.Processing.Final(), j.State == model.Aborting, j.State.PostActive():
		return returns
	case j.State == model.Processing, j.State == model.Stopping:
		return proceeds
	}
	return stays
}

// home is where a wafer belongs: its destination once it is processed, else
// where it came from.
func home(w *model.SubstrateSnapshot) string {
	if w.Destination != "" && (w.Processing == model.SubstProcessed || w.Processing == model.SubstRejected) {
		return w.Destination
	}
	return w.Source
}

// slotOf reads the name of the slot of a carrier; the carrier is nil if there is
// none of that name.
func (v *view) slotOf(location string) (c *model.CarrierSnapshot, slot int) {
	i := strings.LastIndexByte(location, '.')
	if i < 0 {
		return nil, 0
	}
	slot, err := strconv.Atoi(location[i+1:])
	if err != nil {
		return nil, 0
	}
	return v.carriers[location[:i]], slot
}

// open tells whether the robot can reach into a carrier.
func (v *view) open(c *model.CarrierSnapshot) bool {
	if c == nil || c.Port == 0 || !mapVerified(c) {
		return false
	}
	p := v.Ports[c.Port-1]
	return p.Transfer == transferBlocked && (p.Dock == "" || c.Location == p.Dock)
}

// free tells whether a wafer can be put there: an empty slot of an open carrier.
func (v *view) free(location string) bool {
	c, _ := v.slotOf(location)
	return v.open(c) && v.at[location] == nil
}

// content returns the wafers that were registered from a carrier, by their slots.
func (v *view) content(carrier string) (list []*model.SubstrateSnapshot) {
	for i := range v.Substrates {
		w := &v.Substrates[i]
		if c, _ := v.slotOf(w.Source); c != nil && c.ID == carrier {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b *model.SubstrateSnapshot) int { return strings.Compare(a.Source, b.Source) })
	return list
}

// carriersOf returns the carriers from which the wafers of a job come.
func (v *view) carriersOf(job string) (list []string) {
	j := v.jobs[job]
	if j == nil {
		return nil
	}
	for _, id := range j.Substrates {
		if w := v.wafers[id]; w != nil {
			if c, _ := v.slotOf(w.Source); c != nil && !slices.Contains(list, c.ID) {
				list = append(list, c.ID)
			}
		}
	}
	return list
}

// hasJob tells whether any job has that identifier.
func (v *view) hasJob(id string) bool {
	return v.jobs[id] != nil || slices.ContainsFunc(v.ControlJobs, func(c model.ControlJobSnapshot) bool { return c.ID == id })
}

// The states of the transfer model of a port, in the standard's words.
const (
	transferBlocked = "TRANSFER BLOCKED"
	readyToLoad     = "READY TO LOAD"
	readyToUnload   = "READY TO UNLOAD"
)

func idVerified(c *model.CarrierSnapshot) bool { return c.IDStatus == model.IDVerificationOK.String() }

func mapVerified(c *model.CarrierSnapshot) bool {
	return c.SlotMapStatus == model.SlotMapVerificationOK.String()
}

func idWaits(c *model.CarrierSnapshot) bool { return c.IDStatus == model.IDWaitingForHost.String() }

func mapWaits(c *model.CarrierSnapshot) bool {
	return c.SlotMapStatus == model.SlotMapWaitingForHost.String()
}

func accessed(c *model.CarrierSnapshot) bool { return c.Access == model.InAccess.String() }

func untouched(c *model.CarrierSnapshot) bool { return c.Access == model.NotAccessed.String() }
