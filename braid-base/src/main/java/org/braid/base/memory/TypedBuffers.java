package org.braid.base.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** Typed {@code java.nio} buffers to and from native memory: which kind is it? The caller has checked the capacity. */
final class TypedBuffers {
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private TypedBuffers() {}

    static void copyIn(Buffer buffer, long offsetBytes, MemorySegment to, long at, int bytes) {
        int shift = NioBuffers.elementShift(buffer);
        if (buffer.hasArray()) {
            PrimitiveArrays.copyIn(buffer.array(), offsetBytes + ((long) buffer.arrayOffset() << shift), to, at, bytes);
        } else if (((offsetBytes | bytes) & ((1 << shift) - 1)) != 0) {
            MemorySegment.copy(NioBuffers.whole(buffer), offsetBytes, to, at, bytes);
            FileFaults.throwNow();
        } else {
            int first = (int) (offsetBytes >> shift);
            int count = bytes >> shift;
            elementsIn(first + count <= buffer.limit() ? buffer : NioBuffers.unlimited(buffer), first, to, at, count);
            throwFaults(bytes);
        }
    }

    static void copyOut(MemorySegment from, long at, Buffer buffer, long offsetBytes, int bytes) {
        int shift = NioBuffers.elementShift(buffer);
        if (buffer.hasArray()) {
            PrimitiveArrays.copyOut(from, at, buffer.array(), offsetBytes + ((long) buffer.arrayOffset() << shift), bytes);
        } else if (buffer.isReadOnly()) {
            throw MemoryErrors.readOnly(buffer);
        } else if (((offsetBytes | bytes) & ((1 << shift) - 1)) != 0) {
            MemorySegment.copy(from, at, NioBuffers.whole(buffer), offsetBytes, bytes);
            FileFaults.throwNow();
        } else {
            int first = (int) (offsetBytes >> shift);
            int count = bytes >> shift;
            elementsOut(from, at, first + count <= buffer.limit() ? buffer : NioBuffers.unlimited(buffer), first, count);
            throwFaults(bytes);
        }
    }

    /** Short pieces are moved by loops, out of which a fault is thrown at once. */
    private static void throwFaults(int bytes) {
        if (bytes > ByteBuffers.LOOPED_BYTES) {
            FileFaults.throwNow();
        }
    }

    private static void elementsIn(Buffer base, int first, MemorySegment to, long at, int count) {
        if (base instanceof DoubleBuffer buffer && buffer.order() == NATIVE) {
            DoubleBuffers.copyIn(buffer, first, to, at, count);
        } else if (base instanceof LongBuffer buffer && buffer.order() == NATIVE) {
            LongBuffers.copyIn(buffer, first, to, at, count);
        } else if (base instanceof IntBuffer buffer && buffer.order() == NATIVE) {
            IntBuffers.copyIn(buffer, first, to, at, count);
        } else if (base instanceof FloatBuffer buffer && buffer.order() == NATIVE) {
            FloatBuffers.copyIn(buffer, first, to, at, count);
        } else if (base instanceof ShortBuffer buffer && buffer.order() == NATIVE) {
            ShortBuffers.copyIn(buffer, first, to, at, count);
        } else if (base instanceof CharBuffer buffer && buffer.order() == NATIVE) {
            CharBuffers.copyIn(buffer, first, to, at, count);
        } else {
            otherOrderIn(base, first, to, at, count);
        }
    }

    private static void elementsOut(MemorySegment from, long at, Buffer base, int first, int count) {
        if (base instanceof DoubleBuffer buffer && buffer.order() == NATIVE) {
            DoubleBuffers.copyOut(from, at, buffer, first, count);
        } else if (base instanceof LongBuffer buffer && buffer.order() == NATIVE) {
            LongBuffers.copyOut(from, at, buffer, first, count);
        } else if (base instanceof IntBuffer buffer && buffer.order() == NATIVE) {
            IntBuffers.copyOut(from, at, buffer, first, count);
        } else if (base instanceof FloatBuffer buffer && buffer.order() == NATIVE) {
            FloatBuffers.copyOut(from, at, buffer, first, count);
        } else if (base instanceof ShortBuffer buffer && buffer.order() == NATIVE) {
            ShortBuffers.copyOut(from, at, buffer, first, count);
        } else if (base instanceof CharBuffer buffer && buffer.order() == NATIVE) {
            CharBuffers.copyOut(from, at, buffer, first, count);
        } else {
            otherOrderOut(from, at, base, first, count);
        }
    }

    /** Rare: the bytes as they lie. */
    private static void otherOrderIn(Buffer from, int first, MemorySegment to, long at, int count) {
        int shift = NioBuffers.elementShift(from);
        MemorySegment.copy(NioBuffers.whole(from), (long) first << shift, to, at, (long) count << shift);
    }

    private static void otherOrderOut(MemorySegment from, long at, Buffer to, int first, int count) {
        int shift = NioBuffers.elementShift(to);
        MemorySegment.copy(from, at, NioBuffers.whole(to), (long) first << shift, (long) count << shift);
    }
}
