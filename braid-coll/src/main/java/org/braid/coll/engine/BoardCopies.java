package org.braid.coll.engine;

import org.braid.coll.board.Board;
import org.braid.coll.engine.blocks.Lengths;
import org.braid.coll.schedule.Schedule;

/**
 * What steps of calls write onto a board, and read there. A member's place in a phase has as many units as the schedule says:
 *
 * <pre>
 *   of blocks of one length              | block | block | …          as the buffer has them, bytes behind each other
 *   of lengths that all members have     | block | block  | …         likewise, each where the table of IN says, the measured blocks of the buffer lie, or the cut of the vector is
 *   of lengths that only some know       | length | length | … | block | block | …
 *                                          8 bytes each          at multiples of eight, togetherBytes at most: a longer one has its length there, and goes by a message
 * </pre>
 *
 * Short blocks lie close to their lengths, and the place close to its stamps, since each line that a reader has to fetch from another core takes as long as everything else in a short call.
 */
final class BoardCopies {
    private final Board board;
    private final int members;

    /** @param members how many share the board */
    BoardCopies(Board board, int members) {
        this.board = board;
        this.members = members;
    }

    /** The caller has made sure that nobody reads any more what lay there before. */
    void show(Call call, Schedule schedule, int step, long phase) {
        int buffer = schedule.written(step, Schedule.SOURCE);
        int from = schedule.written(step, Schedule.SOURCE_FROM);
        int to = schedule.written(step, Schedule.SOURCE_TO);
        int placeBytes = placeBytes(call, schedule, buffer, schedule.written(step, Schedule.TARGET));
        if (schedule.hasSlots()) {
            showSlots(call, schedule, step, phase, placeBytes);
            return;
        }
        if (call.buffers.isSpaced(schedule, buffer)) {
            showBlocks(call, schedule, step, phase, placeBytes);
            return;
        }
        int at = lieWhereTheyBelong(schedule.layout(buffer)) ? placeOf(call, schedule, buffer, from) : 0;
        board.write(phase, placeBytes, at, call.buffers.base(buffer), call.buffers.offset(schedule, buffer, from), (int) call.buffers.bytes(schedule, buffer, from, to));
    }

    private void showBlocks(Call call, Schedule schedule, int step, long phase, int placeBytes) {
        int buffer = schedule.written(step, Schedule.SOURCE);
        int at = 0;
        for (int unit = schedule.written(step, Schedule.SOURCE_FROM); unit < schedule.written(step, Schedule.SOURCE_TO); unit++) {
            int bytes = (int) call.buffers.bytes(schedule, buffer, unit, unit + 1);
            board.write(phase, placeBytes, at, call.buffers.base(buffer), call.buffers.offset(schedule, buffer, unit), bytes);
            at += bytes;
        }
    }

    /** Measured blocks, and the cuts of a vector. */
    private static boolean lieWhereTheyBelong(int layout) {
        return layout == Schedule.MEASURED || layout > 1;
    }

    private void showSlots(Call call, Schedule schedule, int step, long phase, int placeBytes) {
        int buffer = schedule.written(step, Schedule.SOURCE);
        int lengthAt = 0;
        int at = firstBlockAt(schedule, schedule.written(step, Schedule.TARGET));
        for (int unit = schedule.written(step, Schedule.SOURCE_FROM); unit < schedule.written(step, Schedule.SOURCE_TO); unit++) {
            long bytes = call.buffers.lengthBytes(schedule, buffer, unit, unit + 1);
            board.writeLength(phase, placeBytes, lengthAt, bytes);
            board.write(phase, placeBytes, at, call.buffers.base(buffer), call.buffers.offset(schedule, buffer, unit), (int) schedule.together(bytes));
            lengthAt += Long.BYTES;
            at += slotBytes(schedule, bytes);
        }
    }

    /** Members have shown what is read of them: one, or all in the order of their numbers. */
    void see(Call call, Schedule schedule, int step, long phase) {
        int target = schedule.written(step, Schedule.TARGET);
        int to = schedule.written(step, Schedule.TARGET_FROM);
        int unit = schedule.written(step, Schedule.SOURCE_FROM);
        int peer = schedule.written(step, Schedule.PEER);
        int placeBytes = placeBytes(call, schedule, target, schedule.written(step, Schedule.SOURCE));
        if (schedule.hasSlots()) {
            seeSlots(call, schedule, step, phase, placeBytes);
            return;
        }
        int at = placeOf(call, schedule, target, unit);
        int bytes = placeOf(call, schedule, target, schedule.written(step, Schedule.SOURCE_TO)) - at;
        if (peer != Schedule.EVERYBODY) {
            board.read(peer, phase, placeBytes, at, call.buffers.base(target), call.buffers.offset(schedule, target, to), bytes);
        } else if (bytes == placeBytes && !call.buffers.isSpaced(schedule, target)) {
            board.read(0, phase, placeBytes, 0, call.buffers.base(target), call.buffers.offset(schedule, target, to), members * bytes); // whole places follow each other here as there
        } else {
            for (int member = 0; member < members; member++) {
                board.read(member, phase, placeBytes, at, call.buffers.base(target), call.buffers.offset(schedule, target, to + member), bytes);
            }
        }
    }

    private void seeSlots(Call call, Schedule schedule, int step, long phase, int placeBytes) {
        int peer = schedule.written(step, Schedule.PEER);
        int end = peer == Schedule.EVERYBODY ? members : peer + 1;
        int from = schedule.written(step, Schedule.SOURCE_FROM);
        int to = schedule.written(step, Schedule.TARGET_FROM);
        for (int member = Math.max(0, peer); member < end; member++) {
            int at = firstBlockAt(schedule, schedule.written(step, Schedule.SOURCE));
            for (int slot = 0; slot < schedule.written(step, Schedule.SOURCE_TO); slot++) {
                long said = board.readLength(member, phase, placeBytes, slot * Long.BYTES);
                if (slot >= from) {
                    seeSlot(call, schedule, member, phase, placeBytes, at, said, schedule.written(step, Schedule.TARGET), to++);
                }
                at += slotBytes(schedule, said);
            }
        }
    }

    /** Whoever only passes blocks on takes their lengths as they are said; others know what they expect. */
    private void seeSlot(Call call, Schedule schedule, int peer, long phase, int placeBytes, int at, long said, int target, int to) {
        if (schedule.layout(target) == Schedule.LENGTHS) {
            Lengths.set((byte[]) call.buffers.base(target), to, said);
            return;
        }
        long expected = call.buffers.lengthBytes(schedule, target, to, to + 1);
        if (said != expected) {
            throw Steps.unequal(call, schedule, to, said, expected);
        }
        board.read(peer, phase, placeBytes, at, call.buffers.base(target), call.buffers.offset(schedule, target, to), (int) schedule.together(said));
    }

    /** Behind the lengths of all blocks that the place may have. */
    private static int firstBlockAt(Schedule schedule, int phase) {
        return schedule.placeUnits(phase) * Long.BYTES;
    }

    private static int slotBytes(Schedule schedule, long blockBytes) {
        return (int) schedule.together(blockBytes) + Long.BYTES - 1 & -Long.BYTES;
    }

    /** How long a place is; {@code buffer} is what is shown, or what it comes into. */
    private static int placeBytes(Call call, Schedule schedule, int buffer, int phase) {
        int units = schedule.placeUnits(phase);
        return schedule.hasSlots() ? units * (Long.BYTES + (int) schedule.togetherBytes()) : placeOf(call, schedule, buffer, units);
    }

    /** Where a unit begins in the place of whoever shows all of them. */
    private static int placeOf(Call call, Schedule schedule, int buffer, int unit) {
        return switch (schedule.layout(buffer)) {
            case Schedule.TABLE -> (int) call.buffers.bytes(schedule, Schedule.IN, 0, unit);
            case Schedule.MEASURED -> (int) call.buffers.bytes(schedule, buffer, 0, unit);
            default -> (int) (Schedule.position(unit, call.buffers.count(), schedule.layout(buffer)) * call.buffers.elementBytes());
        };
    }
}
