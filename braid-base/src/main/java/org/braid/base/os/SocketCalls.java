package org.braid.base.os;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The system calls of one connected stream socket, without what the JDK's channels put around them: locks, a native frame, a cancellation point; 60 ns a call. The socket stays the
 * channel's, which opens and closes it and says what is wrong with it: these calls only know "not now".
 *
 * <p>No method may be called once the channel may have been closed: the descriptor may then be another file's.
 */
public final class SocketCalls {
    /** Result of {@link #receive} and {@link #send}: not now, or never again; the channel knows which. */
    public static final long NOT_NOW = -1;

    private static final int MOST_DESCRIPTORS = 4096;
    private static final long MSG_DONTWAIT = 0x40;
    private static final long MSG_NOSIGNAL = 0x4000;
    private static final long IPPROTO_TCP = 6;
    private static final long TCP_CONGESTION = 13;

    private final long descriptor;

    private SocketCalls(long descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * The descriptor of this process that connects these two ends, or null: no native access, or no such descriptor. An address is its 4 or 16 bytes.
     */
    public static @Nullable SocketCalls find(byte[] localAddress, int localPort, byte[] remoteAddress, int remotePort) {
        if (!SystemCall.whyNot().isEmpty()) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            SocketName name = new SocketName(arena);
            for (int d = 0; d < MOST_DESCRIPTORS; d++) {
                if (name.is(SystemCall.Numbers.GETSOCKNAME, d, localAddress, localPort) && name.is(SystemCall.Numbers.GETPEERNAME, d, remoteAddress, remotePort)) {
                    return new SocketCalls(d);
                }
            }
            return null;
        }
    }

    /** Bytes received to this address, at most {@code bytes}; 0 at the end of the stream; or {@link #NOT_NOW}. */
    public long receive(long address, int bytes) {
        return SystemCall.call(SystemCall.Numbers.RECVFROM, descriptor, address, bytes, MSG_DONTWAIT, 0, 0);
    }

    /** Bytes taken from this address, perhaps fewer than {@code bytes}; or {@link #NOT_NOW}. */
    public long send(long address, int bytes) {
        return SystemCall.call(SystemCall.Numbers.SENDTO, descriptor, address, bytes, MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0);
    }

    /**
     * Chooses the congestion control by its kernel's name, such as {@code reno}.
     *
     * @return false if the kernel hasn't it or won't give it
     */
    public boolean congestionControl(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocateFrom(name);
            return SystemCall.call(SystemCall.Numbers.SETSOCKOPT, descriptor, IPPROTO_TCP, TCP_CONGESTION, text.address(), name.length(), 0) == 0;
        }
    }

    /**
     * One end of a socket, as the kernel tells it.
     * <pre>
     *   0        2        4                8                       24
     *   | family | port   | IPv4 address   |                       |      port: big-endian
     *   | family | port   | flow           | IPv6 address          |
     * </pre>
     */
    private static final class SocketName {
        private static final int BYTES = 28;
        private static final short AF_INET = 2;
        private static final short AF_INET6 = 10;

        private final MemorySegment name;
        private final MemorySegment length;

        SocketName(Arena arena) {
            name = arena.allocate(BYTES, Integer.BYTES);
            length = arena.allocate(JAVA_INT);
        }

        boolean is(long call, int descriptor, byte[] address, int port) {
            length.set(JAVA_INT, 0, BYTES);
            return SystemCall.call(call, descriptor, name.address(), length.address(), 0, 0, 0) == 0
                    && Short.toUnsignedInt(name.get(JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN), 2)) == port
                    && isAddress(address);
        }

        /** An IPv4 address may stand at the end of an IPv6 one. */
        private boolean isAddress(byte[] wanted) {
            short family = name.get(JAVA_SHORT, 0);
            int end = family == AF_INET ? 8 : family == AF_INET6 ? 24 : 0;
            return end >= 4 + wanted.length && Arrays.equals(name.asSlice(end - wanted.length, wanted.length).toArray(JAVA_BYTE), wanted);
        }
    }
}
