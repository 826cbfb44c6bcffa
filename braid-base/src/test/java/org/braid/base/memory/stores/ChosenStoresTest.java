package org.braid.base.memory.stores;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntPredicate;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.junit.jupiter.api.Test;

/** Stores that are chosen by what they take, under a clock that says what the test wants. */
class ChosenStoresTest {
    private static final int PIECE = 64 << 10;
    private static final int WORTH_PIECES = (128 << 20) / PIECE;
    private static final long NEAR_NS = 6_000;
    private static final long FAR_NS = 26_000;

    private final byte[] from = new byte[PIECE];
    private final byte[] back = new byte[PIECE];
    private int pieces;

    /** The copy of piece n, counted from 0, takes as long as between far cores if the test says so. */
    private final class Timed extends ChosenStores {
        private final IntPredicate isFar;
        private long nowNs;
        private boolean started;

        Timed(IntPredicate isFar) {
            this.isFar = isFar;
        }

        @Override
        protected long nanoTime() {
            nowNs += started ? isFar.test(pieces) ? FAR_NS : NEAR_NS : 0;
            started = !started;
            return nowNs;
        }
    }

    /** How many of so many pieces go past the caches; each arrives. */
    private int streamed(ChosenStores stores, int count) {
        int streamed = 0;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(PIECE, 64);
            for (int end = pieces + count; pieces < end; pieces++) {
                from[pieces % PIECE] = (byte) pieces;
                streamed += stores.isPastCaches() ? 1 : 0;
                stores.copyIn(from, 0, to, 0, PIECE);
                if (pieces % 97 == 0) {
                    MemorySegment.copy(to, ValueLayout.JAVA_BYTE, 0, back, 0, PIECE);
                    assertArrayEquals(from, back);
                }
            }
        }
        return streamed;
    }

    /** More than so many, on machines that have such stores. */
    private static void assertStreamed(int least, int streamed) {
        assertTrue(Memory.canStream() ? streamed > least : streamed == 0, () -> streamed + " pieces");
    }

    @Test
    void nearCoresHaveOrdinaryStores() {
        assertEquals(0, streamed(new Timed(_ -> false), 3 * WORTH_PIECES));
    }

    @Test
    void farCoresHaveThemUntilItIsWorthWhile() {
        var stores = new Timed(_ -> true);
        assertEquals(0, streamed(stores, WORTH_PIECES));
        int after = streamed(stores, 20 * WORTH_PIECES);
        assertStreamed(19 * WORTH_PIECES, after);
    }

    @Test
    void coresThatMoveApartAndTogetherAreFollowed() {
        var stores = new Timed(piece -> piece / (4 * WORTH_PIECES) % 2 == 1);
        assertEquals(0, streamed(stores, 4 * WORTH_PIECES));
        int apart = streamed(stores, 4 * WORTH_PIECES);
        assertStreamed(39 * WORTH_PIECES / 10, apart);
        int together = streamed(stores, 4 * WORTH_PIECES);
        assertTrue(together <= 1024, () -> together + " as if they were far still");
    }

    /** Blocks for readers in turn, one of which is near: of up to sixteen of them in a call none is always the one that is timed. */
    @Test
    void someFarReadersAreEnough() {
        for (int blocks = 2; blocks <= 16; blocks++) {
            int each = blocks;
            pieces = 0;
            var stores = new Timed(piece -> piece % each != 0);
            assertEquals(0, streamed(stores, WORTH_PIECES));
            assertStreamed(4 * WORTH_PIECES, streamed(stores, 5 * WORTH_PIECES));
        }
    }

    @Test
    void oneInterruptedCopySaysNothing() {
        assertEquals(0, streamed(new Timed(piece -> piece % 60 == 0), 3 * WORTH_PIECES));
    }

    @Test
    void memoryThatRefusesIsToldInEitherWay() {
        var stores = new Timed(_ -> true);
        streamed(stores, 2 * WORTH_PIECES);
        assertEquals(Memory.canStream(), stores.isPastCaches());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(PIECE, 64);
            assertThrows(BraidException.class, () -> stores.copyIn(from, 1, to, 0, PIECE));
            assertThrows(BraidException.class, () -> new ChosenStores().copyIn(from, 1, to, 0, PIECE));
        }
    }
}
