package org.braid.mpi.meeting;

import java.nio.file.Path;
import java.util.HexFormat;
import org.braid.base.os.Entropy;
import org.jspecify.annotations.Nullable;

/**
 * The name of a port of this host: where its socket is, and a capability without which nobody is let in.
 *
 * <pre>
 *   braid:1:/tmp/braid-unix-4711-1a2b-0123456789ab/s:00112233445566778899aabbccddeeff
 * </pre>
 *
 * @param socket in a directory of this user's
 * @param capability {@value #CAPABILITY_BYTES} random bytes as hexadecimal digits
 */
record NearName(Path socket, String capability) implements PortName {
    static final int CAPABILITY_BYTES = 16;
    static final String SCHEME = "braid:1:";

    /** A name for a port that is opened now. */
    static NearName of(Path socket) {
        return new NearName(socket, HexFormat.of().formatHex(Entropy.bytes(CAPABILITY_BYTES)));
    }

    /** Reads what stands behind {@link #SCHEME}; null if it is none. */
    static @Nullable NearName parse(String rest) {
        int end = rest.lastIndexOf(':');
        try {
            Path socket = Path.of(rest.substring(0, Math.max(0, end)));
            String capability = rest.substring(end + 1);
            return socket.isAbsolute() && HexFormat.of().parseHex(capability).length == CAPABILITY_BYTES ? new NearName(socket, capability) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    byte[] proof() {
        return HexFormat.of().parseHex(capability);
    }

    @Override
    public String text() {
        return SCHEME + socket + ":" + capability;
    }

    /** Without the capability. */
    @Override
    public String toString() {
        return "port " + socket;
    }
}
