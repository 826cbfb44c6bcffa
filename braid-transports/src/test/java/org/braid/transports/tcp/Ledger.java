package org.braid.transports.tcp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** Proves that nothing was lost, doubled or reordered: every frame carries its number, and a payload that follows from the number. */
final class Ledger implements FrameSink {
    /** Longest payload of a frame. */
    static final int FRAME_BYTES = 256 << 10;

    private final ByteBuffer landing = ByteBuffer.allocateDirect(FRAME_BYTES);
    private long landed;
    private long received;
    private long bytes;
    private @Nullable String violation;
    private @Nullable Throwable ended;

    /** Offers frame {@code number}, with a payload of {@code length} bytes made in {@code scratch}. */
    static int offer(Lane to, long number, byte[] scratch, int length) {
        fill(scratch, number, length);
        return to.offer(FrameKind.RSR, 7, 3, 300, (int) number, (int) (number >>> 32), length, ~length, length == 0 ? null : scratch, 0, length);
    }

    static void fill(byte[] scratch, long number, int length) {
        int seed = (int) number * 0x9E3779B1 + length;
        for (int i = 0; i < length; i += 61) {
            scratch[i] = (byte) (seed + i);
        }
        if (length > 0) {
            scratch[length - 1] = (byte) (seed >>> 8);
        }
    }

    @Override
    public void frame(
            int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, MemorySegment segment, long offset, int length) {
        long number = (a0 & 0xFFFF_FFFFL) | (long) a1 << 32;
        if (number != received) {
            violate("frame " + received + " was expected, frame " + number + " came");
        } else if (kind != FrameKind.RSR && kind != FrameKind.FRAGMENT || endpoint != 7 || route != 3 || handler != 300 || a2 != length || a3 != ~length) {
            violate("the header of frame " + number + " is wrong");
        } else if (!payloadIsRight(number, segment, offset, length)) {
            violate("the payload of frame " + number + " (" + length + " bytes) is wrong");
        }
        received++;
        bytes += length;
    }

    @Override
    public @Nullable ByteBuffer landing(int kind, int a0, int a1, int a2, int a3, int length) {
        return a0 == (int) received && length <= landing.capacity() ? landing.limit(length).position(0) : null;
    }

    @Override
    public void landed(int kind, int a0, int a1, int a2, int a3, int length) {
        landed++;
        frame(kind, 7, 3, 300, a0, a1, a2, a3, MemorySegment.ofBuffer(landing.limit(length).position(0)), 0, length);
    }

    /** Frames that came to where they belong without passing through the lane's buffer. */
    long landed() {
        return landed;
    }

    @Override
    public void ended(Throwable cause) {
        if (ended != null) {
            violate("ended twice: " + ended + ", " + cause);
        }
        ended = cause;
    }

    long received() {
        return received;
    }

    long bytes() {
        return bytes;
    }

    @Nullable Throwable ended() {
        return ended;
    }

    /** What was wrong first, or null. */
    @Nullable String violation() {
        return violation;
    }

    private void violate(String what) {
        if (violation == null) {
            violation = what;
        }
    }

    private static boolean payloadIsRight(long number, MemorySegment segment, long offset, int length) {
        int seed = (int) number * 0x9E3779B1 + length;
        for (int i = 0; i < length - 1; i += 61) {
            if (segment.get(ValueLayout.JAVA_BYTE, offset + i) != (byte) (seed + i)) {
                return false;
            }
        }
        return length == 0 || segment.get(ValueLayout.JAVA_BYTE, offset + length - 1) == (byte) (seed >>> 8);
    }
}
