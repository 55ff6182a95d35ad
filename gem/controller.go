package gem

import "fmt"

// This file is the controlling host: of several hosts only one may command the
// tool. It is the first in the configuration until the operator says
// otherwise; no host can change that.

// TakeControl is the operator's word that the host with that index controls the
// equipment from now on.
type TakeControl struct{ Host int }

func (TakeControl) input() {}

// controls reports whether this host may command the tool.
func (h *Host) controls() bool { return h.index == h.eq.controller }

// Controller returns the index of the host that controls.
func (e *Equipment) Controller() int { return e.controller }

// kindController is the host that controls; its image is that host's name, no
// record the first host.
var kindController = &kind{
	name: "controller",
	ids:  oneObject,
	image: func(e *Equipment, _ string) []byte {
		if e.controller == 0 {
			return nil
		}
		return []byte(e.hosts[e.controller].cfg.Name)
	},
	apply: func(e *Equipment, _ string, image []byte) error {
		to := 0
		if image != nil {
			h, _ := e.owner(string(image))
			if h == nil {
				return fmt.Errorf("%w: host %q", ErrUnknown, image)
			}
			to = h.index
		}
		if to != e.controller {
			e.out.Transitions = append(e.out.Transitions, Transition{
				Machine: "controlling host", From: e.hosts[e.controller].cfg.Name, To: e.hosts[to].cfg.Name, On: e.controlMoves(),
			})
		}
		e.controller = to
		return nil
	},
}

func (e *Equipment) controlMoves() string {
	if e.restored != nil {
		return "record of the last run"
	}
	return "operator"
}

func (e *Equipment) takeControl(in TakeControl) error {
	to := e.hosts[in.Host]
	if to.controls() {
		return nil
	}
	if e.storageFailed {
		return ErrStorage
	}
	image := []byte(to.cfg.Name)
	if to.index == 0 {
		image = nil
	}
	e.put(kindController, "", image)
	return nil
}
