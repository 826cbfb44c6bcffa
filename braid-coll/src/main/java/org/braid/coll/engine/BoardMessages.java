package org.braid.coll.engine;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;

/** The messages of a call over a board that are under way to and from members of other hosts, by the steps that have started them. One call at a time. */
final class BoardMessages {
    private static final int NONE = -1;

    private final Port port;
    private final BoardWaits waits;
    private boolean[] underWay = {};
    private int count;
    private int awaited = NONE; // the step whose message has not come, by the last look

    BoardMessages(Port port, BoardWaits waits) {
        this.port = port;
        this.waits = waits;
    }

    /** A step's message goes on. */
    void add(Schedule schedule, int step) {
        if (underWay.length < schedule.steps()) {
            underWay = Arrays.copyOf(underWay, schedule.steps());
        }
        underWay[step] = true;
        count++;
    }

    /** Waits for those without which the step must not start. One that it must only start behind has been started in any case. */
    void awaitBefore(Call call, Schedule schedule, int step) {
        final int end = schedule.firstPredecessor(step + 1);
        for (int at = schedule.firstPredecessor(step); at < end && count > 0; at++) {
            int earlier = schedule.predecessor(at);
            if (earlier >= 0) {
                await(call, schedule, earlier);
            }
        }
    }

    private void await(Call call, Schedule schedule, int step) {
        if (step < underWay.length && underWay[step]) {
            waits.awaitMessage(call, schedule.written(step, Schedule.PEER), call.firstTicket + step);
            underWay[step] = false;
            count--;
        }
    }

    /** Without waiting: whether those are there without which the step must not start, or behind the last step all. */
    boolean haveCome(Call call, Schedule schedule, int step) {
        awaited = NONE;
        if (step == schedule.steps()) {
            for (int each = 0; count > 0 && hasCome(call, schedule, each); each++) { }
        } else {
            final int end = schedule.firstPredecessor(step + 1);
            for (int at = schedule.firstPredecessor(step); at < end && count > 0 && hasCome(call, schedule, schedule.predecessor(at)); at++) { }
        }
        return awaited == NONE;
    }

    private boolean hasCome(Call call, Schedule schedule, int step) {
        if (step < 0 || step >= underWay.length || !underWay[step]) {
            return true;
        }
        if (!waits.hasCome(call, schedule.written(step, Schedule.PEER), call.firstTicket + step)) {
            awaited = step;
            return false;
        }
        underWay[step] = false;
        count--;
        return true;
    }

    /** The ticket that the last look has found missing, or a negative number. */
    int awaited(Call call) {
        return awaited == NONE ? NONE : call.firstTicket + awaited;
    }

    /** From or to which rank, likewise. */
    int awaitedRank(Schedule schedule) {
        return awaited == NONE ? NONE : schedule.written(awaited, Schedule.PEER);
    }

    void awaitAll(Call call, Schedule schedule) {
        for (int step = 0; count > 0; step++) {
            await(call, schedule, step);
        }
    }

    /** The call has failed. */
    void cancel(Call call) {
        awaited = NONE;
        for (int step = 0; count > 0; step++) {
            if (underWay[step]) {
                underWay[step] = false;
                count--;
                port.cancel(call.firstTicket + step);
            }
        }
    }
}
