package org.braid.coll.board;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.braid.base.memory.NativeMemory;

/**
 * Words of 8 bytes in memory that several processes share, by their addresses in {@link NativeMemory}.
 *
 * <p>Plain accesses of a buffer between fences, in place of {@link VarHandle}s of the memory: compiled they are the same, one move for a word, which lies at a multiple of 8; before that they take 0.2 µs and not 0.5, and a young rank does little else (docs/decisions/boards.md).
 */
final class Words {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment memory;
    private final long base;
    private final LongBuffer words;

    Words(MemorySegment piece) {
        this.memory = NativeMemory.of(piece);
        this.base = NativeMemory.at(piece, 0);
        this.words = memory.asSlice(base, piece.byteSize() & -Long.BYTES).asByteBuffer().order(ByteOrder.nativeOrder()).asLongBuffer();
    }

    private int index(long at) {
        return (int) (at - base >> 3);
    }

    long get(long at) {
        return words.get(index(at));
    }

    void set(long at, long value) {
        words.put(index(at), value);
    }

    long acquire(long at) {
        long value = words.get(index(at));
        VarHandle.acquireFence();
        return value;
    }

    void release(long at, long value) {
        VarHandle.releaseFence();
        words.put(index(at), value);
    }

    /** With the full order of all such accesses. */
    void setVolatile(long at, long value) {
        WORD.setVolatile(memory, at, value);
    }

    boolean swap(long at, long expected, long value) {
        return (boolean) WORD.compareAndSet(memory, at, expected, value);
    }
}
