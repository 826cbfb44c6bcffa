package org.braid.mpi.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.braid.link.spi.LaneCounter;
import org.braid.link.stream.LaneReport;

/** The performance variables: those that every process has, and those of the methods that it uses. */
public final class Measures {
    private Measures() {}

    /** Those that every process has. */
    public static List<Measure> fixed() {
        return List.of(
                Measure.ofLanes("lanes.open", "lanes that lead to other ranks", Measure.Kind.LEVEL, "lanes", lane -> 1),
                Measure.ofLanes("lanes.frames", "frames that the lanes in use have taken", Measure.Kind.COUNTER, "frames", LaneReport::frames),
                Measure.ofLanes("lanes.eager_bytes", "bytes that the lanes in use have taken against credit, headers included; long messages that are copied directly are none of them", Measure.Kind.COUNTER, "bytes", LaneReport::eagerBytes),
                Measure.of("requests.live", "requests that are under way or were not waited for", Measure.Kind.LEVEL, "requests", ProcessState::liveRequests),
                Measure.of("requests.finished", "requests that were finished and given back; a send that is done at once takes none", Measure.Kind.COUNTER, "requests", ProcessState::givenRequests),
                Measure.of("requests.room", "requests that may be live before there must be more memory for them", Measure.Kind.SIZE, "requests", process -> process.requests().size()),
                Measure.of("communicators.live", "communicators that were not freed, COMM_WORLD and COMM_SELF included", Measure.Kind.LEVEL, "communicators", ProcessState::liveObjects),
                Measure.of("receives.posted", "receives that wait for a message", Measure.Kind.LEVEL, "receives", ProcessState::posted),
                Measure.of("messages.unexpected", "messages that have come and were not received", Measure.Kind.LEVEL, "messages", ProcessState::unexpected),
                Measure.of("messages.unexpected_room", "messages that may wait so, of all senders together", Measure.Kind.SIZE, "messages", process -> process.receiving().mostUnexpected()),
                Measure.of("progress.turns", "turns in which this process has looked for news", Measure.Kind.COUNTER, "turns", process -> process.context().progress().turns()),
                Measure.of("notices.kept", "notices about fallbacks and refused messages that are kept", Measure.Kind.LEVEL, "notices", process -> process.context().notices().size()));
    }

    /** All that a process has now: those of a method are there once a lane by it is. */
    static List<Measure> of(ProcessState process) {
        Map<String, Measure> all = new LinkedHashMap<>();
        for (Measure each : fixed()) {
            all.put(each.name(), each);
        }
        for (LaneReport lane : process.context().lanes()) {
            for (Measure each : ofMethod(lane)) {
                all.putIfAbsent(each.name(), each);
            }
        }
        return List.copyOf(all.values());
    }

    private static List<Measure> ofMethod(LaneReport lane) {
        String method = lane.method();
        String head = "lanes." + method + ".";
        List<Measure> all = new ArrayList<>();
        all.add(ofMethod(method, head + "open", "lanes by " + method, Measure.Kind.LEVEL, "lanes", each -> 1));
        all.add(ofMethod(method, head + "frames", "frames that lanes by " + method + " have taken", Measure.Kind.COUNTER, "frames", LaneReport::frames));
        all.add(ofMethod(method, head + "eager_bytes", "bytes that lanes by " + method + " have taken against credit", Measure.Kind.COUNTER, "bytes", LaneReport::eagerBytes));
        for (LaneCounter counter : lane.counters()) {
            String name = counter.name();
            all.add(ofMethod(method, head + name.replace(' ', '_'), "the sum over lanes by " + method + " of what that calls '" + name + "'", Measure.Kind.LEVEL, "as the method counts", each -> valueOf(each, name)));
        }
        return all;
    }

    private static Measure ofMethod(String method, String name, String meaning, Measure.Kind kind, String unit, ToLongFunction<LaneReport> each) {
        return Measure.ofLanes(name, meaning, kind, unit, lane -> lane.method().equals(method) ? each.applyAsLong(lane) : 0);
    }

    private static long valueOf(LaneReport lane, String counter) {
        return lane.counters().stream().filter(each -> each.name().equals(counter)).mapToLong(LaneCounter::value).sum();
    }
}
