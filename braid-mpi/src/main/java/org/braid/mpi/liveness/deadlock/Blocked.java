package org.braid.mpi.liveness.deadlock;

import java.util.List;

/**
 * What a rank has found out about its own wait: it goes on only after one of the ranks it waits for has gone on. Such a statement does not get old: it stays true when the waits that it
 * names are over.
 *
 * @param in whose wait
 * @param on the waits of which one must end first, one of each rank that could end this one, always in the same order
 * @param waitedMs how long at least it had lasted when this was found out
 * @param call which call waits, for people
 */
public record Blocked(Wait in, List<Wait> on, long waitedMs, String call) {
    public Blocked {
        on = List.copyOf(on);
    }

    /** Whether this says more than another statement of the same rank: of a later wait, or of the same one with later waits of others. */
    boolean isNewerThan(Blocked other) {
        if (in.number() != other.in.number() || on.size() != other.on.size()) {
            return in.number() > other.in.number();
        }
        boolean newer = false;
        for (int i = 0; i < on.size(); i++) {
            newer |= on.get(i).number() > other.on.get(i).number();
        }
        return newer;
    }
}
