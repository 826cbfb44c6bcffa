package org.braid.base.wire;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Good bytes made bad in the ways that break decoders: lengths at their extremes, pieces doubled, dropped, and taken from elsewhere. */
final class Mutation {
    private static final int[] EXTREMES = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 24};

    private Mutation() {}

    static byte[] of(Decoder decoder, SplittableRandom random) {
        byte[] bytes = decoder.sample(random);
        for (int i = random.nextInt(4); i >= 0; i--) bytes = one(bytes, decoder, random);
        return bytes;
    }

    private static byte[] one(byte[] bytes, Decoder decoder, SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> extreme(bytes, random);
            case 1 -> without(bytes, random);
            case 2 -> doubled(bytes, random);
            case 3 -> spliced(bytes, decoder.sample(random), random);
            case 4 -> flipped(bytes, random);
            default -> bytes;
        };
    }

    private static byte[] extreme(byte[] bytes, SplittableRandom random) {
        int value = EXTREMES[random.nextInt(EXTREMES.length)];
        int width = 1 << random.nextInt(3);
        int at = random.nextInt(bytes.length + 1);
        byte[] changed = bytes.clone();
        for (int i = 0; i < width && at + i < bytes.length; i++) changed[at + i] = (byte) (value >>> 8 * i);
        return changed;
    }

    private static byte[] without(byte[] bytes, SplittableRandom random) {
        int from = random.nextInt(bytes.length + 1);
        int to = from + random.nextInt(bytes.length - from + 1);
        return joined(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
    }

    private static byte[] doubled(byte[] bytes, SplittableRandom random) {
        int from = random.nextInt(bytes.length + 1);
        int to = from + random.nextInt(bytes.length - from + 1);
        return joined(Arrays.copyOf(bytes, to), Arrays.copyOfRange(bytes, from, bytes.length));
    }

    private static byte[] spliced(byte[] bytes, byte[] other, SplittableRandom random) {
        int head = random.nextInt(bytes.length + 1);
        int tail = random.nextInt(other.length + 1);
        return joined(Arrays.copyOf(bytes, head), Arrays.copyOfRange(other, tail, other.length));
    }

    private static byte[] flipped(byte[] bytes, SplittableRandom random) {
        byte[] changed = bytes.clone();
        if (bytes.length > 0) changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return changed;
    }

    private static byte[] joined(byte[] head, byte[] tail) {
        byte[] all = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }
}
