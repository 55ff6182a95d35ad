package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"testing/synctest"

	"github.com/secsd/secsd/model"
)

// This file is what the tool of the scripts tells of material and jobs, and the
// orders that it gets.

// handled is the orders that the tool got and no script line has named.
type handled struct {
	mu     sync.Mutex
	orders []string
}

// Order keeps an order for "tool ordered".
func (t *scriptTool) Order(_ context.Context, o model.Order) {
	t.handled.mu.Lock()
	defer t.handled.mu.Unlock()
	t.handled.orders = append(t.handled.orders, orderText(o))
}

func orderText(o model.Order) string {
	words := []string{o.Verb.String()}
	switch o.Verb {
	case model.ReadID, model.Dock, model.Undock, model.ClampRelease:
		words = append(words, strconv.Itoa(o.Port))
	case model.WaferGo, model.WaferReturn:
		words = append(words, o.Substrate)
	case model.CarrierIn:
		words = append(words, o.Carrier)
	case model.CarrierOut:
		words = append(words, o.Carrier, strconv.Itoa(o.Port))
	case model.Resynchronize:
	default:
		words = append(words, o.Job)
	}
	return strings.Join(words, " ")
}

// ordered takes the oldest order of that text; those before it are not asked for
// any more.
func ordered(p *inProcess, words []string) error {
	want := strings.Join(words, " ")
	p.tool.handled.mu.Lock()
	defer p.tool.handled.mu.Unlock()
	for i, o := range p.tool.handled.orders {
		if o == want {
			p.tool.handled.orders = p.tool.handled.orders[i+1:]
			return nil
		}
	}
	return fmt.Errorf("the tool was not ordered %s; it has %q", want, p.tool.handled.orders)
}

func notOrdered(p *inProcess, words []string) error {
	want := strings.Join(words, " ")
	p.tool.handled.mu.Lock()
	defer p.tool.handled.mu.Unlock()
	for _, o := range p.tool.handled.orders {
		if o == want || strings.HasPrefix(o, want+" ") {
			return fmt.Errorf("the tool was ordered %s", o)
		}
	}
	return nil
}

// fact makes a deed of what reads a fact from the words behind its name. Where the
// disk stalls, the tool goes on waiting behind the script's back.
func fact(least int, read func(words []string) (model.Fact, error)) deed {
	return func(p *inProcess, words []string) error {
		if len(words) < least {
			return fmt.Errorf("want at least %d words", least)
		}
		f, err := read(words)
		if err != nil {
			return err
		}
		done := make(chan error, 1)
		go func(ctx context.Context) { done <- p.daemon.Tell(ctx, f) }(p.ctx)
		synctest.Wait()
		select {
		case err := <-done:
			return refused(err)
		default:
			return nil
		}
	}
}

// materialDeeds are the facts of material and jobs, by their first word.
func materialDeeds() map[string]deed {
	all := map[string]deed{"ordered": ordered, "not-ordered": notOrdered}
	for _, part := range []map[string]deed{portDeeds(), waferDeeds(), jobDeeds(), moduleDeeds()} {
		maps.Copy(all, part)
	}
	return all
}

// atPort is a fact about nothing but a port.
func atPort(make func(port int) model.Fact) deed {
	return fact(1, func(words []string) (model.Fact, error) {
		port, err := strconv.Atoi(words[0])
		return make(port), err
	})
}

// wordAtPort is a fact about a port and a word that has a meaning.
func wordAtPort[T any](meanings map[string]T, make func(port int, v T) model.Fact) deed {
	return fact(2, func(words []string) (model.Fact, error) {
		port, err := strconv.Atoi(words[0])
		v, ok := meanings[words[1]]
		if !ok {
			return nil, fmt.Errorf("unknown word %s", words[1])
		}
		return make(port, v), err
	})
}

var (
	readerStates = map[string]model.ReaderState{"on": model.ReaderAvailable, "off": model.ReaderUnavailable}
	levels       = map[string]model.Level{"on": model.On, "off": model.Off}
	changes      = map[string]model.AlarmChange{"on": model.AlarmRaised, "off": model.AlarmCleared}
	portFaults   = map[string]model.AlarmKind{
		"presence": model.CarrierPresenceError, "placement": model.CarrierPlacementError, "dock": model.CarrierDockFailure,
		"open": model.CarrierOpenFailure, "removal": model.CarrierRemovalError, "pio": model.PIOFailure,
	}
	signals = map[string]model.PIOInput{
		"VALID": model.VALID, "CS_0": model.CS0, "CS_1": model.CS1, "AM_AVBL": model.AMAVBL, "TR_REQ": model.TRREQ, "BUSY": model.BUSY,
		"COMPT": model.COMPT, "CONT": model.CONT,
	}
)

func portDeeds() map[string]deed {
	return map[string]deed{
		"load-started":    atPort(func(p int) model.Fact { return model.LoadStarted{Port: p} }),
		"load-failed":     atPort(func(p int) model.Fact { return model.LoadFailed{Port: p} }),
		"placed":          atPort(func(p int) model.Fact { return model.CarrierPlaced{Port: p} }),
		"clamped":         atPort(func(p int) model.Fact { return model.CarrierIsClamped{Port: p} }),
		"unclamped":       atPort(func(p int) model.Fact { return model.CarrierIsUnclamped{Port: p} }),
		"id-unread":       atPort(func(p int) model.Fact { return model.CarrierIDUnread{Port: p} }),
		"docked":          atPort(func(p int) model.Fact { return model.CarrierIsDocked{Port: p} }),
		"undocked":        atPort(func(p int) model.Fact { return model.CarrierIsUndocked{Port: p} }),
		"opened":          atPort(func(p int) model.Fact { return model.CarrierIsOpened{Port: p} }),
		"closed":          atPort(func(p int) model.Fact { return model.CarrierIsClosed{Port: p} }),
		"slot-map-unread": atPort(func(p int) model.Fact { return model.SlotMapUnread{Port: p} }),
		"unload-started":  atPort(func(p int) model.Fact { return model.UnloadStarted{Port: p} }),
		"removed":         atPort(func(p int) model.Fact { return model.CarrierRemoved{Port: p} }),
		"unload-failed":   atPort(func(p int) model.Fact { return model.UnloadFailed{Port: p} }),
		"reader":          wordAtPort(readerStates, func(p int, s model.ReaderState) model.Fact { return model.ReaderChange{Port: p, State: s} }),
		"access": wordAtPort(map[string]model.AccessMode{"MANUAL": model.Manual, "AUTO": model.Auto},
			func(p int, m model.AccessMode) model.Fact { return model.PortAccess{Port: p, Mode: m} }),
		"service": wordAtPort(map[string]model.ServiceStatus{"IN": model.InService, "OUT": model.OutOfService},
			func(p int, s model.ServiceStatus) model.Fact { return model.PortService{Port: p, Status: s} }),
		"id-read": fact(2, func(w []string) (model.Fact, error) {
			port, err := strconv.Atoi(w[0])
			return model.CarrierIDRead{Port: port, ID: strings.Join(w[1:], " ")}, err
		}),
		"slot-map": fact(2, func(w []string) (model.Fact, error) {
			port, err := strconv.Atoi(w[0])
			slots := []byte(w[1])
			for i := range slots {
				slots[i] -= '0'
			}
			return model.SlotMapRead{Port: port, Map: slots}, err
		}),
		"port-fault": fact(3, func(w []string) (model.Fact, error) {
			port, err := strconv.Atoi(w[0])
			kind, ok := portFaults[w[1]]
			change, known := changes[w[2]]
			if !ok || !known {
				return nil, errors.New("want: tool port-fault PORT KIND on|off")
			}
			return model.PortFault{Port: port, Kind: kind, Change: change}, err
		}),
		"e84": fact(3, func(w []string) (model.Fact, error) {
			port, err := strconv.Atoi(w[0])
			signal, ok := signals[w[1]]
			level, known := levels[w[2]]
			if !ok || !known {
				return nil, errors.New("want: tool e84 PORT SIGNAL on|off")
			}
			return model.PIOSignal{Port: port, Signal: signal, Level: level}, err
		}),
		"carrier-moved":        fact(2, func(w []string) (model.Fact, error) { return model.CarrierMoved{Carrier: w[0], Location: w[1]}, nil }),
		"carrier-move-failed":  fact(1, func(w []string) (model.Fact, error) { return model.CarrierMoveFailed{Carrier: w[0]}, nil }),
		"approaching-complete": fact(1, func(w []string) (model.Fact, error) { return model.ApproachingComplete{Carrier: w[0]}, nil }),
	}
}

// takes moves the first substrate of a job that has not left its carrier, as a tool
// finds it: in the order in which Material has them.
func takes(p *inProcess, words []string) error {
	if len(words) != 2 {
		return errors.New("want: tool takes PJ TO")
	}
	world := p.daemon.Material()
	waits := map[string]string{}
	for _, w := range world.Substrates {
		if w.Job == words[0] && w.State == model.AtSource && w.Processing == model.NeedsProcessing {
			waits[w.ID] = w.Location
		}
	}
	for _, j := range world.ProcessJobs {
		for _, id := range j.Substrates {
			if from := waits[id]; j.ID == words[0] && from != "" {
				return refused(p.daemon.Tell(p.ctx, model.SubstrateMoved{From: from, To: words[1]}))
			}
		}
	}
	return fmt.Errorf("%s has no substrate that waits", words[0])
}

var outcomes = map[string]model.SubstProcState{
	"PROCESSED": model.SubstProcessed, "ABORTED": model.SubstAborted, "STOPPED": model.SubstStopped, "REJECTED": model.SubstRejected,
	"LOST": model.SubstLost, "SKIPPED": model.SubstSkipped,
}

func waferDeeds() map[string]deed {
	return map[string]deed{
		"takes":        takes,
		"moved":        fact(2, func(w []string) (model.Fact, error) { return model.SubstrateMoved{From: w[0], To: w[1]}, nil }),
		"begun":        fact(1, func(w []string) (model.Fact, error) { return model.ProcessingBegun{Substrate: w[0]}, nil }),
		"lost":         fact(1, func(w []string) (model.Fact, error) { return model.SubstrateIsLost{Substrate: w[0]}, nil }),
		"wafer-read":   fact(2, func(w []string) (model.Fact, error) { return model.SubstrateIDRead{Location: w[0], ID: w[1]}, nil }),
		"wafer-unread": fact(1, func(w []string) (model.Fact, error) { return model.SubstrateIDUnread{Location: w[0]}, nil }),
		"wafer-reader": fact(2, func(w []string) (model.Fact, error) {
			return model.SubstrateReaderChange{Location: w[0], State: readerStates[w[1]]}, nil
		}),
		"ended": fact(2, func(w []string) (model.Fact, error) {
			outcome, ok := outcomes[w[1]]
			if !ok {
				return nil, fmt.Errorf("unknown outcome %s", w[1])
			}
			f := model.ProcessingEnded{Substrate: w[0], Outcome: outcome}
			if len(w) > 2 {
				status, err := strconv.ParseUint(w[2], 10, 8)
				f.MaterialStatus = uint8(status)
				return f, err
			}
			return f, nil
		}),
	}
}

func jobDeeds() map[string]deed {
	job := func(make func(job string) model.Fact) deed {
		return fact(1, func(w []string) (model.Fact, error) { return make(w[0]), nil })
	}
	halted := job(func(j string) model.Fact { return model.JobHalted{Job: j} })
	return map[string]deed{
		"job-ready":   job(func(j string) model.Fact { return model.JobReady{Job: j} }),
		"job-paused":  job(func(j string) model.Fact { return model.JobAtRest{Job: j} }),
		"job-stopped": halted,
		"job-aborted": halted,
		"job-done":    job(func(j string) model.Fact { return model.JobDone{Job: j} }),
		"job-command": fact(2, func(w []string) (model.Fact, error) {
			for c := model.PRStart; c <= model.PRCancel; c++ {
				if c.String() == w[1] {
					return model.JobCommand{Job: w[0], Command: c}, nil
				}
			}
			return nil, fmt.Errorf("unknown command %s", w[1])
		}),
		"cj-command": fact(2, func(w []string) (model.Fact, error) {
			n, err := strconv.Atoi(w[1])
			f := model.ControlJobCommand{Job: w[0], Command: model.CJCommand(n)}
			if len(w) > 2 {
				f.Action = map[string]model.CtrlJobAction{"0": model.SaveJobs, "1": model.RemoveJobs}[w[2]]
			}
			return f, err
		}),
	}
}

func moduleDeeds() map[string]deed {
	return map[string]deed{
		"module":     fact(2, readModuleFact),
		"task-ended": fact(1, func(w []string) (model.Fact, error) { return model.TaskEnded{Module: w[0]}, nil }),
		"unblocked":  fact(1, func(w []string) (model.Fact, error) { return model.ModuleUnblocked{Module: w[0]}, nil }),
		"task": fact(3, func(w []string) (model.Fact, error) {
			n, err := strconv.ParseUint(w[2], 10, 8)
			return model.TaskStarted{Module: w[0], Task: w[1], Type: model.TaskType(n)}, err
		}),
		"blocked": fact(2, func(w []string) (model.Fact, error) {
			n, err := strconv.ParseUint(w[1], 10, 8)
			return model.ModuleBlocked{Module: w[0], Reason: model.BlockedReason(n), Text: strings.Join(w[2:], " ")}, err
		}),
	}
}

func readModuleFact(w []string) (model.Fact, error) {
	module := w[0]
	switch {
	case w[1] == "started" && len(w) > 2:
		return model.ModuleStarted{Module: module, Recipe: w[2], Substrate: strings.Join(w[3:], " ")}, nil
	case w[1] == "step" && len(w) > 3:
		n, err := strconv.Atoi(w[2])
		return model.ModuleStep{Module: module, Number: n, Step: w[3]}, err
	case w[1] == "step-ended":
		return model.ModuleStepEnded{Module: module}, nil
	case w[1] == "step-failed":
		return model.ModuleStepFailed{Module: module}, nil
	case w[1] == "ended":
		return model.ModuleEnded{Module: module}, nil
	case w[1] == "failed":
		return model.ModuleFailed{Module: module}, nil
	}
	return nil, fmt.Errorf("unknown fact of a module: %s", strings.Join(w, " "))
}
