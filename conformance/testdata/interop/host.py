"""A host made of secsgem, https://github.com/bparzella/secsgem, for docs/interop.md.

    host.py PORT

Reads requests from stdin, one a line: a verb and its words, with tabs between
them. Each gets one line of JSON on stdout, {"answer": ...} or {"error": ...}.
Primaries of the equipment come between them: {"got": "S6F11", "body": ...}, and
what should not happen: {"complaint": ...}.
"""

import json
import logging
import sys
import threading

import secsgem.common
import secsgem.gem
import secsgem.hsms
from secsgem.secs import data_items, functions, variables

printing = threading.Lock()


def say(**line):
    with printing:
        print(json.dumps(line), flush=True)


def plain(value):
    """Leaves of a value what they are, and makes lists of all that has parts."""
    if isinstance(value, dict):
        return [plain(v) for v in value.values()]
    if isinstance(value, (list, tuple, bytes, bytearray)):
        return [plain(v) for v in value]
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


# Of these secsgem awaits answers, and does not ask for any.
class SecsS05F03(functions.SecsS05F03):
    _is_reply_required = True


class Host(secsgem.gem.GemHostHandler):
    """secsgem's host, and the verbs. Those of one line and no more are methods that secsgem has for it."""

    def __init__(self, port):
        super().__init__(secsgem.hsms.HsmsSettings(
            address="127.0.0.1", port=port, connect_mode=secsgem.hsms.HsmsConnectMode.ACTIVE,
            device_type=secsgem.common.DeviceType.HOST, t3=10, t5=1))
        for function in (SecsS02F31, SecsS02F32, SecsS05F03):
            self.settings.streams_functions.update(function)

    def _on_message_received(self, data):
        header = data["message"].header
        if header.function % 2 == 1:
            body = self.settings.streams_functions.decode(data["message"]).get()
            say(got=f"S{header.stream}F{header.function}", body=plain(body))
        super()._on_message_received(data)

    def ask(self, stream, function, value=None):
        reply = self.send_and_waitfor_response(self.stream_function(stream, function)(value))
        if reply is None:
            raise TimeoutError(f"no reply to S{stream}F{function}")
        return self.settings.streams_functions.decode(reply).get()

    def connect(self):
        self.enable()
        return self.waitfor_communicating(20)

    def disconnect(self):
        self.disable()

    def are_you_there(self):
        return self.ask(1, 1)

    def online(self):
        return self.go_online()

    def offline(self):
        return self.go_offline()

    def status(self, *svids):
        return self.ask(1, 3, numbers(svids))

    def status_names(self, *svids):
        return self.ask(1, 11, numbers(svids))

    def constants(self, *ecids):
        return self.ask(2, 13, numbers(ecids))

    def constant_names(self, *ecids):
        return self.ask(2, 29, numbers(ecids))

    def set_constant(self, ecid, kind, text):
        return self.ask(2, 15, [{"ECID": int(ecid), "ECV": item(kind, text)}])

    def clock(self):
        return self.ask(2, 17)

    def set_clock(self, time):
        return self.ask(2, 31, time)

    def subscribe(self, ceid, *vids):
        self.subscribe_collection_event(int(ceid), numbers(vids), report_id=int(ceid))
        return int(ceid)

    def event_report(self, ceid):
        return self.ask(6, 15, int(ceid))

    def unsubscribe(self):
        self.ask(2, 37, {"CEED": False, "CEID": []})
        return self.ask(2, 33, {"DATAID": 0, "DATA": []})

    def command(self, rcmd, *parameters):
        return self.send_remote_command(rcmd, [p.split("=", 1) for p in parameters]).get()

    def spool_streams(self, *streams):
        return self.ask(2, 43, [{"STRID": s, "FCNID": []} for s in numbers(streams)])

    def spooled(self, rsdc):
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
            say(answer=plain(getattr(host, verb.replace("-", "_"))(*words)))
        except Exception as problem:
            say(error=f"{verb}: {type(problem).__name__}: {problem}")


main()
