package org.braid.testkit.hosts;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** An interface of the network that the opening thread is on, whose other end is this process: packets that are routed to it are read here, and what is written here has come by it (Linux, networking/tuntap). */
final class Tunnel implements AutoCloseable {
    static final int MOST_BYTES = 2048;

    private static final int O_RDWR_NONBLOCK_CLOEXEC = 0x80802;
    private static final long TUNSETIFF = 0x400454caL;
    private static final short IFF_TUN_NO_PI = 0x1001;
    private static final int IFREQ_BYTES = 40;
    private static final int IFREQ_FLAGS = 16;
    private static final short POLLIN = 1;
    private static final int POLLFD_BYTES = 8;

    private final int descriptor;

    private Tunnel(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Makes the interface, which is gone when this is closed. */
    static Tunnel open(String name) {
        try (Arena arena = Arena.ofConfined()) {
            int opened = checked("open", (int) Calls.OPEN.invokeExact(arena.allocateFrom("/dev/net/tun"), O_RDWR_NONBLOCK_CLOEXEC));
            MemorySegment request = arena.allocate(IFREQ_BYTES);
            request.setString(0, name);
            request.set(JAVA_SHORT, IFREQ_FLAGS, IFF_TUN_NO_PI);
            int unused = checked("ioctl", (int) Calls.IOCTL.invokeExact(opened, TUNSETIFF, request));
            return new Tunnel(opened);
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    /** The next packet; empty if there is none for so long. */
    byte[] read(int timeoutMs) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment asked = arena.allocate(POLLFD_BYTES);
            asked.set(JAVA_INT, 0, descriptor);
            asked.set(JAVA_SHORT, Integer.BYTES, POLLIN);
            if ((int) Calls.POLL.invokeExact(asked, 1L, timeoutMs) <= 0) {
                return new byte[0];
            }
            MemorySegment packet = arena.allocate(MOST_BYTES);
            long length = (long) Calls.READ.invokeExact(descriptor, packet, (long) MOST_BYTES);
            return packet.asSlice(0, Math.max(0, length)).toArray(JAVA_BYTE);
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    /** Lets a packet come; one that the network does not take is lost, as packets are. */
    void write(byte[] packet) {
        try (Arena arena = Arena.ofConfined()) {
            long unused = (long) Calls.WRITE.invokeExact(descriptor, arena.allocateFrom(JAVA_BYTE, packet), (long) packet.length);
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    @Override
    public void close() {
        try {
            int unused = (int) Calls.CLOSE.invokeExact(descriptor);
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    private static int checked(String call, int result) {
        if (result < 0) {
            throw new AssertionError(call + " of a tunnel has failed: it takes root, and /dev/net/tun");
        }
        return result;
    }

    private static AssertionError failed(Throwable t) {
        return t instanceof AssertionError told ? told : new AssertionError(t);
    }

    private static final class Calls {
        static final MethodHandle OPEN = bind("open", JAVA_INT, ADDRESS, JAVA_INT);
        static final MethodHandle POLL = bind("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
        static final MethodHandle READ = bind("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
        static final MethodHandle WRITE = bind("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
        static final MethodHandle CLOSE = bind("close", JAVA_INT, JAVA_INT);
        static final MethodHandle IOCTL = Linker.nativeLinker().downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("ioctl"), FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), Linker.Option.firstVariadicArg(2));

        private static MethodHandle bind(String name, MemoryLayout result, MemoryLayout... parameters) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
        }
    }
}
