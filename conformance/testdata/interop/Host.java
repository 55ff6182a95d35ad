import com.shimizukenta.secs.SecsCommunicator;
import com.shimizukenta.secs.SecsMessage;
import com.shimizukenta.secs.gem.ACKC5;
import com.shimizukenta.secs.gem.ACKC6;
import com.shimizukenta.secs.gem.COMMACK;
import com.shimizukenta.secs.gem.Clock;
import com.shimizukenta.secs.gem.ClockType;
import com.shimizukenta.secs.gem.DynamicEventReportConfig;
import com.shimizukenta.secs.hsms.HsmsConnectionMode;
import com.shimizukenta.secs.hsmsss.HsmsSsCommunicator;
import com.shimizukenta.secs.hsmsss.HsmsSsCommunicatorConfig;
import com.shimizukenta.secs.secs2.Secs2;
import com.shimizukenta.secs.sml.SmlMessage;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A host made of secs4java8, https://github.com/kenta-shimizu/secs4java8, for docs/interop.md. It is what host.py beside it
 * says. Items are as secs4java8 prints them in JSON: {"f": "U4", "v": [1]}.
 */
public class Host {
    private final HsmsSsCommunicatorConfig config = new HsmsSsCommunicatorConfig();
    private final Map<String, Secs2> programs = new ConcurrentHashMap<>(); // that the operator sent
    private SecsCommunicator link;

    public static void main(String[] args) throws Exception {
        Host host = new Host(Integer.parseInt(args[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split("\t", -1);
            try {
                say("answer", host.answer(words[0], Arrays.copyOfRange(words, 1, words.length)));
            } catch (Exception problem) {
                say("error", text(words[0] + ": " + problem));
            }
        }
        host.disconnect();
        System.exit(0);
    }

    private Host(int port) {
        config.connectionMode(HsmsConnectionMode.ACTIVE);
        config.socketAddress(new InetSocketAddress("127.0.0.1", port));
        config.sessionId(0);
        config.isEquip(false);
        config.timeout().t3(10.0F);
        config.timeout().t5(1.0F);
        config.gem().clockType(ClockType.A16);
    }

    private String answer(String verb, String[] w) throws Exception {
        switch (verb) {
            case "connect": return connect();
            case "disconnect": return disconnect();
            case "are-you-there": return body(link.gem().s1f1().get());
            case "online": return code(link.gem().s1f17().code());
            case "offline": return code(link.gem().s1f15().code());
            case "status": return ask("S1F3 W %s.", ids(w, 0));
            case "status-names": return ask("S1F11 W %s.", ids(w, 0));
            case "constants": return ask("S2F13 W %s.", ids(w, 0));
            case "constant-names": return ask("S2F29 W %s.", ids(w, 0));
            case "set-constant": return ask("S2F15 W <L <L <U4 %s> %s>>.", w[0], item(w[1], w[2]));
            case "clock": return text(link.gem().s2f17().toAscii16().getAscii());
            case "set-clock": return code(link.gem().s2f31(Clock.from(Secs2.ascii(w[0]))).code());
            case "subscribe": return subscribe(w);
            case "event-report": return ask("S6F15 W <U4 %s>.", w[0]);
            case "unsubscribe": return unsubscribe();
            case "command": return ask("S2F41 W <L <A \"%s\"> %s>.", w[0], parameters(w));
            case "simple-command": return ask("S2F21 W <A \"%s\">.", w[0]);
            case "enhanced-command": return ask("S2F49 W <L <U4 1> <A \"\"> <A \"%s\"> %s>.", w[0], parameters(w));
            case "alarms": return ask("S5F5 W <U4 %s>.", String.join(" ", w));
            case "enabled-alarms": return ask("S5F7 W.");
            case "enable-alarm": return ask("S5F3 W <L <B 0x80> <U4 %s>>.", w[0]);
            case "disable-alarm": return ask("S5F3 W <L <B 0x00> <U4 %s>>.", w[0]);
            case "trace": return ask("S2F23 W <L <U4 %s> <A \"%s\"> <U4 %s> <U4 %s> %s>.", w[0], w[1], w[2], w[3], ids(w, 4));
            case "limit":
                String bounds = item(w[2], w[3]) + item(w[2], w[4]);
                return ask("S2F45 W <L <U4 1> <L <L <U4 %s> <L <L <B %s> <L %s>>>>>>.", w[0], w[1], bounds);
            case "limits": return ask("S2F47 W %s.", ids(w, 0));
            case "programs": return ask("S7F19 W.");
            case "send-program": return sendProgram(w[0], w[1]);
            case "program": return ask("S7F5 W <A \"%s\">.", w[0]);
            case "delete-program": return ask("S7F17 W %s.", each(w, 0, "<A \"%s\">"));
            case "display": return ask("S10F3 W <L <B %s> <A \"%s\">>.", w[0], w[1]);
            case "display-lines": return ask("S10F5 W <L <B %s> %s>.", w[0], each(w, 1, "<A \"%s\">"));
            case "spool-streams": return ask("S2F43 W %s.", each(w, 0, "<L <U1 %s> <L>>"));
            case "spooled": return ask("S6F23 W <U1 %s>.", w[0]);
            default: return material(verb, w);
        }
    }

    /** Does the verbs of GEM300. */
    private String material(String verb, String[] w) throws Exception {
        switch (verb) {
            case "carrier-action": return ask("S3F17 W <L <U4 1> <A \"%s\"> <A \"%s\"> <U1 %s> %s>.", w[0], w[1], w[2], carrierAttributes(w));
            case "attributes":
                String ids = each(w[1].isEmpty() ? new String[0] : w[1].split(","), 0, "<A \"%s\">");
                return ask("S14F1 W <L <A \"\"> <A \"%s\"> %s <L> %s>.", w[0], ids, each(w, 2, "<A \"%s\">"));
            case "job-space": return ask("S16F21 W.");
            case "jobs": return ask("S16F19 W.");
            case "create-job": return ask("S16F11 W <L <U4 1> %s>.", job(w, 0));
            case "create-jobs":
                StringBuilder jobs = new StringBuilder();
                for (int i = 0; i < w.length; i += 5) {
                    jobs.append("<L ").append(job(w, i)).append(">");
                }
                return ask("S16F15 W <L <U4 1> <L %s>>.", jobs);
            case "create-control-job":
                String plan = each(w, 3, "<L <A \"%s\"> <L> <L>>");
                return ask("S14F9 W <L <A \"\"> <A \"ControlJob\"> <L <L <A \"ObjID\"> <A \"%s\">> <L <A \"CarrierInputSpec\"> <L <A \"%s\">>>"
                    + " <L <A \"MtrlOutSpec\"> <L>> <L <A \"ProcessingCtrlSpec\"> %s> <L <A \"ProcessOrderMgmt\"> <U1 3>>"
                    + " <L <A \"StartMethod\"> <BOOLEAN %s>>>>.", w[0], w[1], plan, w[2]);
            case "job-command": return ask("S16F5 W <L <U4 1> <A \"%s\"> <A \"%s\"> <L>>.", w[0], w[1]);
            case "control-job-command":
                return ask("S16F27 W <L <A \"%s\"> <U1 %s> <L %s>>.", w[0], w[1], w.length < 3 ? "" : "<A \"Action\"> <U1 " + w[2] + ">");
            default: throw new IllegalArgumentException("unknown verb");
        }
    }

    private String connect() throws Exception {
        link = HsmsSsCommunicator.newInstance(config);
        link.addSecsMessageReceiveListener(this::received);
        link.openAndWaitUntilCommunicatable(20, TimeUnit.SECONDS);
        return link.gem().s1f13() == COMMACK.OK ? "true" : "false";
    }

    private String disconnect() throws Exception {
        if (link != null) {
            link.close();
        }
        link = null;
        return "null";
    }

    /** Takes what the equipment starts, and accepts it. */
    private void received(SecsMessage m) {
        String name = "S" + m.getStream() + "F" + m.getFunction();
        say("got\":\"" + name + "\",\"body", body(m));
        try {
            switch (name) {
                case "S1F1": link.gem().s1f2(m); break;
                case "S1F13": link.gem().s1f14(m, COMMACK.OK); break;
                case "S2F17": link.gem().s2f18(m, Clock.from(Secs2.ascii("2031050607080900"))); break;
                case "S5F1": link.gem().s5f2(m, ACKC5.OK); break;
                case "S6F1": link.send(m, 6, 2, false, Secs2.binary((byte) 0)); break;
                case "S6F11": link.gem().s6f12(m, ACKC6.OK); break;
                case "S7F3":
                    programs.put(m.secs2().getAscii(0), m.secs2().get(1));
                    link.send(m, 7, 4, false, Secs2.binary((byte) 0));
                    break;
                case "S7F5":
                    link.send(m, 7, 6, false, Secs2.list(m.secs2(), programs.get(m.secs2().getAscii())));
                    break;
                case "S10F1": link.send(m, 10, 2, false, Secs2.binary((byte) 0)); break;
                default:
                    if (m.wbit()) {
                        link.gem().s9f5(m);
                    }
            }
        } catch (Exception problem) {
            say("complaint", text(name + ": " + problem));
        }
    }

    private String subscribe(String[] w) throws Exception {
        List<Long> vids = new ArrayList<>();
        for (int i = 1; i < w.length; i++) {
            vids.add(Long.valueOf(w[i]));
        }
        long ceid = Long.parseLong(w[0]);
        DynamicEventReportConfig reports = link.gem().newDynamicEventReportConfig();
        reports.addLinkByReport(reports.addEnableCollectionEvent(ceid), Arrays.asList(reports.addDefineReport(ceid, vids)));
        int refused = reports.s2f33Define().code() | reports.s2f35().code() | reports.s2f37Enable().code();
        return refused == 0 ? w[0] : "\"refused\"";
    }

    private String unsubscribe() throws Exception {
        DynamicEventReportConfig reports = link.gem().newDynamicEventReportConfig();
        return code((byte) (reports.s2f37DisableAll().code() | reports.s2f33DeleteAll().code()));
    }

    private String sendProgram(String ppid, String body) throws Exception {
        ask("S7F1 W <L <A \"%s\"> <U4 %s>>.", ppid, body.length());
        return ask("S7F3 W <L <A \"%s\"> <A \"%s\">>.", ppid, body);
    }

    /** Sends what secs4java8 reads in a text, and returns the body of the answer. */
    private String ask(String sml, Object... parts) throws Exception {
        SmlMessage m = SmlMessage.of(String.format(sml, parts));
        return body(link.send(m.getStream(), m.getFunction(), m.wbit(), m.secs2()).get());
    }

    private static String body(SecsMessage m) {
        return m.secs2().isEmpty() && m.secs2().secs2Item().size() < 0 ? "[]" : m.secs2().toJson();
    }

    private static String ids(String[] w, int from) {
        return each(w, from, "<U4 %s>");
    }

    private static String parameters(String[] w) {
        StringBuilder list = new StringBuilder("<L ");
        for (int i = 1; i < w.length; i++) {
            String[] pair = w[i].split("=", 2);
            list.append(String.format("<L <A \"%s\"> <A \"%s\">>", pair[0], pair[1]));
        }
        return list.append(">").toString();
    }

    private static String each(String[] w, int from, String form) {
        StringBuilder list = new StringBuilder("<L ");
        for (int i = from; i < w.length; i++) {
            list.append(String.format(form, w[i]));
        }
        return list.append(">").toString();
    }

    /** Makes names and texts into a list; a SlotMap has a digit for each slot. */
    private static String carrierAttributes(String[] w) {
        StringBuilder list = new StringBuilder("<L ");
        for (int i = 3; i < w.length; i += 2) {
            String value = "<A \"" + w[i + 1] + "\">";
            if (w[i].equals("SlotMap")) {
                value = each(w[i + 1].split(""), 0, "<U1 %s>");
            }
            list.append("<L <A \"").append(w[i]).append("\"> ").append(value).append(">");
        }
        return list.append(">").toString();
    }

    /** Makes five words, name, recipe, start, carrier and slots, into the parts of a process job; slots go as one item. */
    private static String job(String[] w, int at) {
        String slots = w[at + 4].isEmpty() ? "<L>" : "<U1 " + w[at + 4].replace(',', ' ') + ">";
        return String.format("<A \"%s\"> <B 0x0D> <L <L <A \"%s\"> %s>> <L <U1 1> <A \"%s\"> <L>> <BOOLEAN %s> <L>",
            w[at], w[at + 3], slots, w[at + 1], w[at + 2]);
    }

    private static String item(String kind, String value) {
        return String.format(kind.equals("A") ? "<%s \"%s\">" : "<%s %s>", kind, value);
    }

    private static String code(byte code) {
        return Integer.toString(code & 0xFF);
    }

    private static String text(String s) {
        return "\"" + s.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s+", " ") + "\"";
    }

    private static synchronized void say(String key, String json) {
        System.out.println("{\"" + key + "\":" + json + "}");
        System.out.flush();
    }
}
