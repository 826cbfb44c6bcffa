package org.braid.coll.algorithm.board;

import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;

/** Places of blocks whose lengths only some members know: a slot for each, as long as any other, with the block's length and, if there is room, the block. A longer one goes by a message straight from whom it is to whose it is. */
public final class Slots {
    /** A slot that holds less is not worth it: of more ranks blocks go by messages at once. */
    private static final int LEAST_BYTES = 16;

    private Slots() {}

    /** No step yet, of ranks each of which shows so many blocks in a place of {@code placeBytes}. */
    static ScheduleBuilder steps(Shape shape, int blocks, int placeBytes) {
        return new ScheduleBuilder(shape).places(blocks).together(mostBytes(blocks, placeBytes));
    }

    /** How long a block may be for which there is room in one of so many. */
    public static long mostBytes(int blocks, int placeBytes) {
        int slotBytes = placeBytes / blocks / Long.BYTES * Long.BYTES; // lengths lie at multiples of eight
        return slotBytes - Long.BYTES;
    }

    /** How long a place must be for so many of them. */
    public static long shownBytes(int blocks) {
        return (long) blocks * (Long.BYTES + LEAST_BYTES);
    }
}
