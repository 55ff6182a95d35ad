package gem

import (
	"github.com/secsd/secsd/spool"
)

// Meaning is a value that stands for something.
type Meaning struct {
	Value uint64 `json:"value"`
	Means string `json:"means"`
}

// meanings returns the values of a variable that GEM defines and that holds a
// code, nil for others. The codes of the start-up are ours: GEM has none.
func meanings(name string) []Meaning {
	switch name {
	case controlStateName, previousControlStateName:
		var list []Meaning
		for s := EquipmentOffLine; s <= OnLineRemote; s++ {
			list = append(list, Meaning{uint64(s), s.String()})
		}
		return list
	case timeFormatName:
		return []Meaning{
			{time12, "12 characters, YYMMDDhhmmss"}, {time16, "16 characters, YYYYMMDDhhmmsscc"},
			{timeExtended, "YYYY-MM-DDThh:mm:ss.ssssss and the zone"},
		}
	case initCommStateName:
		return []Meaning{{0, "DISABLED"}, {1, "ENABLED"}}
	case initControlStateName:
		return []Meaning{
			{uint64(EquipmentOffLine), EquipmentOffLine.String()}, {uint64(AttemptOnLine), AttemptOnLine.String()},
			{uint64(HostOffLine), HostOffLine.String()}, {5, "ON-LINE, LOCAL or REMOTE as the switch stands"},
		}
	case ppFormatName:
		return []Meaning{{uint64(unformattedPrograms), "unformatted"}, {2, "formatted"}, {uint64(allPrograms), "unformatted and formatted"}}
	case ppChangeStatusName:
		return []Meaning{{uint64(programCreated), "created"}, {uint64(programEdited), "edited"}, {uint64(programDeleted), "deleted"}}
	case spoolStateName:
		return []Meaning{{codeInactive, spool.Inactive.String()}, {codeActive, spool.Active.String()}}
	case spoolLoadName:
		return []Meaning{{codeNotFull, spool.NotFull.String()}, {codeFull, spool.Full.String()}}
	case spoolUnloadName:
		return []Meaning{
			{codePurging, spool.Purging.String()}, {codeTransmitting, spool.Transmitting.String()}, {codeNoOutput, spool.NoOutput.String()},
		}
	case carrierHoldName:
		return []Meaning{{1, "the host, with CarrierRelease"}, {2, "the equipment"}}
	case unclampControlName:
		return []Meaning{{1, "at once"}, {2, "in AUTO when the AMHS comes"}}
	case jobEventStyleName:
		return []Meaning{{0, "S6F11"}, {1, "S16F9"}}
	case transitionTypeName:
		return []Meaning{{zoneUp, "from the lower to the upper zone"}, {zoneDown, "from the upper to the lower zone"}}
	case onLineFailedName:
		return []Meaning{
			{uint64(EquipmentOffLine), EquipmentOffLine.String()}, {uint64(HostOffLine), HostOffLine.String()},
		}
	case onLineSubstateName:
		return []Meaning{{uint64(OnLineLocal), OnLineLocal.String()}, {uint64(OnLineRemote), OnLineRemote.String()}}
	}
	return nil
}

// remark returns what else a host must know of a variable that GEM defines.
func remark(name string) string {
	switch name {
	case clockName:
		return "12, 16 or up to 32 characters, as TimeFormat says"
	case processStateName, previousProcessStateName:
		return "E5 reserves 0 to 63"
	case alarmsEnabledName:
		return "the ALIDs that this host has enabled"
	case alarmsSetName:
		return "the ALIDs that are set, disabled ones too"
	case eventsEnabledName:
		return "the CEIDs that this host has enabled"
	case establishTimeoutName:
		return "pause between two S1F13"
	case ppErrorName:
		return "what the last verification that failed has found"
	case spoolCountActualName:
		return "messages on disk and not sent; of the host that asks, as all that is said of the spool"
	case spoolCountTotalName:
		return "messages since the spool became active, those that found no room too"
	case spoolStartTimeName, spoolFullTimeName:
		return "as TimeFormat says; empty for never"
	case maxSpoolTransmitName:
		return "messages sent for one S6F23; 0 is all"
	case overWriteSpoolName:
		return "when the spool is full: TRUE deletes the oldest, FALSE takes no more"
	case enableSpoolingName:
		return "whether the spool becomes active when communications are lost; an active one stays so until S6F23"
	case rpTypeName:
		return "TRUE: events come as S6F13, each value behind its VID; FALSE: as S6F11"
	case wBitS5Name:
		return "W of S5F1"
	case limitsDelayName:
		return "time between two samples of the variables with limits"
	case eventLimitName:
		return "LIMITID; a list of them, at most 23 bytes with headers, where one sample crossed several"
	case limitVariableName:
		return "the VID"
	case wBitS6Name:
		return "W of S6F1, S6F11 and S6F13"
	case wBitS10Name:
		return "W of S10F1"
	case initCommStateName, initControlStateName:
		return "acts at the next start"
	case onLineFailedName:
		return "where a refused ATTEMPT ON-LINE ends"
	case onLineSubstateName:
		return "where the switch stands until an operator moves it; acts at the next start"
	}
	return ""
}
