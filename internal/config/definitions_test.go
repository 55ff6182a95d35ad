package config

import (
	"strings"
	"testing"
)

// TestDefinitionProblems appends lines to the minimal file, from line 5 on.
func TestDefinitionProblems(t *testing.T) {
	const ports = "gem300: {ports: [{location: LP1}]}\n"
	const dv = "data_variables: [{id: 3001, name: WaferID, format: A}]\n"
	for _, c := range []struct{ text, want string }{
		{`data_variables: [{id: 101, name: X, format: A}]`, `5:23: data_variables[0].id: got 101, want an identifier that Clock does not have`},
		{`data_variables: [{id: 3001, name: X, format: A, initial: x}]`, `5:49: data_variables[0].initial: got an unknown key`},
		{`data_variables: [{id: 3001, name: X, format: Q}]`, `5:46: data_variables[0].format: got "Q", want L, B,`},
		{`data_variables: [{id: 3001, name: X, format: A, max_length: 0}]`, `5:61: data_variables[0].max_length: got 0, want 1 or more`},
		{`data_variables: [{id: 3001, format: A}]`, `5:18: data_variables[0].name: got nothing, want a value: the key is required`},
		{dv + `variables: [{id: 3001, name: X, format: A}]`, `5:23: data_variables[0].id: got 3001, want an identifier that X does not have`},
		{dv + `variables: [{id: 1001, name: WaferID, format: A}]`, `5:35: data_variables[0].name: got WaferID, want a name that variables[0] does not have`},
		{dv + `constants: [{id: 3001, name: X, format: A}]`, `6:18: constants[0].id: got 3001, want an identifier that WaferID does not have`},
		{dv + `constants: [{id: 4001, name: WaferID, format: A}]`, `6:30: constants[0].name: got WaferID, want a name that data_variables[0] does not have`},

		{`constants: [{id: 251, name: X, format: U1}]`, `5:18: constants[0].id: got 251, want an identifier that EstablishCommunicationsTimeout does not have`},
		{`constants: [{id: 1, name: X, format: L}]`, `5:38: constants[0].format: got L, want a format of E5 other than a list`},
		{`constants: [{id: 1, name: X, format: U1, min: -1}]`, `5:47: constants[0].min: got number -1, want U1: 0 to 255`},
		{`constants: [{id: 1, name: X, format: U1, max: "5"}]`, `5:47: constants[0].max: got text "5", want U1: 0 to 255`},
		{`constants: [{id: 1, name: X, format: U1, max: [1, 2]}]`, `5:47: constants[0].max: got U1 [1 2], want one number`},
		{`constants: [{id: 1, name: X, format: A, min: a}]`, `5:46: constants[0].min: got A a, want one number`},
		{`constants: [{id: 1, name: X, format: U1, min: 5, max: 10, default: 11}]`, `5:68: constants[0].default: got 11, want U1 from 5 to 10`},
		{`constants: [{id: 1, name: X, format: U1, min: 5, max: 10}]`, `5:13: constants[0].default: got 0, want U1 from 5 to 10`},
		{`constants: [{id: 1, name: X, format: U1, min: 5, max: 3}]`, `5:55: constants[0].max: got 3, want at least min, 5`},
		{`constants: [{id: 4001, name: TimeFormat, format: U1}]`, `5:30: constants[0].name: got TimeFormat, want a name that GEM does not define`},
		{`constants: [{id: 1, name: X, format: A}, {id: 2, name: X, format: A}]`, `5:56: constants[1].name: got X, want a name that constants[0] does not have`},
		{`constants: [{id: 1, name: X, format: A, max_length: 2, default: abc}]`, `5:65: constants[0].default: got A abc, want A of at most 2 bytes`},
		{`constants: [{id: 1, name: X, format: F4, default: 1e39}]`, `5:51: constants[0].default: got number 1e39, want F4`},
		{`constants: [{id: 1, name: X, format: BOOLEAN, default: 1}]`, `5:56: constants[0].default: got number 1, want true or false`},
		{`constants: [{id: 1, name: X, format: U1, range: 5}]`, `5:42: constants[0].range: got an unknown key`},

		{`events: [{id: 1, name: X}]`, `5:15: events[0].id: got 1, want an identifier that EquipmentOFFLINE does not have`},
		{`events: [{id: 5001, name: X}, {id: 5001, name: Y}]`, `5:36: events[1].id: got 5001, want an identifier that X does not have`},
		{`events: [{id: 5001, name: X}, {id: 5002, name: X}]`, `5:48: events[1].name: got X, want a name that events[0] does not have`},
		{`events: [{id: 5001, name: X, data_variables: [WaferID]}]`, `5:47: events[0].data_variables[0]: got "WaferID", want the id or name of a data variable`},
		{dv + `events: [{id: 5001, name: X, data_variables: [WaferID, 3002]}]`, `6:56: events[0].data_variables[1]: got 3002, want the id of a data variable`},
		{dv + `events: [{id: 5001, name: X, data_variables: [WaferID, 3001]}]`, `6:56: events[0].data_variables[1]: got 3001, want an id that occurs once`},
		{`events: [{id: 5001, name: ProcessingStarted}]`, `5:27: events[0].name: got ProcessingStarted, want a name that GEM does not define`},
		{dv + `events: [{id: 5001, name: X, data_variables: [Clock]}]`, `6:47: events[0].data_variables[0]: got "Clock", want the id or name`},
		{dv + `events: [{id: 5001, name: X, data_variables: [101]}]`, `6:47: events[0].data_variables[0]: got 101, want the id of a data variable`},
		{dv + `events: [{id: 5001, name: X, data_variables: [WaferID, true]}]`, `6:56: events[0].data_variables[1]: got boolean true, want the id or name`},
		{dv + `events: [{id: 5001, name: X, data_variables: [1.5]}]`, `6:47: events[0].data_variables[0]: got number 1.5`},
		{dv + `events: [{id: 5001, name: X, data_variables: [03001]}]`, `6:47: events[0].data_variables[0]: got number 03001`},
		{dv + `events: [{id: 5001, name: X, data_variables: WaferID}]`, `6:46: events[0].data_variables: got text "WaferID", want a list`},
		{dv + `events: [{id: 5001, name: X, data_variables: [~]}]`, `6:47: events[0].data_variables[0]: got nothing, want an entry`},
		{`events: [{id: 5001, name: X, reports: []}]`, `5:30: events[0].reports: got an unknown key`},

		{`alarms: [{id: 7, name: X}, {id: 7, name: Y}]`, `5:33: alarms[1].id: got 7, want an identifier that alarm X does not have`},
		{`alarms: [{id: 7, name: X}, {id: 8, name: X}]`, `5:42: alarms[1].name: got X, want a name whose events, XDetected and XCleared, no other has`},
		{`alarms: [{id: 7, name: X, set_event: 1017}, {id: 8, name: Y}]`, `5:45: alarms[1].clear_event: got 1017, want an identifier that XDetected does not have`},
		{`alarms: [{id: 7, name: X, clear_event: 1014}]`, `5:40: alarms[0].clear_event: got 1014, want an identifier that XDetected does not have`},
		{`alarms: [{id: 7, name: X, clear_event: 0}]`, `5:40: alarms[0].clear_event: got 0, want 1 to 4294967295`},
		{`alarms: [{id: 7, name: X, set_event: 3}]`, `5:38: alarms[0].set_event: got 3, want an identifier that ControlStateREMOTE does not have`},
		{"events: [{id: 1015, name: E}]\nalarms: [{id: 7, name: X}]", `6:10: alarms[0].clear_event: got 1015, want an identifier that E does not have`},
		{`alarms: [{id: 4000000000, name: X}]`, `5:10: alarms[0]: got no events of alarm 4000000000, want set_event and clear_event where the id is above 2147483147`},
		{`alarms: [{id: 7, name: X, text: "a\x07"}]`, `5:33: alarms[0].text: got "a\a", want 0 to 1000 printable ASCII characters`},
		{`alarms: [{id: 7, name: X, category: 9}]`, `5:37: alarms[0].category: got 9, want 0 to 8, or 64 to 127`},
		{`alarms: [{id: 7, name: X, category: 128}]`, `5:37: alarms[0].category: got 128, want 0 to 8, or 64 to 127`},
		{`alarms: [{id: 7, name: X, data_variables: [WaferID]}]`, `5:44: alarms[0].data_variables[0]: got "WaferID", want the id or name of a data variable`},
		{`alarms: [{id: 7, name: X, affects: [people]}]`, `5:37: alarms[0].affects[0]: got text "people", want operator, equipment or material`},
		{`alarms: [{id: 7, name: X, affects: [operator, operator]}]`, `5:47: alarms[0].affects[1]: got operator, want operator, equipment or material, once each`},
		{ports + "alarms: [{id: 903, name: X}]", `6:15: alarms[0].id: got 903, want an identifier that alarm CarrierVerificationFailure does not have`},
		{ports + "alarms: [{id: 7, name: X, set_event: 2806}]", `6:38: alarms[0].set_event: got 2806, want an identifier that CarrierVerificationFailureDetected does not have`},
		{ports + "alarms: [{id: 7, name: CarrierVerificationFailure}, {id: 7, name: X}]", `6:58: alarms[1].id: got 7, want an identifier that alarm CarrierVerificationFailure does not have`},
		{ports + "events: [{id: 2806, name: X}]", `6:15: events[0].id: got 2806, want an identifier that CarrierVerificationFailureDetected does not have`},
		{ports + "events: [{id: 5001, name: PIOFailureDetected}]", `6:27: events[0].name: got PIOFailureDetected, want a name that GEM does not define`},
		{ports + "ceids: [{name: CarrierSM03, id: 2806}]", `6:33: ceids[0].id: got 2806, want an identifier that CarrierVerificationFailureDetected does not have`},
		{"gem300: {ports: [{location: LP1}], jobs: {max_process_jobs: 1, max_active_process_jobs: 9}}", `5:89: gem300.jobs.max_active_process_jobs: got 9, want at most max_process_jobs, 1`},
		{"gem300: {ports: [{location: LP1}], jobs: {max_control_jobs: 1, max_active_control_jobs: 9}}", `5:89: gem300.jobs.max_active_control_jobs: got 9, want at most max_control_jobs, 1`},
		{`alarm: {altx_max: 121}`, `5:19: alarm.altx_max: got 121, want 1 to 120`},
		{`edition: 2013`, `5:10: edition: got number 2013, want latest or 1103`},
		{"edition: 1103\nalarm: {altx_max: 41}", `6:19: alarm.altx_max: got 41, want 1 to 40`},

		{`commands: [{name: START}, {name: START}]`, `5:34: commands[1].name: got START, want a name that no other command has`},
		{`commands: [{name: "GO ON"}]`, `5:19: commands[0].name: got GO ON, want a name without a blank`},
		{`commands: [{name: START, effect: begins}]`, `5:34: commands[0].effect: got text "begins", want moves, starts, affects or benign`},
		{`commands: [{effect: benign}]`, `5:12: commands[0].name: got nothing, want a value: the key is required`},
		{`commands: [{name: X, parameters: [{name: A, format: A}, {name: A, format: A}]}]`, `5:64: commands[0].parameters[1].name: got A, want a name that no other parameter has`},
		{`commands: [{name: X, parameters: [{name: A, format: a}]}]`, `5:53: commands[0].parameters[0].format: got "a", want L, B,`},
		{`commands: [{name: X, parameters: [{name: A, format: A, required: 1}]}]`, `5:66: commands[0].parameters[0].required: got number 1, want true or false`},
		{`commands: [{name: X, parameters: [{name: A, format: A, values: x}]}]`, `5:64: commands[0].parameters[0].values: got text "x", want a list of values`},
		{`commands: [{name: X, parameters: [{name: A, format: A, values: [1]}]}]`, `5:65: commands[0].parameters[0].values[0]: got number 1, want text in quotes`},
		{`commands: [{name: X, parameters: [{name: A, format: U1, max: 256}]}]`, `5:62: commands[0].parameters[0].max: got number 256, want U1: 0 to 255`},
		{`commands: [{name: X, parameters: [{name: A, format: A, max: a}]}]`, `5:61: commands[0].parameters[0].max: got A a, want one number`},

		{`commands: [{name: X, completion: [Done]}]`, `5:35: commands[0].completion[0]: got "Done", want the id or name of a collection event`},
		{`commands: [{name: X, completion: [ProcessingStarted, 4999]}]`, `5:54: commands[0].completion[1]: got 4999, want the id of a collection event`},
		{`commands: [{name: X, completion: [true]}]`, `5:35: commands[0].completion[0]: got boolean true, want the id or name of a collection event`},
		{`commands: [{name: X, description: "a\x07b"}]`, `5:35: commands[0].description: got "a\ab", want at most 2000 bytes of printable text`},

		{`commands: [{name: X, parameters: [{name: A, format: U1, min: 5, max: 3}]}]`, `5:70: commands[0].parameters[0].max: got 3, want at least min, 5`},
		{`commands: [{name: X, parameters: [{name: A, format: U1, max: 3, values: [4]}]}]`, `5:`},

		{`ceids: [{name: WaferStarted, id: 5}]`, `5:16: ceids[0].name: got WaferStarted, want a name that GEM defines`},
		{`ceids: [{name: ProcessingStarted, id: 11}]`, `5:39: ceids[0].id: got 11, want an identifier that ProcessingCompleted does not have`},
		{`ceids: [{name: ProcessingCompleted, id: 10}]`, `5:41: ceids[0].id: got 10, want an identifier that ProcessingStarted does not have`},
		{`ceids: [{name: ProcessingStarted, id: 2000}, {name: EquipmentOFFLINE, id: 2000}]`, `5:39: ceids[0].id: got 2000, want an identifier that EquipmentOFFLINE does not have`},
		{ports + "vids: [{name: PortID, id: 302}]", `6:27: vids[0].id: got 302, want an identifier that CarrierID does not have`},
		{ports + "vids: [{name: CarrierID, id: 301}]", `6:30: vids[0].id: got 301, want an identifier that PortID does not have`},
		{`ceids: [{name: ProcessingStarted, id: 5}, {name: ProcessingStarted, id: 6}]`, `5:50: ceids[1].name: got "ProcessingStarted" again, want each name once`},
		{`report: {max: 0}`, `5:15: report.max: got 0, want 1 to 1000000`},
		{`report: {max_vids: 10000001}`, `5:20: report.max_vids: got 10000001, want 1 to 10000000`},
		{`report: {max_links: -1}`, `5:21: report.max_links: got -1, want 1 to 1000000`},
		{`rcmd: {deadline: 0}`, `5:18: rcmd.deadline: got 0, want seconds, 0.1 to 120`},
		{`rcmd: {deadline: 121}`, `5:18: rcmd.deadline: got 2m1s, want 100ms to 120s`},
		{`wbit: {s6: 0}`, `5:12: wbit.s6: got number 0, want true or false`},
		{`spool: {max_bytes: 1048576}`, `5:20: spool.max_bytes: got 1048576, want 65536 to 1040384`},
		{`spool: {default_set: [S1F1]}`, `5:23: spool.default_set[0]: got stream 1, want a primary that the equipment may send, not of stream 1`},
		{`spool: {default_set: [S6F12]}`, `5:23: spool.default_set[0]: got S6F12, want a primary that the equipment may send, not of stream 1`},
		{`spool: {default_set: [S6F11, S300]}`, `5:30: spool.default_set[1]: got "S300", want a stream as in S5, or a primary as in S6F11`},
		{`delivery: sure`, `5:11: delivery: got text "sure", want plain or strict`},
		{`error: {conversation_timeout: 0.5}`, `5:31: error.conversation_timeout: got 500ms, want 0, or 1s to 10m`},
		{`sim: {wafers: 26}`, `5:15: sim.wafers: got 26, want 1 to 25`},
		{`sim: {lots: forever}`, `5:13: sim.lots: got forever, want host, for there are no recipes`},
		{`sim: {recipes: [{name: X, steps: [{name: A, time: 0}]}]}`, `5:51: sim.recipes[0].steps[0].time: got 0s, want more than 0`},
	} {
		t.Run(c.text, func(t *testing.T) {
			got := problemsOf(t, minimal+c.text)
			if strings.HasPrefix(c.text, "sim: {recipes") {
				got = got[len(got)-1:] // in front of it stand the variables and events that a cycle needs
			}
			expect(t, got, c.want)
		})
	}
}

// TestIdentifiersSwapped: an identifier that has been moved away is free.
func TestIdentifiersSwapped(t *testing.T) {
	text := minimal + `gem300: {ports: [{location: LP1}]}
vids: [{name: CarrierID, id: 301}, {name: PortID, id: 302}]
ceids: [{name: ProcessingStarted, id: 11}, {name: ProcessingCompleted, id: 10}]
`
	if _, err := Load(Source{Name: "f", Data: []byte(text)}); err != nil {
		t.Error(err)
	}
}

// TestReferencesByID: an id needs no name, and a name of digits is a name.
func TestReferencesByID(t *testing.T) {
	text := minimal + `data_variables: [{id: 3001, name: "7", format: A}, {id: 7, name: X, format: A}, {id: 3002, name: Y, format: A}]
events: [{id: 5001, name: E, data_variables: ["7", 7, 0x0BBA]}]
`
	c, err := Load(Source{Name: "f", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Equipment.Events[0].DataVariables; len(got) != 3 || got[0] != 3001 || got[1] != 7 || got[2] != 3002 {
		t.Errorf("data variables %v", got)
	}
}

// TestRequiredKeys leaves out each key that must be there; 0 and an empty text
// are never taken for it.
func TestRequiredKeys(t *testing.T) {
	const required = ": got nothing, want a value: the key is required"
	for _, c := range []struct{ text, want string }{
		{`variables: [{name: X, format: U1}]`, `5:13: variables[0].id`},
		{`variables: [{id: 1001, name: X}]`, `5:13: variables[0].format`},
		{`data_variables: [{name: X, format: U1}]`, `5:18: data_variables[0].id`},
		{`data_variables: [{id: 3001, name: X}]`, `5:18: data_variables[0].format`},
		{`constants: [{name: X, format: U1}]`, `5:13: constants[0].id`},
		{`constants: [{id: 4001, format: U1}]`, `5:13: constants[0].name`},
		{`events: [{name: X}]`, `5:10: events[0].id`},
		{`events: [{id: 5001}]`, `5:10: events[0].name`},
		{`vids: [{name: Clock}]`, `5:8: vids[0].id`},
		{`vids: [{id: 7}]`, `5:8: vids[0].name`},
		{`ceids: [{name: ProcessingStarted}]`, `5:9: ceids[0].id`},
		{`commands: [{name: X, parameters: [{format: A}]}]`, `5:35: commands[0].parameters[0].name`},
		{`commands: [{name: X, parameters: [{name: A}]}]`, `5:35: commands[0].parameters[0].format`},
		{`sim: {motions: [{kind: count, period: 1}]}`, `5:17: sim.motions[0].variable`},
	} {
		t.Run(c.text, func(t *testing.T) {
			expect(t, problemsOf(t, minimal+c.text), c.want+required)
		})
	}
	expect(t, problemsOf(t, "equipment: {softrev: x}\nhosts: [{device_id: 1}]"),
		"1:12: equipment.mdln"+required, "2:9: hosts[0].name"+required)
	expect(t, problemsOf(t, "comm: {default: ENABLED}"), "1:1: equipment"+required, "1:1: hosts"+required)
	expect(t, problemsOf(t, minimal+"variables: [{id: ~, name: X, format: U1}]"), "5:18: variables[0].id: got nothing, want a whole number")
}
