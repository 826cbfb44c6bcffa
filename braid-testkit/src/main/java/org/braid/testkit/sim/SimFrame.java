package org.braid.testkit.sim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;

/**
 * Frames as the simulated wire carries them: the real header ({@link FrameHeader}), CRC32C of header and payload in its spare word, and
 * on lanes with explicit numbers the frame's number in the handler's place.
 */
final class SimFrame {
    /** Longer than any frame of the simulated world. */
    static final int MOST_PAYLOAD_BYTES = 1 << 16;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CRC32C crc = new CRC32C();

    static int getInt(byte[] from, int at) {
        return (int) INT.get(from, at);
    }

    static long getLong(byte[] from, int at) {
        return (long) LONG.get(from, at);
    }

    static void putInt(byte[] to, int at, int value) {
        INT.set(to, at, value);
    }

    static void putLong(byte[] to, int at, long value) {
        LONG.set(to, at, value);
    }

    /** A frame without CRC, payload still to be filled in from {@link FrameHeader#BYTES}. */
    static byte[] of(int kind, int endpoint, long first, long second, int payloadBytes) {
        byte[] frame = new byte[FrameHeader.BYTES + payloadBytes];
        header(frame, kind, endpoint, first, second, payloadBytes);
        return frame;
    }

    static void header(byte[] frame, int kind, int endpoint, long first, long second, int payloadBytes) {
        putInt(frame, FrameHeader.WORD0, FrameHeader.word0(payloadBytes, kind));
        putInt(frame, FrameHeader.ENDPOINT, endpoint);
        putLong(frame, FrameHeader.A0, first);
        putLong(frame, FrameHeader.A2, second);
    }

    static long first(byte[] frame) {
        return getLong(frame, FrameHeader.A0);
    }

    static long second(byte[] frame) {
        return getLong(frame, FrameHeader.A2);
    }

    static int kind(byte[] frame) {
        return FrameHeader.kind(getInt(frame, FrameHeader.WORD0));
    }

    static int payloadBytes(byte[] frame) {
        return frame.length - FrameHeader.BYTES;
    }

    static int endpoint(byte[] frame) {
        return getInt(frame, FrameHeader.ENDPOINT);
    }

    static int number(byte[] frame) {
        return getInt(frame, FrameHeader.HANDLER);
    }

    byte[] seal(byte[] frame) {
        seal(frame, frame, FrameHeader.BYTES, frame.length - FrameHeader.BYTES);
        return frame;
    }

    void seal(byte[] header, byte[] payload, int offset, int bytes) {
        putInt(header, FrameHeader.SPARE, checksum(header, payload, offset, bytes));
    }

    boolean isIntact(byte[] frame) {
        return getInt(frame, FrameHeader.SPARE) == checksum(frame, frame, FrameHeader.BYTES, frame.length - FrameHeader.BYTES);
    }

    /** Whether a header may be believed as far as its length goes. */
    static boolean isPlausible(int word0) {
        int kind = FrameHeader.kind(word0);
        return kind > 0 && kind <= FrameKind.LAST && FrameHeader.payloadBytes(word0) <= MOST_PAYLOAD_BYTES;
    }

    private int checksum(byte[] header, byte[] payload, int offset, int bytes) {
        crc.reset();
        crc.update(header, 0, FrameHeader.SPARE);
        crc.update(payload, offset, bytes);
        return (int) crc.getValue();
    }
}
