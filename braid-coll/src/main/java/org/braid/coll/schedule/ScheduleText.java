package org.braid.coll.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A schedule as people read it, one step a line: {@code 3: REDUCE TMP0[0,1) -> OUT[0,1) after 1 2}. Behind the steps of a round that is held once stands how often more they are done, and how far further on each time: {@code 2-3: again 996 times, OUT +1 each}.
 */
final class ScheduleText {
    private static final String[] KINDS = {"SEND", "RECEIVE", "COPY", "REDUCE", "FENCE", "MEASURE", "ALLOCATE", "SEND_LONG", "RECEIVE_LONG", "SHOW", "SEE", "COMPARE", "ENTER", "JOIN", "FIND_ABOVE", "FIND_BELOW", "SEND_FOUND", "RECEIVE_FOUND"};

    private ScheduleText() {}

    static String of(Schedule schedule) {
        var text = new StringBuilder(schedule.shape().toString());
        @Nullable Loops loops = schedule.loops();
        int from = 0;
        for (int at = 0; loops != null && at < loops.count(); at++) {
            Loop loop = loops.at(at);
            appendSteps(text, schedule, from, loop.writtenAgain());
            appendLoop(text, schedule, loop);
            from = loop.behind();
        }
        appendSteps(text, schedule, from, schedule.steps());
        return text.toString();
    }

    private static void appendSteps(StringBuilder text, Schedule schedule, int from, int to) {
        for (int step = from; step < to; step++) {
            text.append('\n').append(step).append(": ");
            appendStep(text, schedule, step);
            appendDependencies(text, schedule, step);
        }
    }

    private static void appendLoop(StringBuilder text, Schedule schedule, Loop loop) {
        text.append('\n').append(loop.first()).append('-').append(loop.writtenAgain() - 1).append(": again ").append(loop.again()).append(" times");
        boolean[] isNamed = new boolean[schedule.buffers()];
        for (int step = loop.first(); step < loop.writtenAgain(); step++) {
            for (int at = Schedule.SOURCE; at <= Schedule.TARGET; at += Schedule.TARGET - Schedule.SOURCE) {
                int buffer = schedule.word(step, at);
                int stride = schedule.stride(loop.held() + step - loop.first(), at);
                if (stride != 0 && !isNamed[buffer]) {
                    isNamed[buffer] = true;
                    text.append(", ").append(name(buffer)).append(stride > 0 ? " +" : " ").append(stride).append(" each");
                }
            }
        }
    }

    private static void appendStep(StringBuilder text, Schedule schedule, int step) {
        int kind = schedule.word(step, Schedule.KIND);
        text.append(KINDS[kind]);
        switch (kind) {
            case Schedule.SEND, Schedule.SEND_LONG -> appendExtent(text, schedule, step, Schedule.SOURCE).append(" -> ").append(schedule.word(step, Schedule.PEER));
            case Schedule.RECEIVE, Schedule.RECEIVE_LONG -> appendExtent(text, schedule, step, Schedule.TARGET).append(" <- ").append(schedule.word(step, Schedule.PEER));
            case Schedule.COPY, Schedule.REDUCE, Schedule.MEASURE, Schedule.ALLOCATE, Schedule.COMPARE -> appendLocal(text, schedule, step);
            case Schedule.ENTER -> appendLocal(text.append(" rank ").append(schedule.word(step, Schedule.PEER)), schedule, step);
            case Schedule.JOIN -> appendLocal(text, schedule, step);
            case Schedule.FIND_ABOVE, Schedule.FIND_BELOW -> appendLocal(text.append(schedule.word(step, Schedule.PEER) == 0 ? " first of" : " second of"), schedule, step);
            case Schedule.SEND_FOUND -> appendLocal(text, schedule, step);
            case Schedule.RECEIVE_FOUND -> appendExtent(appendExtent(text, schedule, step, Schedule.TARGET).append(" <-"), schedule, step, Schedule.SOURCE);
            case Schedule.SHOW -> appendExtent(text, schedule, step, Schedule.SOURCE).append(" in phase ").append(schedule.word(step, Schedule.TARGET));
            case Schedule.SEE -> appendSeen(text, schedule, step);
            default -> { }
        }
    }

    private static void appendLocal(StringBuilder text, Schedule schedule, int step) {
        appendExtent(text, schedule, step, Schedule.SOURCE).append(" ->");
        appendExtent(text, schedule, step, Schedule.TARGET);
    }

    private static void appendSeen(StringBuilder text, Schedule schedule, int step) {
        int peer = schedule.word(step, Schedule.PEER);
        appendExtent(text, schedule, step, Schedule.TARGET).append(" <- ").append(peer == Schedule.EVERYBODY ? "everybody" : peer).append('[').append(schedule.word(step, Schedule.SOURCE_FROM))
                .append(',').append(schedule.word(step, Schedule.SOURCE_TO)).append(") in phase ").append(schedule.word(step, Schedule.SOURCE));
    }

    private static StringBuilder appendExtent(StringBuilder text, Schedule schedule, int step, int at) {
        int buffer = schedule.word(step, at);
        text.append(' ').append(name(buffer)).append('[').append(schedule.word(step, at + 1)).append(',').append(schedule.word(step, at + 2)).append(')');
        int cuts = Schedule.cuts(schedule.layout(buffer));
        return cuts > 1 ? text.append('/').append(cuts) : text;
    }

    private static void appendDependencies(StringBuilder text, Schedule schedule, int step) {
        for (int at = schedule.firstPredecessor(step); at < schedule.firstPredecessor(step + 1); at++) {
            int entry = schedule.predecessor(at);
            text.append(entry < 0 ? " behind " : " after ").append(Rows.step(entry));
        }
    }

    static String name(int buffer) {
        return buffer == Schedule.IN ? "IN" : buffer == Schedule.OUT ? "OUT" : "TMP" + (buffer - Schedule.FIRST_TEMPORARY);
    }
}
