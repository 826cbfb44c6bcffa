package org.braid.coll.algorithm.order;

import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;

/** Blocks of ranks {@code first, first + 1, …}, in one message, where they may run over the end to rank 0: then they are put together, or taken apart, in a temporary. */
public final class BlocksRound {
    private BlocksRound() {}

    /** Those of IN go to the peer. */
    public static void send(ScheduleBuilder steps, int peer, int first, int blocks) {
        int beforeEnd = Math.min(blocks, steps.shape().size() - first);
        if (beforeEnd == blocks) {
            steps.send(peer, Schedule.IN, first, first + blocks);
            return;
        }
        int wrapped = steps.temporary(1, blocks);
        steps.copy(Schedule.IN, first, first + beforeEnd, wrapped, 0);
        steps.copy(Schedule.IN, 0, blocks - beforeEnd, wrapped, beforeEnd);
        steps.send(peer, wrapped, 0, blocks);
    }

    /** Those of OUT come from the peer. */
    public static void receive(ScheduleBuilder steps, int peer, int first, int blocks) {
        int beforeEnd = Math.min(blocks, steps.shape().size() - first);
        if (beforeEnd == blocks) {
            steps.receive(peer, Schedule.OUT, first, first + blocks);
            return;
        }
        int wrapped = steps.temporary(1, blocks);
        steps.receive(peer, wrapped, 0, blocks);
        steps.copy(wrapped, 0, beforeEnd, Schedule.OUT, first);
        steps.copy(wrapped, beforeEnd, blocks, Schedule.OUT, 0);
    }
}
