package org.braid.devices.delay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A wire, and how late its frames arrive, in memory that all processes of a host have mapped: they have one monotonic clock. */
final class SharedWire extends Wire {
    static final long COUNTS = 1;

    private static final int COUNTS_AT = 16;
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;
    private final int at;

    /** @param at where its record begins, a multiple of 8 */
    SharedWire(ByteBuffer memory, int at) {
        this.memory = memory;
        this.at = at;
    }

    @Override
    long freeAtNs() {
        return (long) LONG.getAcquire(memory, at);
    }

    @Override
    boolean compareAndSet(long free, long newFree) {
        return LONG.compareAndSet(memory, at, free, newFree);
    }

    @Override
    void add(long ns) {
        LONG.getAndAdd(memory, at, ns);
    }

    /** All wires of this memory count their frames, or none does. */
    static void count(ByteBuffer memory, boolean counts) {
        LONG.setVolatile(memory, COUNTS_AT, counts ? COUNTS : 0L);
    }

    /** A frame was handed up so long after it was due. */
    void arrived(long lateNs) {
        if ((long) LONG.getOpaque(memory, COUNTS_AT) == COUNTS) {
            LONG.getAndAdd(memory, at + Long.BYTES * (1 + LinkClocks.bucket(lateNs)), 1L);
        }
    }
}
