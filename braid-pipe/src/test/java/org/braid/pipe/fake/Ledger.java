package org.braid.pipe.fake;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** Proves that nothing was lost, doubled or reordered: every frame carries its number, and a payload that follows from the number. */
public final class Ledger implements FrameSink {
    /** Longest payload of a frame. */
    public static final int FRAME_BYTES = 256 << 10;

    private @Nullable ByteBuffer landing; // made when the first frame lands
    private long landed;
    private long received;
    private long bytes;
    private @Nullable String violation;
    private @Nullable Throwable ended;
    private long most = Long.MAX_VALUE;
    private long mostAccepted = Long.MAX_VALUE;
    private boolean refuses;
    private boolean hasSaidSo;

    /** Offers frame {@code number}, with a payload of {@code length} bytes made in {@code scratch}. */
    public static int offer(Lane to, long number, byte[] scratch, int length) {
        fill(scratch, number, length);
        return to.offer(FrameKind.RSR, 7, 3, 300, (int) number, (int) (number >>> 32), length, ~length, length == 0 ? null : scratch, 0, length);
    }

    /** The payload of frame {@code number}. */
    public static void fill(byte[] scratch, long number, int length) {
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
        if (hasSaidSo) {
            violate("frame " + number + " was handed up after one was refused");
        }
        refuses |= received == most;
        if (refuses) {
            return;
        }
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
        return a0 == (int) received && length <= FRAME_BYTES ? room().limit(length).position(0) : null;
    }

    @Override
    public void landed(int kind, int a0, int a1, int a2, int a3, int length) {
        landed++;
        frame(kind, 7, 3, 300, a0, a1, a2, a3, MemorySegment.ofBuffer(room().limit(length).position(0)), 0, length);
    }

    /** Frames that came to where they belong without passing through the lane's buffer. */
    public long landed() {
        return landed;
    }

    /** It takes so many frames in all, and refuses the next one that comes. */
    public void refuseBeyond(long frames) {
        most = frames;
    }

    /** What comes beyond so many frames in all waits in a device, and may be refused there. */
    public void acceptAtMost(long frames) {
        mostAccepted = frames;
    }

    @Override
    public long accepted() {
        return mostAccepted;
    }

    /** It takes nothing any more, as when its stream has gone on by another lane. */
    public void refuse() {
        refuses = true;
    }

    @Override
    public boolean refuses() {
        hasSaidSo |= refuses;
        return refuses;
    }

    @Override
    public void ended(Throwable cause) {
        if (ended != null) {
            violate("ended twice: " + ended + ", " + cause);
        }
        ended = cause;
    }

    /** Frames so far. */
    public long received() {
        return received;
    }

    /** Bytes of their payloads. */
    public long bytes() {
        return bytes;
    }

    /** Why its lane has ended; null while it may bring more. */
    public @Nullable Throwable ended() {
        return ended;
    }

    /** What was wrong first, or null. */
    public @Nullable String violation() {
        return violation;
    }

    /** True once memory was named for a frame. */
    public boolean hasBegunToLand() {
        return landing != null;
    }

    private ByteBuffer room() {
        ByteBuffer known = landing;
        if (known == null) {
            known = ByteBuffer.allocateDirect(FRAME_BYTES);
            landing = known;
        }
        return known;
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
