package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.braid.base.memory.Memory;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativePayloadTest {
    private boolean isScarce;
    private final NativePayload payload = new NativePayload((bytes, alignment) -> {
        if (isScarce) {
            throw DirectMemory.usedUp(new OutOfMemoryError("Cannot reserve direct buffer memory"));
        }
        return DirectMemory.segment(Arena.ofAuto(), bytes, alignment);
    });

    private byte[] placed(int length) {
        byte[] bytes = new byte[length + 1];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        payload.of(new Frame(FrameKind.RSR, 0, 0, 0, 0, 0, 0, 0, bytes, 1, length));
        assertEquals((byte) 1, length == 0 ? (byte) 1 : payload.segment().get(ValueLayout.JAVA_BYTE, payload.offset()));
        return java.util.Arrays.copyOfRange(bytes, 1, bytes.length);
    }

    private byte[] found(int length) {
        byte[] out = new byte[length];
        Memory.copyOut(payload.segment(), payload.offset(), out, 0, length);
        return out;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 5_000})
    void whereThereIsNoMemoryOutsideTheHeapTheCopyIsOnTheHeap(int length) {
        isScarce = true;
        assertArrayEquals(placed(length), found(length));
        assertFalse(payload.segment().isNative());
        for (Object user : new Object[] {new int[length / 4 + 1], ByteBuffer.allocateDirect(length), Arena.ofAuto().allocate(length + 1)}) {
            byte[] out = new byte[length];
            Memory.copyOut(payload.segment(), payload.offset(), user, 0, length);
            Memory.copy(user, 0, out, 0, length);
            assertArrayEquals(placed(length), out);
        }
        isScarce = false;
        assertArrayEquals(placed(length), found(length));
        assertTrue(payload.segment().isNative(), "the next one looks again");
    }

    @Test
    void whatIsThereServesWhateverThereIsLeft() {
        assertArrayEquals(placed(100), found(100));
        isScarce = true;
        MemorySegment before = payload.segment();
        assertArrayEquals(placed(100), found(100));
        assertTrue(payload.segment().isNative());
        assertEquals(before, payload.segment());
    }
}
