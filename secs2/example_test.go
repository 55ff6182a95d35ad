package secs2_test

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// Equipment asks a host to establish communications.
func Example() {
	m := secs2.Message{
		Stream: 1, Function: 13, W: secs2.WantReply,
		Body: secs2.L(secs2.A("ETCHER"), secs2.A("2.4.1")),
	}
	fmt.Println(sml.Format(m))
	// Output:
	// S1F13 W
	// <L [2]
	//   <A [6] "ETCHER">
	//   <A [5] "2.4.1">
	// >.
}

// A handler reads a Define Report by the names of its data items.
func ExampleReader() {
	body, err := secs2.Parse([]byte("\x01\x02\xA5\x01\x07\x01\x01\x01\x02\xA5\x01\x0A\x01\x02\xA9\x02\x03\xE9\xA9\x02\x03\xEA"))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := secs2.NewReader(body)
	r.Tuple(2)
	fmt.Println("DATAID", r.ID("DATAID").Key())
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		fmt.Println("RPTID", r.Uint("RPTID"))
		r.Each("VID", func(r *secs2.Reader) { fmt.Println("VID", r.Uint("VID")) })
	})
	fmt.Println(r.Err())
	// Output:
	// DATAID 7
	// RPTID 10
	// VID 1001
	// VID 1002
	// <nil>
}

// What does not fit is told with its place.
func ExampleReader_Err() {
	r := secs2.NewReader(secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(10), secs2.A("x")))))
	r.Tuple(2)
	r.ID("DATAID")
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		r.ID("RPTID")
		r.Each("VID", func(r *secs2.Reader) { r.ID("VID") })
	})
	fmt.Println(r.Err())
	// Output:
	// secs2: shape at byte 18, item /reports[0]/VID: list expected, got A [1]
}

func ExampleAppender() {
	buf := make([]byte, 0, 256) // reused for every message
	a := secs2.NewAppender(buf)
	a.List(2)
	a.U4(1001)
	a.Item(secs2.F4(25.5))
	fmt.Printf("% X %v\n", a.Bytes(), a.Err())
	// Output:
	// 01 02 B1 04 00 00 03 E9 91 04 41 CC 00 00 <nil>
}

func ExampleDRACK() {
	code := secs2.DRACKVIDDoesNotExist
	fmt.Println(byte(code), code)
	// Output:
	// 4 denied, a VID does not exist
}
