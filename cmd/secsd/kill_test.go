package main

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

var killSeed = flag.Uint64("kill.seed", 0, "seed of TestKill's random numbers; 0 takes one from the clock")

// TestKill ends a daemon at random points, again and again: while its tool raises
// numbered events, spooling is on, the network breaks, and the host changes what
// is durable. SECSD_KILL_ROUNDS says how often.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, delivery := range []string{"plain", "strict"} {
		t.Run(delivery, func(t *testing.T) { kill(t, delivery == "strict", t.TempDir(), false) })
	}
}

// kill is all rounds in one folder; with a bad disk the folder is on one that
// may be filled.
func kill(t *testing.T, strict bool, dir string, badDisk bool) {
	rounds := 10
	if badDisk {
		rounds = 4
	}
	if text := os.Getenv("SECSD_KILL_ROUNDS"); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-kill.seed=%d", seed)
	k := &killing{
		t: t, strict: strict, dir: filepath.Join(dir, "data"), random: rand.New(rand.NewPCG(seed, 1)),
		factory: &factory{random: rand.New(rand.NewPCG(seed, 2)), news: make(chan struct{}), next: 100, badDisk: badDisk},
	}
	if badDisk {
		k.filler = filepath.Join(dir, "filler")
	}
	k.configure()
	for range rounds {
		k.round()
		if len(k.factory.faults) > 0 {
			break
		}
	}
	k.finish()
}

// killing is one run of TestKill.
type killing struct {
	t       *testing.T
	strict  bool
	dir     string
	filler  string // a file that takes all room of the disk, now and then
	random  *rand.Rand
	factory *factory

	mu       sync.Mutex // guards accepted
	accepted []uint64   // numbers that the daemon took
	spools   []spooledAt
	early    int // rounds that ended before the daemon could serve
	fills    int
}

// spooledAt is what a daemon told of its spool before it was killed.
type spooledAt struct {
	messages int    // on disk
	received int    // numbers that the host had before
	last     uint64 // the newest number of the run
}

func (k *killing) start(count int) *child {
	return spawn(k.t, func(line string) {
		n, err := strconv.ParseUint(line, 10, 64)
		if err != nil {
			k.t.Errorf("the tool says %q", line)
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		k.accepted = append(k.accepted, n)
	}, "numbered", "--data-dir", k.dir, "--from", strconv.FormatUint(k.fresh(), 10), "--count", strconv.Itoa(count),
		"--strict="+strconv.FormatBool(k.strict))
}

// fresh is a number that no tool before can have told: the one behind the last
// that was taken may have been on its way.
func (k *killing) fresh() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.accepted) == 0 {
		return 1
	}
	return k.accepted[len(k.accepted)-1] + 2
}

// configure is the first start.
func (k *killing) configure() {
	d := k.start(0).serving()
	s, err := k.factory.session(k.t.Context(), d.ready.HSMS[0], 0)
	if err != nil {
		k.t.Fatal(err)
	}
	for _, m := range []secs2.Message{
		{Stream: 2, Function: 15, Body: secs2.L(secs2.L(secs2.U4(255), secs2.Bool(true)))}, // EnableSpooling
		{Stream: 2, Function: 33, Body: secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(numberVID)))))},
		{Stream: 2, Function: 35, Body: secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(numberCEID), secs2.L(secs2.U4(1)))))},
		{Stream: 2, Function: 37, Body: secs2.L(secs2.Bool(true), secs2.L(secs2.U4(numberCEID)))},
		{Stream: 2, Function: 43, Body: secs2.L(secs2.L(secs2.U1(6), secs2.L(secs2.U1(11))))},
	} {
		if _, err := request(k.t.Context(), s, m.Stream, m.Function, m.Body); err != nil {
			k.t.Fatal(err)
		}
	}
	d.end(syscall.SIGKILL)
	_ = s.Close(k.t.Context())
}

// round starts the daemon, lets tool and host work, and kills it.
func (k *killing) round() {
	count := min(k.random.IntN(150), 4000-k.outstanding())
	after := time.Duration(k.random.Int64N(int64(250 * time.Millisecond)))
	early, away, looks, signal := k.random.IntN(8) == 0, k.random.IntN(4) == 0, k.random.IntN(2) == 0, syscall.SIGKILL
	if k.random.IntN(10) == 0 {
		signal = syscall.SIGTERM
	}
	k.factory.mu.Lock()
	k.factory.runs++
	k.factory.mu.Unlock()
	d := k.start(count)
	if early {
		<-time.After(after / 10)
		k.early++
		d.end(syscall.SIGKILL)
		return
	}
	d.serving()
	if k.filler != "" {
		after *= 4 // for failures and their ends
	}
	ctx, stop := context.WithCancel(k.t.Context())
	var host sync.WaitGroup
	if !away {
		host.Go(func() { k.factory.work(ctx, d.ready.HSMS[0]) })
	}
	for left := after; left > 0; {
		pause := left
		if k.filler != "" {
			pause = min(left, time.Duration(k.random.Int64N(int64(200*time.Millisecond))))
		}
		<-time.After(pause)
		left -= pause
		if k.filler != "" && left > 0 {
			k.toggle()
		}
	}
	if looks {
		k.look(d)
	}
	d.end(signal)
	stop()
	host.Wait()
	if looks { // what the tool said has been read now
		k.spools[len(k.spools)-1].last = k.fresh() - 1
	}
	_ = os.Remove(k.filler)
}

// toggle fills the disk, or makes room.
func (k *killing) toggle() {
	if os.Remove(k.filler) != nil {
		fill(k.t, k.filler)
		k.fills++
	}
}

var spoolLine = regexp.MustCompile(`secsd_spool_messages\{host="mes"\} (\d+)`)

// look notes what the daemon says of its spool.
func (k *killing) look(d *child) {
	k.factory.mu.Lock()
	at := spooledAt{received: len(k.factory.received)}
	k.factory.mu.Unlock()
	_, text := d.get("/metrics")
	at.messages, _ = strconv.Atoi(spoolLine.FindStringSubmatch(text)[1])
	k.spools = append(k.spools, at)
}

// outstanding counts the numbers that were taken and did not arrive yet.
func (k *killing) outstanding() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.factory.mu.Lock()
	defer k.factory.mu.Unlock()
	return max(len(k.accepted)-len(k.factory.received), 0)
}

// finish gets what is left and judges all.
func (k *killing) finish() {
	last := k.fresh()
	d := k.start(1).serving()
	if err := k.factory.drain(k.t.Context(), d.ready.HSMS[0], last); err != nil {
		log, _ := d.text()
		k.t.Errorf("%v\n%s", err, log)
	}
	d.end(syscall.SIGTERM)
	for _, fault := range k.factory.faults {
		k.t.Error(fault)
	}
	received := k.factory.received
	k.judgeOrder(received)
	came := map[uint64]bool{}
	for _, a := range received {
		came[a.number] = true
	}
	lost := slices.DeleteFunc(slices.Clone(k.accepted), func(n uint64) bool { return came[n] })
	if k.strict && len(lost) > 0 {
		k.t.Errorf("%d of %d events lost: %v", len(lost), len(k.accepted), lost[:min(len(lost), 20)])
	}
	spooled := 0
	for _, at := range k.spools {
		spooled += at.messages
		k.judgeSpool(at, received[at.received:])
	}
	k.t.Logf("%d events taken, %d received; %d settings, %d reports; %d spools looked at with %d messages; %d ended early; the disk was full %d times",
		len(k.accepted), len(received), k.factory.next, len(k.factory.reports), len(k.spools), spooled, k.early, k.fills)
}

// judgeSpool wants all that the daemon said was on disk.
func (k *killing) judgeSpool(at spooledAt, received []arrival) {
	came := map[uint64]bool{}
	for _, a := range received {
		if a.number <= at.last {
			came[a.number] = true
		}
	}
	if len(came)+1 < at.messages { // one may have come whose reply had not
		k.t.Errorf("%d messages were spooled, %d came, up to %d", at.messages, len(came), at.last)
	}
}

// judgeOrder wants every number once and in order. What comes again must be the
// last that came, in the same order: it was in flight, or its confirmation was
// not on disk, for which the daemon takes a second, about as long as a run.
func (k *killing) judgeOrder(received []arrival) {
	var order []arrival
	place, again, back := map[uint64]int{}, -1, map[int]int{}
	for i, session := 0, 0; i < len(received); i++ {
		a := received[i]
		if i > 0 && a.run != received[i-1].run {
			session++ // the next run in which anything came
		}
		a.run = session
		at, seen := place[a.number]
		switch {
		case !seen && again >= 0 && again != len(order):
			k.t.Errorf("message %d: %d again, and not those behind it", i, order[again-1].number)
			fallthrough
		case !seen:
			if len(order) > 0 && a.number < order[len(order)-1].number {
				k.t.Errorf("message %d: number %d came behind %d", i, a.number, order[len(order)-1].number)
			}
			place[a.number], again = len(order), -1
			order = append(order, a)
			continue
		case again < 0 || again == len(order) || at != again:
			back[len(order)-at]++
		}
		again = at + 1
		if order[at].run < session-1 {
			k.t.Errorf("message %d: number %d again, of %d runs ago", i, a.number, session-order[at].run)
		}
		order[at].run = session
	}
	k.t.Logf("so many times so many messages again: %v", back)
}
