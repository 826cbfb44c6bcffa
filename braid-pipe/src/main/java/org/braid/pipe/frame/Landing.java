package org.braid.pipe.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.Frame;
import org.braid.link.spi.FrameSink;
import org.jspecify.annotations.Nullable;

/**
 * A long payload on its way from a connection straight into the memory that it is for, without passing through the reader's buffer.
 *
 * <p>Its header is believed before the checksum can be known. That is safe because the sink only names memory that this very frame may fill next: if the checksum is wrong in the end
 * the connection is dropped, the sink is told nothing, and the replay writes the same bytes again. A payload for which nobody waits any more is {@linkplain #drop dropped} as it comes, and summed all the same:
 * its frame counts.
 */
final class Landing {
    /** What is still missing of a frame must be at least this long: less is cheaper to copy. */
    static final int LEAST_BYTES = 16 << 10;

    private final ByteBuffer header = DirectMemory.buffer(PipeFrame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private @Nullable ByteBuffer target;
    private int shownSum;
    private int summedTo; // in the target
    private int length;
    private int missing;

    /**
     * Tries to begin with a frame of which {@code have} bytes lie in {@code bytes} from {@code at} on.
     *
     * @return true if those bytes have been taken
     */
    boolean begin(FrameSink sink, ByteBuffer bytes, int at, int have, int payloadBytes) {
        ByteBuffer offered = sink.landing(
                Frame.kind(bytes.getInt(at)), bytes.getInt(at + Frame.A0), bytes.getInt(at + Frame.A1), bytes.getInt(at + Frame.A2), bytes.getInt(at + Frame.A3), payloadBytes);
        if (offered == null || offered.remaining() != payloadBytes || !offered.isDirect() || offered.isReadOnly()) {
            return false;
        }
        int early = have - PipeFrame.HEADER_BYTES;
        int from = offered.position();
        offered.put(from, bytes, at + PipeFrame.HEADER_BYTES, early).position(from + early);
        header.put(0, bytes, at, PipeFrame.HEADER_BYTES);
        sumHeader();
        summedTo = from;
        length = payloadBytes;
        missing = payloadBytes;
        target = offered;
        sumArrived(offered);
        return true;
    }

    private void sumHeader() {
        shownSum = header.getInt(PipeFrame.CRC_AT);
        header.putInt(PipeFrame.CRC_AT, 0);
        int ignored = PipeFrame.sum(crc, header, 0, PipeFrame.HEADER_BYTES);
        header.clear();
    }

    /** Where the rest is to be read to; null when there is no landing, or it is dropped. */
    @Nullable ByteBuffer target() {
        return target;
    }

    /** Whether somebody still waits for it there. */
    boolean isAwaited(FrameSink sink) {
        return sink.isLandingAwaited(Frame.kind(word(0)), word(Frame.A0), word(Frame.A1), word(Frame.A2), word(Frame.A3));
    }

    /** The rest goes nowhere; the target is not touched again. */
    void drop() {
        target = null;
    }

    /** True until the last byte has come, and been {@linkplain #end made use of}. */
    boolean isUnderWay() {
        return length > 0;
    }

    /**
     * Looks at what was read into the {@link #target}, or, if it is dropped, into {@code bytes} from {@code from} to {@code to}.
     *
     * @return bytes from {@code from} on that were the payload's
     */
    int take(ByteBuffer bytes, int from, int to) {
        if (target != null) {
            sumArrived(target);
            return 0;
        }
        int dropped = Math.min(missing, to - from);
        crc.update(bytes.limit(from + dropped).position(from));
        missing -= dropped;
        return dropped;
    }

    private void sumArrived(ByteBuffer in) {
        int here = in.position();
        int end = in.limit();
        crc.update(in.limit(here).position(summedTo));
        in.limit(end);
        missing -= here - summedTo;
        summedTo = here;
    }

    /** True when the last byte is there. */
    boolean isWhole() {
        return missing == 0;
    }

    boolean sumIsRight() {
        return (int) crc.getValue() == shownSum;
    }

    int payloadBytes() {
        return length;
    }

    int word(int offset) {
        return header.getInt(offset);
    }

    void end() {
        target = null;
        length = 0;
    }
}
