package org.braid.mpi.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Arrays that are made as their numbers come, in pieces of every length. */
class ArrivingArraysTest {
    private static final int BYTES = 33;

    private final @Nullable Object[] made = new Object[5];

    @Test
    void eachIsMadeWhenThoseBeforeItHaveComeAndEmptyOnesToo() {
        MemorySegment stream = Arena.ofAuto().allocate(BYTES);
        ByteBuffer numbers = stream.asByteBuffer().order(ByteOrder.nativeOrder());
        numbers.putInt(7).putInt(8).putInt(9).put(new byte[] {1, 2, 3, 4, 5}).putDouble(0.5).putDouble(-1);
        long[] starts = {0, 12, 12, 17, BYTES};
        for (int piece = 1; piece <= BYTES; piece++) {
            Arrays.fill(made, null);
            ArrivingArrays arrays = arrays();
            assertEquals(BYTES, arrays.bytes());
            for (int at = 0; at < BYTES; at += piece) {
                int come = Math.min(BYTES, at + piece);
                arrays.scatter(stream, at, at, come - at);
                for (int i = 0; i < made.length; i++) {
                    assertEquals(starts[i] <= come, made[i] != null, "array " + i + " after " + come + " bytes");
                }
            }
            assertArrayEquals(new int[] {7, 8, 9}, (int[]) made[0]);
            assertArrayEquals(new char[0], (char[]) made[1]);
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, (byte[]) made[2]);
            assertArrayEquals(new double[] {0.5, -1}, (double[]) made[3]);
            assertArrayEquals(new long[0], (long[]) made[4]);
            assertNull(arrays.noRoom());
        }
    }

    @Test
    void oneThatHasNoRoomIsRememberedAndThoseBeforeItStay() {
        long bytes = (long) Integer.MAX_VALUE * Long.BYTES; // more than any array may have
        ArrivingArrays arrays = new ArrivingArrays(List.of(
                new ArrivingArrays.Place(made, 0, int.class, 1, Integer.BYTES), new ArrivingArrays.Place(made, 1, int.class, 1, Integer.BYTES), new ArrivingArrays.Place(made, 2, long.class, Integer.MAX_VALUE, bytes)));
        MemorySegment stream = Arena.ofAuto().allocate(16);
        arrays.scatter(stream, 0, 0, 4);
        assertNotNull(made[1]);
        OutOfMemoryError full = assertThrows(OutOfMemoryError.class, () -> arrays.scatter(stream, 4, 4, 12));
        assertSame(full, arrays.noRoom());
        assertNull(made[2]);
    }

    private ArrivingArrays arrays() {
        return new ArrivingArrays(List.of(
                new ArrivingArrays.Place(made, 0, int.class, 3, 12), new ArrivingArrays.Place(made, 1, char.class, 0, 0), new ArrivingArrays.Place(made, 2, byte.class, 5, 5),
                new ArrivingArrays.Place(made, 3, double.class, 2, 16), new ArrivingArrays.Place(made, 4, long.class, 0, 0)));
    }
}
