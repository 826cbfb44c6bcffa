package org.braid.coll.engine;

import org.braid.base.memory.Memory;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** Starts single steps of calls: the only place where a step becomes a message, a copy or a reduction. */
final class Steps {
    private final Port port;

    Steps(Port port) {
        this.port = port;
    }

    /** Starts the step; returns {@link Port#PENDING} if it's a transfer that goes on. */
    int start(Call call, Schedule schedule, int step) {
        return switch (schedule.word(step, Schedule.KIND)) {
            case Schedule.SEND -> send(call, schedule, step);
            case Schedule.RECEIVE -> receive(call, schedule, step);
            case Schedule.COPY -> copy(call, schedule, step);
            case Schedule.REDUCE -> reduce(call, schedule, step);
            default -> Port.DONE;
        };
    }

    private int send(Call call, Schedule schedule, int step) {
        int buffer = schedule.word(step, Schedule.SOURCE);
        int from = schedule.word(step, Schedule.SOURCE_FROM);
        long bytes = call.elements(schedule, buffer, from, schedule.word(step, Schedule.SOURCE_TO)) * call.elementBytes;
        return port.send(call.firstTicket + step, schedule.word(step, Schedule.PEER), call.tag, call.signature,
                call.bases[buffer], call.offset(schedule, buffer, from), bytes);
    }

    private int receive(Call call, Schedule schedule, int step) {
        int buffer = schedule.word(step, Schedule.TARGET);
        int from = schedule.word(step, Schedule.TARGET_FROM);
        long bytes = call.elements(schedule, buffer, from, schedule.word(step, Schedule.TARGET_TO)) * call.elementBytes;
        int state = port.receive(call.firstTicket + step, schedule.word(step, Schedule.PEER), call.tag, call.signature,
                call.bases[buffer], call.offset(schedule, buffer, from), bytes);
        return state == Port.DIFFERS ? differs(call, schedule, step) : state;
    }

    private int differs(Call call, Schedule schedule, int step) {
        var found = new Disagreement(call.tag, port.rank(), call.signature, schedule.word(step, Schedule.PEER), port.signature(call.firstTicket + step));
        port.disagree(found);
        throw found.error();
    }

    /** A state that came from the port, or the error that it stands for. */
    boolean isDone(Call call, Schedule schedule, int step, int state) {
        if (state == Port.DIFFERS) {
            differs(call, schedule, step);
        }
        return state == Port.DONE;
    }

    private static int copy(Call call, Schedule schedule, int step) {
        int source = schedule.word(step, Schedule.SOURCE);
        int from = schedule.word(step, Schedule.SOURCE_FROM);
        int target = schedule.word(step, Schedule.TARGET);
        long bytes = call.elements(schedule, source, from, schedule.word(step, Schedule.SOURCE_TO)) * call.elementBytes;
        if (bytes > 0) {
            Memory.copy(call.bases[source], call.offset(schedule, source, from),
                    call.bases[target], call.offset(schedule, target, schedule.word(step, Schedule.TARGET_FROM)), bytes);
        }
        return Port.DONE;
    }

    private static int reduce(Call call, Schedule schedule, int step) {
        int source = schedule.word(step, Schedule.SOURCE);
        int from = schedule.word(step, Schedule.SOURCE_FROM);
        int target = schedule.word(step, Schedule.TARGET);
        long elements = call.elements(schedule, source, from, schedule.word(step, Schedule.SOURCE_TO));
        @Nullable Reducer reducer = call.reducer;
        if (elements > 0 && reducer != null) {
            reducer.reduce(call.bases[source], call.offset(schedule, source, from),
                    call.bases[target], call.offset(schedule, target, schedule.word(step, Schedule.TARGET_FROM)), Math.toIntExact(elements));
        }
        return Port.DONE;
    }
}
