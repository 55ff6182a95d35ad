package sim

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file is what one START does: a carrier is opened, some of its wafers go
// through the pre-aligner and a chamber, the carrier is closed and exchanged.

// How long things take, in simulated seconds.
const (
	portTime     = 1
	robotTime    = 1
	alignTime    = 2
	removalTime  = 5
	deliveryTime = 10
)

// plant is what the tool remembers of its material.
type plant struct {
	wafers   int     // of a carrier that one START processes, at most
	ports    [2]port // used in turn
	lots     int     // that were begun
	carriers int     // that were delivered
	moves    float64 // RobotMoves
	total    float64 // WaferTotal
}

// port is a load port with its carrier; slots has a 1 for each slot of the
// carrier that holds a wafer.
type port struct{ carrier, slots string }

// lot is one carrier under way.
type lot struct {
	recipe   Recipe
	id       string
	port     int // 1 or 2
	done     int
	wafer    *wafer // that is out of its carrier
	chambers int    // that were used
}

// wafer is a wafer between two visits to its slot.
type wafer struct {
	id      string
	slot    int
	chamber string // "A" or "B"; empty when it is not in one
}

// maxLotID leaves room for the slot in a WaferID.
const maxLotID = 28

// lot processes one carrier, from IDLE to IDLE. STOP and ABORT end it early:
// what is out of the carrier goes back first.
func (c *cycle) lot(ctx context.Context) error {
	c.plant.lots++
	l := &lot{port: 1 + (c.plant.lots-1)%len(c.plant.ports)}
	if l.recipe, l.id = c.panel.job(); l.id == "" {
		l.id = fmt.Sprintf("LOT-%04d", 3000+c.plant.lots)
	}
	if err := c.enter(ctx, committed); err != nil {
		return err
	}
	err := c.carrier(ctx, l)
	end := completed
	switch {
	case errors.Is(err, errAborted):
		end = aborted
	case errors.Is(err, errStopped):
		end = stopped
	case err != nil:
		return err
	}
	if end != completed {
		if err := c.clear(ctx, l); err != nil {
			return err
		}
	}
	if err := c.enter(ctx, end); err != nil {
		return err
	}
	return c.exchange(ctx, l.port)
}

// carrier opens the carrier, processes its wafers and closes it.
func (c *cycle) carrier(ctx context.Context, l *lot) error {
	p := c.plant.ports[l.port-1]
	values := []gem.Value{
		c.count("PortID", float64(l.port)), c.text("CarrierID", p.carrier), c.text("LotID", l.id), c.text("PPID", l.recipe.Name),
		c.text("SlotMap", p.slots), c.list("LotsInProcess", l.id), c.truth(fmt.Sprintf("Port%dClamped", l.port), true),
	}
	if err := c.tell(ctx, "LotStarted", values...); err != nil {
		return err
	}
	for _, event := range []string{"CarrierClamped", "CarrierIDRead", "CarrierOpened", "SlotMapRead"} {
		if err := c.act(ctx, portTime, event); err != nil {
			return err
		}
	}
	if c.panel.given(&c.panel.stop) {
		return errStopped
	}
	// START was given in IDLE: READY falls through.
	if err := c.enter(ctx, setUp); err != nil {
		return err
	}
	if err := c.enter(ctx, started); err != nil {
		return err
	}
	for i := range p.slots {
		if p.slots[i] != '1' || l.done == c.plant.wafers {
			continue
		}
		if c.panel.given(&c.panel.stop) {
			return errStopped
		}
		if err := c.wafer(ctx, l, i+1); err != nil {
			return err
		}
	}
	if err := c.act(ctx, robotTime, "RobotHomed", c.text("RobotState", "IDLE")); err != nil {
		return err
	}
	return c.closeCarrier(ctx, l)
}

// closeCarrier ends the lot: the values told at its start still hold.
func (c *cycle) closeCarrier(ctx context.Context, l *lot) error {
	err := c.tell(ctx, "LotCompleted", c.count("WaferCount", float64(l.done)), c.list("LotsInProcess"))
	if err != nil {
		return err
	}
	if err := c.tell(ctx, "CarrierClosed"); err != nil {
		return err
	}
	return c.tell(ctx, "CarrierUnclamped", c.truth(fmt.Sprintf("Port%dClamped", l.port), false))
}

// wafer takes a wafer through the tool and back to its slot.
func (c *cycle) wafer(ctx context.Context, l *lot, slot int) error {
	w := &wafer{id: fmt.Sprintf("%s.%02d", l.id, slot), slot: slot}
	l.wafer = w
	home := fmt.Sprintf("LOADPORT%d", l.port)
	chamber := string('A' + rune(l.chambers%2)) // in turn
	l.chambers++
	if err := c.tell(ctx, "WaferStarted", c.text("WaferID", w.id), c.count("Slot", float64(slot))); err != nil {
		return err
	}
	if err := c.move(ctx, home, "ALIGNER"); err != nil {
		return err
	}
	if err := c.act(ctx, alignTime, "AlignmentStarted"); err != nil {
		return err
	}
	angle, offset := 180+10*c.random.Float64(), float64(c.random.IntN(11)-5)
	if err := c.tell(ctx, "AlignmentCompleted", c.count("NotchAngle", angle), c.count("AlignmentOffset", offset)); err != nil {
		return err
	}
	if err := c.move(ctx, "ALIGNER", "CHAMBER-"+chamber); err != nil {
		return err
	}
	w.chamber = chamber
	if err := c.etch(ctx, l); err != nil {
		return err
	}
	w.chamber = ""
	if err := c.move(ctx, "CHAMBER-"+chamber, home); err != nil {
		return err
	}
	return c.finish(ctx, l, "GOOD")
}

// finish tells that the wafer is back in its slot.
func (c *cycle) finish(ctx context.Context, l *lot, result string) error {
	l.wafer = nil
	l.done++
	c.plant.total++
	return c.tell(ctx, "WaferCompleted", c.text("WaferResult", result), c.count("WaferTotal", c.plant.total))
}

// move lets the robot carry the wafer.
func (c *cycle) move(ctx context.Context, from, to string) error {
	c.plant.moves++
	err := c.act(ctx, robotTime, "WaferPicked", c.text("Location", from), c.text("RobotState", "MOVING"))
	if err != nil {
		return err
	}
	return c.act(ctx, robotTime, "WaferPlaced",
		c.text("Location", to), c.text("RobotState", "IDLE"), c.count("RobotMoves", c.plant.moves))
}

// etch runs the recipe on the wafer in the chamber.
func (c *cycle) etch(ctx context.Context, l *lot) error {
	w, chamber := l.wafer, "Chamber"+l.wafer.chamber
	err := c.tell(ctx, chamber+"WaferLoaded",
		c.truth(chamber+"WaferPresent", true), c.text(chamber+"WaferID", w.id), c.text(chamber+"State", "PUMPING"))
	if err != nil {
		return err
	}
	err = c.tell(ctx, chamber+"ProcessStarted", c.text(chamber+"Recipe", l.recipe.Name), c.text(chamber+"State", "PROCESSING"))
	if err != nil {
		return err
	}
	depth := 0.0 // nm: the more power for the longer, the deeper
	for i, s := range l.recipe.Steps {
		number := float64(i + 1)
		err := c.act(ctx, s.Time.Seconds(), chamber+"StepStarted",
			c.count("StepNumber", number), c.text("StepName", s.Name), c.count(chamber+"StepNumber", number))
		if err != nil {
			return err
		}
		err = c.tell(ctx, chamber+"StepCompleted", c.count("StepTime", s.Time.Seconds()),
			c.count("StepPressure", c.about(s.Pressure)), c.count("StepRFPower", c.about(float64(s.RFPower))))
		if err != nil {
			return err
		}
		depth += c.about(float64(s.RFPower) * s.Time.Seconds() / 100)
	}
	if err := c.tell(ctx, chamber+"ProcessCompleted", c.count("EtchedDepth", depth), c.text(chamber+"State", "VENTING")); err != nil {
		return err
	}
	return c.unload(ctx, chamber)
}

// unload takes the wafer out of a chamber, which is IDLE then.
func (c *cycle) unload(ctx context.Context, chamber string) error {
	return c.tell(ctx, chamber+"WaferUnloaded", c.truth(chamber+"WaferPresent", false),
		c.text(chamber+"WaferID", ""), c.text(chamber+"State", "IDLE"), c.count(chamber+"StepNumber", 0))
}

// clear brings the wafer under way home after a STOP in PAUSE or an ABORT,
// and closes the carrier. Nothing interrupts it.
func (c *cycle) clear(ctx context.Context, l *lot) error {
	if w := l.wafer; w != nil {
		if w.chamber != "" {
			if err := c.unload(ctx, "Chamber"+w.chamber); err != nil {
				return err
			}
		}
		if err := sleep(ctx, c.real(robotTime)); err != nil {
			return err
		}
		c.plant.moves++
		err := c.tell(ctx, "WaferPlaced", c.text("Location", fmt.Sprintf("LOADPORT%d", l.port)),
			c.text("RobotState", "IDLE"), c.count("RobotMoves", c.plant.moves))
		if err != nil {
			return err
		}
		if err := c.finish(ctx, l, "PARTIAL"); err != nil {
			return err
		}
	}
	return c.closeCarrier(ctx, l)
}

// exchange takes the carrier away and delivers the next one. The tool is IDLE
// and takes orders; a START waits for the delivery.
func (c *cycle) exchange(ctx context.Context, number int) error {
	if err := c.work(ctx, removalTime); err != nil {
		return err
	}
	for _, event := range []string{"MaterialRemoved", "CarrierRemoved", "PortReadyToLoad"} {
		if err := c.tell(ctx, event, c.text(fmt.Sprintf("Port%dCarrierID", number), "")); err != nil {
			return err
		}
	}
	if err := c.work(ctx, deliveryTime); err != nil {
		return err
	}
	p := &c.plant.ports[number-1]
	c.plant.carriers++
	p.carrier = fmt.Sprintf("FOUP-%04d", 400+c.plant.carriers)
	for _, event := range []string{"MaterialReceived", "CarrierArrived"} {
		if err := c.tell(ctx, event, c.text(fmt.Sprintf("Port%dCarrierID", number), p.carrier)); err != nil {
			return err
		}
	}
	return nil
}

// act tells an event, then works for some simulated seconds.
func (c *cycle) act(ctx context.Context, seconds float64, event string, values ...gem.Value) error {
	if err := c.tell(ctx, event, values...); err != nil {
		return err
	}
	return c.work(ctx, seconds)
}

// about returns a value as a sensor would see it.
func (c *cycle) about(v float64) float64 { return v * (0.99 + 0.02*c.random.Float64()) }

// newPlant returns the material of the start: what the variables say.
func newPlant(wafers int, initial map[string]secs2.Item) *plant {
	p := &plant{wafers: wafers}
	p.moves, _ = initial["RobotMoves"].Number()
	p.total, _ = initial["WaferTotal"].Number()
	for i := range p.ports {
		p.ports[i].carrier = string(initial[fmt.Sprintf("Port%dCarrierID", i+1)].Data())
		p.ports[i].slots = strings.TrimSpace(string(initial[fmt.Sprintf("Port%dSlotMap", i+1)].Data()))
	}
	return p
}
