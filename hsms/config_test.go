package hsms

import (
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestZeroConfigIsTheStandards(t *testing.T) {
	c := Config{Handle: handleNothing}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if w := c.Warnings(); len(w) != 0 {
		t.Errorf("warnings %q for the defaults", w)
	}
	c = c.withDefaults()
	want := Timers{T3: 45 * time.Second, T5: 10 * time.Second, T6: 5 * time.Second, T7: 10 * time.Second, T8: 5 * time.Second}
	if c.Timers != want {
		t.Errorf("timers %+v, want %+v", c.Timers, want)
	}
}

func TestValidateNamesEveryBadValue(t *testing.T) {
	err := EndpointConfig{
		Connect:          "both",
		Address:          "nowhere",
		SecondConnection: "queue",
		ConnectTimeout:   -1,
		AllowFrom:        []netip.Prefix{{}},
		Config: Config{
			Timers:           Timers{T3: -time.Second},
			Rules:            Rules{Oversize: "maybe", DeviceIDCheck: "some"},
			Linktest:         Linktest{MaxMisses: -1},
			MaxFrame:         1 << 30,
			SystemBytesStart: 1 << 40,
		},
	}.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{
		"Handle is nil",
		`connect is "both", allowed is one of passive, active`,
		`address is "nowhere", allowed is HOST:PORT`,
		`second_connection is "queue"`,
		"connect_timeout is -1ns, allowed is more than 0s",
		"allow_from has an invalid network",
		"T3 is -1s, allowed is more than 0s",
		`oversize is "maybe", allowed is one of s9f11, close`,
		`device_id_check is "some"`,
		"linktest_max_misses is -1, allowed is 1 to 2147483647",
		"max_frame is 1073741824, allowed is 1024 to 67108864",
		"system_bytes_start is 1099511627776, allowed is 0 to 4294967295",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
}

func TestFC83_Warnings(t *testing.T) {
	for _, tc := range []struct {
		cfg  Config
		want []string
	}{
		{Config{Timers: Timers{T3: 5 * time.Second}}, nil},
		{Config{Timers: Timers{T8: 100 * time.Millisecond}}, []string{"T8 = 100ms is outside the usual range of 1s to 2m0s"}},
		{Config{Timers: Timers{T3: 10 * time.Minute}}, []string{"T3 = 10m0s is outside"}},
		{Config{Timers: Timers{T6: 20 * time.Second}, Linktest: Linktest{Interval: 10 * time.Second}},
			[]string{"linktest_interval = 10s is shorter than T6 = 20s", "T6 = 20s is not shorter than T7 = 10s"}},
		{Config{Linktest: Linktest{Interval: -1}}, nil},
	} {
		got := tc.cfg.Warnings()
		if len(got) != len(tc.want) {
			t.Errorf("%+v: warnings %q, want %q", tc.cfg, got, tc.want)
			continue
		}
		for i := range got {
			if !strings.HasPrefix(got[i], tc.want[i]) {
				t.Errorf("warning %q, want %q", got[i], tc.want[i])
			}
		}
	}
}
