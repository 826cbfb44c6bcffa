package org.braid.testkit.sim.machine;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** The bytes of all messages: each message's are a piece of these, from its salt on, so that a wrong byte, place or message is seen. */
public final class Pattern {
    /** A message begins below this byte. */
    public static final int SALTS = 1 << 12;

    private static final int LONGEST = 300 << 10;
    private static final MemorySegment ALL = MemorySegment.ofArray(random());

    private Pattern() {}

    /** All of it, read-only by agreement. */
    static MemorySegment all() {
        return ALL;
    }

    /** Writes a message's bytes. */
    public static void fill(MemorySegment to, long at, int salt, int bytes) {
        MemorySegment.copy(ALL, salt, to, at, bytes);
    }

    /** The first byte that is not the message's, or -1. */
    public static long mismatch(MemorySegment found, long at, int salt, int bytes) {
        return MemorySegment.mismatch(found, at, at + bytes, ALL, salt, salt + bytes);
    }

    private static byte[] random() {
        byte[] bytes = new byte[SALTS + LONGEST];
        new SplittableRandom(42).nextBytes(bytes);
        return bytes;
    }
}
