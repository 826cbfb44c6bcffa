package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MemoryTest {
    private static final List<UserMemory> KINDS = UserMemory.everyKind();
    private static final int[] LENGTHS = lengths();

    private final MemorySegment ring = Arena.ofAuto().allocate(3 * UserMemory.BYTES, 64);

    static List<UserMemory> kinds() {
        return KINDS;
    }

    private static int[] lengths() {
        int[] lengths = new int[80 + 6];
        Arrays.setAll(lengths, i -> i);
        System.arraycopy(new int[] {127, 128, 129, 1000, 1024, 2048}, 0, lengths, 80, 6);
        return lengths;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatIsCopiedInAndOutAgainIsTheSameAndNothingElseChanges(UserMemory kind) {
        Object base = kind.base();
        SplittableRandom random = new SplittableRandom(kind.name().hashCode());
        for (int bytes : LENGTHS) {
            for (int offset : new int[] {0, 1, 7, 8, 24, UserMemory.BYTES - bytes}) {
                roundTrip(base, offset, 1 + random.nextInt(64), bytes, random);
            }
        }
    }

    private void roundTrip(Object base, int offset, int at, int bytes, SplittableRandom random) {
        byte[] before = fill(base, random);
        fillRing(random);
        byte[] ringBefore = ring.toArray(JAVA_BYTE);
        Memory.copyIn(base, offset, ring, at, bytes);
        System.arraycopy(before, offset, ringBefore, at, bytes);
        assertArrayEquals(ringBefore, ring.toArray(JAVA_BYTE));

        byte[] expected = fill(base, random);
        Memory.copyOut(ring, at, base, offset, bytes);
        System.arraycopy(before, offset, expected, offset, bytes);
        assertArrayEquals(expected, bytesOf(base));
    }

    private void fillRing(SplittableRandom random) {
        byte[] noise = new byte[(int) ring.byteSize()];
        random.nextBytes(noise);
        MemorySegment.copy(noise, 0, ring, JAVA_BYTE, 0, noise.length);
    }

    /** Fills user memory by the JDK's own means and returns its bytes. */
    private static byte[] fill(Object base, SplittableRandom random) {
        byte[] noise = new byte[UserMemory.BYTES];
        random.nextBytes(noise);
        if (base instanceof boolean[] array) {
            for (int i = 0; i < array.length; i++) {
                array[i] = noise[i] < 0;
                noise[i] = (byte) (array[i] ? 1 : 0);
            }
            return noise;
        }
        segment(base).copyFrom(MemorySegment.ofArray(noise));
        return bytesOf(base);
    }

    private static byte[] bytesOf(Object base) {
        if (base instanceof boolean[] array) {
            byte[] bytes = new byte[array.length];
            for (int i = 0; i < array.length; i++) {
                bytes[i] = (byte) (array[i] ? 1 : 0);
            }
            return bytes;
        }
        return segment(base).toArray(JAVA_BYTE);
    }

    private static MemorySegment segment(Object base) {
        return switch (base) {
            case MemorySegment segment -> segment;
            case Buffer buffer -> MemorySegment.ofBuffer(buffer.duplicate().clear());
            case byte[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            default -> throw new AssertionError(base);
        };
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aReadOnlySourceIsReadAndAReadOnlyTargetIsRefused(UserMemory kind) {
        Object base = kind.readOnly();
        if (!kind.isBufferOrSegment() || kind.name().startsWith("heap segment")) {
            return;
        }
        byte[] expected = fill(kind.base(), new SplittableRandom(1));
        for (int bytes : new int[] {1, 4, 8, 64, 100, 2048}) {
            Memory.copyIn(base, 0, ring, 0, bytes);
            assertArrayEquals(Arrays.copyOf(expected, bytes), ring.asSlice(0, bytes).toArray(JAVA_BYTE));
            assertRefused(ErrorCode.MEMORY_READ_ONLY, () -> Memory.copyOut(ring, 0, base, 0, bytes));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aPieceOutsideTheUsersMemoryIsRefusedWithItsNumbers(UserMemory kind) {
        Object base = kind.base();
        long[][] pieces = {{-1, 8}, {UserMemory.BYTES, 1}, {UserMemory.BYTES - 7, 8}, {Long.MAX_VALUE, 8}, {0, -1},
            {Long.MIN_VALUE, 8}, {8, Integer.MAX_VALUE}, {1, UserMemory.BYTES}};
        for (long[] piece : pieces) {
            BraidException in = assertRefused(ErrorCode.MEMORY_RANGE, () -> Memory.copyIn(base, piece[0], ring, 0, (int) piece[1]));
            assertRefused(ErrorCode.MEMORY_RANGE, () -> Memory.copyOut(ring, 0, base, piece[0], (int) piece[1]));
            assertTrue(String.valueOf(in.getMessage()).contains(Long.toString(piece[0])), in.toString());
        }
        Memory.copyIn(base, UserMemory.BYTES, ring, 0, 0);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aPieceOutsideTheNativeMemoryIsRefused(UserMemory kind) {
        Object base = kind.base();
        for (long at : new long[] {-1, ring.byteSize() - 7, Long.MAX_VALUE}) {
            for (int bytes : new int[] {8, 64, 1024}) {
                assertRefused(ErrorCode.MEMORY_RANGE, () -> Memory.copyIn(base, 0, ring, at, bytes));
                assertRefused(ErrorCode.MEMORY_RANGE, () -> Memory.copyOut(ring, at, base, 0, bytes));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void positionAndLimitOfABufferMeanNothing(UserMemory kind) {
        if (!(kind.base() instanceof Buffer whole)) {
            return;
        }
        byte[] expected = fill(whole, new SplittableRandom(2));
        Buffer buffer = whole.duplicate();
        buffer.limit(5).position(3);
        for (int bytes : new int[] {2, 8, 64, 100, 1001}) {
            Memory.copyIn(buffer, 0, ring, 8, bytes);
            assertArrayEquals(Arrays.copyOf(expected, bytes), ring.asSlice(8, bytes).toArray(JAVA_BYTE));
            Memory.copyOut(ring, 8, buffer, 0, bytes);
        }
        assertArrayEquals(expected, bytesOf(whole));
        assertEquals(5, buffer.limit());
        assertEquals(3, buffer.position());
        assertEquals(UserMemory.BYTES, Memory.capacityBytes(buffer));
        assertEquals(Memory.addressOrZero(whole), Memory.addressOrZero(buffer));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anyKindIsCopiedToAnyOther(UserMemory kind) {
        Object from = kind.base();
        for (UserMemory target : UserMemory.everyKind()) {
            Object to = target.base();
            byte[] source = fill(from, new SplittableRandom(3));
            byte[] expected = fill(to, new SplittableRandom(4));
            Memory.copy(from, 16, to, 40, 1001);
            for (int i = 0; i < 1001; i++) {
                expected[40 + i] = to instanceof boolean[] && source[16 + i] != 0 ? 1 : source[16 + i];
            }
            assertArrayEquals(expected, bytesOf(to), target.name());
        }
    }

    @Test
    void anArrayMayBeCopiedOverItself() {
        int[] array = {1, 2, 3, 4, 5, 6};
        Memory.copy(array, 0, array, 8, 16);
        assertArrayEquals(new int[] {1, 2, 1, 2, 3, 4}, array);
    }

    @Test
    void anyByteButZeroArrivesAsTrue() {
        boolean[] flags = new boolean[3];
        MemorySegment.copy(new byte[] {0, 2, -128}, 0, ring, JAVA_BYTE, 0, 3);
        Memory.copyOut(ring, 0, flags, 0, 3);
        assertArrayEquals(new boolean[] {false, true, true}, flags);
    }

    @Test
    void bytesOfABufferOfTheOtherOrderTravelAsTheyLie() {
        DoubleBuffer other = ByteBuffer.allocateDirect(8).order(ByteOrder.BIG_ENDIAN).asDoubleBuffer().put(0, 1.0);
        Memory.copyIn(other, 0, ring, 0, 8);
        assertArrayEquals(new byte[] {0x3f, (byte) 0xf0, 0, 0, 0, 0, 0, 0}, ring.asSlice(0, 8).toArray(JAVA_BYTE));
    }

    @Test
    void everyKindTellsItsCapacityAndItsElementSize() {
        for (UserMemory kind : KINDS) {
            assertEquals(UserMemory.BYTES, Memory.capacityBytes(kind.base()), kind.name());
            assertEquals(elementBytes(kind.name()), Memory.elementBytes(kind.base()), kind.name());
        }
    }

    private static int elementBytes(String name) {
        if (name.endsWith("double") || name.endsWith("double[]") || name.endsWith("long") || name.endsWith("long[]")) {
            return 8;
        }
        if (name.endsWith("int") || name.endsWith("int[]") || name.endsWith("float") || name.endsWith("float[]")) {
            return 4;
        }
        return name.endsWith("char") || name.endsWith("char[]") || name.endsWith("short") || name.endsWith("short[]") ? 2 : 1;
    }

    @Test
    void onlyNativeMemoryHasAnAddress() {
        MemorySegment segment = Arena.ofAuto().allocate(64);
        ByteBuffer buffer = segment.asByteBuffer();
        assertEquals(segment.address(), Memory.addressOrZero(segment));
        assertEquals(segment.address(), Memory.addressOrZero(buffer.position(24).limit(32)));
        assertEquals(segment.address(), Memory.addressOrZero(buffer.clear().asDoubleBuffer().position(3)));
        assertEquals(0, Memory.addressOrZero(new byte[8]));
        assertEquals(0, Memory.addressOrZero(ByteBuffer.allocate(8)));
        assertEquals(0, Memory.addressOrZero(MemorySegment.ofArray(new byte[8])));
    }

    @Test
    void whatHasNoBytesIsRefusedByName() {
        for (Object base : new Object[] {"text", new String[2], new int[2][2]}) {
            BraidException refusal = assertRefused(ErrorCode.MEMORY_UNSUITABLE, () -> Memory.copyIn(base, 0, ring, 0, 1));
            assertTrue(String.valueOf(refusal.getMessage()).contains(base.getClass().getTypeName()), refusal.toString());
            assertRefused(ErrorCode.MEMORY_UNSUITABLE, () -> Memory.capacityBytes(base));
        }
    }

    @Test
    void aTextMayBeSentButNotReceivedInto() {
        CharBuffer text = CharBuffer.wrap("braid");
        Memory.copyIn(text, 2, ring, 0, 8);
        assertEquals('r', ring.get(JAVA_CHAR, 0));
        assertRefused(ErrorCode.MEMORY_READ_ONLY, () -> Memory.copyOut(ring, 0, text, 0, 2));
    }

    @Test
    void memoryThatWasClosedOrBelongsToAnotherThreadIsRefused() throws InterruptedException {
        Arena arena = Arena.ofConfined();
        MemorySegment segment = arena.allocate(128);
        ByteBuffer view = segment.asByteBuffer();
        Thread other = Thread.ofPlatform().unstarted(() -> assertUnusable(segment, view));
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        other.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
        other.start();
        other.join();
        arena.close();
        assertUnusable(segment, view);
        assertNull(failure.get());
    }

    private void assertUnusable(MemorySegment segment, ByteBuffer view) {
        for (int bytes : new int[] {8, 128}) {
            assertRefused(ErrorCode.MEMORY_UNSUITABLE, () -> Memory.copyIn(segment, 0, ring, 0, bytes));
            assertRefused(ErrorCode.MEMORY_UNSUITABLE, () -> Memory.copyOut(ring, 0, segment, 0, bytes));
            assertRefused(ErrorCode.MEMORY_UNSUITABLE, () -> Memory.copyIn(view, 0, ring, 0, bytes));
            assertRefused(ErrorCode.MEMORY_UNSUITABLE, () -> Memory.copyOut(ring, 0, view, 0, bytes));
        }
    }

    private static BraidException assertRefused(ErrorCode code, Runnable copy) {
        BraidException refusal = assertThrows(BraidException.class, copy::run);
        assertEquals(code, refusal.code(), refusal.getMessage());
        return refusal;
    }
}
