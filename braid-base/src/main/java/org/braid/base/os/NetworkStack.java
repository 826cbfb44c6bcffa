package org.braid.base.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which addresses of loopback are the same ones: a kernel since its boot, and the network namespace of this process in it. Containers of one machine may have several, hosts always have. */
public final class NetworkStack {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    private static final int DIGITS = 16;

    private NetworkStack() {}

    /** The same number for processes that reach each other by loopback, another one for all others; 0 where this cannot be known. */
    public static long id() {
        return Known.THIS;
    }

    /** Both halves of the boot's random id and the namespace's number, mixed: no part of it can be told from the whole. */
    static long of(String bootId, String namespace) {
        String digits = bootId.strip().replace("-", "");
        try {
            long boot = Long.parseUnsignedLong(digits, 0, DIGITS, 16) * SPREAD ^ Long.parseUnsignedLong(digits, DIGITS, 2 * DIGITS, 16);
            long mixed = (boot ^ namespace.hashCode() * SPREAD) * SPREAD;
            return mixed == 0 ? 1 : mixed;
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            return 0;
        }
    }

    /** Read once, at first use. */
    private static final class Known {
        static final long THIS = of(Machine.text("/proc/sys/kernel/random/boot_id"), namespace());

        private static String namespace() {
            try {
                return Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
            } catch (IOException e) {
                return ""; // a kernel without namespaces has one network
            }
        }
    }
}
