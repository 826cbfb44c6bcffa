package org.braid.pipe.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameHeader;
import org.braid.link.spi.FrameSink;
import org.jspecify.annotations.Nullable;

/**
 * A long payload on its way from a connection straight into the memory that it is for, without passing through the reader's buffer.
 *
 * <p>Its header is believed before the checksum can be known. That is safe because the sink only names memory that this very frame may fill next: if the checksum is wrong in the end
 * the connection is dropped, the sink is told nothing, and the replay writes the same bytes again.
 */
final class Landing {
    /** What is still missing of a frame must be at least this long: less is cheaper to copy. */
    static final int LEAST_BYTES = 16 << 10;

    private final ByteBuffer header = DirectMemory.buffer(PipeFrame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private @Nullable ByteBuffer target;
    private int from;
    private int length;

    /**
     * Tries to begin with a frame of which {@code have} bytes lie in {@code bytes} from {@code at} on.
     *
     * @return true if those bytes have been taken
     */
    boolean begin(FrameSink sink, ByteBuffer bytes, int at, int have, int payloadBytes) {
        header.put(0, bytes, at, PipeFrame.HEADER_BYTES);
        length = payloadBytes;
        ByteBuffer offered = ask(sink);
        if (offered == null || offered.remaining() != payloadBytes || !offered.isDirect() || offered.isReadOnly()) {
            return false;
        }
        int early = have - PipeFrame.HEADER_BYTES;
        from = offered.position();
        try {
            offered.put(from, bytes, at + PipeFrame.HEADER_BYTES, early).position(from + early);
        } catch (RuntimeException closed) {
            return false; // the code that copies the frame there finds out, and says so
        }
        target = offered;
        return true;
    }

    private @Nullable ByteBuffer ask(FrameSink sink) {
        return sink.landing(FrameHeader.kind(word(0)), word(FrameHeader.A0), word(FrameHeader.A1), word(FrameHeader.A2), word(FrameHeader.A3), length);
    }

    /** True if the rest still belongs there: whoever waits may have given up since, and have its memory back. */
    boolean isWantedBy(FrameSink sink) {
        ByteBuffer mine = target;
        if (mine == null) {
            return false;
        }
        int next = mine.position();
        boolean isWanted = ask(sink) == mine;
        mine.limit(from + length).position(next);
        return isWanted && isOpen(mine);
    }

    /** False of memory that was closed, or is another thread's. */
    private static boolean isOpen(ByteBuffer memory) {
        try {
            byte ignored = memory.get(memory.position() - (memory.hasRemaining() ? 0 : 1));
            return true;
        } catch (RuntimeException closed) {
            return false;
        }
    }

    /** Where the rest is to be read to; null when there is no landing. */
    @Nullable ByteBuffer target() {
        return target;
    }

    /** True when the last byte is there. */
    boolean isWhole() {
        return target != null && !target.hasRemaining();
    }

    boolean sumIsRight(CRC32C crc) {
        ByteBuffer payload = target;
        if (payload == null) {
            return false;
        }
        int shown = header.getInt(PipeFrame.CRC_AT);
        header.putInt(PipeFrame.CRC_AT, 0);
        PipeFrame.sum(crc, header, 0, PipeFrame.HEADER_BYTES);
        header.clear();
        crc.update(payload.position(from));
        return (int) crc.getValue() == shown;
    }

    int payloadBytes() {
        return length;
    }

    int word(int offset) {
        return header.getInt(offset);
    }

    void end() {
        target = null;
    }
}
