package org.braid.base.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Random bytes from the kernel. {@code SecureRandom} would load the whole provider framework, 16 ms in every process of a job. */
public final class Entropy {
    private static final String DEVICE = "/dev/urandom";

    private Entropy() {}

    /** {@code count} bytes fit for secrets; from the portable generator where there is no such device. */
    public static byte[] bytes(int count) {
        try (FileInputStream source = new FileInputStream(DEVICE)) {
            byte[] bytes = source.readNBytes(count);
            if (bytes.length == count) {
                return bytes;
            }
        } catch (IOException e) {
            // No such device: the portable generator below.
        }
        byte[] bytes = new byte[count];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** 64 random bits. */
    public static long nextLong() {
        return ByteBuffer.wrap(bytes(Long.BYTES)).getLong();
    }
}
