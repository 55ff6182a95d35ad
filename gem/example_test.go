package gem_test

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// A host connects, establishes communications and defines a report.
func Example() {
	e, err := gem.New(gem.Config{
		MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}},
		Control:   gem.Control{Default: gem.StartOnLine},
		Variables: []gem.Variable{{VID: 1001, Name: "WaferCount", Format: secs2.FormatU4}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var out gem.Output
	step := func(in gem.Input) {
		e.Step(now, in, &out)
		for _, m := range out.Messages {
			body, _ := secs2.ParseBody(m.Body)
			if m.IsReply() {
				fmt.Printf("S%dF%d %s\n", m.Primary.Stream(), m.Function, sml.FormatItem(body))
			}
		}
	}
	host := func(stream, function byte, body secs2.Item) {
		step(gem.Primary{Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: body})
	}
	step(gem.Start{})
	step(gem.LinkUp{})
	host(1, 13, secs2.L())
	host(2, 33, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(10), secs2.L(secs2.U4(1001))))))
	// The answer waits until the definition is on disk.
	fmt.Println("commit", out.Commit.Seq, out.Commit.Records[0].Kind)
	step(gem.Durable{Seq: out.Commit.Seq})
	// Output:
	// S1F14 <L [2]
	//   <B [1] 0x00>
	//   <L [2]
	//     <A [5] "ETCH9">
	//     <A [3] "1.0">
	//   >
	// >
	// commit 1 report
	// S2F34 <B [1] 0x00>
}
