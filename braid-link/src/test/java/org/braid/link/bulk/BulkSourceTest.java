package org.braid.link.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.braid.base.wire.Limits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an OFFER says about its data: read as it was written, and refused when it cannot be meant. */
class BulkSourceTest {
    private static final int AT = 8;

    private final ControlWords scratch = new ControlWords();
    private final MemorySegment frame = Arena.ofAuto().allocate(AT + BulkSource.BYTES);

    @Test
    void whatWasWrittenIsRead() {
        SplittableRandom random = new SplittableRandom(20_261_121);
        for (int i = 0; i < 1000; i++) {
            long length = random.nextLong(Limits.MAX_MESSAGE);
            long place = random.nextLong(Limits.MAX_MESSAGE);
            BulkSource source = new BulkSource(
                    random.nextLong(), length, random.nextInt(BulkSource.FRAMES, BulkSource.SENDER + 1), random.nextInt(), random.nextInt(), place + length, place, random.nextLong());
            assertEquals(source, read(source, BulkSource.BYTES));
        }
    }

    @Test
    void anotherLengthThanItsOwnIsRefused() {
        for (int bytes = 0; bytes < BulkSource.BYTES; bytes++) {
            assertNull(read(offered(100, BulkSource.FRAMES, 0, 0), bytes));
        }
    }

    @Test
    void dataIsNoLongerThanTheLongestMessage() {
        assertNotNull(readWhole(offered(Limits.MAX_MESSAGE, BulkSource.ADDRESS, 0, 0)));
        assertNull(readWhole(offered(Limits.MAX_MESSAGE + 1, BulkSource.ADDRESS, 0, 0)));
        assertNull(readWhole(offered(-1, BulkSource.ADDRESS, 0, 0)));
    }

    @Test
    void kindsThatDoNotExistAreRefused() {
        assertNull(readWhole(offered(100, BulkSource.FRAMES - 1, 0, 0)));
        assertNull(readWhole(offered(100, BulkSource.SENDER + 1, 0, 0)));
    }

    @Test
    void dataInASegmentLiesInsideIt() {
        assertNotNull(readWhole(offered(100, BulkSource.SEGMENT, 164, 64)));
        assertNull(readWhole(offered(100, BulkSource.SEGMENT, 163, 64)));
        assertNull(readWhole(offered(100, BulkSource.SEGMENT, 164, -1)));
        assertNull(readWhole(offered(100, BulkSource.SEGMENT, -1, 64)));
        assertNull(readWhole(offered(100, BulkSource.SEGMENT, Long.MAX_VALUE, Long.MAX_VALUE - 99)));
    }

    private static BulkSource offered(long length, int kind, long segmentBytes, long place) {
        return new BulkSource(7, length, kind, 3, 4, segmentBytes, place, 5);
    }

    private @Nullable BulkSource readWhole(BulkSource source) {
        return read(source, BulkSource.BYTES);
    }

    private @Nullable BulkSource read(BulkSource source, int bytes) {
        scratch.bytes[BulkSource.BYTES] = 1; // what lies behind it stays
        source.write(scratch.bytes);
        assertEquals(1, scratch.bytes[BulkSource.BYTES]);
        MemorySegment.copy(MemorySegment.ofArray(scratch.bytes), 0, frame, AT, BulkSource.BYTES);
        return BulkSource.read(frame, AT, bytes, scratch);
    }
}
