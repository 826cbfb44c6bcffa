package org.braid.launch.compile;

import java.nio.charset.StandardCharsets;

/**
 * A 128-bit hash of contents, eight bytes a step: the name of a cache entry. It tells accidental changes apart and is no defence; the
 * cache belongs to the user whose sources it holds. (A cryptographic digest would load the provider framework in every launcher, and a view of the bytes as words its method handles.)
 */
final class ContentHash {
    private static final long K1 = 0x9E3779B97F4A7C15L;
    private static final long K2 = 0xC2B2AE3D27D4EB4FL;

    private long a = K1;
    private long b = K2;

    ContentHash add(byte[] bytes) {
        word(bytes.length);
        int at = 0;
        for (; at + 8 <= bytes.length; at += 8) {
            word(word(bytes, at));
        }
        long tail = 0;
        for (; at < bytes.length; at++) {
            tail = tail << 8 | bytes[at] & 0xff;
        }
        word(tail);
        return this;
    }

    ContentHash add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    ContentHash add(long number) {
        word(number);
        return this;
    }

    /** Little-endian. */
    private static long word(byte[] bytes, int at) {
        return bytes[at] & 0xffL | (bytes[at + 1] & 0xffL) << 8 | (bytes[at + 2] & 0xffL) << 16 | (bytes[at + 3] & 0xffL) << 24
                | (bytes[at + 4] & 0xffL) << 32 | (bytes[at + 5] & 0xffL) << 40 | (bytes[at + 6] & 0xffL) << 48 | (long) bytes[at + 7] << 56;
    }

    private void word(long word) {
        a = Long.rotateLeft((a ^ word) * K1, 29);
        b = Long.rotateLeft((b + word) * K2, 37) ^ a;
    }

    private static long mix(long value) {
        value = (value ^ value >>> 32) * K1;
        return (value ^ value >>> 29) * K2;
    }

    /** 32 hexadecimal digits. */
    String hex() {
        char[] digits = new char[32];
        hex(mix(a + b), digits, 0);
        hex(mix(b ^ K1), digits, 16);
        return new String(digits);
    }

    private static void hex(long value, char[] digits, int at) {
        for (int i = 0; i < 16; i++) {
            digits[at + i] = Character.forDigit((int) (value >>> 60 - 4 * i) & 15, 16);
        }
    }
}
