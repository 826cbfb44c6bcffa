package org.braid.coll.sim;

import java.util.function.Consumer;
import org.braid.coll.schedule.Schedule;

/**
 * A collective's schedules in GOAL, the language of LogGOPSim and ATLAHS (Hoefler, Schneider and Lumsdaine 2010), so that simulators that others wrote can run what a job runs:
 *
 * <pre>
 *   num_ranks 2
 *   rank 0 {
 *   l0: send 8b to 1 tag 0
 *   }
 *   rank 1 {
 *   l0: recv 8b from 0 tag 0
 *   l1: calc 12                   copying or combining, in nanoseconds
 *   l1 requires l0                starts when l0 is complete; irequires: when it has started
 *   m1: calc 0                    complete when l0 and l1 are: where no more than so many steps may be under way
 *   }
 * </pre>
 */
public final class Goal {
    private static final double PICOSECONDS = 1000;

    private final Collective collective;
    private final Network network;
    private final Consumer<String> out;

    private Goal(Collective collective, Network network, Consumer<String> out) {
        this.collective = collective;
        this.network = network;
        this.out = out;
    }

    /**
     * Writes the schedules of all ranks.
     *
     * @param network what copying and combining cost; what messages cost is for the other simulator to say
     * @param out takes line after line, each with its end
     * @throws org.braid.base.BraidException {@code BRD-1616} if there are too many steps
     */
    public static void write(Collective collective, Network network, Consumer<String> out) {
        Growth.check(collective);
        Goal goal = new Goal(collective, network, out);
        out.accept("num_ranks " + collective.ranks() + "\n");
        for (int rank = 0; rank < collective.ranks(); rank++) {
            goal.rank(rank, collective.schedule(rank));
        }
    }

    private void rank(int rank, Schedule schedule) {
        out.accept("rank " + rank + " {\n");
        for (int step = 0; step < schedule.steps(); step++) {
            out.accept("l" + step + ": " + text(schedule, step) + "\n");
            for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
                int entry = schedule.predecessor(at);
                out.accept("l" + step + (entry < 0 ? " irequires l" + ~entry : " requires l" + entry) + "\n");
            }
        }
        if (schedule.window() < schedule.steps()) {
            window(schedule.steps(), schedule.window());
        }
        out.accept("}\n");
    }

    /** Step i starts when all up to step {@code i - places} are complete. */
    private void window(int steps, int places) {
        for (int step = places; step < steps; step++) {
            int left = step - places;
            out.accept("m" + left + ": calc 0\nm" + left + " requires l" + left + "\n");
            if (left > 0) {
                out.accept("m" + left + " requires m" + (left - 1) + "\n");
            }
            out.accept("l" + step + " requires m" + left + "\n");
        }
    }

    private String text(Schedule schedule, int step) {
        return switch (collective.kind(schedule, step)) {
            case Schedule.SEND -> "send " + collective.bytes(schedule, step) + "b to " + schedule.word(step, Schedule.PEER) + " tag 0";
            case Schedule.RECEIVE -> "recv " + collective.bytes(schedule, step) + "b from " + schedule.word(step, Schedule.PEER) + " tag 0";
            case Schedule.COPY -> calc(collective.bytes(schedule, step) * network.copyPsPerByte());
            case Schedule.REDUCE -> calc(collective.bytes(schedule, step) * network.combinePsPerByte());
            default -> calc(0);
        };
    }

    private static String calc(double ps) {
        return "calc " + Math.round(ps / PICOSECONDS);
    }
}
