package org.braid.boot;

import java.io.FileInputStream;
import java.io.IOException;

/**
 * The job's 256-bit secret. It travels only in the first bytes of a rank's control pipe, never in arguments, the environment or a log:
 * {@link #toString()} is redacted.
 */
public final class Secret {
    public static final int BYTES = 32;

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes a copy of exactly {@link #BYTES} bytes. */
    public static Secret of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a job secret has " + BYTES + " bytes, not " + bytes.length);
        }
        return new Secret(bytes.clone());
    }

    /** A fresh secret from the kernel; {@code SecureRandom} would load the whole provider framework in every launcher. */
    public static Secret random() {
        return new Secret(randomBytes(BYTES));
    }

    /** {@code count} bytes from the kernel's random number generator. */
    public static byte[] randomBytes(int count) {
        try (FileInputStream source = new FileInputStream("/dev/urandom")) {
            byte[] bytes = source.readNBytes(count);
            if (bytes.length == count) {
                return bytes;
            }
        } catch (IOException e) {
            // No such device: fall through to the portable generator.
        }
        byte[] bytes = new byte[count];
        new java.security.SecureRandom().nextBytes(bytes);
        return bytes;
    }

    public byte[] toBytes() {
        return bytes.clone();
    }

    /** Constant-time comparison: how long it takes tells nothing about how many bytes agree. */
    public boolean matches(byte[] candidate, int offset, int length) {
        if (length != BYTES || offset < 0 || candidate.length - offset < length) {
            return false;
        }
        int difference = 0;
        for (int i = 0; i < BYTES; i++) {
            difference |= bytes[i] ^ candidate[offset + i];
        }
        return difference == 0;
    }

    @Override
    public String toString() {
        return "Secret[256 bit]";
    }
}
