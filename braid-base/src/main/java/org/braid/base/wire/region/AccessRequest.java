package org.braid.base.wire.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * What an ACCESS frame asks of the owner of a region: the first bytes of its payload, before the data of a put.
 *
 * <pre>
 *   0      8        12          16         24        32       40       48         56        64
 *  +------+--------+-----------+----------+---------+--------+--------+----------+---------+- - - - -
 *  | id   | region | operation | key high | key low | offset | bytes  | operand  | value   | data of a put
 *  +------+--------+-----------+----------+---------+--------+--------+----------+---------+- - - - -
 * </pre>
 *
 * @param id by which the answer is known; 0 for none, of a put that goes on in the next frame
 * @param region its number at its owner
 * @param operation {@link #PUT}, {@link #GET}, {@link #ADD} or {@link #SWAP}
 * @param keyHigh the upper half of the key
 * @param keyLow the lower half
 * @param offset in the region; whatever it says, its owner compares it
 * @param bytes to be read or written; of a put as many as follow, of a get not more than {@link #MOST_BYTES}, else 8
 * @param operand what is added, or what is expected of a swap; of a get the place of its data at whoever asks
 * @param value what a swap writes
 */
public record AccessRequest(long id, int region, int operation, long keyHigh, long keyLow, long offset, long bytes, long operand, long value) {
    /** What stands before the data. */
    public static final int BYTES = 64;

    /** Most bytes that one frame puts or asks for. */
    public static final int MOST_BYTES = 32 << 10;

    /** Writes what follows. */
    public static final int PUT = 1;
    /** Reads. */
    public static final int GET = 2;
    /** Adds to a word and answers what it was. */
    public static final int ADD = 3;
    /** Writes a word if it is what was expected, and answers what it was. */
    public static final int SWAP = 4;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Writes it to the first {@link #BYTES} bytes. */
    public void write(MemorySegment to) {
        to.set(LONG, 0, id);
        to.set(INT, 8, region);
        to.set(INT, 12, operation);
        to.set(LONG, 16, keyHigh);
        to.set(LONG, 24, keyLow);
        to.set(LONG, 32, offset);
        to.set(LONG, 40, bytes);
        to.set(LONG, 48, operand);
        to.set(LONG, 56, value);
    }

    /** What a payload of {@code length} bytes asks for; null when its numbers cannot be meant. */
    public static @Nullable AccessRequest read(MemorySegment from, long at, int length) {
        if (length < BYTES) {
            return null;
        }
        AccessRequest request = new AccessRequest(
                from.get(LONG, at), from.get(INT, at + 8), from.get(INT, at + 12), from.get(LONG, at + 16), from.get(LONG, at + 24),
                from.get(LONG, at + 32), from.get(LONG, at + 40), from.get(LONG, at + 48), from.get(LONG, at + 56));
        return request.makesSense(length - BYTES) ? request : null;
    }

    private boolean makesSense(int data) {
        return switch (operation) {
            case PUT -> bytes == data && operand == 0 && value == 0;
            case GET -> id != 0 && data == 0 && bytes >= 0 && bytes <= MOST_BYTES && operand >= 0 && value == 0;
            case ADD -> id != 0 && data == 0 && bytes == Long.BYTES && value == 0;
            case SWAP -> id != 0 && data == 0 && bytes == Long.BYTES;
            default -> false;
        };
    }

    /** The first {@code length} bytes of a put, to which nobody answers. */
    public AccessRequest upTo(int length) {
        return new AccessRequest(0, region, operation, keyHigh, keyLow, offset, length, operand, value);
    }

    /** What remains of a put behind {@link #upTo}. */
    public AccessRequest from(int length) {
        return new AccessRequest(id, region, operation, keyHigh, keyLow, offset + length, bytes - length, operand, value);
    }
}
