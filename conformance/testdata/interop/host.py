"""A host made of secsgem, https://github.com/bparzella/secsgem, for docs/interop.md.

    host.py PORT

Reads requests from stdin, one a line: a verb and its words, with tabs between
them. Each gets one line of JSON on stdout, {"answer": ...} or {"error": ...}.
Primaries of the equipment come between them: {"got": "S6F11", "body": ...}, and
what should not happen: {"complaint": ...}.
"""

import json
import logging
import os
import sys
import threading

import secsgem.common
import secsgem.gem
import secsgem.hsms
from secsgem.secs import data_items, functions, variables

import material

printing = threading.Lock()


def say(**line):
    with printing:
        print(json.dumps(line), flush=True)


def plain(value):
    """Makes lists of all that has parts. Parts that are None are those of an empty list."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple, bytes, bytearray)):
        return [plain(v) for v in value if v is not None]
    return value


class Complaints(logging.Handler):
    """What secsgem logs as an error went wrong: it answers a message that it cannot read with SxF0.

    One is known: its state model has no row for an S1F13 that crosses its own. Communications are established all the
    same.
    """

    def emit(self, record):
        text = self.format(record)
        if "'s1f13received'" not in text:
            say(complaint=text)


class TIACK(data_items.DataItemBase):
    __type__ = variables.Binary
    __count__ = 1


class SecsS02F31(functions.SecsStreamFunction):
    _stream, _function, _data_format = 2, 31, data_items.TIME
    _to_host, _has_reply, _is_reply_required = False, True, True


class SecsS02F32(functions.SecsStreamFunction):
    _stream, _function, _data_format = 2, 32, TIACK
    _to_equipment = False


class SecsS10F05(functions.SecsStreamFunction):
    _stream, _function, _data_format = 10, 5, [data_items.TID, [data_items.TEXT]]
    _to_host, _has_reply, _is_reply_required = False, True, True


class SecsS10F06(functions.SecsStreamFunction):
    _stream, _function, _data_format = 10, 6, data_items.ACKC10
    _to_equipment = False


class CEPACK(data_items.DataItemBase):
    __type__ = variables.U1
    __count__ = 1


class SecsS02F50(functions.SecsStreamFunction):
    """secsgem's own has CPACK here, a binary."""

    _stream, _function = 2, 50
    _data_format = [data_items.HCACK, [[data_items.CPNAME, CEPACK]]]
    _to_equipment = False


# secsgem awaits answers to these, and does not ask for any.
class SecsS02F21(functions.SecsS02F21):
    _is_reply_required = True


class SecsS02F49(functions.SecsS02F49):
    _has_reply = _is_reply_required = True


class SecsS05F03(functions.SecsS05F03):
    _is_reply_required = True


class SecsS10F03(functions.SecsS10F03):
    _is_reply_required = True


OURS = [SecsS02F31, SecsS02F32, SecsS02F50, SecsS10F05, SecsS10F06,
        SecsS02F21, SecsS02F49, SecsS05F03, SecsS10F03, *material.MESSAGES]


class Host(material.Material, secsgem.gem.GemHostHandler):
    """secsgem's host, and the verbs: do_clock is what the line "clock" does."""

    def __init__(self, port):
        super().__init__(secsgem.hsms.HsmsSettings(
            address="127.0.0.1", port=port, connect_mode=secsgem.hsms.HsmsConnectMode.ACTIVE,
            device_type=secsgem.common.DeviceType.HOST, t3=10, t5=1))
        for function in OURS:
            self.settings.streams_functions.update(function)
        self.programs = {}
        self.register_stream_function(2, 17, lambda _, m: self.stream_function(2, 18)("2031050607080900"))
        self.register_stream_function(6, 1, lambda _, m: self.stream_function(6, 2)(0))
        self.register_stream_function(7, 3, self.keep)
        self.register_stream_function(7, 5, self.give)

    def _on_message_received(self, data):
        header = data["message"].header
        if header.function % 2 == 1:
            body = self.settings.streams_functions.decode(data["message"]).get()
            say(got=f"S{header.stream}F{header.function}", body=plain(body))
        super()._on_message_received(data)

    def keep(self, _, message):
        """Takes a process program that the operator sends."""
        program = self.settings.streams_functions.decode(message)
        self.programs[program.PPID.get()] = program.PPBODY.get()
        return self.stream_function(7, 4)(0)

    def give(self, _, message):
        """Returns a process program that the operator wants."""
        ppid = self.settings.streams_functions.decode(message).get()
        return self.stream_function(7, 6)({"PPID": ppid, "PPBODY": self.programs[ppid]})

    def ask(self, stream, function, value=None):
        reply = self.send_and_waitfor_response(self.stream_function(stream, function)(value))
        if reply is None:
            raise TimeoutError(f"no reply to S{stream}F{function}")
        return self.settings.streams_functions.decode(reply).get()

    def do_connect(self):
        self.enable()
        return self.waitfor_communicating(20)

    def do_disconnect(self):
        self.disable()

    def do_are_you_there(self):
        return self.ask(1, 1)

    def do_online(self):
        return self.go_online()

    def do_offline(self):
        return self.go_offline()

    def do_status(self, *svids):
        return self.ask(1, 3, numbers(svids))

    def do_status_names(self, *svids):
        return self.ask(1, 11, numbers(svids))

    def do_constants(self, *ecids):
        return self.ask(2, 13, numbers(ecids))

    def do_constant_names(self, *ecids):
        return self.ask(2, 29, numbers(ecids))

    def do_set_constant(self, ecid, kind, text):
        return self.ask(2, 15, [{"ECID": int(ecid), "ECV": item(kind, text)}])

    def do_clock(self):
        return self.ask(2, 17)

    def do_set_clock(self, time):
        return self.ask(2, 31, time)

    def do_subscribe(self, ceid, *vids):
        self.subscribe_collection_event(int(ceid), numbers(vids), report_id=int(ceid))
        return int(ceid)

    def do_event_report(self, ceid):
        return self.ask(6, 15, int(ceid))

    def do_unsubscribe(self):
        self.ask(2, 37, {"CEED": False, "CEID": []})
        return self.ask(2, 33, {"DATAID": 0, "DATA": []})

    def do_command(self, rcmd, *parameters):
        return self.send_remote_command(rcmd, [p.split("=", 1) for p in parameters]).get()

    def do_simple_command(self, rcmd):
        return self.ask(2, 21, rcmd)

    def do_enhanced_command(self, rcmd, *parameters):
        values = [{"CPNAME": name, "CEPVAL": value} for name, value in (p.split("=", 1) for p in parameters)]
        return self.ask(2, 49, {"DATAID": 1, "OBJSPEC": "", "RCMD": rcmd, "PARAMS": values})

    def do_alarms(self, *alids):
        return self.list_alarms(numbers(alids))

    def do_enabled_alarms(self):
        return self.list_enabled_alarms()

    def do_enable_alarm(self, alid):
        return self.enable_alarm(int(alid))

    def do_disable_alarm(self, alid):
        return self.disable_alarm(int(alid))

    def do_trace(self, trid, dsper, totsmp, repgsz, *svids):
        return self.ask(2, 23, {"TRID": int(trid), "DSPER": dsper, "TOTSMP": int(totsmp), "REPGSZ": int(repgsz),
                                "SVID": numbers(svids)})

    def do_limit(self, vid, limit, kind, upper, lower):
        bounds = {"UPPERDB": item(kind, upper), "LOWERDB": item(kind, lower)}
        return self.ask(2, 45, {"DATAID": 1, "DATA": [{"VID": int(vid), "DATA": [{"LIMITID": int(limit), "DATA": bounds}]}]})

    def do_limits(self, *vids):
        return self.ask(2, 47, numbers(vids))

    def do_programs(self):
        return self.get_process_program_list()

    def do_send_program(self, ppid, body):
        self.ask(7, 1, {"PPID": ppid, "LENGTH": len(body)})
        return self.send_process_program(ppid, body)

    def do_program(self, ppid):
        return self.request_process_program(ppid)

    def do_delete_program(self, *ppids):
        return self.delete_process_programs(list(ppids))

    def do_display(self, tid, text):
        return self.ask(10, 3, {"TID": int(tid), "TEXT": text})

    def do_display_lines(self, tid, *lines):
        return self.ask(10, 5, {"TID": int(tid), "TEXT": list(lines)})

    def do_spool_streams(self, *streams):
        return self.ask(2, 43, [{"STRID": s, "FCNID": []} for s in numbers(streams)])

    def do_spooled(self, rsdc):
        return self.ask(6, 23, int(rsdc))


def numbers(words):
    return [int(word) for word in words]


def item(kind, text):
    """Makes a value of a kind that is named, because secsgem would take the first that it may."""
    if kind == "BOOLEAN":
        return variables.Boolean(text == "TRUE")
    if kind == "A":
        return variables.String(text)
    return getattr(variables, kind)(float(text) if kind.startswith("F") else int(text))


def main():
    logging.getLogger().addHandler(Complaints(logging.ERROR))
    host = Host(int(sys.argv[1]))
    for line in sys.stdin:
        verb, *words = line.rstrip("\n").split("\t")
        try:
            say(answer=plain(getattr(host, "do_" + verb.replace("-", "_"))(*words)))
        except Exception as problem:
            say(error=f"{verb}: {type(problem).__name__}: {problem}")
    os._exit(0)  # whatever secsgem's threads do


main()
