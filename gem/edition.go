package gem

import "fmt"

// Edition is the edition of E5 and E30 whose lengths of texts count.
type Edition uint8

// EditionLatest takes the lengths of the editions since 2013, Edition1103 those
// of E5-0704, to which E30-1103 refers.
const (
	EditionLatest Edition = iota
	Edition1103
)

var editionNames = [...]string{"latest", "1103"}

func (e Edition) String() string { return editionNames[e] }

// byEdition returns the limit of the edition.
func (e Edition) byEdition(latest, of1103 int) int {
	if e == Edition1103 {
		return of1103
	}
	return latest
}

// The greatest lengths of texts that differ, in bytes (E5 data items).
func (e Edition) longestALTX() int { return e.byEdition(120, 40) }
func (e Edition) longestPPID() int { return e.byEdition(120, 80) }
func (e Edition) longestMDLN() int { return e.byEdition(20, 6) } // SOFTREV too

// Warnings returns what hosts of the configured edition may not take, and what
// they do not get whole.
func (c Config) Warnings() []*ConfigError {
	var list []*ConfigError
	for _, x := range []struct{ key, text string }{{"mdln", c.MDLN}, {"softrev", c.SOFTREV}} {
		if most := c.Edition.longestMDLN(); len(x.text) > most {
			list = append(list, &ConfigError{Key: x.key, Got: fmt.Sprintf("%q", x.text), Want: fmt.Sprintf("at most %d characters in edition %v", most, c.Edition)})
		}
	}
	most := c.Alarming.ALTXMax
	if most == 0 {
		most = defaultALTXMax
	}
	for i, a := range c.Alarms {
		if len(a.Text) > most {
			list = append(list, &ConfigError{
				Key: fmt.Sprintf("alarms[%d].text", i), Got: fmt.Sprintf("%d characters", len(a.Text)),
				Want: fmt.Sprintf("at most %d, the rest is cut off (alarm.altx_max)", most),
			})
		}
	}
	return list
}
