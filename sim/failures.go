package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/secsd/secsd/gem"
)

// This file is what goes wrong with material: now and then, or on demand.

// Failure is something that goes wrong.
type Failure uint8

// The failures.
const (
	// SlotMapFailure: the mapper sees another slot map than the host expects, or
	// a wafer across two slots.
	SlotMapFailure Failure = iota
	// CarrierIDFailure: the reader sees another carrier ID than the host expects,
	// or nothing.
	CarrierIDFailure
	// WaferLost: the robot loses a wafer.
	WaferLost
	// ChamberAlarm: a chamber stands still with an alarm for a while.
	ChamberAlarm
	// SlotMapUnreadFailure: the mapper sees nothing. CarrierUnreadFailure: the
	// reader sees nothing, whatever the host expects. Both are on demand alone.
	SlotMapUnreadFailure
	CarrierUnreadFailure
	failureKinds
)

var failureNames = [...]string{"slot_map", "carrier_id", "wafer_lost", "chamber_alarm", "slot_map_unread", "carrier_id_unread"}

func (f Failure) String() string { return failureNames[f] }

// atPort tells whether a load port is what fails.
func (f Failure) atPort() bool { return f != WaferLost && f != ChamberAlarm }

// Failures says how often things go wrong: each rate, 0 to 1, is the probability
// on an occasion.
type Failures struct {
	SlotMap      float64 // each time a carrier is mapped
	CarrierID    float64 // each time a carrier ID is read
	WaferLost    float64 // each time the robot takes a wafer
	ChamberAlarm float64 // each time a step begins
	// Alarm is the name of the alarm that a chamber sets; default the first one
	// of the equipment. It stays set as long as Config.Alarms says.
	Alarm string
}

func (f Failures) rates() [failureKinds]float64 {
	return [failureKinds]float64{SlotMapFailure: f.SlotMap, CarrierIDFailure: f.CarrierID, WaferLost: f.WaferLost, ChamberAlarm: f.ChamberAlarm}
}

func (p *problems) failures(f Failures, equipment gem.Config) {
	for i, rate := range f.rates() {
		p.number("failures."+Failure(i).String(), rate, 0, 1)
	}
	known := slices.ContainsFunc(equipment.Alarms, func(al gem.Alarm) bool { return al.Name == f.Alarm })
	if f.Alarm != "" && !known || f.ChamberAlarm > 0 && len(equipment.Alarms) == 0 {
		p.add("failures.alarm", fmt.Sprintf("%q", f.Alarm), "the name of an alarm")
	}
}

// failures decides when something goes wrong.
type failures struct {
	rates  [failureKinds]float64
	random [failureKinds]*rand.Rand

	mu     sync.Mutex // guards wanted
	wanted []mishap   // that have not happened yet
}

// mishap is a failure that was demanded.
type mishap struct {
	kind  Failure
	where string // the number of a port, or a location; "" for the first occasion
}

func newFailures(c Config) *failures {
	f := &failures{rates: c.Failures.rates()}
	for i := range f.random {
		f.random[i] = rand.New(rand.NewPCG(c.Seed, failureStream+uint64(i)))
	}
	return f
}

// failureStream keeps the random numbers of failures apart from the others.
const failureStream = 1 << 61

// want makes the next occasion fail, the next one there unless where is "".
func (f *failures) want(kind Failure, where string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wanted = append(f.wanted, mishap{kind, where})
}

// occurs tells whether this occasion fails.
func (f *failures) occurs(kind Failure, where string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, w := range f.wanted {
		if w.kind == kind && (w.where == "" || w.where == where) {
			f.wanted = slices.Delete(f.wanted, i, i+1)
			return true
		}
	}
	return f.rates[kind] > 0 && f.random[kind].Float64() < f.rates[kind]
}
