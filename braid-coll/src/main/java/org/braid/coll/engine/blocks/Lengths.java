package org.braid.coll.engine.blocks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Lengths of blocks as they lie in temporaries and travel: longs, the least significant byte first. */
public final class Lengths {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Lengths() {}

    /** The length at that place. */
    public static long get(byte[] lengths, int at) {
        return (long) LONGS.get(lengths, at * Long.BYTES);
    }

    /** Writes a length to that place. */
    public static void set(byte[] lengths, int at, long bytes) {
        LONGS.set(lengths, at * Long.BYTES, bytes);
    }
}
