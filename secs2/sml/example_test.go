package sml_test

import (
	"errors"
	"fmt"
	"io"

	"github.com/secsd/secsd/secs2/sml"
)

// Text in the dialect of another product comes out in canonical form.
func ExampleParse() {
	m, warnings, err := sml.Parse(`Query:'S1F3'W <LIST [1] <UINT4 1001> <A 'it"s' 13>>.`)
	fmt.Println(m)
	fmt.Println(warnings, err)
	// Output:
	// Query: S1F3 W
	// <L [2]
	//   <U4 [1] 1001>
	//   <A [5] "it" 0x22 "s" 0x0D>
	// >.
	// [1:21: size-mismatch: the size says 1, L item has 2 elements] <nil>
}

func ExampleParseItem() {
	_, err := sml.ParseItem("<L\n  <U1 256>\n>")
	fmt.Println(err)
	// Output:
	// sml: 2:7: range: "256" does not fit U1
}

// A document goes on behind a message that does not read.
func ExampleReader() {
	r := sml.NewReader("S1F1 W.\nS200F1.\nS1F17 W.\n", sml.Options{Strict: true})
	for {
		m, _, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(r.Line(), m)
	}
	// Output:
	// 1 S1F1 W.
	// sml: 2:1: bad-header: streams are 0 to 127, functions 0 to 255
	// 3 S1F17 W.
}
