package org.braid.testkit.hosts;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/** The network that a process is on, for threads of this one: {@code setns(2)}, which moves the calling thread alone. Takes root. */
final class NetworkNamespace implements AutoCloseable {
    private static final int O_RDONLY_CLOEXEC = 0x80000;
    private static final int CLONE_NEWNET = 0x4000_0000;

    private final String place;
    private final int descriptor;

    private NetworkNamespace(String place, int descriptor) {
        this.place = place;
        this.descriptor = descriptor;
    }

    static NetworkNamespace of(long pid) {
        String place = "/proc/" + pid + "/ns/net";
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Calls.ERRNO);
            int descriptor = (int) Calls.OPEN.invokeExact(errno, arena.allocateFrom(place), O_RDONLY_CLOEXEC);
            return new NetworkNamespace(place, checked("open", place, descriptor, errno));
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    /** Moves the calling thread. One that cannot be moved must run no test. */
    void enter() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Calls.ERRNO);
            int unused = checked("setns", place, (int) Calls.SETNS.invokeExact(errno, descriptor, CLONE_NEWNET), errno);
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    @Override
    public void close() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment errno = arena.allocate(Calls.ERRNO);
            int unused = checked("close", place, (int) Calls.CLOSE.invokeExact(errno, descriptor), errno);
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    private static int checked(String call, String place, int result, MemorySegment errno) {
        if (result < 0) {
            throw new AssertionError(call + " of " + place + " has failed with errno " + errno.get(JAVA_INT, Calls.OFFSET) + ": it takes root, and a host that lives");
        }
        return result;
    }

    private static AssertionError failed(Throwable t) {
        return t instanceof AssertionError told ? told : new AssertionError(t);
    }

    /** Bound at first use: where no hosts can be made, nobody needs them. */
    private static final class Calls {
        static final StructLayout ERRNO = Linker.Option.captureStateLayout();
        static final long OFFSET = ERRNO.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
        static final MethodHandle OPEN = bind("open", ADDRESS, JAVA_INT);
        static final MethodHandle SETNS = bind("setns", JAVA_INT, JAVA_INT);
        static final MethodHandle CLOSE = bind("close", JAVA_INT);

        private static MethodHandle bind(String name, MemoryLayout... parameters) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, parameters), Linker.Option.captureCallState("errno"));
        }
    }
}
