package main

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestJSON(t *testing.T) {
	for _, c := range []struct {
		body secs2.Item
		want string
	}{
		{secs2.Item{}, `null`},
		{secs2.L(), `{"type":"L","value":[]}`},
		{secs2.L(secs2.A("x"), secs2.L(secs2.U4(1))), `{"type":"L","value":[{"type":"A","value":"x"},{"type":"L","value":[{"type":"U4","value":[1]}]}]}`},
		{secs2.A(""), `{"type":"A","value":""}`},
		{secs2.A("Prüfung \"1\"\x00"), `{"type":"A","value":"Prüfung \"1\"\u0000"}`},
		{secs2.A("\xB2\xFA"), `{"type":"A","value":[178,250]}`},
		{secs2.J([]byte{0xB1}), `{"type":"J","value":[177]}`},
		{secs2.W(2, []byte("产品")), `{"type":"W","value":"产品"}`},
		{secs2.W(1, []byte{0, 65}), `{"type":"W","value":[0,1,0,65]}`},
		{secs2.B(0, 255), `{"type":"B","value":[0,255]}`},
		{secs2.Bool(true, false), `{"type":"BOOLEAN","value":[true,false]}`},
		{secs2.U1(), `{"type":"U1","value":[]}`},
		{secs2.U1(1, 2), `{"type":"U1","value":[1,2]}`},
		{secs2.U8(math.MaxUint64), `{"type":"U8","value":[18446744073709551615]}`},
		{secs2.I8(math.MinInt64), `{"type":"I8","value":[-9223372036854775808]}`},
		{secs2.F4(3.14), `{"type":"F4","value":[3.14]}`},
		{secs2.F8(1e300, math.NaN(), math.Inf(-1)), `{"type":"F8","value":[1e+300,"NaN","-Infinity"]}`},
	} {
		h := secs2.DataHeader(7, 1, 4, secs2.NoReply, 0x80000001)
		got, err := json.Marshal(newMessage(h, c.body))
		if want := `{"sf":"S1F4","w":false,"session":7,"system":2147483649,"item":` + c.want + `}`; err != nil || string(got) != want {
			t.Errorf("%v: %s\nwant %s", err, got, want)
		}
	}
}
