package org.braid.devices.delay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What stands behind a payload: when the sender sent it, by its own clock, and how much later it will have left. */
final class Stamp {
    static final int BYTES = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Stamp() {}

    static void put(byte[] to, int at, long sentNs, long laterNs) {
        LONG.set(to, at, sentNs);
        LONG.set(to, at + Long.BYTES, laterNs);
    }

    static long sentNs(byte[] from) {
        return (long) LONG.get(from, 0);
    }

    static long laterNs(byte[] from) {
        return (long) LONG.get(from, Long.BYTES);
    }
}
