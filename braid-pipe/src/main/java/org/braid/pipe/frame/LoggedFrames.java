package org.braid.pipe.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.braid.pipe.log.ReplayLog;
import org.jspecify.annotations.Nullable;

/**
 * Builds frames in a replay log, where they stay until they are accepted: the header of {@link PipeFrame}, then the payload, copied, or left where it is and only named ({@link InPlaceFrames}). Guarded by
 * its owner's lock, but for {@link #leftInPlace}.
 */
final class LoggedFrames {
    /** A larger payload of a FRAGMENT stays in native user memory until it is accepted; a smaller one is cheaper to copy. */
    static final int IN_PLACE_FROM_BYTES = 8 << 10;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ReplayLog log;
    private final LogViews views;
    private final LaneCounts counts;
    private final CRC32C crc = new CRC32C();
    private volatile long inPlace = Lane.COPIED;

    LoggedFrames(ReplayLog log, LogViews views, LaneCounts counts) {
        this.log = log;
        this.views = views;
        this.counts = counts;
    }

    /** False, and nothing is changed, if the log has no room. */
    boolean append(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Object stays = kind == FrameKind.FRAGMENT && length >= IN_PLACE_FROM_BYTES ? nativeOrNull(base) : null;
        long at = log.claim(stays != null ? PipeFrame.HEADER_BYTES : PipeFrame.HEADER_BYTES + length);
        if (at == ReplayLog.REFUSED) {
            return false;
        }
        MemorySegment s = log.segment();
        s.set(INT, at, FrameHeader.word0(length, kind));
        s.set(INT, at + FrameHeader.ENDPOINT, endpoint);
        s.set(INT, at + FrameHeader.ROUTE, route);
        s.set(INT, at + FrameHeader.HANDLER, handler);
        s.set(INT, at + FrameHeader.A0, a0);
        s.set(INT, at + FrameHeader.A1, a1);
        s.set(INT, at + FrameHeader.A2, a2);
        s.set(INT, at + FrameHeader.A3, a3);
        s.set(INT, at + PipeFrame.CRC_AT, 0);
        long received = counts.received();
        s.set(INT, at + PipeFrame.ACCEPTED_AT, (int) received);
        long number;
        if (stays != null) {
            number = commitInPlace(s, at, stays, offset, length);
        } else {
            if (length > 0 && base != null) {
                Memory.copyIn(base, offset, s, at + PipeFrame.HEADER_BYTES, length);
            }
            int bytes = PipeFrame.HEADER_BYTES + length;
            s.set(INT, at + PipeFrame.CRC_AT, PipeFrame.sum(crc, views.scratch(s), (int) at, bytes));
            number = log.commit(bytes);
        }
        counts.appended(number + 1);
        counts.announced(received);
        return true;
    }

    /** Hands back every frame but the first {@code accepted} ones, with the payload where it lies, in the log or in user memory. */
    void handBack(long accepted, Consumer<org.braid.link.spi.Frame> to) {
        log.handBack(accepted, (s, at, bytes, external, externalAt, externalBytes) -> {
            int inLog = bytes - PipeFrame.HEADER_BYTES;
            Object payload = external != null ? external : inLog > 0 ? s : null;
            to.accept(new org.braid.link.spi.Frame(
                    FrameHeader.kind(s.get(INT, at)), s.get(INT, at + FrameHeader.ENDPOINT), s.get(INT, at + FrameHeader.ROUTE), s.get(INT, at + FrameHeader.HANDLER), s.get(INT, at + FrameHeader.A0),
                    s.get(INT, at + FrameHeader.A1), s.get(INT, at + FrameHeader.A2), s.get(INT, at + FrameHeader.A3), payload, external != null ? externalAt : at + PipeFrame.HEADER_BYTES, inLog + externalBytes));
        });
    }

    /** {@link Lane#leftInPlace}; any thread. */
    long leftInPlace() {
        return inPlace;
    }

    private long commitInPlace(MemorySegment s, long at, Object base, long offset, int length) {
        PipeFrame.sum(crc, views.scratch(s), (int) at, PipeFrame.HEADER_BYTES);
        crc.update(views.user(base, offset, length));
        s.set(INT, at + PipeFrame.CRC_AT, (int) crc.getValue());
        long number = log.commit(PipeFrame.HEADER_BYTES, base, offset, length);
        inPlace = number;
        return number;
    }

    private static @Nullable Object nativeOrNull(@Nullable Object base) {
        return base != null && Memory.addressOrZero(base) != 0 ? base : null;
    }
}
