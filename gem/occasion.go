package gem

// occasion says when an event that GEM defines happens, "" for others.
func occasion(name string) string {
	switch name {
	case equipmentOffLineName:
		return "The host or the operator took the equipment OFF-LINE."
	case controlStateLocalName:
		return "The control state became LOCAL."
	case controlStateRemoteName:
		return "The control state became REMOTE."
	case operatorCommandIssuedName:
		return "The operator gave a command while the control state was REMOTE."
	case processingStartedName:
		return "START: the processing state became EXECUTING."
	case processingCompletedName:
		return "The task is completed: EXECUTING was left for IDLE."
	case processingStoppedName:
		return "STOP from the host or the operator has ended the processing."
	case processingStateChangeName:
		return "The processing state changed; sent behind the other events of the same change."
	case operatorConstantChangeName:
		return "The operator changed an equipment constant; one event for each."
	case "ProcessProgramChange":
		return "The operator created, edited or deleted a process program."
	case "ProcessProgramSelected":
		return "The host or the operator selected a process program."
	case "PPVerified":
		return "The verification of a process program found nothing wrong."
	case "PPVerificationFailed":
		return "The verification of a process program found errors; PPError tells them."
	case "MaterialReceived":
		return "Material has come to a port."
	case "MaterialRemoved":
		return "Material has left a port."
	case spoolActivatedName:
		return "Communications were lost: messages go to the spool from now on."
	case spoolDeactivatedName:
		return "The spool is empty again: messages go to the host from now on."
	case spoolTransmitFailureName:
		return "Communications were lost while the spool was transmitted."
	case "MessageRecognition":
		return "The operator has recognised a text of the host on a terminal."
	}
	return ""
}

// told returns what a data variable that GEM defines tells at its events.
func told(name string) string {
	switch name {
	case alarmIDName:
		return "the ALID"
	case eventLimitName:
		return "the LIMITID of the limit that was crossed; of several a list of them"
	case limitVariableName:
		return "the VID of the variable that crossed a limit"
	case operatorCommandName:
		return "the command, see the remote commands for its number"
	case ppChangeNameName:
		return "the PPID"
	case ecidChangedName:
		return "the ECID"
	case "PPExecName":
		return "the selected process program; empty for none"
	}
	return ""
}
