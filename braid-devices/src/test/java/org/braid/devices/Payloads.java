package org.braid.devices;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Payloads of every kind: empty, short and long, text that becomes shorter, noise that does not. */
public final class Payloads {
    /** One to each frame of the lane that tests use, less what devices add. */
    public static final int MOST_BYTES = (256 << 10) - 64;

    private Payloads() {}

    /** Every length up to some, and some of each longer kind. */
    public static List<byte[]> all(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> all = new ArrayList<>();
        for (int length = 0; length < 140; length++) {
            all.add(noise(random, length));
            all.add(text(random, length));
        }
        for (int length : new int[] {512, 4095, 4096, 4097, 20_000, 65_535, 65_536, 70_001, MOST_BYTES}) {
            all.add(noise(random, length));
            all.add(text(random, length));
            all.add(new byte[length]);
        }
        return all;
    }

    /** No byte tells anything of another. */
    public static byte[] noise(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Words that come again. */
    public static byte[] text(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        int word = 0;
        for (int i = 0; i < length; i++) {
            word = i % 7 == 0 ? random.nextInt(9) : word;
            bytes[i] = (byte) ('a' + word + i % 7);
        }
        return bytes;
    }

    /** Same payloads, in the same order. */
    public static void assertSame(List<byte[]> expected, List<byte[]> actual) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), actual.get(i), "payload " + i);
        }
    }
}
