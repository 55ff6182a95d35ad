package gem

import "github.com/secsd/secsd/secs2"

// MessageDescription is a message that the equipment takes or sends as a
// primary. Reply is empty where there is none. OffLine, Local and Remote say
// what becomes of it in these control states.
type MessageDescription struct {
	SF        string `json:"sf"`
	Name      string `json:"name"`
	Direction string `json:"direction"` // "H->E" or "E->H"
	Reply     string `json:"reply"`
	ReplyNeed string `json:"reply_need"` // "required", "optional" or "none"
	OffLine   string `json:"off_line"`
	Local     string `json:"local"`
	Remote    string `json:"remote"`
}

// outgoing is a primary that the equipment sends.
type outgoing struct {
	sf      secs2.SF
	name    string
	reply   string // need
	offLine string
}

// sends lists the primaries that the equipment sends.
func (c *Config) sends() []outgoing {
	const (
		never = "not sent"
		none  = "none"
	)
	list := []outgoing{
		{secs2.SF{Stream: 1, Function: 1}, "Are You There Request", "required", "sent in ATTEMPT ON-LINE"},
		{secs2.SF{Stream: 1, Function: 13}, "Establish Communications Request", "required", "sent"},
		{secs2.SF{Stream: 2, Function: 17}, "Date and Time Request", "required", never},
		{secs2.SF{Stream: 5, Function: 1}, "Alarm Report Send", "optional", never},
		{secs2.SF{Stream: 6, Function: 1}, "Trace Data Send", "optional", never},
		{secs2.SF{Stream: 6, Function: 11}, "Event Report Send", "optional", "sent for EquipmentOFFLINE only"},
		{secs2.SF{Stream: 6, Function: 13}, "Annotated Event Report Send", "optional", "sent for EquipmentOFFLINE only"},
		{secs2.SF{Stream: 7, Function: 3}, "Process Program Send", "required", never},
		{secs2.SF{Stream: 7, Function: 5}, "Process Program Request", "required", never},
		{secs2.SF{Stream: 7, Function: 23}, "Formatted Process Program Send", "required", never},
		{secs2.SF{Stream: 7, Function: 25}, "Formatted Process Program Request", "required", never},
		{secs2.SF{Stream: 7, Function: 27}, "Process Program Verification Send", "required", never},
		{secs2.SF{Stream: 9, Function: 1}, "Unrecognized Device ID", none, "sent about S1F13 and S1F17"},
		{secs2.SF{Stream: 9, Function: 3}, "Unrecognized Stream Type", none, never},
		{secs2.SF{Stream: 9, Function: 5}, "Unrecognized Function Type", none, never},
		{secs2.SF{Stream: 9, Function: 7}, "Illegal Data", none, "sent about S1F13 and S1F17"},
		{secs2.SF{Stream: 9, Function: 9}, "Transaction Timer Timeout", none, "sent about S1F13"},
		{secs2.SF{Stream: 9, Function: 11}, "Data Too Long", none, "sent about S1F13 and S1F17"},
		{secs2.SF{Stream: 9, Function: 13}, "Conversation Timeout", none, never},
		{secs2.SF{Stream: 10, Function: 1}, "Terminal Request", "optional", never},
	}
	if c.Material.Enabled() {
		list = append(list,
			outgoing{secs2.SF{Stream: 16, Function: 7}, "Process Job Alert Notify", "optional", never},
			outgoing{secs2.SF{Stream: 16, Function: 9}, "Process Job Event Notify", "optional", never})
	}
	return list
}

// describeMessages lists the rows of the route table, then what the equipment
// itself sends.
func (e *Equipment) describeMessages() []MessageDescription {
	var out []MessageDescription
	for _, r := range e.cfg.routes() {
		sf := secs2.SF{Stream: r.stream, Function: r.function}
		m := MessageDescription{
			SF: sf.String(), Name: r.name, Direction: "H->E", Reply: secs2.SF{Stream: r.stream, Function: r.function + 1}.String(),
			ReplyNeed: [...]string{"required", "optional"}[r.reply],
		}
		m.OffLine, m.Local, m.Remote = served(sf)
		out = append(out, m)
	}
	for _, x := range append(e.cfg.sends(), e.cfg.privateSends()...) {
		m := MessageDescription{SF: x.sf.String(), Name: x.name, Direction: "E->H", ReplyNeed: x.reply, OffLine: x.offLine, Local: "sent", Remote: "sent"}
		if x.reply != "none" {
			m.Reply = secs2.SF{Stream: x.sf.Stream, Function: x.sf.Function + 1}.String()
		}
		out = append(out, m)
	}
	return out
}

// served says what becomes of a host's primary while OFF-LINE, in LOCAL and in
// REMOTE (E30 3.3).
func served(sf secs2.SF) (offLine, local, remote string) {
	offLine, local, remote = secs2.SF{Stream: sf.Stream}.String(), "served", "served"
	switch sf.String() {
	case "S1F1":
		offLine = "S1F0"
	case "S1F13", "S1F17":
		offLine = "served"
	case "S2F15":
		local = "served; while processing EAC 2 for constants that affect the process"
	case "S2F21", "S2F41", "S2F49":
		local = "benign commands, and while nothing is processed those that affect the process"
	case "S3F17", "S3F19", "S3F21", "S3F23", "S3F25", "S3F27", "S3F31",
		"S14F3", "S14F9", "S14F11", "S16F3", "S16F5", "S16F11", "S16F15", "S16F17", "S16F23", "S16F25", "S16F27":
		local = "refused with ERRCODE 17"
	case "S14F19":
		local = "refused with SVCACK 2"
	case "S16F29":
		local = "refused with ACKA FALSE"
	}
	return offLine, local, remote
}
