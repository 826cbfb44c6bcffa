package org.braid.link.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.region.AccessRequest;
import org.braid.link.spi.Frame;
import org.junit.jupiter.api.Test;

/** Frames for a lane whose frames are shorter: the same bytes at the same places, and what is said once is said with the last of them. */
class DividedTest {
    private static final int BYTES = 1000;

    private static Frame put(long at, int bytes) {
        byte[] payload = new byte[AccessRequest.BYTES + bytes];
        for (int i = 0; i < bytes; i++) {
            payload[AccessRequest.BYTES + i] = (byte) (i * 7);
        }
        new AccessRequest(5, 3, AccessRequest.PUT, 11, 12, at, bytes, 0, 0).write(MemorySegment.ofArray(payload));
        return new Frame(FrameKind.ACCESS, 9, 2, 300, 1, 2, 3, 4, payload, 0, payload.length);
    }

    @Test
    void aPutIsDividedWhereverItMustBeAndOnlyItsEndIsAnsweredAndNotifies() {
        for (int most = AccessRequest.BYTES + 1; most < AccessRequest.BYTES + BYTES; most += 37) {
            byte[] memory = new byte[BYTES + 20];
            Frame rest = put(10, BYTES);
            long next = 10;
            while (rest.length() > most) {
                Frame[] parts = Objects.requireNonNull(Divided.by(rest, most));
                assertEquals(2, parts.length);
                assertEquals(most, parts[0].length());
                assertEquals(0, parts[0].handler());
                next = apply(parts[0], memory, next, 0);
                rest = parts[1];
            }
            assertTrue(rest.hasHeaderOf(put(10, BYTES)));
            assertEquals(10 + BYTES, apply(rest, memory, next, 5));
            byte[] expected = new byte[memory.length];
            Memory.copy(Objects.requireNonNull(put(10, BYTES).base()), AccessRequest.BYTES, expected, 10, BYTES);
            assertArrayEquals(expected, memory);
        }
    }

    private static long apply(Frame part, byte[] memory, long next, long id) {
        byte[] payload = (byte[]) Objects.requireNonNull(part.base());
        AccessRequest request = Objects.requireNonNull(AccessRequest.read(MemorySegment.ofArray(payload), 0, part.length()));
        assertEquals(new AccessRequest(id, 3, AccessRequest.PUT, 11, 12, next, part.length() - AccessRequest.BYTES, 0, 0), request);
        System.arraycopy(payload, AccessRequest.BYTES, memory, (int) next, (int) request.bytes());
        return next + request.bytes();
    }

    @Test
    void whatSaysItsPlaceInItsArgumentsIsDividedWithoutACopy() {
        for (int kind : new int[] {FrameKind.FRAGMENT, FrameKind.ACCESSED}) {
            long at = (1L << 33) - 5;
            byte[] payload = new byte[BYTES];
            Frame[] parts = Objects.requireNonNull(Divided.by(new Frame(kind, 0, 0, 0, 1, 2, (int) at, (int) (at >>> 32), payload, 0, BYTES), 600));
            assertEquals(600, parts[0].length());
            assertEquals(400, parts[1].length());
            assertEquals(600, parts[1].offset());
            assertEquals(at, FrameHeader.joined(parts[0].a2(), parts[0].a3()));
            assertEquals(at + 600, FrameHeader.joined(parts[1].a2(), parts[1].a3()));
            assertTrue(parts[0].base() == payload && parts[1].base() == payload);
        }
    }

    @Test
    void whatMeansSomethingAsAWholeIsNot() {
        Frame get = put(0, 0);
        byte[] payload = (byte[]) Objects.requireNonNull(get.base());
        new AccessRequest(5, 3, AccessRequest.GET, 11, 12, 0, 8, 0, 0).write(MemorySegment.ofArray(payload));
        assertNull(Divided.by(get, 60));
        assertNull(Divided.by(put(0, BYTES), AccessRequest.BYTES), "no room for a byte");
        assertNull(Divided.by(put(0, BYTES).as(FrameKind.RSR), 100));
        byte[] noise = new byte[200];
        Arrays.fill(noise, (byte) -1);
        assertNull(Divided.by(new Frame(FrameKind.ACCESS, 0, 0, 0, 0, 0, 0, 0, noise, 0, noise.length), 100));
    }
}
