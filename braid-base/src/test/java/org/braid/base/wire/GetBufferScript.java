package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.braid.base.BraidException;

/**
 * A message that says itself of which types it is: each value is preceded by a byte that chooses the getter. Playing it puts every
 * value into a second buffer and compares, so each getter is tested against its putter on any bytes at all.
 */
final class GetBufferScript {
    private static final int MAX = 1 << 16;
    private static final int TYPES = 17;

    private GetBufferScript() {}

    static void play(byte[] bytes) {
        var from = new GetBuffer(bytes);
        var to = new PutBuffer(0, Math.max(1, bytes.length));
        while (from.remaining() > 0) {
            int type = from.getUnsignedByte();
            to.putByte(type);
            int before = from.position();
            try {
                copy(type % TYPES, from, to);
            } catch (BraidException refused) {
                assertEquals(before, from.position(), "a refused value must not count as taken");
                throw refused;
            }
            assertTrue(from.position() <= bytes.length);
        }
        assertArrayEquals(bytes, to.toBytes());
    }

    static byte[] sample(SplittableRandom random) {
        var to = new PutBuffer();
        for (int i = random.nextInt(8); i >= 0; i--) {
            int type = random.nextInt(TYPES);
            to.putByte(type);
            putRandom(type, random, to);
        }
        return to.toBytes();
    }

    private static void copy(int type, GetBuffer from, PutBuffer to) {
        switch (type) {
            case 0 -> to.putByte(from.getByte());
            case 1 -> to.putBoolean(from.getBoolean());
            case 2 -> to.putShort(from.getShort());
            case 3 -> to.putChar(from.getChar());
            case 4 -> to.putInt(from.getInt());
            case 5 -> to.putLong(from.getLong());
            case 6 -> to.putFloat(from.getFloat());
            case 7 -> to.putDouble(from.getDouble());
            case 8 -> to.putString(from.getString(MAX));
            case 9 -> { byte[] v = from.getBytes(MAX); to.putBytes(v, 0, v.length); }
            case 10 -> { short[] v = from.getShorts(MAX); to.putShorts(v, 0, v.length); }
            case 11 -> { char[] v = from.getChars(MAX); to.putChars(v, 0, v.length); }
            case 12 -> { int[] v = from.getInts(MAX); to.putInts(v, 0, v.length); }
            case 13 -> { long[] v = from.getLongs(MAX); to.putLongs(v, 0, v.length); }
            case 14 -> { float[] v = from.getFloats(MAX); to.putFloats(v, 0, v.length); }
            case 15 -> { double[] v = from.getDoubles(MAX); to.putDoubles(v, 0, v.length); }
            default -> to.putContextId(from.getContextId());
        }
    }

    private static void putRandom(int type, SplittableRandom random, PutBuffer to) {
        switch (type) {
            case 1 -> to.putBoolean(random.nextBoolean());
            case 8 -> to.putString("grüße 𝄞".substring(0, random.nextInt(7)));
            case 16 -> to.putContextId(Samples.contextId(random));
            default -> {
                int fixed = new int[] {1, 1, 2, 2, 4, 8, 4, 8}[type & 7];
                int each = new int[] {1, 1, 2, 2, 4, 8, 4, 8}[type >= 9 ? new int[] {0, 2, 2, 4, 5, 4, 5}[type - 9] : 0];
                int count = random.nextInt(6);
                byte[] raw = new byte[type >= 9 ? count * each : fixed];
                random.nextBytes(raw);
                if (type >= 9) to.putInt(count);
                to.putRaw(raw, 0, raw.length);
            }
        }
    }
}
