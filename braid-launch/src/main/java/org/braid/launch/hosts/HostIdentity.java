package org.braid.launch.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.braid.base.os.Entropy;
import org.braid.base.os.Machine;

/**
 * What tells hosts apart: processes of equal identity see each other's memory and pipes. Names and addresses don't tell, for two machines may have the same ones, and one machine may hold several hosts.
 */
record HostIdentity(long high, long low) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PROCESSES = Path.of("/proc/self/ns/pid");
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

    /** This process's: its kernel, since when that runs, which processes it shows, and to whom. Where that cannot be found it is nobody else's. */
    static HostIdentity own() {
        try {
            String all = Files.readString(BOOT, StandardCharsets.US_ASCII) + Files.readSymbolicLink(PROCESSES) + Machine.user();
            UUID hash = UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8));
            return new HostIdentity(hash.getMostSignificantBits(), hash.getLeastSignificantBits());
        } catch (IOException | UnsupportedOperationException e) {
            ByteBuffer random = ByteBuffer.wrap(Entropy.bytes(16));
            return new HostIdentity(random.getLong(), random.getLong());
        }
    }

    /** This host's name for people; no name service is asked. */
    static String ownName() {
        try {
            return Files.readString(NAME, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            String known = System.getenv("HOSTNAME");
            return known == null || known.isEmpty() ? "host" : known;
        }
    }
}
