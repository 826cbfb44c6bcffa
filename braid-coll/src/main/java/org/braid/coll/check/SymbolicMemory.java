package org.braid.coll.check;

import java.util.Arrays;
import org.braid.coll.check.CheckFailure.Rule;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** The buffers of one rank, holding symbolic values; every access is checked against the buffer's bounds and rights. */
final class SymbolicMemory {
    private final Instance instance;
    private final Schedule schedule;
    private final @Nullable Term[][] buffers;

    SymbolicMemory(Instance instance, Schedule schedule) {
        this.instance = instance;
        this.schedule = schedule;
        this.buffers = new Term[schedule.buffers()][];
        for (int buffer = 0; buffer < buffers.length; buffer++) {
            buffers[buffer] = new Term[capacity(buffer)];
        }
    }

    private int capacity(int buffer) {
        int elements = 0;
        for (int unit = 0; unit < schedule.units(buffer); unit++) {
            elements = Math.max(elements, instance.end(schedule, buffer, unit, unit + 1));
        }
        return elements;
    }

    /** The values of the extent that stands at word {@code at} of the step. */
    @Nullable Term[] load(int step, int at) {
        int buffer = schedule.word(step, at);
        return Arrays.copyOfRange(buffers[buffer], start(step, at), end(step, at));
    }

    void store(int step, int at, @Nullable Term[] values) {
        System.arraycopy(values, 0, buffers[schedule.word(step, at)], start(step, at), values.length);
    }

    int start(int step, int at) {
        return instance.start(schedule, schedule.word(step, at), schedule.word(step, at + 1));
    }

    int end(int step, int at) {
        return instance.end(schedule, schedule.word(step, at), schedule.word(step, at + 1), schedule.word(step, at + 2));
    }

    int length(int step, int at) {
        return end(step, at) - start(step, at);
    }

    @Nullable Term get(int buffer, int element) {
        return buffers[buffer][element];
    }

    void set(int buffer, int element, Term value) {
        buffers[buffer][element] = value;
    }

    int elements(int buffer) {
        return buffers[buffer].length;
    }

    /** Every extent lies inside its buffer, nothing writes to IN, both sides of a local step are of one length. */
    void checkBounds() {
        for (int step = 0; step < schedule.steps(); step++) {
            int kind = schedule.word(step, Schedule.KIND);
            boolean local = kind == Schedule.COPY || kind == Schedule.REDUCE;
            if (local || kind == Schedule.SEND || kind == Schedule.SHOW) {
                checkExtent(step, Schedule.SOURCE);
            }
            if (local || kind == Schedule.RECEIVE || kind == Schedule.SEE) {
                checkExtent(step, Schedule.TARGET);
                require(schedule.word(step, Schedule.TARGET) != Schedule.IN, step, "writes to IN");
            }
            require(!local || length(step, Schedule.SOURCE) == length(step, Schedule.TARGET), step, "has two lengths");
        }
    }

    private void checkExtent(int step, int at) {
        int buffer = schedule.word(step, at);
        int from = schedule.word(step, at + 1);
        int to = schedule.word(step, at + 2);
        require(buffer >= 0 && buffer < schedule.buffers(), step, "names no buffer");
        require(0 <= from && from <= to && to <= schedule.units(buffer), step, "leaves its buffer");
        boolean scattered = schedule.layout(buffer) == Schedule.TABLE && instance.operation() != Operation.REDUCE_SCATTER;
        require(!scattered || to - from <= 1, step, "takes blocks together that aren't neighbours");
        boolean ownBlockOnly = instance.operation() == Operation.REDUCE_SCATTER || instance.operation() == Operation.REDUCE_SCATTER_BLOCK;
        int rank = schedule.shape().rank();
        require(!ownBlockOnly || buffer != Schedule.OUT || from == rank && to == rank + 1, step, "touches a block of OUT that isn't there");
    }

    private void require(boolean condition, int step, String problem) {
        if (!condition) {
            throw new CheckFailure(Rule.BOUNDS, "rank " + schedule.shape().rank() + " step " + step + ' ' + problem + "\n" + schedule);
        }
    }
}
