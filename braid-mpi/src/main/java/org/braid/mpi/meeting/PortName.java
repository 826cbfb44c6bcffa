package org.braid.mpi.meeting;

import java.nio.file.Path;
import java.util.HexFormat;
import org.braid.base.os.Entropy;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;

/**
 * The name of a port as programs see it (MPI 4.1, section 11.9.1): where its socket is, and a capability without which nobody is let in.
 *
 * <pre>
 *   braid:1:/tmp/braid-unix-4711-1a2b-0123456789ab/s:00112233445566778899aabbccddeeff
 * </pre>
 *
 * @param socket in a directory of this user's
 * @param capability {@value #CAPABILITY_BYTES} random bytes as hexadecimal digits
 */
public record PortName(Path socket, String capability) {
    /** No name is longer. */
    public static final int MAX_LENGTH = 256;

    static final int CAPABILITY_BYTES = 16;
    private static final String SCHEME = "braid:1:";

    /** A name for a port that is opened now. */
    static PortName of(Path socket) {
        return new PortName(socket, HexFormat.of().formatHex(Entropy.bytes(CAPABILITY_BYTES)));
    }

    /**
     * Reads a name.
     *
     * @throws MpiFailure PORT if it is none
     */
    public static PortName parse(String name) {
        int end = name.lastIndexOf(':');
        if (name.length() > MAX_LENGTH || !name.startsWith(SCHEME) || end < SCHEME.length()) {
            throw wrong(name);
        }
        String capability = name.substring(end + 1);
        try {
            Path socket = Path.of(name.substring(SCHEME.length(), end));
            if (!socket.isAbsolute() || HexFormat.of().parseHex(capability).length != CAPABILITY_BYTES) {
                throw wrong(name);
            }
            return new PortName(socket, capability);
        } catch (IllegalArgumentException e) {
            throw wrong(name);
        }
    }

    private static MpiFailure wrong(String name) {
        String shown = name.length() <= 40 ? name : name.substring(0, 40) + "…";
        return new MpiFailure(ErrorClass.PORT, "'" + shown + "' is no port", "names of ports come from openPort or lookupName, and are passed on as they are", "Give the whole name");
    }

    byte[] proof() {
        return HexFormat.of().parseHex(capability);
    }

    /** The name as a program passes it on; whoever has it may connect. */
    public String text() {
        return SCHEME + socket + ":" + capability;
    }

    /** Without the capability. */
    @Override
    public String toString() {
        return "port " + socket;
    }
}
