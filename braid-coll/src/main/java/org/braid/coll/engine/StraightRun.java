package org.braid.coll.engine;

import org.braid.coll.schedule.Schedule;

/**
 * Runs a schedule of at most 64 steps strictly in program order: the state is one step number and one word of bits, no counters. Step i starts when the
 * transfers that it waits for are done. The checker proves that this never deadlocks; for short messages starting later steps earlier would gain nothing.
 */
final class StraightRun {
    private final Port port;
    private final Steps steps;
    private final Stalls stalls;

    StraightRun(Port port, Steps steps, Stalls stalls) {
        this.port = port;
        this.steps = steps;
        this.stalls = stalls;
    }

    /**
     * Goes on as far as possible.
     *
     * @param wait whether to wait in the port, rather than to return, where a transfer isn't done
     * @return true if the call is complete
     */
    boolean advance(Call call, Schedule schedule, boolean wait) {
        final int end = schedule.steps();
        int step = call.next;
        long underWay = call.underWay;
        while (true) {
            long wanted = wanted(step, underWay, schedule);
            while (wanted != 0) {
                int transfer = Long.numberOfTrailingZeros(wanted);
                if (!isDone(call, schedule, transfer, wait)) {
                    call.next = step;
                    call.underWay = underWay;
                    return false;
                }
                underWay &= ~(1L << transfer);
                wanted &= wanted - 1;
            }
            if (step == end) {
                return true;
            }
            call.next = step;
            call.underWay = underWay;
            if (steps.start(call, schedule, step) == Port.PENDING) {
                underWay |= 1L << step;
            }
            step++;
        }
    }

    /** Whether the step was not started, or is under way. */
    boolean isOpen(Call call, int step) {
        return step >= call.next || (call.underWay & 1L << step) != 0;
    }

    private boolean isDone(Call call, Schedule schedule, int transfer, boolean wait) {
        int ticket = call.firstTicket + transfer;
        int state = wait ? stalls.await(ticket) : port.poll(ticket);
        if (wait && state == Port.PENDING) {
            state = stalls.await(call, Steps.peer(call, schedule, transfer), ticket);
        }
        return steps.isDone(call, schedule, transfer, ticket, state);
    }

    /** The one transfer without which the call does not go on, for whoever waits for several calls at once: others may be done already, which is no news. */
    int collectAwaited(Call call, Schedule schedule, int[] tickets, int at) {
        long wanted = wanted(call.next, call.underWay, schedule);
        if (wanted != 0) {
            tickets[at] = call.firstTicket + Long.numberOfTrailingZeros(wanted);
        }
        return wanted == 0 ? at : at + 1;
    }

    private static long wanted(int step, long underWay, Schedule schedule) {
        return step < schedule.steps() ? schedule.waitMask(step) & underWay : underWay;
    }

    /** The transfers under way. */
    int collect(Call call, int[] tickets, int at) {
        int next = at;
        for (long left = call.underWay; left != 0; left &= left - 1) {
            tickets[next++] = call.firstTicket + Long.numberOfTrailingZeros(left);
        }
        return next;
    }
}
