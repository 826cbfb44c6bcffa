package org.braid.coll.sim;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;

/**
 * What schedules of many ranks have in common: kinds of steps and their dependencies, without lengths and peers.
 *
 * @param kinds of each step
 * @param waits how many predecessors each step has
 * @param firsts where each step's row of successors begins, and the end of the last one
 * @param successors of all rows: {@code s} is released when the step is complete, {@code ~s} when it starts
 * @param window how many steps may be under way, as {@link Schedule#window} says
 */
record Structure(byte[] kinds, int[] waits, int[] firsts, int[] successors, int window) {
    static Structure of(Schedule held, Collective collective) {
        Schedule schedule = held.writtenOut();
        int steps = schedule.steps();
        var kinds = new byte[steps];
        var waits = new int[steps];
        var firsts = new int[steps + 1];
        for (int step = 0; step < steps; step++) {
            kinds[step] = (byte) collective.kind(schedule, step);
            waits[step] = schedule.predecessorCount(step);
            firsts[step] = schedule.firstSuccessor(step);
        }
        firsts[steps] = steps == 0 ? 0 : schedule.firstSuccessor(steps);
        var successors = new int[firsts[steps]];
        for (int at = 0; at < successors.length; at++) {
            successors[at] = schedule.successor(at);
        }
        return new Structure(kinds, waits, firsts, successors, Math.min(steps, held.window()));
    }

    int steps() {
        return kinds.length;
    }

    /** Whether steps wait for others to be complete that are so many before them. */
    boolean isWindowed() {
        return window < steps();
    }

    /** Whether some step waits for the completion of this one, rather than for its start. */
    boolean isAwaited(int step) {
        for (int at = firsts[step]; at < firsts[step + 1]; at++) {
            if (successors[at] >= 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Structure that && window == that.window && Arrays.equals(kinds, that.kinds) && Arrays.equals(waits, that.waits) && Arrays.equals(firsts, that.firsts) && Arrays.equals(successors, that.successors);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(kinds) + Arrays.hashCode(successors);
    }
}
