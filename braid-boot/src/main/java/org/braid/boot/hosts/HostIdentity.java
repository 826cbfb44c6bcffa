package org.braid.boot.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.base.os.Entropy;
import org.braid.base.os.Machine;
import org.jspecify.annotations.Nullable;

/**
 * What tells hosts apart: processes of equal identity see each other's memory and pipes. Names and addresses don't tell, for two machines may have the same ones, and one machine may hold several hosts.
 *
 * @param high of 128 bits
 * @param low likewise
 */
public record HostIdentity(long high, long low) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int DIGITS = 32;
    private static final int HEX = 16;
    private static final Path PROCESSES = Path.of("/proc/self/ns/pid");

    /** This process's: its kernel, since when that runs, which processes it shows, and to whom. Where that cannot be found it is nobody else's. */
    public static HostIdentity own() {
        try {
            String boot = Files.readString(BOOT, StandardCharsets.US_ASCII).strip().replace("-", "");
            if (boot.length() == DIGITS) {
                String shown = Files.readSymbolicLink(PROCESSES).toString();
                return new HostIdentity(bits(boot, 0) ^ spread(shown), bits(boot, DIGITS / 2) ^ spread(Machine.user()));
            }
        } catch (IOException | UnsupportedOperationException | NumberFormatException e) {
            // It cannot be found.
        }
        ByteBuffer random = ByteBuffer.wrap(Entropy.bytes(Long.BYTES * 2));
        return new HostIdentity(random.getLong(), random.getLong());
    }

    /** Read here, since the JDK's class for such numbers brings a generator of random ones, and with it the whole framework of cryptography. */
    private static long bits(String digits, int from) {
        return Long.parseUnsignedLong(digits, from, from + DIGITS / 2, HEX);
    }

    /** Written out, as the next, since what the compiler makes is spun when it is first called: 30 ms of a young process that meets its parent. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostIdentity its && high == its.high && low == its.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high ^ low);
    }

    /** Short texts of one kernel get different numbers; no class of cryptography is loaded for it. */
    private static long spread(String text) {
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x9e3779b97f4a7c15L;
            hash ^= hash >>> 29;
        }
        return hash;
    }
}
