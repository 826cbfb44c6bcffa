package org.braid.coll.engine;

import org.braid.coll.engine.window.Window;
import org.braid.coll.schedule.Schedule;

/**
 * Runs a schedule with a loop by its dependencies, as {@link GraphRun} does without one, in memory for the steps that may be under way at once. One call's: made for its first such schedule, so that a rank that has none loads nothing for it.
 *
 * <p>A step that has entered the {@link Window} has a place there, a ticket of that number; its words stand where it is held.
 */
final class WindowRun {
    private final Port port;
    private final Steps steps;
    private final Window window;
    private int[] transfers = {}; // steps under way
    private int[] held = {}; // by place, of a step under way, the number under which it is held
    private int transferCount;

    /** Begins. */
    WindowRun(Port port, Steps steps, Schedule schedule) {
        this.port = port;
        this.steps = steps;
        this.window = new Window(schedule);
        takePlaces(schedule);
    }

    /** Begins anew. */
    void begin(Schedule schedule) {
        window.begin(schedule);
        takePlaces(schedule);
    }

    private void takePlaces(Schedule schedule) {
        transferCount = 0;
        if (transfers.length < schedule.window()) {
            transfers = new int[schedule.window()];
            held = new int[schedule.window()];
        }
    }

    /** Under which number the step is held that is under way in that place. */
    int held(int place) {
        return held[place];
    }

    /** Goes on as far as possible without waiting; true if the call is complete. */
    boolean advance(Call call) {
        startReady(call);
        while (completeTransfers(call) && startReady(call)) {
            // what has started may be complete
        }
        return window.isOver();
    }

    /** Whether any step has started. */
    private boolean startReady(Call call) {
        Schedule schedule = window.schedule();
        boolean hasStarted = false;
        while (window.next()) {
            int step = window.held();
            while (window.mayStart()) {
                int number = window.number();
                int place = window.place(number);
                int ticket = call.firstTicket + place;
                int state = switch (schedule.written(step, Schedule.KIND)) { // not in a method of its own, which the second compiler would have compiled before this one, and found too long to put it in
                    case Schedule.SEND -> steps.send(call, schedule, step, ticket, window.round() * schedule.stride(step, Schedule.SOURCE));
                    case Schedule.RECEIVE -> steps.receive(call, schedule, step, ticket, window.round() * schedule.stride(step, Schedule.TARGET));
                    default -> steps.startInRound(call, schedule, step, ticket, window.round());
                };
                window.start();
                if (state == Port.PENDING) {
                    transfers[transferCount++] = number;
                    held[place] = step;
                } else {
                    window.complete(number);
                }
                hasStarted = true;
            }
        }
        return hasStarted;
    }

    /** Whether any transfer is complete that was not. */
    private boolean completeTransfers(Call call) {
        int before = transferCount;
        for (int at = before - 1; at >= 0; at--) {
            int place = window.place(transfers[at]);
            int ticket = call.firstTicket + place;
            if (steps.isDone(call, window.schedule(), held[place], ticket, port.poll(ticket))) {
                window.complete(transfers[at]);
                transfers[at] = transfers[--transferCount];
            }
        }
        return transferCount < before;
    }

    /** The transfers under way. */
    int collect(Call call, int[] tickets, int at) {
        for (int transfer = 0; transfer < transferCount; transfer++) {
            tickets[at + transfer] = call.firstTicket + window.place(transfers[transfer]);
        }
        return at + transferCount;
    }
}
