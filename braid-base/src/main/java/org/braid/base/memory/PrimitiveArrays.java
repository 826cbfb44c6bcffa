package org.braid.base.memory;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Primitive arrays to and from native memory. The array is handed to the JDK's copy as an array, so no heap segment is made; a
 * few elements are moved one by one, which is quicker. The caller has checked the array's bounds.
 */
final class PrimitiveArrays {
    /** Up to so many elements a loop beats the fixed cost of the JDK's copy (about 8 ns). */
    static final int FEW = 8;

    private PrimitiveArrays() {}

    static void copyIn(Object base, long offsetBytes, MemorySegment to, long at, int bytes) {
        int shift = elementShift(base);
        if (((offsetBytes | bytes) & ((1 << shift) - 1)) != 0) {
            SplitElements.copyIn(base, offsetBytes, to, at, bytes);
        } else {
            elementsIn(base, (int) (offsetBytes >> shift), to, at, bytes >> shift);
        }
    }

    static void copyOut(MemorySegment from, long at, Object base, long offsetBytes, int bytes) {
        int shift = elementShift(base);
        if (((offsetBytes | bytes) & ((1 << shift) - 1)) != 0) {
            SplitElements.copyOut(from, at, base, offsetBytes, bytes);
        } else {
            elementsOut(from, at, base, (int) (offsetBytes >> shift), bytes >> shift);
        }
    }

    static void elementsIn(Object base, int first, MemorySegment to, long at, int count) {
        if (base instanceof double[] array) {
            DoubleArrays.copyIn(array, first, to, at, count);
        } else if (base instanceof int[] array) {
            IntArrays.copyIn(array, first, to, at, count);
        } else if (base instanceof long[] array) {
            LongArrays.copyIn(array, first, to, at, count);
        } else if (base instanceof byte[] array) {
            ByteArrays.copyIn(array, first, to, at, count);
        } else if (base instanceof float[] array) {
            MemorySegment.copy(array, first, to, JAVA_FLOAT_UNALIGNED, at, count);
        } else if (base instanceof short[] array) {
            MemorySegment.copy(array, first, to, JAVA_SHORT_UNALIGNED, at, count);
        } else if (base instanceof char[] array) {
            CharArrays.copyIn(array, first, to, at, count);
        } else {
            BooleanArrays.copyIn((boolean[]) base, first, to, at, count);
        }
    }

    static void elementsOut(MemorySegment from, long at, Object base, int first, int count) {
        if (base instanceof double[] array) {
            DoubleArrays.copyOut(from, at, array, first, count);
        } else if (base instanceof int[] array) {
            IntArrays.copyOut(from, at, array, first, count);
        } else if (base instanceof long[] array) {
            LongArrays.copyOut(from, at, array, first, count);
        } else if (base instanceof byte[] array) {
            ByteArrays.copyOut(from, at, array, first, count);
        } else if (base instanceof float[] array) {
            MemorySegment.copy(from, JAVA_FLOAT_UNALIGNED, at, array, first, count);
        } else if (base instanceof short[] array) {
            MemorySegment.copy(from, JAVA_SHORT_UNALIGNED, at, array, first, count);
        } else if (base instanceof char[] array) {
            CharArrays.copyOut(from, at, array, first, count);
        } else {
            BooleanArrays.copyOut(from, at, (boolean[]) base, first, count);
        }
    }

    static long capacityBytes(Object base) {
        return (long) length(base) << elementShift(base);
    }

    /** Base-two logarithm of the element size in bytes; refuses what is no primitive array, and so no user memory at all. */
    static int elementShift(Object base) {
        if (base instanceof double[] || base instanceof long[]) {
            return 3;
        }
        if (base instanceof int[] || base instanceof float[]) {
            return 2;
        }
        if (base instanceof char[] || base instanceof short[]) {
            return 1;
        }
        if (base instanceof byte[] || base instanceof boolean[]) {
            return 0;
        }
        throw MemoryErrors.notMemory(base);
    }

    private static int length(Object base) {
        return switch (elementShift(base)) {
            case 3 -> base instanceof double[] array ? array.length : ((long[]) base).length;
            case 2 -> base instanceof int[] array ? array.length : ((float[]) base).length;
            case 1 -> base instanceof char[] array ? array.length : ((short[]) base).length;
            default -> base instanceof byte[] array ? array.length : ((boolean[]) base).length;
        };
    }
}
