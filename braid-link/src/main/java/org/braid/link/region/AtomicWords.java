package org.braid.link.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Words of 8 bytes in user memory, in the machine's order, that are changed by one instruction: atomic among all threads of this process, and among processes that map the same memory. What a program does to the same words with
 * {@code VarHandle}s is atomic with them.
 */
public final class AtomicWords {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private AtomicWords() {}

    /** User memory as such words; null if their alignment is not certain (of an array that has shorter elements, for one), or it must not be written. */
    public static @Nullable MemorySegment of(Object base) {
        MemorySegment whole = whole(base);
        return whole == null || whole.isReadOnly() || !whole.isNative() && whole.maxByteAlignment() < Long.BYTES ? null : whole;
    }

    /** No switch over kinds of objects: that spins a class at its first use. */
    private static @Nullable MemorySegment whole(Object base) {
        if (base instanceof Buffer buffer && buffer.isDirect()) {
            return MemorySegment.ofBuffer(buffer.duplicate().clear());
        }
        if (base instanceof MemorySegment segment) {
            return segment;
        }
        return base instanceof long[] longs ? MemorySegment.ofArray(longs) : base instanceof double[] doubles ? MemorySegment.ofArray(doubles) : null;
    }

    /** Whether a word begins at this byte. */
    static boolean isAligned(MemorySegment words, long at) {
        return (words.address() + at) % Long.BYTES == 0;
    }

    /** Adds to the word at byte {@code at} and answers what it was. */
    public static long getAndAdd(MemorySegment words, long at, long addend) {
        return (long) WORD.getAndAdd(words, at, addend);
    }

    /** Writes the word at byte {@code at} if it is {@code expected}, and answers what it was. */
    public static long compareAndExchange(MemorySegment words, long at, long expected, long value) {
        return (long) WORD.compareAndExchange(words, at, expected, value);
    }
}
