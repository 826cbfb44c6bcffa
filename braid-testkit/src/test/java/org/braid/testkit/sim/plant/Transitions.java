package org.braid.testkit.sim.plant;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.pipe.state.CloseHandshake;

/** Counts the changes of state of the runtime's pure machines. {@link Watch} has them call {@link #moves}; there is one count for each engine, since each has this class for itself. */
public final class Transitions {
    private static final String[] SEND = {"FREE", "OFFERED", "PULLED", "PUTTING", "PUSHING", "PUSHED", "SETTLING", "DONE", "REFUSED", "FAILED"};
    private static final String[] FAREWELL = {"OPEN", "FLUSHING", "FAREWELL", "ENDED"};
    private static final String[] RECEIVE = {"FREE", "MATCHED", "GETTING", "AWAITING_PUT", "PIPING", "DONE", "FAILED"};

    /** What a build must have seen. */
    private static final Set<String> DRAWN = new TreeSet<>(List.of(
            "send OFFERED>PUTTING", "send OFFERED>PUSHING", "send OFFERED>DONE", "send OFFERED>REFUSED", "send OFFERED>FAILED", "send PUTTING>OFFERED", "send PUTTING>DONE",
            "send PUTTING>FAILED", "send PUSHING>PUSHED", "send PUSHING>FAILED", "send PUSHING>SETTLING", "send PUSHED>DONE", "send PUSHED>FAILED", "send PUSHED>SETTLING", "send SETTLING>FAILED", "receive MATCHED>GETTING",
            "receive MATCHED>AWAITING_PUT", "receive MATCHED>PIPING", "receive GETTING>PIPING", "receive GETTING>DONE", "receive AWAITING_PUT>PIPING",
            "receive AWAITING_PUT>DONE", "receive AWAITING_PUT>FAILED", "receive PIPING>DONE", "receive PIPING>FAILED",
            "connection Broken>Connecting", "connection Broken>Failed", "connection Broken>Greeting", "connection Closed>Connecting", "connection Closed>Greeting",
            "connection Connecting>Broken", "connection Connecting>Failed", "connection Connecting>Greeting", "connection Greeting>Broken", "connection Greeting>Failed",
            "connection Greeting>Up", "connection Up>Broken", "connection Up>Failed", "connection Up>Greeting", "farewell FAREWELL>ENDED", "farewell FLUSHING>ENDED",
            "farewell FLUSHING>FAREWELL", "farewell OPEN>ENDED", "farewell OPEN>FLUSHING"));

    /** What a build need not have seen. */
    private static final Set<String> RARE = Set.of("send OFFERED>SETTLING");

    private static final TreeMap<String, Long> SEEN = new TreeMap<>();
    private static final WeakHashMap<Object, String> LAST = new WeakHashMap<>(); // of machines whose states are values

    private Transitions() {}

    /** A machine is about to change. */
    public static void moves(Object machine, int to) {
        if (machine instanceof BulkSend send) {
            count("send ", SEND, send.state(), to);
        } else if (machine instanceof BulkReceive receive) {
            count("receive ", RECEIVE, receive.state(), to);
        } else if (machine instanceof CloseHandshake farewell) {
            count("farewell " + FAREWELL[farewell.phase()] + '>' + FAREWELL[to], farewell.phase() != to);
        }
    }

    /** A machine whose states are values is about to change, or is made. */
    public static void moves(Object machine, Object to) {
        String now = to.getClass().getSimpleName();
        String before = LAST.put(machine, now);
        count("connection " + before + '>' + now, before != null && !before.equals(now));
    }

    private static void count(String machine, String[] names, int from, int to) {
        count(machine + names[from] + '>' + names[to], from != to && from != 0 && to != 0);
    }

    private static void count(String move, boolean isOne) {
        if (isOne) {
            SEEN.merge(move, 1L, Long::sum);
        }
    }

    static String counts() {
        StringBuilder out = new StringBuilder();
        SEEN.forEach((name, count) -> out.append("  transition ").append(name).append(' ').append(count).append('\n'));
        return out.toString();
    }

    static List<String> neverSeen() {
        List<String> never = new ArrayList<>(DRAWN);
        never.removeAll(SEEN.keySet());
        return never;
    }

    static List<String> neverDrawn() {
        List<String> strange = new ArrayList<>(SEEN.keySet());
        strange.removeAll(DRAWN);
        strange.removeAll(RARE);
        return strange;
    }
}
