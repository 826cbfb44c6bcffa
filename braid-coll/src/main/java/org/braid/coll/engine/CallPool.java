package org.braid.coll.engine;

import java.util.Arrays;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;

/** The calls of one engine, used again and again, with what each keeps: a range of tickets, and scratch memory while it runs. */
final class CallPool {
    private static final int FEWEST_TICKETS = 16;

    private final Port port;
    private final Scratch scratch = new Scratch();
    private Call[] free = new Call[4];
    private int freeCount;
    private int tickets;

    CallPool(Port port) {
        this.port = port;
    }

    Call take(Operation operation) {
        Call call = freeCount == 0 ? new Call() : free[--freeCount];
        return call.reset(operation);
    }

    /** Gives the call a ticket for each step that may be under way and memory for each temporary. */
    void bind(Call call, Schedule schedule) {
        int window = schedule.window();
        if (call.tickets < window) {
            reserve(call, window);
        }
        if (schedule.buffers() > Schedule.FIRST_TEMPORARY) {
            takeScratch(call, schedule);
        }
    }

    /** The first of so many tickets that no call has. */
    int tickets(int wanted) {
        int first = tickets;
        port.reserve(first + wanted);
        tickets = first + wanted;
        return first;
    }

    private void reserve(Call call, int places) {
        int wanted = Math.max(FEWEST_TICKETS, Math.max(places, 2 * call.tickets));
        port.reserve(tickets + wanted);
        call.firstTicket = tickets;
        call.tickets = wanted;
        tickets += wanted;
    }

    private void takeScratch(Call call, Schedule schedule) {
        call.buffers.provide(schedule.buffers());
        for (int buffer = Schedule.FIRST_TEMPORARY; buffer < schedule.buffers(); buffer++) {
            if (schedule.layout(buffer) == Schedule.MEASURED) {
                call.buffers.drop(buffer);
            } else {
                allocate(call, buffer, call.buffers.bytes(schedule, buffer, 0, schedule.units(buffer)));
            }
        }
    }

    /** Gives a buffer memory when the lengths of its blocks are known. */
    void allocate(Call call, int buffer, long bytes) {
        call.buffers.put(buffer, scratch.take(call.reducer, bytes), 0);
    }

    /** Takes back a call that is complete. */
    void give(Call call, Schedule schedule) {
        for (int buffer = Schedule.FIRST_TEMPORARY; buffer < schedule.buffers(); buffer++) {
            if (call.buffers.has(buffer)) {
                scratch.give(call.buffers.base(buffer));
            }
        }
        giveFailed(call);
    }

    /** Takes back a call that has failed: its tickets serve again, its scratch memory does not. */
    void giveFailed(Call call) {
        call.forget();
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = call;
    }
}
