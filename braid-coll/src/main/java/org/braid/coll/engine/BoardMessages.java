package org.braid.coll.engine;

import java.util.Arrays;
import org.braid.coll.schedule.Schedule;

/** The messages of a call over a board that are under way to and from members of other hosts, by the steps that have started them. One call at a time. */
final class BoardMessages {
    private final Port port;
    private final BoardWaits waits;
    private boolean[] underWay = {};
    private int count;

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

    void awaitAll(Call call, Schedule schedule) {
        for (int step = 0; count > 0; step++) {
            await(call, schedule, step);
        }
    }

    /** The call has failed. */
    void cancel(Call call) {
        for (int step = 0; count > 0; step++) {
            if (underWay[step]) {
                underWay[step] = false;
                count--;
                port.cancel(call.firstTicket + step);
            }
        }
    }
}
