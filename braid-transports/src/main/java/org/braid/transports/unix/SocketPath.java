package org.braid.transports.unix;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * Where a context listens, as its descriptor's body.
 *
 * <pre>
 *   0      1
 *   | kind | absolute path, UTF-8, 1 to 107 bytes, without a 0 …       kind: 0 it will listen once somebody asks for its whole table   1 it does not   2 there
 * </pre>
 */
final class SocketPath {
    /** The system's bound on a socket's path, less the 0 at its end. */
    static final int MOST_BYTES = 107;

    private static final byte PROMISED = 0;
    private static final byte NOWHERE = 1;
    private static final byte THERE = 2;

    private SocketPath() {}

    static byte[] promised() {
        return new byte[] {PROMISED};
    }

    static boolean isPromised(byte[] body) {
        return body.length == 1 && body[0] == PROMISED;
    }

    static byte[] nowhere() {
        return new byte[] {NOWHERE};
    }

    static boolean isNowhere(byte[] body) {
        return body.length == 1 && body[0] == NOWHERE;
    }

    /** Whether the system takes so long a path. */
    static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
    }

    static byte[] encode(Path path) {
        byte[] text = path.toString().getBytes(StandardCharsets.UTF_8);
        byte[] body = new byte[1 + text.length];
        body[0] = THERE;
        System.arraycopy(text, 0, body, 1, text.length);
        return body;
    }

    /** @throws BraidException if the bytes are no such path */
    static Path decode(byte[] body) {
        if (body.length < 2 || body.length > 1 + MOST_BYTES || body[0] != THERE) {
            throw refused("it has " + body.length + " bytes" + (body.length == 0 ? "" : " of kind " + body[0]));
        }
        byte[] text = Arrays.copyOfRange(body, 1, body.length);
        for (byte b : text) {
            if (b >= 0 && b < ' ') {
                throw refused("its path has a control character");
            }
        }
        try {
            Path path = Path.of(new String(text, StandardCharsets.UTF_8));
            if (path.isAbsolute() && path.equals(path.normalize()) && Arrays.equals(encode(path), body)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // said below
        }
        throw refused("its path is not absolute and plain");
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.TABLE_REFUSED, "A unix descriptor cannot be read", why, "Start all processes of the job with the same build");
    }
}
