package org.braid.link.bulk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Small memory for the payloads of control frames, little-endian words of eight bytes; on the heap, since what is under way must go on when there is none outside it. Not words of a segment: until it is
 * compiled each access to one is some 27 calls of methods, and a frame that is pulled has eight (docs/decisions/rank-flags.md).
 */
final class ControlWords {
    /** Longest payload that is read or written here: that of a PULL, and a word to spare. */
    private static final int MOST_BYTES = 64;

    /** What is sent. */
    final byte[] bytes = new byte[MOST_BYTES];

    private final long[] words = new long[MOST_BYTES / Long.BYTES];

    /** The words of a payload, until the next call. */
    long[] read(MemorySegment from, long at, int length) {
        MemorySegment.copy(from, ValueLayout.JAVA_LONG_UNALIGNED, at, words, 0, length / Long.BYTES);
        return words;
    }

    /** By single bytes, which the second compiler joins. */
    static void put(byte[] to, int at, long word) {
        to[at] = (byte) word;
        to[at + 1] = (byte) (word >>> 8);
        to[at + 2] = (byte) (word >>> 16);
        to[at + 3] = (byte) (word >>> 24);
        to[at + 4] = (byte) (word >>> 32);
        to[at + 5] = (byte) (word >>> 40);
        to[at + 6] = (byte) (word >>> 48);
        to[at + 7] = (byte) (word >>> 56);
    }

    static long pair(int low, int high) {
        return (low & 0xFFFF_FFFFL) | (long) high << 32;
    }
}
