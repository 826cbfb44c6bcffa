package org.braid.coll.check;

import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;

/** Where the units of one rank's buffers lie for one instance: those of tables, whose blocks differ, are counted once. */
final class Positions {
    private final Schedule schedule;
    private final int count;
    private final boolean[] isTable; // by buffer
    private final int[][] starts; // of each that is one where each unit begins, and what lies behind the last one,
    private final int[][] ends; // and where each ends

    Positions(Instance instance, Schedule schedule) {
        this.schedule = schedule;
        this.count = instance.countAt(schedule.shape().rank());
        this.isTable = new boolean[schedule.buffers()];
        this.starts = new int[isTable.length][];
        this.ends = new int[isTable.length][];
        for (int buffer = 0; buffer < isTable.length; buffer++) {
            isTable[buffer] = schedule.layout(buffer) == Schedule.TABLE || Schedule.isCutTable(schedule.layout(buffer));
            if (isTable[buffer]) {
                starts[buffer] = new int[schedule.units(buffer) + 1];
                ends[buffer] = new int[schedule.units(buffer)];
                lay(instance, buffer);
            }
        }
    }

    /** Only the vector of a reduction must be contiguous; all other tables lie in descending order with a gap of one element. */
    private void lay(Instance instance, int buffer) {
        int cuts = Schedule.cuts(schedule.layout(buffer));
        int blocks = schedule.units(buffer) / cuts;
        boolean isContiguous = instance.operation() == Operation.REDUCE_SCATTER;
        int at = 0;
        for (int turn = 0; turn < blocks; turn++) {
            int block = isContiguous ? turn : blocks - 1 - turn;
            int length = instance.tableLength(schedule, buffer, block);
            cut(buffer, block * cuts, cuts, at, length);
            at += length + (isContiguous ? 0 : 1);
        }
        starts[buffer][blocks * cuts] = isContiguous ? at : 0;
    }

    /** The cuts of a block that begins there; stated here anew, apart from the schedules. */
    private void cut(int buffer, int unit, int cuts, int at, int length) {
        for (int cut = 0; cut < cuts; cut++) {
            starts[buffer][unit + cut] = at + cut * length / cuts;
            ends[buffer][unit + cut] = at + (cut + 1) * length / cuts;
        }
    }

    /** First element of a unit. */
    int start(int buffer, int unit) {
        return isTable[buffer] ? starts[buffer][unit] : plain(buffer, unit);
    }

    /** Element behind the last of the units {@code [from, to)}. */
    int end(int buffer, int from, int to) {
        return !isTable[buffer] ? plain(buffer, to) : to == from ? starts[buffer][to] : ends[buffer][to - 1];
    }

    /** Whether the buffer has such a unit, or it is the end of the last one. */
    boolean has(int buffer, int unit) {
        return unit >= 0 && unit <= schedule.units(buffer);
    }

    private int plain(int buffer, int unit) {
        int layout = schedule.layout(buffer);
        return layout == Schedule.LENGTHS ? unit : (int) Schedule.position(unit, count, layout);
    }

    /** How many elements a buffer has. */
    int elements(int buffer) {
        if (!isTable[buffer]) {
            return schedule.units(buffer) == 0 ? 0 : plain(buffer, schedule.units(buffer));
        }
        int most = 0;
        for (int end : ends[buffer]) {
            most = Math.max(most, end);
        }
        return most;
    }
}
