package org.braid.pipe.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;

/**
 * ACK, PING, PONG and BYE on their way to the connection. They have no number and no place in the replay log: one of each kind waits at most, and a later one replaces it, since each says all
 * that the earlier one said.
 */
final class UnnumberedFrames {
    private static final int KINDS = 4;
    private static final int BYE = 1 << FrameKind.BYE;

    private final ByteBuffer bytes = DirectMemory.buffer(KINDS * PipeFrame.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private final CRC32C crc = new CRC32C();
    private int wanted; // bits of the kinds that are not built yet
    private long byeNumber;
    private int byeHow;
    private int acceptedLow;

    /** What is built and not written. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Nothing waits any more, not even the rest of a frame. */
    void clear() {
        bytes.clear().limit(0);
        wanted = 0;
    }

    boolean isEmpty() {
        return wanted == 0 && !bytes.hasRemaining();
    }

    boolean hasWanted() {
        return wanted != 0;
    }

    /** ACK, PING or PONG. */
    void want(int kind, int accepted) {
        wanted |= 1 << kind;
        acceptedLow = accepted;
    }

    /**
     * BYE.
     *
     * @param number how many frames there were
     * @param how one of those of {@link FrameHeader}
     */
    void wantBye(long number, int how, int accepted) {
        want(FrameKind.BYE, accepted);
        byeNumber = number;
        byeHow = how;
    }

    /** Builds what is wanted, unless some of what was built is still to be written. */
    void build() {
        if (wanted == 0 || bytes.hasRemaining()) {
            return;
        }
        bytes.clear();
        for (int left = wanted & ~BYE; left != 0; left &= left - 1) {
            build(Integer.numberOfTrailingZeros(left), 0, 0);
        }
        if ((wanted & BYE) != 0) {
            build(FrameKind.BYE, byeNumber, byeHow); // the last word
        }
        wanted = 0;
        bytes.flip();
    }

    private void build(int kind, long number, long how) {
        int at = bytes.position();
        bytes.putInt(FrameHeader.word0(0, kind)).putInt(0).putInt(0).putInt(0);
        bytes.putLong(number).putLong(how).putInt(0).putInt(acceptedLow);
        int end = bytes.position();
        int sum = PipeFrame.sum(crc, bytes, at, PipeFrame.HEADER_BYTES);
        bytes.clear().position(end);
        bytes.putInt(at + PipeFrame.CRC_AT, sum);
    }
}
