package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const exchange = `
select
H> S1F1 W
E> S1F2 <L <A "M"> <A _>>
quiet 10s
H> Separate.req
E> closes
`

func TestRun_GoodEquipmentPasses(t *testing.T) {
	if err := runFake(t, &fakeEquipment{serve: good}, "", exchange); err != nil {
		t.Fatal(err)
	}
}

// TestRun_FaultsFail holds one fault of an equipment against a script that a
// good one passes, or a wrong expectation against a good equipment.
func TestRun_FaultsFail(t *testing.T) {
	reply := func(change func(h *header, body *[]byte)) func(*fakeEnd) {
		return replace(data, func(e *fakeEnd, f *frame) {
			h, body := f.header, []byte{0x01, 0x02, 0x41, 0x01, 'M', 0x41, 0x01, 'S'}
			h[2], h[3] = 1, 2
			change(&h, &body)
			e.send(h, body...)
		})
	}
	tests := []struct {
		name  string
		serve func(*fakeEnd)
		body  string
		want  string // in the message
	}{
		{"no answer", replace(data, func(*fakeEnd, *frame) {}), exchange, "t.txt:6: E> S1F2 <L <A \"M\"> <A _>>\n    nothing came"},
		{"wrong function", reply(func(h *header, _ *[]byte) { h[3] = 4 }), exchange, "another frame came"},
		{"wrong stream", reply(func(h *header, _ *[]byte) { h[2] = 2 }), exchange, "another frame came"},
		{"W set", reply(func(h *header, _ *[]byte) { h[2] |= 0x80 }), exchange, "another frame came"},
		{"PType", reply(func(h *header, _ *[]byte) { h[4] = 1 }), exchange, "another frame came"},
		{"system bytes", reply(func(h *header, _ *[]byte) { h[9]++ }), exchange, "header 000001020000"},
		{"session", reply(func(h *header, _ *[]byte) { h[1] = 7 }), exchange, "header 000701020000"},
		{"text", reply(func(_ *header, b *[]byte) { (*b)[4] = 'X' }), exchange, `item /0/: <A [1] "X">, want <A [1] "M">`},
		{"format", reply(func(_ *header, b *[]byte) { (*b)[5] = 0x21 }), exchange, "item /1/: format B, want A"},
		{"too short a list", reply(func(_ *header, b *[]byte) { *b = []byte{1, 1, 0x41, 1, 'M'} }), exchange, "1 elements, want 2"},
		{"no body", reply(func(_ *header, b *[]byte) { *b = nil }), exchange, "there is no body"},
		{"broken body", reply(func(_ *header, b *[]byte) { *b = (*b)[:6] }), exchange, "the body is no item"},
		{"answer twice", replace(data, func(e *fakeEnd, f *frame) { answer(e, f); answer(e, f) }), exchange, "t.txt:7: quiet 10s\n    nothing expected"},
		{"one frame more, later", replace(data, func(e *fakeEnd, f *frame) {
			answer(e, f)
			e.pause(10 * time.Second)
			e.send(request(9, 1, 77))
		}), exchange, "nothing expected, but at +10s came"},
		{"one frame more, at the end", replace(separateReq, func(e *fakeEnd, _ *frame) { e.send(request(9, 1, 77)) }), exchange, "the connection is open, came: S9F1"},
		{"half a frame", replace(data, func(e *fakeEnd, f *frame) { answer(e, f); _, _ = e.Write([]byte{0, 0}) }), exchange, "part of a frame came on connection: 0000"},
		{"no frame", replace(data, func(e *fakeEnd, _ *frame) { _, _ = e.Write([]byte{0, 0, 0, 9}) }), exchange, "sent bytes that are no frame"},
		{"closes early", replace(data, func(e *fakeEnd, _ *frame) { e.Close() }), exchange, "instead the equipment closed"},
		{"does not close", replace(separateReq, func(*fakeEnd, *frame) {}), exchange, "nothing came, and the equipment is quiet"},
		{"closes unasked", func(e *fakeEnd) { e.receive() }, "connect\nH> Linktest.req\nquiet 1s\n", "the equipment closed"},
		{"left at the end", good, "select\nH> Linktest.req\n", "t.txt:4: end of script\n    nothing expected"},
		{"left at close", good, "select\nH> Linktest.req\nclose\n", "t.txt:5: close\n    nothing expected"},
		{"select refused", replace(selectReq, func(e *fakeEnd, f *frame) {
			f.header[5], f.header[3] = selectRsp, 2
			e.send(f.header)
		}), "select\n", "select: E> Select.rsp\n    another frame came"},
		{"open", func(e *fakeEnd) { e.receive() }, "connect\nH> Linktest.req\nopen\n", "the equipment closed"},
		{"hex", good, "connect\nH> Select.req\nE> hex 0000000A FFFF 0000 0002 00000002\n", "came: 0000000AFFFF0000000200000001"},
		{"to", good, "select\nH> S1F1 W as p\nH> S1F1 W as q\nE> S1F2 to q _\n", "header 00000102000000000002, want 00000102000000000003"},
		{"stray", good, "select\nE> S1F2 _\n", "nothing came"},
		{"connect refused", good, "connect refused\n", "the connection stands"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := runFake(t, &fakeEquipment{serve: tt.serve}, "", tt.body)
			if err == nil {
				t.Fatal("the fault passed")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("message:\n%v\nwant in it: %s", err, tt.want)
			}
			if f := (*StatementError)(nil); !errors.As(err, &f) || f.Line == 0 {
				t.Fatalf("%T without a line", err)
			}
		})
	}
}

// TestRun_Timing has the equipment send at 5 s and moves the expectation
// around it.
func TestRun_Timing(t *testing.T) {
	late := func(e *fakeEnd) {
		e.receive()
		e.pause(5 * time.Second)
		h := request(1, 1, 0x80000001)
		h[2] |= 0x80
		e.send(h)
		e.receive()
	}
	tests := []struct{ body, want string }{
		{"after 5s\nE> S1F1 W\n", ""},
		{"quiet 4.999999999s\nafter 1ns\nE> S1F1 W\n", ""},
		{"after 5000000001ns\nE> S1F1 W\n", "nothing expected, but at +5s"},
		{"after 4.999999999s\nE> S1F1 W\n", "nothing came"},
		{"quiet 5s\n", "nothing expected, but at +5s"},
		{"E> S1F1 W\n", "nothing came"},
		{"within 5s\nE> S1F1 W\n", ""},
		{"within 1h\nE> S1F1 W\nwithin 1s\nquiet 1s\n", ""},
		{"within 4.999999999s\nE> S1F1 W\n", "nothing came"},
		{"quiet 2s\nwithin 3s\nquiet 1s\n", "nothing expected, but at +5s"},
	}
	for _, tt := range tests {
		err := runFake(t, &fakeEquipment{serve: late}, "", "connect\nH> S9F1\n"+tt.body)
		if tt.want == "" && err != nil {
			t.Errorf("%q: %v", tt.body, err)
		}
		if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%q: %v, want %s", tt.body, err, tt.want)
		}
	}
}

// TestRun_NewSystemBytes holds against requests of the equipment that use
// system bytes again.
func TestRun_NewSystemBytes(t *testing.T) {
	send := func(numbers ...uint32) func(e *fakeEnd) {
		return func(e *fakeEnd) {
			for _, n := range numbers {
				h := request(1, 1, n)
				h[2] |= 0x80
				e.send(h)
				e.receive()
			}
		}
	}
	body := "connect\nE> S1F1 W as p\nH> S1F2 <L>\nE> S1F1 W\nH> S1F0\nE> closes\n"
	if err := runFake(t, &fakeEquipment{serve: send(5, 6)}, "", body); err != nil {
		t.Error(err)
	}
	if err := runFake(t, &fakeEquipment{serve: send(5, 5)}, "", body); err == nil {
		t.Error("system bytes of the request completed last passed")
	}
	open := "connect\nE> S1F1 W\nH> S9F1\nE> S1F1 W\n"
	if err := runFake(t, &fakeEquipment{serve: send(5, 5)}, "", open); err == nil {
		t.Error("system bytes of an open request passed")
	}
}

func TestRun_Captures(t *testing.T) {
	same := "select\nH> S1F1 W\nE> S1F2 <L [$n] <A $m> ...>\nH> S1F1 W\nE> S1F2 <L [$n] <A $m> $s>\n"
	if err := runFake(t, &fakeEquipment{serve: good}, "", same); err != nil {
		t.Error(err)
	}
	rounds := 0
	changing := replace(data, func(e *fakeEnd, f *frame) {
		rounds++
		h := f.header
		h[2], h[3] = 1, 2
		e.send(h, 0x01, 0x02, 0x41, 0x01, byte('M'+rounds), 0x41, 0x01, 'S')
	})
	if err := runFake(t, &fakeEquipment{serve: changing}, "", same); err == nil {
		t.Error("another value passed for $m")
	}
	longer := replace(data, func(e *fakeEnd, f *frame) {
		rounds++
		h := f.header
		h[2], h[3] = 1, 2
		if rounds%2 == 0 {
			e.send(h, 0x01, 0x01, 0x41, 0x01, 'M')
			return
		}
		e.send(h, 0x01, 0x02, 0x41, 0x01, 'M', 0x41, 0x01, 'S')
	})
	counted := "select\nH> S1F1 W\nE> S1F2 <L [$n] ...>\nH> S1F1 W\nE> S1F2 <L [$n] ...>\n"
	if err := runFake(t, &fakeEquipment{serve: longer}, "", counted); err == nil {
		t.Error("another count passed for $n")
	}
}

// TestRun_HeaderOfFrame checks @p both ways, and that a stream 9 message ends
// the transaction it names.
func TestRun_HeaderOfFrame(t *testing.T) {
	names := func(shift byte) func(*fakeEnd) {
		return replace(data, func(e *fakeEnd, f *frame) {
			mhead := f.header
			mhead[9] += shift
			e.send(request(9, 5, 1), append([]byte{0x21, 10}, mhead[:]...)...)
		})
	}
	body := "select\nH> S1F1 W as p\nE> S9F5 <B @p>\n"
	if err := runFake(t, &fakeEquipment{serve: names(0)}, "", body); err != nil {
		t.Error(err)
	}
	if err := runFake(t, &fakeEquipment{serve: names(1)}, "", body); err == nil {
		t.Error("the header of another frame passed")
	}
}

func TestRun_HoldCutsAndGap(t *testing.T) {
	body := `
connect
hold
H> Select.req
H> S1F1 W
release at 1 4 13 15 gap 1s
E> Select.rsp
E> S1F2 _
hold
H> Linktest.req
release every 1 gap 100ms
E> Linktest.rsp
`
	if err := runFake(t, &fakeEquipment{serve: good}, "", body); err != nil {
		t.Error(err)
	}
}

func TestRun_TwoConnectionsAndRepeat(t *testing.T) {
	body := `
select
b: select
repeat 3
repeat k 1..2
b: H> S1F1 W session={k}
b: E> S1F2 session={k} _
end
end
b: close
H> Linktest.req
E> Linktest.rsp
reset
select
`
	if err := runFake(t, &fakeEquipment{serve: good}, "", body); err == nil {
		t.Error("reset passed on a link that has none")
	}
	body = strings.Replace(body, "reset\nselect\n", "", 1)
	if err := runFake(t, &fakeEquipment{serve: good}, "", body); err != nil {
		t.Error(err)
	}
}

func TestRun_StopReadingAndCut(t *testing.T) {
	body := `
select
stop reading
H> S1F1 W
quiet 1s
read on
E> S1F2 _
cut
H> S1F1 W
quiet 1s
`
	if err := runFake(t, &fakeEquipment{serve: good}, "", body); err != nil {
		t.Error(err)
	}
}

func TestRun_ActiveEquipment(t *testing.T) {
	dials := func(pause time.Duration) *fakeEquipment {
		return &fakeEquipment{
			serve: func(e *fakeEnd) {
				h := header{0: 0xFF, 1: 0xFF, 5: selectReq, 9: 1}
				e.send(h)
				e.receive()
			},
			dial: func(e *fakeEquipment) {
				for range 2 {
					a := fakeAttempt{e, make(chan struct{})}
					e.attempts <- a
					select {
					case <-a.refused:
						time.Sleep(pause)
					case <-e.quit:
						return
					}
				}
			},
		}
	}
	head := "needs: active\n"
	body := "E> dials\nrefuse\nquiet 9.999999999s\nafter 1ns\nE> dials\naccept\nE> Select.req\n"
	if err := runFake(t, dials(10*time.Second), head, body); err != nil {
		t.Error(err)
	}
	for _, wrong := range []time.Duration{10*time.Second - 1, 10*time.Second + 1} {
		if err := runFake(t, dials(wrong), head, body); err == nil {
			t.Errorf("a dial after %v passed", wrong)
		}
	}
	early := "E> dials\nrefuse\nafter 10.000000001s\nE> dials\n"
	if err := runFake(t, dials(10*time.Second), head, early); err == nil {
		t.Error("a dial before \"after\" had passed was taken")
	}
	left := "E> dials\nrefuse\nafter 10s\nquiet 1s\n"
	if err := runFake(t, dials(10*time.Second), head, left); err == nil {
		t.Error("a dial that was not expected passed")
	}
}

func TestRun_Around(t *testing.T) {
	e := &fakeEquipment{serve: good, tells: map[string]string{"control": "REMOTE", "goroutines": "7"}}
	body := "operator off-line\ninspect control = REMOTE\ninspect goroutines = $g\ninspect goroutines = $g\n"
	if err := runFake(t, e, "needs: operator, inspect\n", body); err != nil {
		t.Error(err)
	}
	if len(e.operated) != 1 || e.operated[0] != "off-line" {
		t.Errorf("the operator did %v", e.operated)
	}
	for _, wrong := range []string{"inspect control = LOCAL\n", "inspect goroutines <= 6\n", "inspect control <= 7\n"} {
		if err := runFake(t, e, "needs: inspect\n", wrong); err == nil {
			t.Errorf("%q passed", wrong)
		}
	}
	if err := runFake(t, e, "needs: inspect\n", "inspect goroutines <= 7\n"); err != nil {
		t.Error(err)
	}
}

func TestRun_Kill(t *testing.T) {
	e := &fakeEquipment{serve: good}
	if err := runFake(t, e, "needs: kill\n", "kill\nkill t3 = 5s\n"); err != nil {
		t.Error(err)
	}
	if want := []string{"kill control.switch REMOTE", "kill t3 5s"}; !slices.Equal(e.operated, want) {
		t.Errorf("%v, want %v", e.operated, want)
	}
}

func TestRun_ToolAndDisk(t *testing.T) {
	e := &fakeEquipment{acts: map[string]error{
		"turn":   nil,
		"break":  fmt.Errorf("%w: too fast", ErrRefused),
		"vanish": errors.New("no such action"),
	}}
	body := "tool turn\ntool refused break\ndisk fails\ndisk ok\n"
	if err := runFake(t, e, "needs: tool, disk\n", body); err != nil {
		t.Error(err)
	}
	if want := []string{"disk fails", "disk ok"}; !slices.Equal(e.operated, want) {
		t.Errorf("the disk did %v, want %v", e.operated, want)
	}
	for _, wrong := range []string{"tool break\n", "tool vanish\n", "tool refused turn\n", "tool refused vanish\n"} {
		if err := runFake(t, e, "needs: tool\n", wrong); err == nil {
			t.Errorf("%q passed", wrong)
		}
	}
}

func TestRun_PortOfAHost(t *testing.T) {
	e := &fakeEquipment{serve: good}
	body := "connect\nfdc: connect\nb: connect\n"
	if err := runFake(t, e, "needs: hosts\nconfig: host = fdc\n", body); err != nil {
		t.Error(err)
	}
	if want := []string{"port fdc"}; !slices.Equal(e.operated, want) {
		t.Errorf("%v, want %v", e.operated, want)
	}
}

func TestRun_Start(t *testing.T) {
	refuses := &fakeEquipment{startErr: errors.New("VID 1001 is there twice")}
	if err := runFake(t, refuses, "", "start refused 1001 twice\n"); err != nil {
		t.Error(err)
	}
	if err := runFake(t, refuses, "", "start refused 1002\n"); err == nil {
		t.Error("an error about something else passed")
	}
	if err := runFake(t, refuses, "", "connect\n"); err == nil {
		t.Error("a start that failed passed")
	}
	if err := runFake(t, &fakeEquipment{serve: good}, "", "start refused 1001\n"); err == nil {
		t.Error("a start that worked passed")
	}
	cannot := &fakeEquipment{startErr: errors.ErrUnsupported}
	if err := runFake(t, cannot, "", "connect\n"); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("%v, want unsupported", err)
	}
	if err := runFake(t, &fakeEquipment{}, "", "connect refused\n"); err != nil {
		t.Error(err)
	}
}
