package org.braid.mpi.meeting.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a socket has sent and the system at its other end has not acknowledged, as Linux tells it (proc(5)). The JDK knows neither this nor {@code TCP_USER_TIMEOUT}. Elsewhere, and of sockets that the system does not list, nothing is known.
 *
 * <pre>
 *   /proc/net/tcp6   sl: local:port remote:port state sent:received …      all in hexadecimal; addresses in words of 32 bits, each in the machine's order of bytes
 * </pre>
 */
final class SendQueue {
    private static final String TABLE = "/proc/net/tcp6";
    private static final String TABLE_OF_VERSION_4 = "/proc/net/tcp"; // of JVMs that were told to use no other
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int QUEUES = 4;

    private final String local;
    private final String remote;

    /** @param socket that is connected */
    SendQueue(Socket socket) {
        this(end(socket.getLocalAddress(), socket.getLocalPort()), end(socket.getInetAddress(), socket.getPort()));
    }

    /** @param local as a table has it, as the next */
    SendQueue(String local, String remote) {
        this.local = local;
        this.remote = remote;
    }

    static String end(@Nullable InetAddress address, int port) {
        StringBuilder text = new StringBuilder();
        if (address != null) {
            for (ByteBuffer words = ByteBuffer.wrap(address.getAddress()).order(ByteOrder.nativeOrder()); words.hasRemaining();) {
                text.append(String.format(Locale.ROOT, "%08X", words.getInt()));
            }
        }
        return text.append(String.format(Locale.ROOT, ":%04X", port)).toString();
    }

    /** How many bytes there are; -1 if nobody knows. */
    long bytes() {
        long found = bytes(text(TABLE));
        return found < 0 ? bytes(text(TABLE_OF_VERSION_4)) : found;
    }

    private static String text(String table) {
        try {
            return Files.readString(Path.of(table));
        } catch (IOException notLinux) {
            return "";
        }
    }

    /** The same by the text of a table. An address of version 4 may stand at the end of one of version 6. */
    long bytes(String table) {
        for (String line : table.split("\n")) {
            String[] columns = line.strip().split(" +");
            if (columns.length > QUEUES && columns[LOCAL].endsWith(local) && columns[REMOTE].endsWith(remote)) {
                return Long.parseLong(columns[QUEUES], 0, columns[QUEUES].indexOf(':'), 16);
            }
        }
        return -1;
    }
}
