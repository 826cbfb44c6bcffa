package org.braid.boot.ticket;

import org.braid.base.os.Entropy;

/**
 * The job's 256-bit secret. It travels only in the first bytes of a rank's control pipe, never in arguments, the environment or a log:
 * {@link #toString()} is redacted.
 */
public final class Secret {
    /** How many bytes a secret has. */
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

    /** A fresh secret from the kernel. */
    public static Secret random() {
        return new Secret(Entropy.bytes(BYTES));
    }

    /** A copy. Never print it. */
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
