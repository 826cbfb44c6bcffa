package org.braid.base.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SystemCall;
import org.junit.jupiter.api.Test;

class StreamingCopyTest {
    private static final int LINE = 64;
    private static final int ROOM = 3 * LINE;
    private static final byte GUARD = 0x5A;
    private static final byte[] BYTES = bytes(32 << 10);

    private final MemorySegment to = Arena.ofAuto().allocate(BYTES.length + 2L * ROOM, LINE);

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new SplittableRandom(1).nextBytes(bytes);
        return bytes;
    }

    /** Copies, and looks at each byte that was to be written and at all that were not. */
    private void assertStreamed(Object base, long offset, long at, int bytes) {
        to.fill(GUARD);
        Memory.streamIn(base, offset, to, at, bytes);
        byte[] expected = new byte[(int) to.byteSize()];
        Arrays.fill(expected, GUARD);
        System.arraycopy(BYTES, (int) offset, expected, (int) at, bytes);
        assertArrayEquals(expected, to.toArray(ValueLayout.JAVA_BYTE), () -> base + ": " + bytes + " bytes from " + offset + " to " + at);
    }

    @Test
    void isThereWhereTheMachineHasTheInstructions() {
        assertEquals(SystemCall.Numbers.AMD64 && SystemCall.whyNot().isEmpty(), StreamingCopy.isAvailable());
    }

    @Test
    void everyPlaceInALineTakesEveryLengthAroundALine() {
        int shortest = StreamingCopy.SHORTEST_BYTES;
        for (int at = ROOM; at < ROOM + LINE; at++) {
            for (int bytes = shortest - 1; bytes <= shortest + LINE + 1; bytes++) {
                assertStreamed(BYTES, at % 13, at, bytes);
            }
        }
    }

    @Test
    void everyKindOfUserMemoryIsCopiedAsItLies() {
        ByteBuffer direct = ByteBuffer.allocateDirect(BYTES.length).put(BYTES).position(17).limit(40);
        ByteBuffer all = direct.duplicate().clear().order(ByteOrder.nativeOrder());
        MemorySegment segment = Arena.ofAuto().allocate(BYTES.length).copyFrom(MemorySegment.ofArray(BYTES));
        double[] doubles = new double[BYTES.length / 8];
        long[] longs = new long[BYTES.length / 8];
        int[] ints = new int[BYTES.length / 4];
        float[] floats = new float[BYTES.length / 4];
        short[] shorts = new short[BYTES.length / 2];
        char[] chars = new char[BYTES.length / 2];
        List.of(doubles, longs, ints, floats, shorts, chars).forEach(array -> Memory.copyOut(segment, 0, array, 0, BYTES.length));
        for (Object base : List.of(
                BYTES, doubles, longs, ints, floats, shorts, chars, segment, MemorySegment.ofArray(BYTES), ByteBuffer.wrap(BYTES), direct, direct.asReadOnlyBuffer(),
                all.asDoubleBuffer(), all.asIntBuffer(), all.asCharBuffer(), direct.duplicate().clear().order(ByteOrder.BIG_ENDIAN).asLongBuffer())) {
            assertStreamed(base, 0, ROOM, BYTES.length);
            assertStreamed(base, 1003, ROOM + 36, 20_000);
        }
    }

    @Test
    void aBooleanTravelsAs0Or1() {
        boolean[] flags = new boolean[8000];
        for (int i = 0; i < flags.length; i += 3) {
            flags[i] = true;
        }
        Memory.streamIn(flags, 0, to, 0, flags.length);
        for (int i = 0; i < flags.length; i++) {
            assertEquals(flags[i] ? 1 : 0, to.get(ValueLayout.JAVA_BYTE, i));
        }
    }

    @Test
    void whatReachesOutsideOnEitherSideIsRefusedAndNothingIsWritten() {
        to.fill(GUARD);
        for (long offset : new long[] {-1, BYTES.length - 4999, Long.MAX_VALUE}) {
            assertRefused(ErrorCode.MEMORY_RANGE, BYTES, offset, 0);
        }
        for (long at : new long[] {-1, to.byteSize() - 4999}) {
            assertRefused(ErrorCode.MEMORY_RANGE, BYTES, 0, at);
        }
        assertRefused(ErrorCode.MEMORY_UNSUITABLE, "text", 0, 0);
        byte[] untouched = new byte[(int) to.byteSize()];
        Arrays.fill(untouched, GUARD);
        assertArrayEquals(untouched, to.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void memoryThatIsClosedOrAnotherThreadsIsRefused() throws InterruptedException {
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(BYTES.length);
        closed.close();
        assertRefused(ErrorCode.MEMORY_UNSUITABLE, gone, 0, 0);
        assertRefused(ErrorCode.MEMORY_UNSUITABLE, confinedToAnother(), 0, 0);
    }

    private static MemorySegment confinedToAnother() throws InterruptedException {
        MemorySegment[] theirs = new MemorySegment[1];
        Thread owner = Thread.ofPlatform().start(() -> theirs[0] = Arena.ofConfined().allocate(BYTES.length));
        owner.join();
        return theirs[0];
    }

    private void assertRefused(ErrorCode code, Object base, long offset, long at) {
        assertSame(code, assertThrows(BraidException.class, () -> Memory.streamIn(base, offset, to, at, 5000)).code());
    }
}
