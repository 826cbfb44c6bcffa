package org.braid.coll.board;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Words of 8 bytes in memory that several processes share. */
final class Words {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private Words() {}

    static long get(MemorySegment memory, long at) {
        return (long) WORD.get(memory, at);
    }

    static void set(MemorySegment memory, long at, long value) {
        WORD.set(memory, at, value);
    }

    static long acquire(MemorySegment memory, long at) {
        return (long) WORD.getAcquire(memory, at);
    }

    static void release(MemorySegment memory, long at, long value) {
        WORD.setRelease(memory, at, value);
    }

    /** With the full order of all such accesses. */
    static void setVolatile(MemorySegment memory, long at, long value) {
        WORD.setVolatile(memory, at, value);
    }

    static boolean swap(MemorySegment memory, long at, long expected, long value) {
        return (boolean) WORD.compareAndSet(memory, at, expected, value);
    }
}
