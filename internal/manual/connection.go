package manual

import "github.com/secsd/secsd/daemon"

// This file says in words what a link does where E37 leaves a choice.

func passive(c daemon.ConnectionDescription) bool { return c.Connect == "passive" }

// second says what a connection gets while another one is SELECTED.
func second(choice string) string {
	switch choice {
	case "refuse-select":
		return "its select is refused, status 3; then it is closed"
	case "refuse-select-1":
		return "its select is refused, status 1; then it is closed"
	case "close":
		return "it is closed at once"
	case "replace":
		return "it gets the session, the first one is closed"
	}
	return choice
}

// oversize says what a message gets that is too long.
func oversize(choice string) string {
	switch choice {
	case "s9f11":
		return "is answered with S9F11"
	case "close":
		return "closes the connection"
	}
	return choice
}

// notSelected says what a data message gets before the select.
func notSelected(choice string) string {
	switch choice {
	case "reject":
		return "is answered with Reject.req, reason 4"
	case "drop":
		return "is dropped"
	case "close":
		return "closes the connection"
	}
	return choice
}
