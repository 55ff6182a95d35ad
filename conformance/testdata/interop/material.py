"""The messages of GEM300 for host.py, of which secsgem has only those that read and set attributes."""

from secsgem.secs import data_items, functions, variables

ANY = variables.dynamic.ANYVALUE


def item(name, kind):
    """Makes a data item of one kind. Within a list each needs another name."""
    return type(data_items.DataItemBase)(name, (data_items.DataItemBase,), {"__type__": kind})


def message(stream, function, *data_format, w=False):
    """Makes a message class; one that has a reply asks for it."""
    return type(functions.SecsStreamFunction)(f"SecsS{stream:02}F{function:02}", (functions.SecsStreamFunction,), {
        "_stream": stream, "_function": function, "_data_format": list(data_format) if len(data_format) > 1 else data_format[0],
        "_has_reply": w, "_is_reply_required": w})


def value(v):
    """Makes lists within lists, which secsgem cannot guess."""
    return variables.Array(ANY, [value(x) for x in v]) if isinstance(v, list) else v


DATAID = data_items.DATAID
CARRIERACTION, CARRIERID, PTN = item("CARRIERACTION", variables.String), item("CARRIERID", variables.String), item("PTN", variables.U1)
PRJOBID, CTLJOBID = item("PRJOBID", variables.String), item("CTLJOBID", variables.String)
MF, PRRECIPEMETHOD, RCPSPEC = item("MF", variables.Binary), item("PRRECIPEMETHOD", variables.U1), item("RCPSPEC", variables.String)
PRPROCESSSTART, PRCMDNAME = item("PRPROCESSSTART", variables.Boolean), item("PRCMDNAME", variables.String)
PRSTATE, CTLJOBCMD = item("PRSTATE", variables.U1), item("CTLJOBCMD", variables.U1)
CAACK, ACKA = item("CAACK", variables.U1), item("ACKA", variables.Boolean)
ERRCODE = item("ERRCODE", variables.U4)  # secsgem has signed numbers only
MATERIAL, PARAMETERS, EVENTS = (type(name, (ANY,), {}) for name in ("MATERIAL", "PARAMETERS", "EVENTS"))
ERRORS = [["ERRORS", ERRCODE, data_items.ERRTEXT]]
ATTRIBUTES = [["ATTRIBUTES", data_items.ATTRID, data_items.ATTRDATA]]
OBJECTS = [["OBJECTS", data_items.OBJID, ATTRIBUTES]]
OBJECT_OUTCOME = ["OUTCOME", data_items.OBJACK, ERRORS]
OUTCOME = ["OUTCOME", ACKA, ERRORS]
JOB = [PRJOBID, MF, [MATERIAL], ["RECIPE", PRRECIPEMETHOD, RCPSPEC, [PARAMETERS]], PRPROCESSSTART, [EVENTS]]

MESSAGES = [
    message(3, 17, DATAID, CARRIERACTION, CARRIERID, PTN, ATTRIBUTES, w=True),
    message(3, 18, CAACK, ERRORS),
    message(14, 2, OBJECTS, OBJECT_OUTCOME),
    message(14, 9, data_items.OBJSPEC, data_items.OBJTYPE, ATTRIBUTES, w=True),
    message(14, 10, data_items.OBJSPEC, ATTRIBUTES, OBJECT_OUTCOME),
    message(16, 5, DATAID, PRJOBID, PRCMDNAME, [PARAMETERS], w=True),
    message(16, 6, PRJOBID, OUTCOME),
    message(16, 11, DATAID, *JOB, w=True),
    message(16, 12, PRJOBID, OUTCOME),
    message(16, 15, DATAID, [["JOBS", *JOB]], w=True),
    message(16, 16, [PRJOBID], OUTCOME),
    message(16, 19, None, w=True),
    message(16, 20, [[PRJOBID, PRSTATE]]),
    message(16, 21, None, w=True),
    message(16, 22, item("PRJOBSPACE", variables.U2)),
    message(16, 27, CTLJOBID, CTLJOBCMD, [PARAMETERS], w=True),  # the list is one pair, or empty
    message(16, 28, ACKA, [PARAMETERS]),  # likewise, of code and text
]


class Material:
    """The verbs of GEM300."""

    def do_carrier_action(self, action, carrier, port, *attributes):
        return self.ask(3, 17, [
            1, action, carrier, [int(port)] if port else [],
            [[name, attribute(name, text)] for name, text in zip(attributes[::2], attributes[1::2])]])

    def do_attributes(self, kind, ids, *names):
        return self.ask(14, 1, ["", kind, split(ids), [], list(names)])

    def do_job_space(self):
        return self.ask(16, 21)

    def do_jobs(self):
        return self.ask(16, 19)

    def do_create_job(self, *words):
        return self.ask(16, 11, [1, *job(words)])

    def do_create_jobs(self, *words):
        """Takes five words for each job."""
        return self.ask(16, 15, [1, [job(words[i:i + 5]) for i in range(0, len(words), 5)]])

    def do_create_control_job(self, name, carrier, start, *jobs):
        attributes = {
            "ObjID": name, "CarrierInputSpec": [carrier], "MtrlOutSpec": [], "ProcessingCtrlSpec": [[j, [], []] for j in jobs],
            "ProcessOrderMgmt": variables.U1(3), "StartMethod": variables.Boolean(start == "TRUE")}
        return self.ask(14, 9, ["", "ControlJob", [[n, value(v)] for n, v in attributes.items()]])

    def do_job_command(self, name, command):
        return self.ask(16, 5, [1, name, command, []])

    def do_control_job_command(self, name, command, *action):
        return self.ask(16, 27, [name, int(command), ["Action", variables.U1(int(action[0]))] if action else []])


def split(text):
    return text.split(",") if text else []


def attribute(name, text):
    """A SlotMap has a digit for each slot."""
    return value([variables.U1(int(digit)) for digit in text]) if name == "SlotMap" else text


def job(words):
    name, recipe, start, carrier, slots = words
    material = [value([carrier, [variables.U1(int(slot)) for slot in split(slots)]])]
    return [name, 13, material, [1, recipe, []], start == "TRUE", []]
