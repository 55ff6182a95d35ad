package model

// CarrierIDStatus is that of a Carrier object (E87).
type CarrierIDStatus uint8

// The states; the last two are final.
const (
	IDNotRead CarrierIDStatus = iota
	IDWaitingForHost
	IDVerificationOK
	IDVerificationFailed
	noCarrierID CarrierIDStatus = 255
)

var carrierIDNames = [...]string{"ID NOT READ", "WAITING FOR HOST", "ID VERIFICATION OK", "ID VERIFICATION FAILED"}

func (s CarrierIDStatus) String() string {
	if int(s) < len(carrierIDNames) {
		return carrierIDNames[s]
	}
	return "no state"
}

// SlotMapStatus is that of a Carrier object (E87).
type SlotMapStatus uint8

// The states; the last two are final.
const (
	SlotMapNotRead SlotMapStatus = iota
	SlotMapWaitingForHost
	SlotMapVerificationOK
	SlotMapVerificationBad
	noSlotMap SlotMapStatus = 255
)

var slotMapNames = [...]string{"SLOT MAP NOT READ", "WAITING FOR HOST", "SLOT MAP VERIFICATION OK", "SLOT MAP VERIFICATION FAILED"}

func (s SlotMapStatus) String() string {
	if int(s) < len(slotMapNames) {
		return slotMapNames[s]
	}
	return "no state"
}

// AccessingStatus is CarrierAccessingStatus (E87).
type AccessingStatus uint8

// The states; the last two are final.
const (
	NotAccessed AccessingStatus = iota
	InAccess
	CarrierComplete
	CarrierStopped
	noAccessing AccessingStatus = 255
)

var accessingNames = [...]string{"NOT ACCESSED", "IN ACCESS", "CARRIER COMPLETE", "CARRIER STOPPED"}

func (s AccessingStatus) String() string {
	if int(s) < len(accessingNames) {
		return accessingNames[s]
	}
	return "no state"
}

// The codes of SlotMap.
const (
	SlotUndefined uint8 = iota
	SlotEmpty
	SlotNotEmpty
	SlotCorrectlyOccupied
	SlotDoubleSlotted
	SlotCrossSlotted
)
