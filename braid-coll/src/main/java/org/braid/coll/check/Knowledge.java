package org.braid.coll.check;

import java.util.BitSet;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Schedule;

/** Which rank has heard, directly or through others, that which rank has entered the barrier: {@code known[rank][step]} when the step is complete. */
final class Knowledge {
    private final Schedule[] schedules;
    private final BitSet[][] known;

    Knowledge(Schedule[] schedules) {
        this.schedules = schedules;
        this.known = new BitSet[schedules.length][];
        for (int rank = 0; rank < schedules.length; rank++) {
            known[rank] = new BitSet[schedules[rank].steps()];
        }
    }

    /** A step knows its own rank and what the steps know that it waited for. */
    void started(int rank, int step) {
        Schedule schedule = schedules[rank];
        known[rank][step] = new BitSet(schedules.length);
        known[rank][step].set(rank);
        for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
            if (schedule.predecessor(at) >= 0) {
                known[rank][step].or(known[rank][schedule.predecessor(at)]);
            }
        }
    }

    void received(int rank, int step, int sender, int send) {
        known[rank][step].or(known[sender][send]);
    }

    /** Every rank has heard of every rank when all its steps are complete. */
    void verify() {
        for (int rank = 0; rank < schedules.length; rank++) {
            var all = new BitSet();
            all.set(rank);
            for (BitSet step : known[rank]) {
                all.or(step);
            }
            if (all.cardinality() < schedules.length) {
                throw new CheckFailure(Rule.PROVENANCE, "rank " + rank + " leaves the barrier knowing only of " + all + "\n" + schedules[rank]);
            }
        }
    }
}
