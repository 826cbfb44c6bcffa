package org.braid.coll.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Lengths of blocks as they lie in temporaries and travel: longs, the least significant byte first. */
final class Lengths {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Lengths() {}

    static long get(byte[] lengths, int at) {
        return (long) LONGS.get(lengths, at * Long.BYTES);
    }

    static void set(byte[] lengths, int at, long bytes) {
        LONGS.set(lengths, at * Long.BYTES, bytes);
    }
}
