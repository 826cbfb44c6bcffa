package org.braid.base.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;

/**
 * Typed values into bytes, for a message that {@link GetBuffer} takes apart in the same order (Nexus section 3.1, put and get).
 *
 * <p>Little-endian, unaligned, no type tags. A string, and an array that is put with its count, is an int count before the elements:
 * <pre>
 *  | int: bytes of UTF-8 | bytes … |        | int: elements | elements … |
 * </pre>
 * Grows as needed up to {@code capacityBytes}; beyond it every put throws {@link ErrorCode#BUFFER_FULL} and changes nothing.
 * {@link #reset} keeps the memory, so a buffer that is reused allocates nothing. Not for several threads at once.
 */
public final class PutBuffer {
    private static final int FIRST_BYTES = 256;

    private byte[] bytes;
    private int length;
    private int capacityBytes;

    /** A buffer that grows up to one frame's payload. */
    public PutBuffer() {
        this(FIRST_BYTES, Limits.MAX_FRAME_PAYLOAD);
    }

    /** A buffer with room for {@code firstBytes} at once that grows up to {@code capacityBytes}. */
    public PutBuffer(int firstBytes, int capacityBytes) {
        if (firstBytes < 0 || capacityBytes < firstBytes) throw new BraidException(ErrorCode.INPUT_OUT_OF_RANGE,
            "put buffer of " + firstBytes + " growing to " + capacityBytes + " bytes", "sizes must be 0 <= first <= capacity", "Correct them");
        this.bytes = new byte[firstBytes];
        this.capacityBytes = capacityBytes;
    }

    /** Sets how far the buffer may grow (Nexus: {@code set_buffer_size}); not below what it holds already. */
    public PutBuffer capacityBytes(int capacity) {
        if (capacity < length) throw full(capacity, "below the bytes it holds");
        capacityBytes = capacity;
        return this;
    }

    /** Makes room for so many bytes in all. */
    public int capacityBytes() {
        return capacityBytes;
    }

    /** Makes room for that many more bytes, so that the puts of them do not allocate. */
    public PutBuffer reserve(int more) {
        room(more);
        return this;
    }

    /** Appends a byte. */
    public PutBuffer putByte(int value) {
        int at = room(1);
        bytes[at] = (byte) value;
        length += 1;
        return this;
    }

    /** Appends a boolean, one byte. */
    public PutBuffer putBoolean(boolean value) {
        return putByte(value ? 1 : 0);
    }

    /** Appends a short, two bytes, little-endian. */
    public PutBuffer putShort(int value) {
        int at = room(Short.BYTES);
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >>> 8);
        length += Short.BYTES;
        return this;
    }

    /** Appends a char, two bytes, little-endian. */
    public PutBuffer putChar(char value) {
        return putShort(value);
    }

    /** Appends an int, four bytes, little-endian. */
    public PutBuffer putInt(int value) {
        intAt(room(Integer.BYTES), value);
        length += Integer.BYTES;
        return this;
    }

    /** Appends a long, eight bytes, little-endian. */
    public PutBuffer putLong(long value) {
        int at = room(Long.BYTES);
        intAt(at, (int) value);
        intAt(at + Integer.BYTES, (int) (value >>> 32));
        length += Long.BYTES;
        return this;
    }

    /** Appends a float, four bytes, little-endian. */
    public PutBuffer putFloat(float value) {
        return putInt(Float.floatToRawIntBits(value));
    }

    /** Appends a double, eight bytes, little-endian. */
    public PutBuffer putDouble(double value) {
        return putLong(Double.doubleToRawLongBits(value));
    }

    /** @throws BraidException {@link ErrorCode#TEXT_INVALID} if the string has half a surrogate pair, which UTF-8 cannot carry */
    public PutBuffer putString(String value) {
        ByteBuffer text = utf8(value);
        return putBytes(text.array(), text.arrayOffset(), text.remaining());
    }

    /** Appends the name of a context. */
    public PutBuffer putContextId(ContextId id) {
        room(ContextId.BYTES);
        return putLong(id.jobHigh()).putLong(id.jobLow()).putLong(id.number());
    }

    /** Bytes with their count before them. */
    public PutBuffer putBytes(byte[] from, int offset, int count) {
        room(sum(Integer.BYTES, count));
        return putInt(count).putRaw(from, offset, count);
    }

    /** Bytes and nothing else: the reader must know how many. */
    public PutBuffer putRaw(byte[] from, int offset, int count) {
        int at = room(count);
        System.arraycopy(from, offset, bytes, at, count);
        length += count;
        return this;
    }

    /** Appends a count and so many shorts from {@code offset} on. */
    public PutBuffer putShorts(short[] from, int offset, int count) {
        return putElements(from, offset, count, Short.BYTES, Elements.SHORT);
    }

    /** Appends a count and so many chars from {@code offset} on. */
    public PutBuffer putChars(char[] from, int offset, int count) {
        return putElements(from, offset, count, Character.BYTES, Elements.CHAR);
    }

    /** Appends a count and so many ints from {@code offset} on. */
    public PutBuffer putInts(int[] from, int offset, int count) {
        return putElements(from, offset, count, Integer.BYTES, Elements.INT);
    }

    /** Appends a count and so many longs from {@code offset} on. */
    public PutBuffer putLongs(long[] from, int offset, int count) {
        return putElements(from, offset, count, Long.BYTES, Elements.LONG);
    }

    /** Appends a count and so many floats from {@code offset} on. */
    public PutBuffer putFloats(float[] from, int offset, int count) {
        return putElements(from, offset, count, Float.BYTES, Elements.FLOAT);
    }

    /** Appends a count and so many doubles from {@code offset} on. */
    public PutBuffer putDoubles(double[] from, int offset, int count) {
        return putElements(from, offset, count, Double.BYTES, Elements.DOUBLE);
    }

    /** Bytes put so far. */
    public int length() {
        return length;
    }

    /** The buffer's own memory; bytes 0 to {@link #length} are valid until the next put. What a send takes as its payload. */
    public byte[] array() {
        return bytes;
    }

    /** A copy of the bytes put so far. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Forgets what was put and keeps the memory. */
    public PutBuffer reset() {
        length = 0;
        return this;
    }

    private PutBuffer putElements(Object from, int offset, int count, int elementBytes, ValueLayout layout) {
        room(sum(Integer.BYTES, Math.multiplyFull(count, elementBytes)));
        putInt(count);
        MemorySegment.copy(from, offset, MemorySegment.ofArray(bytes), layout, length, count);
        length += count * elementBytes;
        return this;
    }

    private void intAt(int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >>> 8);
        bytes[at + 2] = (byte) (value >>> 16);
        bytes[at + 3] = (byte) (value >>> 24);
    }

    /** Where the next {@code more} bytes go, after making room for them: {@link #bytes} may be another array afterwards. */
    private int room(int more) {
        if (more > bytes.length - length || more < 0) grow(more);
        return length;
    }

    private void grow(int more) {
        long needed = (long) length + more;
        if (more < 0 || needed > capacityBytes) throw full(more, "for more bytes");
        bytes = Arrays.copyOf(bytes, (int) Math.min(capacityBytes, Math.max(needed, 2L * bytes.length)));
    }

    private static int sum(int header, long count) {
        return count < 0 ? -1 : (int) Math.min(Integer.MAX_VALUE, header + count);
    }

    private static ByteBuffer utf8(String value) {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
        } catch (CharacterCodingException malformed) {
            throw new BraidException(ErrorCode.TEXT_INVALID, "string '" + Text.shown(value) + "' cannot be put into a buffer",
                "it has half a surrogate pair", "Put it as chars", malformed);
        }
    }

    private BraidException full(int bytesAsked, String forWhat) {
        return new BraidException(ErrorCode.BUFFER_FULL,
            "put buffer has no room for " + bytesAsked + " " + forWhat,
            "it holds " + length + " and may grow to " + capacityBytes,
            "Raise its capacity, or send several messages");
    }
}
