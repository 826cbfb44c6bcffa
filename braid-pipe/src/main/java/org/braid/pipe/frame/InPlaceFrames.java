package org.braid.pipe.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.base.wire.FrameHeader;
import org.braid.link.bulk.state.LostFragment;
import org.braid.pipe.log.ReplayLog;

/**
 * The frames of a replay log whose payload stayed in user memory, which the program that owns it may change or close before they are accepted. Neither may cost the lane more than one connection: what is
 * written once more is written from a copy, and a frame that cannot be read any more is replaced by the news that its message has failed ({@link LostFragment}). Guarded by its owner's lock.
 */
final class InPlaceFrames {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int NONE = 0;

    /** {@link #replaceUnreadable}: a frame that is half written is among them. */
    static final int INSIDE = -1;

    private final ReplayLog log;
    private final LogViews views;
    private final CRC32C crc = new CRC32C();

    InPlaceFrames(ReplayLog log, LogViews views) {
        this.log = log;
        this.views = views;
    }

    /** All that a lost connection may have carried, in part at least, and that is about to be written again: it is copied, and can neither change any more nor go. Nothing has been written since. */
    void copyBeforeReplay() {
        for (long n = log.inPlaceFrom(log.writtenFrames()); n >= 0 && n <= log.everWrittenFrames(); n = log.inPlaceFrom(n + 1)) {
            if (isCopied(n)) {
                continue;
            }
            try {
                copy(n);
            } catch (OutOfMemoryError scarce) {
                // Then it is written from where it is, and may cost this connection, too.
            } catch (BraidException unreadable) {
                replace(n);
                continue;
            }
            sum(n);
        }
    }

    /** The program that owns the memory goes on: what was not accepted is copied, also for later connections, and a frame that is half written goes on from its copy. The sums stay, as the bytes do. */
    void copyAll() {
        for (long n = log.inPlaceFrom(log.ackedFrames()); n >= 0; n = log.inPlaceFrom(n + 1)) {
            try {
                if (!isCopied(n)) {
                    copy(n);
                }
            } catch (OutOfMemoryError | BraidException stays) {
                // Whoever writes it finds out, as of memory that changes without a word.
            }
        }
    }

    private boolean isCopied(long n) {
        return Memory.addressOrZero(log.externalBase(n)) == 0;
    }

    private void copy(long n) {
        byte[] copy = new byte[log.externalBytes(n)];
        Memory.copy(log.externalBase(n), log.externalOffset(n), copy, 0, copy.length);
        log.relocate(n, MemorySegment.ofArray(copy), copy.length);
    }

    /**
     * A write has thrown: replaces every frame that is to be written and can't be read.
     *
     * @return how many; {@link #INSIDE} if the connection at hand has carried a part of one, so that it is of no use any more
     */
    int replaceUnreadable() {
        int replaced = 0;
        for (long n = log.inPlaceFrom(log.writtenFrames()); n >= 0; n = log.inPlaceFrom(n + 1)) {
            if (isUnreadable(n)) {
                if (n == log.writtenFrames() && log.bytesToBoundary() > 0) {
                    return INSIDE;
                }
                replace(n);
                replaced++;
            }
        }
        return replaced;
    }

    private boolean isUnreadable(long n) {
        try {
            Memory.copy(log.externalBase(n), log.externalOffset(n), new byte[1], 0, 1);
            return false;
        } catch (BraidException unreadable) {
            return true;
        }
    }

    private void replace(long n) {
        MemorySegment s = log.segment();
        long at = log.offsetOf(n);
        s.set(INT, at, FrameHeader.word0(NONE, LostFragment.KIND));
        s.set(INT, at + FrameHeader.A2, LostFragment.STATUS);
        s.set(INT, at + FrameHeader.A3, LostFragment.SIDE);
        log.relocate(n, null, NONE);
        sum(n);
    }

    private void sum(long n) {
        MemorySegment s = log.segment();
        long at = log.offsetOf(n);
        s.set(INT, at + PipeFrame.CRC_AT, 0);
        PipeFrame.sum(crc, views.scratch(s), (int) at, PipeFrame.HEADER_BYTES);
        int bytes = log.externalBytes(n);
        if (bytes > 0) {
            crc.update(views.user(log.externalBase(n), log.externalOffset(n), bytes));
        }
        s.set(INT, at + PipeFrame.CRC_AT, (int) crc.getValue());
    }
}
