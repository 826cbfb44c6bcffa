package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * Pieces of an array that begin or end inside an element, as a fragment of a long message may. The whole elements in the middle
 * are copied as usual; the split ones byte by byte through their bits.
 *
 * <pre>
 *   elements   |··ab|cdef|ghi·|      piece abcdefghi: 2 bytes of the first, one whole, 3 bytes of the last
 *                 head body tail
 * </pre>
 */
final class SplitElements {
    private SplitElements() {}

    static void copyIn(Object array, long offsetBytes, MemorySegment to, long at, int bytes) {
        int shift = PrimitiveArrays.elementShift(array);
        int head = headBytes(offsetBytes, bytes, shift);
        int body = (bytes - head) >> shift;
        int middle = head + (body << shift);
        bytesIn(array, shift, offsetBytes, to, at, head);
        PrimitiveArrays.elementsIn(array, (int) ((offsetBytes + head) >> shift), to, at + head, body);
        bytesIn(array, shift, offsetBytes + middle, to, at + middle, bytes - middle);
    }

    static void copyOut(MemorySegment from, long at, Object array, long offsetBytes, int bytes) {
        int shift = PrimitiveArrays.elementShift(array);
        int head = headBytes(offsetBytes, bytes, shift);
        int body = (bytes - head) >> shift;
        int middle = head + (body << shift);
        bytesOut(from, at, array, shift, offsetBytes, head);
        PrimitiveArrays.elementsOut(from, at + head, array, (int) ((offsetBytes + head) >> shift), body);
        bytesOut(from, at + middle, array, shift, offsetBytes + middle, bytes - middle);
    }

    /** Bytes before the first element boundary at or after the offset. */
    private static int headBytes(long offsetBytes, int bytes, int shift) {
        int mask = (1 << shift) - 1;
        return Math.min(bytes, (int) -offsetBytes & mask);
    }

    private static void bytesIn(Object array, int shift, long offsetBytes, MemorySegment to, long at, int bytes) {
        for (int i = 0; i < bytes; i++) {
            long where = offsetBytes + i;
            to.set(JAVA_BYTE, at + i, (byte) (bits(array, (int) (where >> shift)) >>> bitOf(where, shift)));
        }
    }

    private static void bytesOut(MemorySegment from, long at, Object array, int shift, long offsetBytes, int bytes) {
        for (int i = 0; i < bytes; i++) {
            long where = offsetBytes + i;
            int index = (int) (where >> shift);
            int bit = bitOf(where, shift);
            long others = bits(array, index) & ~(0xFFL << bit);
            setBits(array, index, others | (from.get(JAVA_BYTE, at + i) & 0xFFL) << bit);
        }
    }

    /** Where in its element a byte lies, as the lowest of its eight bits; the machine is little-endian. */
    private static int bitOf(long offsetBytes, int shift) {
        return ((int) offsetBytes & ((1 << shift) - 1)) << 3;
    }

    private static long bits(Object base, int index) {
        if (base instanceof double[] array) {
            return Double.doubleToRawLongBits(array[index]);
        } else if (base instanceof float[] array) {
            return Float.floatToRawIntBits(array[index]);
        } else if (base instanceof long[] array) {
            return array[index];
        } else if (base instanceof int[] array) {
            return array[index];
        } else if (base instanceof short[] array) {
            return array[index];
        }
        return ((char[]) base)[index];
    }

    private static void setBits(Object base, int index, long bits) {
        if (base instanceof double[] array) {
            array[index] = Double.longBitsToDouble(bits);
        } else if (base instanceof float[] array) {
            array[index] = Float.intBitsToFloat((int) bits);
        } else if (base instanceof long[] array) {
            array[index] = bits;
        } else if (base instanceof int[] array) {
            array[index] = (int) bits;
        } else if (base instanceof short[] array) {
            array[index] = (short) bits;
        } else {
            ((char[]) base)[index] = (char) bits;
        }
    }
}
