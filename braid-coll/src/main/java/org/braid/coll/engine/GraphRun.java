package org.braid.coll.engine;

import org.braid.coll.schedule.Schedule;

/**
 * Runs a schedule by its dependencies: each step has a counter of what it still waits for, and starts when that is zero. For long messages and many peers,
 * where transfers complete in any order.
 *
 * <p>State in the call: {@code waiting[step]}; {@code ready}, steps that may start, first come first started; {@code transfers}, steps under way.
 */
final class GraphRun {
    private final Port port;
    private final Steps steps;

    GraphRun(Port port, Steps steps) {
        this.port = port;
        this.steps = steps;
    }

    void begin(Call call, Schedule schedule) {
        int count = schedule.steps();
        if (call.waiting.length < count) {
            call.waiting = new int[count];
            call.ready = new int[count];
            call.transfers = new int[count];
        }
        call.left = count;
        call.readyFirst = 0;
        call.readyEnd = 0;
        call.transferCount = 0;
        for (int step = 0; step < count; step++) {
            call.waiting[step] = schedule.predecessorCount(step);
            if (call.waiting[step] == 0) {
                call.ready[call.readyEnd++] = step;
            }
        }
    }

    /** Goes on as far as possible without waiting; true if the call is complete. */
    boolean advance(Call call, Schedule schedule) {
        do {
            startReady(call, schedule);
            completeTransfers(call, schedule);
        } while (call.readyFirst < call.readyEnd);
        return call.left == 0;
    }

    private void startReady(Call call, Schedule schedule) {
        while (call.readyFirst < call.readyEnd) {
            int step = call.ready[call.readyFirst++];
            if (steps.start(call, schedule, step) == Port.PENDING) {
                call.transfers[call.transferCount++] = step;
                release(call, schedule, step, true);
            } else {
                release(call, schedule, step, true);
                complete(call, schedule, step);
            }
        }
    }

    private void completeTransfers(Call call, Schedule schedule) {
        for (int at = call.transferCount - 1; at >= 0; at--) {
            int step = call.transfers[at];
            int ticket = call.firstTicket + step;
            if (steps.isDone(call, schedule, step, ticket, port.poll(ticket))) {
                call.transfers[at] = call.transfers[--call.transferCount];
                complete(call, schedule, step);
            }
        }
    }

    private static void complete(Call call, Schedule schedule, int step) {
        call.left--;
        release(call, schedule, step, false);
    }

    /** Counts down whoever waits for the start, or for the completion, of the step. */
    private static void release(Call call, Schedule schedule, int step, boolean started) {
        final int end = schedule.firstSuccessor(step + 1);
        for (int at = schedule.firstSuccessor(step); at < end; at++) {
            int entry = schedule.successor(at);
            int successor = entry < 0 ? ~entry : entry;
            if (entry < 0 == started && --call.waiting[successor] == 0) {
                call.ready[call.readyEnd++] = successor;
            }
        }
    }

    /** Whether the step was not started, or is under way. */
    boolean isOpen(Call call, int step) {
        return call.waiting[step] > 0 || holds(call.ready, call.readyFirst, call.readyEnd, step) || holds(call.transfers, 0, call.transferCount, step);
    }

    private static boolean holds(int[] steps, int from, int to, int step) {
        for (int at = from; at < to; at++) {
            if (steps[at] == step) {
                return true;
            }
        }
        return false;
    }

    int collect(Call call, int[] tickets, int at) {
        for (int transfer = 0; transfer < call.transferCount; transfer++) {
            tickets[at + transfer] = call.firstTicket + call.transfers[transfer];
        }
        return at + call.transferCount;
    }
}
