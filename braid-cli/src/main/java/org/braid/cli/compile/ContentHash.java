package org.braid.cli.compile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A 128-bit hash of contents, eight bytes a step: the name of a cache entry. It tells accidental changes apart and is no defence; the
 * cache belongs to the user whose sources it holds. (A cryptographic digest would load the provider framework in every launcher.)
 */
final class ContentHash {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long K1 = 0x9E3779B97F4A7C15L;
    private static final long K2 = 0xC2B2AE3D27D4EB4FL;

    private long a = K1;
    private long b = K2;

    ContentHash add(byte[] bytes) {
        word(bytes.length);
        int at = 0;
        for (; at + 8 <= bytes.length; at += 8) {
            word((long) WORD.get(bytes, at));
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
