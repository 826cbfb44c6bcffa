package org.braid.pipe.frame;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.braid.link.ring.RingLayout;

/**
 * A frame as it lies in a pipe: the common header, whose spare word carries the checksum, and one word more that acknowledges the other direction.
 *
 * <pre>
 *   0        4          8       12        16   20   24   28   32       36         40
 *   | len24  | endpoint | route | handler | a0 | a1 | a2 | a3 | CRC32C | accepted | payload …
 *   | kind8  |          |       |         |                   |        |          |
 * </pre>
 *
 * <p>{@code CRC32C} covers the 40 bytes with itself as zero, then the payload. {@code accepted} is the low half of the number of frames that the sender of this frame has accepted
 * from its peer: cumulative, so a repeated or late one says nothing new.
 */
final class PipeFrame {
    /** Offset of the checksum. */
    static final int CRC_AT = 32;
    /** Offset of the count of frames accepted. */
    static final int ACCEPTED_AT = 36;
    /** Where the payload begins. */
    static final int HEADER_BYTES = 40;

    private PipeFrame() {}

    /**
     * The checksum of a frame whose checksum word is zero. Moves the position of {@code bytes} and nothing else.
     *
     * @param crc scratch, so that nothing is allocated
     * @param from index of the first byte of the header in {@code bytes}
     */
    static int sum(CRC32C crc, ByteBuffer bytes, int from, int length) {
        crc.reset();
        bytes.limit(from + length).position(from);
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** What an eager payload is charged against the peer's credit: the same for every method. */
    static int charge(int payloadBytes) {
        return RingLayout.recordBytes(payloadBytes);
    }

    /** The count that {@code word} means: the one nearest to {@code lastKnown} whose low half it is. Windows are far below 2^31 frames. */
    static long widen(int word, long lastKnown) {
        return lastKnown + (word - (int) lastKnown);
    }
}
