package org.braid.devices.checksum;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.braid.base.memory.Memory;
import org.braid.link.spi.Frame;

/** CRC32C of a frame: the eight words of its header and the payload's length, little-endian, then the payload. */
final class FrameSum {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int HEADER_BYTES = 9 * Integer.BYTES;
    private static final int PIECE_BYTES = 4 << 10;

    private final CRC32C crc = new CRC32C();
    private final byte[] header = new byte[HEADER_BYTES];
    private final byte[] piece = new byte[PIECE_BYTES];

    /** The header is the frame's; the payload is {@code length} bytes of {@code base}. */
    int of(Frame frame, Object base, long offset, int length) {
        header(frame, length);
        crc.reset();
        crc.update(header, 0, HEADER_BYTES);
        payload(base, offset, length);
        return (int) crc.getValue();
    }

    private void header(Frame frame, int length) {
        INT.set(header, 0, frame.kind());
        INT.set(header, 4, frame.endpoint());
        INT.set(header, 8, frame.route());
        INT.set(header, 12, frame.handler());
        INT.set(header, 16, frame.a0());
        INT.set(header, 20, frame.a1());
        INT.set(header, 24, frame.a2());
        INT.set(header, 28, frame.a3());
        INT.set(header, 32, length);
    }

    /** Native memory of some length is read where it is; the view costs more than a copy of a short piece. */
    private void payload(Object base, long offset, int length) {
        if (base instanceof byte[] array) {
            crc.update(array, (int) offset, length);
        } else if (length > PIECE_BYTES && base instanceof MemorySegment segment && segment.isNative()) {
            crc.update(segment.asSlice(offset, length).asByteBuffer());
        } else {
            copied(base, offset, length);
        }
    }

    private void copied(Object base, long offset, int length) {
        for (int done = 0; done < length; done += PIECE_BYTES) {
            int bytes = Math.min(PIECE_BYTES, length - done);
            Memory.copy(base, offset + done, piece, 0, bytes);
            crc.update(piece, 0, bytes);
        }
    }
}
