package conformance_test

import (
	"fmt"

	"github.com/secsd/secsd/conformance"
)

// A script is read before it is run, and errors name the line.
func ExampleParse() {
	script, err := conformance.Parse("are-you-there.txt", `
number: X-01
title: the equipment says who it is
needs: operator

operator enable
establish
H> S1F1 W
E> S1F2 <L <A _> <A _>>
`)
	fmt.Println(script.Number, script.Needs, err)

	_, err = conformance.Parse("typo.txt", `
number: X-02
title: a typing error
select
H> S1F1 W <X 1>
`)
	fmt.Println(err)
	// Output:
	// X-01 [operator] <nil>
	// typo.txt:5: unknown item type "X"
}
