package org.braid.coll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.braid.base.BraidException;
import org.braid.coll.engine.blocks.Lengths;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.ScheduleBuilder;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.Test;

/** What steps find that look for ranks: from numbers that others have sent, so any may come. */
class FoundPeersTest {
    private static final int ROOT = 3;
    private static final int RANK = 1;
    private static final long CLOSED = -1;
    private static final long MOST_BYTES = 100;

    private final ScheduleBuilder steps = new ScheduleBuilder(new Shape(Operation.GATHERV, 5, RANK, ROOT, true, false)).together(MOST_BYTES);
    private final int words = steps.lengths(6);
    private final int found = steps.lengths(2);
    private final Call call = new Call();

    /** What the step that was written last makes of these words. */
    private long[] found(long... given) {
        Schedule schedule = steps.build();
        byte[] target = new byte[2 * Long.BYTES];
        call.buffers.put(words, bytes(given), 0);
        call.buffers.put(found, target, 0);
        new FoundPeers().find(call, schedule, schedule.steps() - 1);
        return new long[] {Lengths.get(target, 0), Lengths.get(target, 1)};
    }

    private static byte[] bytes(long... numbers) {
        byte[] bytes = new byte[numbers.length * Long.BYTES];
        for (int at = 0; at < numbers.length; at++) {
            Lengths.set(bytes, at, numbers[at]);
        }
        return bytes;
    }

    private static void assertWords(long first, long second, long[] found) {
        assertEquals(first, found[0]);
        assertEquals(second, found[1]);
    }

    @Test
    void aBlockThatIsTooLongIsNoSubtree() {
        steps.enter(2, words, 0, found, 0);
        assertWords(MOST_BYTES, 2, found(MOST_BYTES, 0, 0, 0));
        assertWords(CLOSED, 2, found(MOST_BYTES + 1, 0, 0, 0));
    }

    /** What becomes of two subtrees, which stands behind them. */
    private long[] joined(long... pair) {
        Schedule schedule = steps.build();
        byte[] bytes = bytes(pair[0], pair[1], pair[2], pair[3], 0, 0);
        call.buffers.put(words, bytes, 0);
        new FoundPeers().find(call, schedule, 0);
        return new long[] {Lengths.get(bytes, 4), Lengths.get(bytes, 5)};
    }

    @Test
    void whoHasMoreLeadsAndOfEqualOnesTheFirst() {
        steps.join(words, 0, 4);
        assertWords(9, 2, joined(5, 2, 4, 4));
        assertWords(9, 4, joined(4, 2, 5, 4));
        assertWords(8, 2, joined(4, 2, 4, 4));
        assertEquals(MOST_BYTES, joined(60, 2, 40, 4)[0]);
        for (long[] tooMuch : new long[][] {{60, 2, 41, 4}, {CLOSED, 2, 0, 4}, {0, 2, CLOSED, 4}, {Long.MAX_VALUE, 2, Long.MAX_VALUE, 4}, {0, 2, Long.MIN_VALUE, 4}}) {
            assertEquals(CLOSED, joined(tooMuch)[0]);
        }
    }

    @Test
    void whoLeadsASubtreeSendsItToWhoLeadsBothOrToTheRoot() {
        steps.findAbove(0, words, 0, 2, found, 0);
        assertEquals(4, found(5, RANK, 6, 4)[0]);
        assertEquals(Schedule.NOBODY, found(6, RANK, 5, 4)[0]);
        assertEquals(ROOT, found(60, RANK, 50, 4)[0]);
        assertEquals(ROOT, found(6, RANK, CLOSED, 4)[0]);
        assertEquals(Schedule.NOBODY, found(5, 2, 6, 4)[0]);
        assertEquals(Schedule.NOBODY, found(CLOSED, RANK, 6, 4)[0]);
        steps.findAbove(0, words, 0, 1, found, 0);
        assertEquals(ROOT, found(5, RANK, 6, 4)[0]);
    }

    @Test
    void whoLeadsBothGetsTheOtherOne() {
        steps.findBelow(1, words, 0, 2, found, 0);
        assertWords(4, 5, found(6, RANK, 5, 4));
        assertWords(Schedule.NOBODY, 0, found(5, RANK, 6, 4));
        assertWords(Schedule.NOBODY, 0, found(60, RANK, 50, 4));
    }

    @Test
    void whatIsNoOtherRankIsRefused() {
        steps.receiveFound(found, 1, Schedule.IN, 0, 1);
        Schedule schedule = steps.build();
        for (long other : new long[] {Schedule.NOBODY, 0, 2, 4}) {
            call.buffers.put(found, bytes(0, other), 0);
            assertEquals(other, FoundPeers.peer(call, schedule, 0));
        }
        for (long wrong : new long[] {RANK, 5, -2, 1L << 32, Long.MIN_VALUE}) {
            call.buffers.put(found, bytes(0, wrong), 0);
            String told = assertThrows(BraidException.class, () -> FoundPeers.peer(call, schedule, 0)).getMessage();
            assertTrue(told.contains("they have found rank " + wrong + " of 5 for rank 1"), told);
        }
    }
}
