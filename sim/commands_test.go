package sim

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// TestCommandsByState tries every command in every state; row by row its
// answer, in the order IDLE, SETUP, EXECUTING, PAUSE.
func TestCommandsByState(t *testing.T) {
	for _, c := range []struct {
		command string
		want    [4]secs2.HCACK
	}{
		{"PP-SELECT", [4]secs2.HCACK{done, notNow, notNow, notNow}},
		{"START", [4]secs2.HCACK{later, is, is, notNow}},
		{"STOP", [4]secs2.HCACK{is, later, later, later}},
		{"ABORT", [4]secs2.HCACK{is, later, later, later}},
		{"PAUSE", [4]secs2.HCACK{notNow, later, later, is}},
		{"RESUME", [4]secs2.HCACK{notNow, is, is, later}},
		{"LABEL", [4]secs2.HCACK{notNow, notNow, notNow, notNow}},
	} {
		for i, name := range []string{"IDLE", "SETUP", "EXECUTING", "PAUSE"} {
			t.Run(c.command+" in "+name, func(t *testing.T) {
				inBubble(t, func(t *testing.T, f *fab) {
					if i > 0 {
						f.send("START", later)
					}
					if i > 1 {
						f.awaitNext("ChamberAStepStarted")
					}
					if i > 2 {
						f.send("PAUSE", later)
						f.until("pause", func() bool { return f.times("-pause") > 0 })
					}
					f.order(c.command, c.want[i], ppid("POLY"))
				})
			})
		}
	}
}

// state returns the states of the jobs.
func (f *fab) state() (pr model.PRState, cj model.CJState) {
	s := f.Material()
	if len(s.ProcessJobs) == 0 || len(s.ControlJobs) == 0 {
		return model.NoJob, model.NoControlJob
	}
	return s.ProcessJobs[0].State, s.ControlJobs[0].State
}

func TestStopFinishesTheWafer(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.awaitNext("ChamberAStepStarted")
		f.send("STOP", later)
		f.order("STOP", is)
		f.order("PAUSE", notNow)
		f.await("-stop")
		f.ends("ChamberAProcessCompleted ChamberAWaferUnloaded WaferPicked WaferPlaced WaferCompleted RobotHomed LotCompleted -stop")
		if f.number("WaferCount") != 1 || f.text("WaferResult") != "GOOD" {
			t.Errorf("%d wafers, the last %s", f.number("WaferCount"), f.text("WaferResult"))
		}
		f.awaitNext("CarrierRemoved")
		f.clean()
	})
}

func TestAbortBringsTheWaferHome(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.awaitNext("ChamberAStepStarted")
		f.send("ABORT", later)
		f.order("ABORT", is)
		f.order("STOP", is)
		f.await("-abort")
		f.ends("ChamberAWaferUnloaded WaferPicked WaferPlaced WaferCompleted RobotHomed LotCompleted -abort")
		if f.text("WaferResult") != "PARTIAL" {
			t.Errorf("the wafer is %s", f.text("WaferResult"))
		}
		f.awaitNext("CarrierRemoved")
		f.clean()
		f.send("START", later)
		f.await("-completed")
	})
}

// TestPauseStopsTheClock: the rest of a step runs after RESUME.
func TestPauseStopsTheClock(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.awaitNext("ChamberBStepStarted")
		f.awaitNext("ChamberBStepStarted")
		time.Sleep(time.Second)
		f.send("PAUSE", later)
		f.until("pause", func() bool { return f.times("-pause") > 0 })
		if pr, cj := f.state(); pr != model.Paused || cj != model.CJPaused {
			t.Errorf("paused: %v, %v", pr, cj)
		}
		steps := f.times("ChamberBStepCompleted")
		f.order("PAUSE", is)
		time.Sleep(time.Hour)
		f.ends("-pause")
		f.send("RESUME", later)
		f.order("RESUME", is)
		f.ends("-pause -resume")
		time.Sleep(5*time.Second - 1)
		synctest.Wait()
		if f.times("ChamberBStepCompleted") != steps {
			t.Errorf("too early: %v", f.told())
		}
		time.Sleep(1)
		synctest.Wait()
		if f.times("ChamberBStepCompleted") != steps+1 {
			t.Errorf("too late: %v", f.told())
		}
		f.await("-completed")
		f.clean()
	})
}

// TestPauseInSetup: RESUME returns to where PAUSE came (row 10).
func TestPauseInSetup(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.awaitNext("SlotMapRead")
		f.send("PAUSE", later)
		f.ends("SlotMapRead -pause")
		time.Sleep(time.Hour)
		f.ends("SlotMapRead -pause")
		f.send("RESUME", later)
		f.ends("SlotMapRead -pause -resume")
		f.await("-completed")
	})
}

func TestStopInPause(t *testing.T) {
	for command, result := range map[string]string{"STOP": "GOOD", "ABORT": "SKIPPED"} {
		inBubble(t, func(t *testing.T, f *fab) {
			f.send("START", later)
			f.awaitNext("AlignmentStarted")
			f.send("PAUSE", later)
			f.until("pause", func() bool { return f.times("-pause") > 0 })
			f.send(command, later)
			f.await("-" + strings.ToLower(command))
			if f.text("WaferResult") != result {
				t.Errorf("%s: the wafer is %s", command, f.text("WaferResult"))
			}
		})
	}
}

// TestFC90_CommandsBackToBack gives orders behind a START that has not begun.
func TestFC90_CommandsBackToBack(t *testing.T) {
	for _, c := range []struct{ behind, ends string }{{"STOP", "-setup -stop"}, {"ABORT", "-setup -abort"}} {
		inBubble(t, func(t *testing.T, f *fab) {
			f.order("START", later)
			f.order("START", is)
			f.order(c.behind, later)
			synctest.Wait()
			f.ends(c.ends)
			f.order("STOP", is)
			f.send("START", later)
			f.await("-completed")
		})
	}
	inBubble(t, func(t *testing.T, f *fab) {
		f.order("PP-SELECT", done, ppid("POLY"))
		f.order("START", later)
		f.order("PP-SELECT", notNow, ppid("OXIDE"))
		f.order("PAUSE", later)
		synctest.Wait()
		f.ends("select:POLY -setup -pause")
	})
}

// TestSelectedAgain: each PP-SELECT is told, as the manual promises, a job that runs
// the program which is selected is not.
func TestSelectedAgain(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("PP-SELECT", done, ppid("OXIDE"))
		f.ends("select:OXIDE select:OXIDE")
		f.send("START", later)
		f.awaitNext("LotStarted")
		if n := f.times("select:OXIDE"); n != 2 {
			t.Errorf("told %d times that OXIDE is selected", n)
		}
	})
}

// TestStopOfACarrierThatWasChosen sends it away.
func TestStopOfACarrierThatWasChosen(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.awaitNext("SlotMapRead")
		f.send("STOP", later)
		f.ends("SlotMapRead -stop")
		f.awaitNext("CarrierRemoved")
		f.clean()
		if f.text("FOUPID") != "FOUP-0401" {
			t.Errorf("%s left", f.text("FOUPID"))
		}
	})
}

func TestBadParameters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		f.order("START", notNow)
		f.order("PP-SELECT", bad, ppid("oxide"))
		f.order("PP-SELECT", bad)
		f.order("START", bad, gem.Argument{Name: "LOTID", Value: secs2.A(strings.Repeat("L", maxLotID+1))})
	})
}

func TestWithoutRecipesNothingIsObeyed(t *testing.T) {
	tool, err := New(Config{}, etcher())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"START", "STOP", "PP-SELECT"} {
		if hcack, _ := tool.Command(t.Context(), gem.Question{Command: name}); hcack != notNow {
			t.Errorf("%s: HCACK %d", name, hcack)
		}
	}
}

// TestFactsAreRepeated: what happened while the disk failed is told later.
func TestFactsAreRepeated(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.awaitNext("WaferPicked")
		f.disk.Full(1)
		time.Sleep(time.Minute)
		told := len(f.told())
		f.disk.Full(0)
		f.await("-completed")
		f.clean()
		if told > 20 || f.times("WaferCompleted") != 2 {
			t.Errorf("%d events before the disk had room, told %v", told, f.told())
		}
	})
}

// TestCommandsWhileAHostIsSlow: an event that waits for room holds no command up.
func TestCommandsWhileAHostIsSlow(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.mu.Lock()
		f.stuck = true
		f.mu.Unlock()
		time.Sleep(time.Minute)
		f.order("STOP", later)
	})
}

func TestLotsFollowSpeedAndSeed(t *testing.T) {
	run := func(t *testing.T, speed float64) (took time.Duration, angle secs2.Item, told string) {
		synctest.Test(t, func(t *testing.T) {
			c := recipes()
			c.Speed = speed
			f := running(t, c)
			f.send("PP-SELECT", done, ppid("POLY"))
			began := time.Now()
			f.send("START", later)
			f.awaitNext("-completed")
			took, angle, told = time.Since(began), f.value("NotchAngle"), strings.Join(f.tolds(), "\n")
		})
		return took, angle, told
	}
	slow, a, first := run(t, 1)
	fast, b, _ := run(t, 10)
	_, _, second := run(t, 1)
	if !a.Equal(b) || slow < 9*fast || slow > 11*fast {
		t.Errorf("speed 1: %v, speed 10: %v; %v and %v", slow, fast, a, b)
	}
	if first != second {
		t.Errorf("the same seed told\n%s\nthen\n%s", first, second)
	}
}
