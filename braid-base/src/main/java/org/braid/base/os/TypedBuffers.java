package org.braid.base.os;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Typed {@code java.nio} buffers, direct or heap, to and from native memory; the caller has checked the capacity.
 *
 * <p>The native side is viewed as a buffer of the user's kind and byte order, and the JDK copies buffer to buffer, which moves
 * the bytes as they are. Each order has its own line because escape analysis removes a view only if its class is certain; why the
 * native side and not the user's is viewed: {@link ByteBuffers}.
 */
final class TypedBuffers {
    private TypedBuffers() {}

    static void copyIn(Buffer buffer, long offsetBytes, MemorySegment to, long at, int bytes) {
        int shift = Buffers.elementShift(buffer);
        long end = offsetBytes + bytes;
        if (((offsetBytes | bytes) & ((1 << shift) - 1)) != 0) {
            MemorySegment.copy(Buffers.whole(buffer), offsetBytes, to, at, bytes);
        } else {
            Buffer from = end >> shift <= buffer.limit() ? buffer : Buffers.unlimited(buffer);
            elementsIn(from, (int) (offsetBytes >> shift), to, at, bytes >> shift);
        }
    }

    static void copyOut(MemorySegment from, long at, Buffer buffer, long offsetBytes, int bytes) {
        int shift = Buffers.elementShift(buffer);
        long end = offsetBytes + bytes;
        if (buffer.isReadOnly()) {
            throw Refusal.readOnly(buffer);
        } else if (((offsetBytes | bytes) & ((1 << shift) - 1)) != 0) {
            MemorySegment.copy(from, at, Buffers.whole(buffer), offsetBytes, bytes);
        } else {
            Buffer to = end >> shift <= buffer.limit() ? buffer : Buffers.unlimited(buffer);
            elementsOut(from, at, to, (int) (offsetBytes >> shift), bytes >> shift);
        }
    }

    private static void elementsIn(Buffer base, int first, MemorySegment to, long at, int count) {
        if (base instanceof DoubleBuffer buffer) {
            in(buffer, first, to, at, count);
        } else if (base instanceof LongBuffer buffer) {
            in(buffer, first, to, at, count);
        } else if (base instanceof IntBuffer buffer) {
            in(buffer, first, to, at, count);
        } else if (base instanceof FloatBuffer buffer) {
            in(buffer, first, to, at, count);
        } else if (base instanceof ShortBuffer buffer) {
            in(buffer, first, to, at, count);
        } else {
            in((CharBuffer) base, first, to, at, count);
        }
    }

    private static void elementsOut(MemorySegment from, long at, Buffer base, int first, int count) {
        if (base instanceof DoubleBuffer buffer) {
            out(from, at, buffer, first, count);
        } else if (base instanceof LongBuffer buffer) {
            out(from, at, buffer, first, count);
        } else if (base instanceof IntBuffer buffer) {
            out(from, at, buffer, first, count);
        } else if (base instanceof FloatBuffer buffer) {
            out(from, at, buffer, first, count);
        } else if (base instanceof ShortBuffer buffer) {
            out(from, at, buffer, first, count);
        } else {
            out(from, at, (CharBuffer) base, first, count);
        }
    }

    private static void in(DoubleBuffer from, int first, MemorySegment to, long at, int count) {
        ByteBuffer view = view(to, at, (long) count << 3);
        if (from.order() == LITTLE_ENDIAN) {
            view.order(LITTLE_ENDIAN).asDoubleBuffer().put(0, from, first, count);
        } else {
            view.order(BIG_ENDIAN).asDoubleBuffer().put(0, from, first, count);
        }
    }

    private static void out(MemorySegment from, long at, DoubleBuffer to, int first, int count) {
        ByteBuffer view = view(from, at, (long) count << 3);
        if (to.order() == LITTLE_ENDIAN) {
            to.put(first, view.order(LITTLE_ENDIAN).asDoubleBuffer(), 0, count);
        } else {
            to.put(first, view.order(BIG_ENDIAN).asDoubleBuffer(), 0, count);
        }
    }

    private static void in(LongBuffer from, int first, MemorySegment to, long at, int count) {
        ByteBuffer view = view(to, at, (long) count << 3);
        if (from.order() == LITTLE_ENDIAN) {
            view.order(LITTLE_ENDIAN).asLongBuffer().put(0, from, first, count);
        } else {
            view.order(BIG_ENDIAN).asLongBuffer().put(0, from, first, count);
        }
    }

    private static void out(MemorySegment from, long at, LongBuffer to, int first, int count) {
        ByteBuffer view = view(from, at, (long) count << 3);
        if (to.order() == LITTLE_ENDIAN) {
            to.put(first, view.order(LITTLE_ENDIAN).asLongBuffer(), 0, count);
        } else {
            to.put(first, view.order(BIG_ENDIAN).asLongBuffer(), 0, count);
        }
    }

    private static void in(IntBuffer from, int first, MemorySegment to, long at, int count) {
        ByteBuffer view = view(to, at, (long) count << 2);
        if (from.order() == LITTLE_ENDIAN) {
            view.order(LITTLE_ENDIAN).asIntBuffer().put(0, from, first, count);
        } else {
            view.order(BIG_ENDIAN).asIntBuffer().put(0, from, first, count);
        }
    }

    private static void out(MemorySegment from, long at, IntBuffer to, int first, int count) {
        ByteBuffer view = view(from, at, (long) count << 2);
        if (to.order() == LITTLE_ENDIAN) {
            to.put(first, view.order(LITTLE_ENDIAN).asIntBuffer(), 0, count);
        } else {
            to.put(first, view.order(BIG_ENDIAN).asIntBuffer(), 0, count);
        }
    }

    private static void in(FloatBuffer from, int first, MemorySegment to, long at, int count) {
        ByteBuffer view = view(to, at, (long) count << 2);
        if (from.order() == LITTLE_ENDIAN) {
            view.order(LITTLE_ENDIAN).asFloatBuffer().put(0, from, first, count);
        } else {
            view.order(BIG_ENDIAN).asFloatBuffer().put(0, from, first, count);
        }
    }

    private static void out(MemorySegment from, long at, FloatBuffer to, int first, int count) {
        ByteBuffer view = view(from, at, (long) count << 2);
        if (to.order() == LITTLE_ENDIAN) {
            to.put(first, view.order(LITTLE_ENDIAN).asFloatBuffer(), 0, count);
        } else {
            to.put(first, view.order(BIG_ENDIAN).asFloatBuffer(), 0, count);
        }
    }

    private static void in(ShortBuffer from, int first, MemorySegment to, long at, int count) {
        ByteBuffer view = view(to, at, (long) count << 1);
        if (from.order() == LITTLE_ENDIAN) {
            view.order(LITTLE_ENDIAN).asShortBuffer().put(0, from, first, count);
        } else {
            view.order(BIG_ENDIAN).asShortBuffer().put(0, from, first, count);
        }
    }

    private static void out(MemorySegment from, long at, ShortBuffer to, int first, int count) {
        ByteBuffer view = view(from, at, (long) count << 1);
        if (to.order() == LITTLE_ENDIAN) {
            to.put(first, view.order(LITTLE_ENDIAN).asShortBuffer(), 0, count);
        } else {
            to.put(first, view.order(BIG_ENDIAN).asShortBuffer(), 0, count);
        }
    }

    private static void in(CharBuffer from, int first, MemorySegment to, long at, int count) {
        ByteBuffer view = view(to, at, (long) count << 1);
        if (from.order() == LITTLE_ENDIAN) {
            view.order(LITTLE_ENDIAN).asCharBuffer().put(0, from, first, count);
        } else {
            view.order(BIG_ENDIAN).asCharBuffer().put(0, from, first, count);
        }
    }

    private static void out(MemorySegment from, long at, CharBuffer to, int first, int count) {
        ByteBuffer view = view(from, at, (long) count << 1);
        if (to.order() == LITTLE_ENDIAN) {
            to.put(first, view.order(LITTLE_ENDIAN).asCharBuffer(), 0, count);
        } else {
            to.put(first, view.order(BIG_ENDIAN).asCharBuffer(), 0, count);
        }
    }

    private static ByteBuffer view(MemorySegment segment, long at, long bytes) {
        return segment.asSlice(at, bytes).asByteBuffer();
    }
}
