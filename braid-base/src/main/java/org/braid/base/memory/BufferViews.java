package org.braid.base.memory;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Long pieces of {@code java.nio} buffers of native order to and from native memory: the native side is viewed as a buffer of the
 * user's kind, and the JDK copies buffer to buffer. Indexes and counts are elements.
 *
 * <p>The views are objects, which escape analysis removes as a rule; where it can't, a copy of more than
 * {@link ByteBuffers#LOOPED_BYTES} costs 100 to 160 bytes. What helps it:
 * <ul>
 * <li>The <em>native</em> side is viewed, because its class is always the same. A segment of the user's buffer has one of three
 *     classes and two kinds of session as soon as a process uses malloc'ed, mapped and heap buffers side by side.
 * <li>The two methods are <em>long on purpose</em>. Above 325 bytes of bytecode C2 does not inline them into their callers but
 *     compiles them on their own; deep below a send, the constructors of the views would exceed its inlining depth of 15.
 * </ul>
 */
final class BufferViews {
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private BufferViews() {}

    static void copyIn(Buffer base, int first, MemorySegment to, long at, int count) {
        if (base instanceof ByteBuffer from) {
            to.asSlice(at, count).asByteBuffer().put(0, from, first, count);
        } else if (base instanceof DoubleBuffer from) {
            to.asSlice(at, (long) count << 3).asByteBuffer().order(NATIVE).asDoubleBuffer().put(0, from, first, count);
        } else if (base instanceof IntBuffer from) {
            to.asSlice(at, (long) count << 2).asByteBuffer().order(NATIVE).asIntBuffer().put(0, from, first, count);
        } else if (base instanceof LongBuffer from) {
            to.asSlice(at, (long) count << 3).asByteBuffer().order(NATIVE).asLongBuffer().put(0, from, first, count);
        } else if (base instanceof FloatBuffer from) {
            to.asSlice(at, (long) count << 2).asByteBuffer().order(NATIVE).asFloatBuffer().put(0, from, first, count);
        } else if (base instanceof ShortBuffer from) {
            to.asSlice(at, (long) count << 1).asByteBuffer().order(NATIVE).asShortBuffer().put(0, from, first, count);
        } else {
            to.asSlice(at, (long) count << 1).asByteBuffer().order(NATIVE).asCharBuffer().put(0, (CharBuffer) base, first, count);
        }
    }

    static void copyOut(MemorySegment from, long at, Buffer base, int first, int count) {
        if (base instanceof ByteBuffer to) {
            to.put(first, from.asSlice(at, count).asByteBuffer(), 0, count);
        } else if (base instanceof DoubleBuffer to) {
            to.put(first, from.asSlice(at, (long) count << 3).asByteBuffer().order(NATIVE).asDoubleBuffer(), 0, count);
        } else if (base instanceof IntBuffer to) {
            to.put(first, from.asSlice(at, (long) count << 2).asByteBuffer().order(NATIVE).asIntBuffer(), 0, count);
        } else if (base instanceof LongBuffer to) {
            to.put(first, from.asSlice(at, (long) count << 3).asByteBuffer().order(NATIVE).asLongBuffer(), 0, count);
        } else if (base instanceof FloatBuffer to) {
            to.put(first, from.asSlice(at, (long) count << 2).asByteBuffer().order(NATIVE).asFloatBuffer(), 0, count);
        } else if (base instanceof ShortBuffer to) {
            to.put(first, from.asSlice(at, (long) count << 1).asByteBuffer().order(NATIVE).asShortBuffer(), 0, count);
        } else {
            ((CharBuffer) base).put(first, from.asSlice(at, (long) count << 1).asByteBuffer().order(NATIVE).asCharBuffer(), 0, count);
        }
    }
}
