package org.braid.base.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * Takes typed values out of bytes in the order in which {@link PutBuffer} put them.
 *
 * <p>Every length is compared with what is left and with the caller's limit before anything is read or allocated for it. Bad input
 * throws a {@link BraidException} that names the position in bytes, and no other exception; the position then stays where it was.
 * One buffer may be pointed at many messages in turn ({@link #wrap}). Not for several threads at once.
 */
public final class GetBuffer {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    private MemorySegment segment = NOTHING;
    private long start;
    private int length;
    private int position;

    /** An empty buffer, to be pointed at a message. */
    public GetBuffer() {}

    /** Reads {@code length} bytes from {@code offset} on. */
    public GetBuffer(byte[] bytes) {
        wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    /** As {@link #wrap}. */
    public GetBuffer(MemorySegment from, long offset, int lengthBytes) {
        wrap(from, offset, lengthBytes);
    }

    /** Points this buffer at {@code lengthBytes} bytes from {@code offset} on; the caller vouches that the segment has them. */
    public GetBuffer wrap(MemorySegment from, long offset, int lengthBytes) {
        segment = from;
        start = offset;
        length = lengthBytes;
        position = 0;
        return this;
    }

    /** Bytes taken so far. */
    public int position() {
        return position;
    }

    /** Bytes left. */
    public int remaining() {
        return length - position;
    }

    /** @throws BraidException {@link ErrorCode#INPUT_TRAILING} if bytes are left */
    public void expectEnd() {
        if (remaining() != 0) throw new BraidException(ErrorCode.INPUT_TRAILING, "message goes on at byte " + position,
            remaining() + " bytes are left after its last value", "Take out everything that was put in");
    }

    /**
     * Takes a byte.
     *
     * @throws BraidException if fewer bytes are left
     */
    public byte getByte() {
        return segment.get(ValueLayout.JAVA_BYTE, take(1));
    }

    /** 0 to 255. */
    public int getUnsignedByte() {
        return getByte() & 0xff;
    }

    /**
     * Takes a boolean, one byte.
     *
     * @throws BraidException if fewer bytes are left
     */
    public boolean getBoolean() {
        int value = getUnsignedByte();
        if (value > 1) throw outOfRange(position -= 1, "boolean", value, 0, 1);
        return value == 1;
    }

    /**
     * Takes a short, two bytes.
     *
     * @throws BraidException if fewer bytes are left
     */
    public short getShort() {
        return segment.get(Elements.SHORT, take(Short.BYTES));
    }

    /** 0 to 65535. */
    public int getUnsignedShort() {
        return getShort() & 0xffff;
    }

    /**
     * Takes a char, two bytes.
     *
     * @throws BraidException if fewer bytes are left
     */
    public char getChar() {
        return segment.get(Elements.CHAR, take(Character.BYTES));
    }

    /**
     * Takes an int, four bytes.
     *
     * @throws BraidException if fewer bytes are left
     */
    public int getInt() {
        return segment.get(Elements.INT, take(Integer.BYTES));
    }

    /**
     * Takes a long, eight bytes.
     *
     * @throws BraidException if fewer bytes are left
     */
    public long getLong() {
        return segment.get(Elements.LONG, take(Long.BYTES));
    }

    /**
     * Takes a float, four bytes.
     *
     * @throws BraidException if fewer bytes are left
     */
    public float getFloat() {
        return Float.intBitsToFloat(getInt());
    }

    /**
     * Takes a double, eight bytes.
     *
     * @throws BraidException if fewer bytes are left
     */
    public double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    /**
     * The next int as a number of things that follow.
     *
     * @param what the things, for the error
     * @param max the most that are accepted
     * @param bytesEach the least each takes; so many must be left
     */
    public int getCount(String what, int max, int bytesEach) {
        int count = getInt();
        if (count < 0 || count > max) throw outOfRange(position -= Integer.BYTES, what, count, 0, max);
        long bytes = Math.multiplyFull(count, bytesEach);
        if (bytes > remaining()) throw truncated(bytes, Integer.BYTES);
        return count;
    }

    /** @throws BraidException {@link ErrorCode#TEXT_INVALID} if the bytes are not UTF-8 */
    public String getString(int maxBytes) {
        int from = position;
        int count = getCount("string's bytes", maxBytes, 1);
        return utf8(from, raw(count));
    }

    /** As many bytes of UTF-8 as the caller knows. */
    public String getRawString(int count) {
        return utf8(position, raw(count));
    }

    /**
     * Takes the name of a context.
     *
     * @throws BraidException if fewer bytes are left
     */
    public ContextId getContextId() {
        need(ContextId.BYTES);
        long number = segment.get(Elements.LONG, start + position + 2 * Long.BYTES);
        if (number < 0) throw outOfRange(position, "context's number", number, 0, Long.MAX_VALUE);
        var id = new ContextId(getLong(), getLong(), number);
        position += Long.BYTES;
        return id;
    }

    /** Bytes with their count before them. */
    public byte[] getBytes(int maxBytes) {
        return raw(getCount("bytes", maxBytes, 1));
    }

    /** As many bytes as the caller knows, into an array that has room for them. */
    public void getRaw(byte[] to, int offset, int count) {
        MemorySegment.copy(segment, take(count), MemorySegment.ofArray(to), offset, count); // its overload for arrays spins a class at first use
    }

    /** As many bytes as the caller knows. */
    public byte[] raw(int count) {
        need(count);
        byte[] bytes = new byte[count];
        getRaw(bytes, 0, count);
        return bytes;
    }

    /**
     * Takes what the like-named put has appended.
     *
     * @param maxCount the most elements that are believed
     * @throws BraidException if it names more, or fewer bytes are left
     */
    public short[] getShorts(int maxCount) {
        short[] to = new short[getCount("shorts", maxCount, Short.BYTES)];
        elements(Elements.SHORT, to, 0, to.length, Short.BYTES);
        return to;
    }

    /**
     * Takes what the like-named put has appended.
     *
     * @param maxCount the most elements that are believed
     * @throws BraidException if it names more, or fewer bytes are left
     */
    public char[] getChars(int maxCount) {
        char[] to = new char[getCount("chars", maxCount, Character.BYTES)];
        elements(Elements.CHAR, to, 0, to.length, Character.BYTES);
        return to;
    }

    /**
     * Takes what the like-named put has appended.
     *
     * @param maxCount the most elements that are believed
     * @throws BraidException if it names more, or fewer bytes are left
     */
    public int[] getInts(int maxCount) {
        int[] to = new int[getCount("ints", maxCount, Integer.BYTES)];
        elements(Elements.INT, to, 0, to.length, Integer.BYTES);
        return to;
    }

    /**
     * Takes what the like-named put has appended.
     *
     * @param maxCount the most elements that are believed
     * @throws BraidException if it names more, or fewer bytes are left
     */
    public long[] getLongs(int maxCount) {
        long[] to = new long[getCount("longs", maxCount, Long.BYTES)];
        elements(Elements.LONG, to, 0, to.length, Long.BYTES);
        return to;
    }

    /**
     * Takes what the like-named put has appended.
     *
     * @param maxCount the most elements that are believed
     * @throws BraidException if it names more, or fewer bytes are left
     */
    public float[] getFloats(int maxCount) {
        float[] to = new float[getCount("floats", maxCount, Float.BYTES)];
        elements(Elements.FLOAT, to, 0, to.length, Float.BYTES);
        return to;
    }

    /**
     * Takes what the like-named put has appended.
     *
     * @param maxCount the most elements that are believed
     * @throws BraidException if it names more, or fewer bytes are left
     */
    public double[] getDoubles(int maxCount) {
        double[] to = new double[getCount("doubles", maxCount, Double.BYTES)];
        elements(Elements.DOUBLE, to, 0, to.length, Double.BYTES);
        return to;
    }

    /** Passes over so many bytes. */
    public void skip(int bytes) {
        take(bytes);
    }

    private void elements(ValueLayout layout, Object to, int offset, int count, int elementBytes) {
        MemorySegment.copy(segment, layout, take(count * elementBytes), to, offset, count);
    }

    /** Where the next bytes are in the segment, after making sure that they exist; they count as taken. */
    private long take(int bytes) {
        need(bytes);
        long at = start + position;
        position += bytes;
        return at;
    }

    private void need(int bytes) {
        if (bytes > remaining() || bytes < 0) throw truncated(bytes, 0);
    }

    /** A well-formed text; malformed bytes are refused, never replaced, so that two different byte strings never become one name. */
    private String utf8(int from, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException malformed) {
            position = from;
            throw new BraidException(ErrorCode.TEXT_INVALID, "text at byte " + from + " cannot be read", "its " + bytes.length
                + " bytes are not UTF-8", "Sender and receiver must put and get the same types in the same order", malformed);
        }
    }

    private BraidException truncated(long bytes, int giveBack) {
        position -= giveBack;
        return new BraidException(ErrorCode.INPUT_TRUNCATED, "message ends too early: at byte " + position,
            bytes + " more bytes are needed and " + (remaining() - giveBack) + " are left",
            "Sender and receiver must put and get the same types in the same order");
    }

    private static BraidException outOfRange(int position, String what, long value, long min, long max) {
        return new BraidException(ErrorCode.INPUT_OUT_OF_RANGE, what + " at byte " + position + " is " + value,
            "it must be from " + min + " to " + max, "Sender and receiver must put and get the same types in the same order");
    }
}
